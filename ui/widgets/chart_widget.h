#pragma once
#include "core/base/result.h"
#include "ui/widgets/legend.h"

#include <QWidget>

#include <optional>
#include <vector>

class QMenu;

namespace blueprinting::ui {

enum class ChartFormat { png, svg, pdf, csv };

/// What every chart that paints itself has in common: a title, a legend, an immediate read-out under the pointer, and a
/// way out of the program as picture or as the numbers behind it.
class ChartWidget : public QWidget {
    Q_OBJECT
public:
    explicit ChartWidget(const QString& title, QWidget* parent = nullptr);

    void setTitle(const QString& title);
    [[nodiscard]] QString title() const { return m_title; }
    /// Drawn into exports; on the screen the panel around the chart shows title and legend.
    void setLegend(std::vector<LegendItem> legend);
    [[nodiscard]] const std::vector<LegendItem>& legend() const { return m_legend; }

    /// Draws the chart into this area: on the screen with what is under pointer and keyboard, in a file without.
    virtual void paintChart(QPainter& painter, const QRectF& area, const Theme& theme, bool on_screen) const = 0;
    /// The numbers behind it, header first, raw.
    [[nodiscard]] virtual std::vector<QStringList> dataRows() const = 0;

    /// Title, legend and chart as they stand in a file of this size.
    void paintWhole(QPainter& painter, const QRectF& area, const Theme& theme) const;
    /// The file as bytes, in this theme.
    [[nodiscard]] QByteArray encoded(ChartFormat format, const Theme& theme) const;
    /// Writes the chart; the file is whole or not there. chart.format.unknown for another ending, file.write.
    Result<Done> exportTo(const QString& path) const;

    /// Copy picture, copy data, save as…; part of the context menu, and for a button of the view.
    void addExportActions(QMenu* menu);
    /// Asks where and writes there; says exported() or exportFailed().
    void saveAs();

Q_SIGNALS:
    void exportFailed(const QString& message);
    void exported(const QString& path);

protected:
    void paintEvent(QPaintEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    /// The read-out at a point; empty for none.
    [[nodiscard]] virtual QString hoverText(const QPointF& at) const;
    virtual void addOwnActions(QMenu* menu); ///< above the export actions
    /// Tells assistive tools what the keyboard stands on.
    void announce(const QString& text);

private:
    [[nodiscard]] QImage picture(const Theme& theme) const;

    QString m_title;
    std::vector<LegendItem> m_legend;
};

/// By the file's ending; nothing for one that is not known.
std::optional<ChartFormat> chart_format_of(const QString& path);
/// All of the bytes or no file; file.write says why.
Result<Done> write_whole_file(const QString& path, const QByteArray& bytes);

} // namespace blueprinting::ui
