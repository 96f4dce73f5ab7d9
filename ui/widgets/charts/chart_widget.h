#pragma once
#include "core/base/file_format.h"
#include "core/base/result.h"
#include "ui/widgets/charts/legend.h"
#include "ui/widgets/charts/zoom.h"
#include "ui/widgets/forward.h"
#include "ui/widgets/saving.h"

#include <QWidget>

#include <optional>
#include <vector>

namespace blueprinting::ui {

/// What every chart that paints itself has in common: a title, a legend, an immediate read-out under the pointer,
/// zooming, and a way out of the program as picture or as the numbers behind it.
///
/// Zooming is the same for bars, plots and heat maps: a chart says by zoomAxes() what zooms, and draws what is
/// inSight(). Ctrl and the wheel zoom at the pointer (the wheel alone where no page around the chart
/// scrolls), + and − zoom at the middle, dragging and Shift with the arrows move what is in sight, F and a double click
/// show all of it again. What is in sight is kept as a Part.
///
/// The keyboard: the arrows walk over what a chart shows and have it read out, Return and Space pick what they stand
/// on.
class ChartWidget : public QWidget, public Part {
    Q_OBJECT
public:
    explicit ChartWidget(const QString& title, QWidget* parent = nullptr);

    void setTitle(const QString& title);
    [[nodiscard]] QString title() const { return m_title; }
    /// The file that the numbers are of: a picture names it behind the title, data in a last column. Empty for none.
    void setSource(const QString& source) { m_source = source; }
    [[nodiscard]] QString source() const { return m_source; }
    /// Title and source, as a picture is headed.
    [[nodiscard]] QString heading() const;
    /// dataRows() with the source: what is saved and copied.
    [[nodiscard]] std::vector<QStringList> savedRows() const;
    /// Drawn into exports; on the screen the panel around the chart shows title and legend.
    void setLegend(std::vector<LegendItem> legend);
    [[nodiscard]] const std::vector<LegendItem>& legend() const { return m_legend; }

    /// Draws the chart into this area: on the screen with what is under pointer and keyboard, in a file without.
    virtual void paintChart(QPainter& painter, const QRectF& area, const Theme& theme, bool on_screen) const = 0;
    /// The numbers behind it, header first, raw.
    [[nodiscard]] virtual std::vector<QStringList> dataRows() const = 0;

    /// Title, legend and chart as they stand in a file of this size.
    void paintWhole(QPainter& painter, const QRectF& area, const Theme& theme) const;
    /// The file as bytes, in this theme; empty for a format that no chart is written as.
    [[nodiscard]] QByteArray encoded(FileFormat format, const Theme& theme) const;
    /// Writes the chart by write_whole_file(). chart.format.unknown for another ending, file.*.
    Result<Done> exportTo(const QString& path, const Replaceable& replaceable = std::nullopt) const;

    /// Copy picture, copy data, save as…; part of the context menu, and for a button of the view.
    void addExportActions(QMenu* menu);
    /// Asks where and writes there; says saved().
    void saveAs();

    [[nodiscard]] virtual bool canZoom() const { return zoomAxes().x || zoomAxes().y; }
    [[nodiscard]] virtual bool isZoomed() const { return m_sight != PartState(); } ///< not all of it is in sight
    /// Shows everything `factor` times as large; what lies at this point of the widget stays there.
    virtual void zoomBy(double factor, const QPointF& about) { setSight(zoomed(zoomAxes(), m_sight, factor, about)); }
    /// Moves what is shown by this many pixels.
    virtual void panBy(const QPointF& pixels) { setSight(moved(zoomAxes(), m_sight, pixels)); }
    virtual void showWhole() { setSight({}); }

    [[nodiscard]] PartState partState() const final { return m_waiting ? *m_waiting : inSight(); }
    void setPartState(const PartState& state) final;

Q_SIGNALS:
    void saved(const SaveOutcome& outcome); ///< or not

protected:
    void paintEvent(QPaintEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    /// The left button was released where it was pressed: a click, not the end of a drag.
    virtual void clicked(const QPointF& at);

    /// What zooms.
    [[nodiscard]] virtual ZoomAxes zoomAxes() const { return {}; }
    /// What of it is in sight; empty for all of it.
    [[nodiscard]] virtual PartState inSight() const { return m_sight; }
    /// Shows that, as far as the present data lets it.
    virtual void look(const PartState& state);
    [[nodiscard]] virtual bool canDrag() const { return isZoomed() || zoomAxes().past; }
    [[nodiscard]] Sight sight() const { return m_sight.sight.value_or(Sight()); }

    /// Moves the place that the keyboard stands on and announces it; false where there is nothing to walk over so.
    virtual bool step(int down, int across);
    [[nodiscard]] virtual bool hasCursor() const { return false; }
    virtual void pickCursor() {}
    /// Whether the place of the keyboard is to be drawn.
    [[nodiscard]] bool showsCursor() const { return hasFocus() && m_keyboard; }
    /// Where the keyboard stands in a magnified chart, in places of the whole.
    [[nodiscard]] virtual QRectF cursorPlace() const { return {}; }

    /// The read-out at a point; empty for none.
    [[nodiscard]] virtual QString hoverText(const QPointF& at) const;
    virtual void addOwnActions(QMenu* menu); ///< above those for zooming and exporting
    /// Whether there is something to look at.
    [[nodiscard]] virtual bool hasData() const { return true; }
    void dataCame();               ///< by a chart that has other data now: what waited for it is looked at
    void sightMoved();             ///< by a chart that shows something else now
    virtual void sightChanged() {} ///< what is drawn lies elsewhere now
    /// Tells assistive tools what the keyboard stands on.
    void announce(const QString& text);

private:
    void setSight(const PartState& sight);
    bool walkBy(int down, int across);
    [[nodiscard]] QImage picture(const Theme& theme) const;

    QString m_title;
    QString m_source;
    std::vector<LegendItem> m_legend;
    PartState m_sight;                  ///< x, y or sight: what of it is in sight
    std::optional<PartState> m_waiting; ///< for data
    bool m_keyboard = false;            ///< the arrows were used last, not the pointer
    std::optional<QPointF> m_press;     ///< where the left button was pressed, and was last while it drags
    bool m_dragged = false;
};

/// By the file's ending; nothing for one that no chart is written as.
std::optional<FileFormat> chart_format_of(const QString& path);

} // namespace blueprinting::ui
