#pragma once
#include "ui/widgets/charts/chart_widget.h"
#include "ui/widgets/charts/xy_layout.h"

#include <QPixmap>

#include <functional>
#include <optional>
#include <utility>

namespace blueprinting::ui {

/// Marks and lines over two value axes. A click picks the nearest mark, arrow keys walk from mark to mark by their
/// place along x, Enter picks. Both axes zoom together.
class XyPlot : public ChartWidget {
    Q_OBJECT
public:
    explicit XyPlot(const QString& title, QWidget* parent = nullptr);

    void setChart(XyChart chart);
    [[nodiscard]] const XyChart& chart() const { return m_given; }
    [[nodiscard]] const XyLayout& places() const; ///< on the screen; until the chart, its size or its sight changes
    void fit() { showWhole(); }
    /// What is read out of an area with a key, where a person points at it.
    void setAreaReadOut(std::function<QString(const QString& key)> read_out) { m_area_read_out = std::move(read_out); }
    void paintChart(QPainter& painter, const QRectF& area, const Theme& theme, bool on_screen) const override;
    [[nodiscard]] std::vector<QStringList> dataRows() const override;
    [[nodiscard]] QSize sizeHint() const override { return {360, 260}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {160, 130}; }

Q_SIGNALS:
    void markPicked(const QString& key); ///< or an area
    void placesChanged();                ///< another part is in sight, or it lies elsewhere

protected:
    [[nodiscard]] ZoomAxes zoomAxes() const override;
    void sightChanged() override;
    [[nodiscard]] bool hasData() const override
    {
        return !m_chart.marks.empty() || !m_chart.lines.empty() || !m_chart.areas.empty();
    }
    void paintEvent(QPaintEvent* event) override;
    void clicked(const QPointF& at) override;
    bool step(int down, int across) override;
    [[nodiscard]] bool hasCursor() const override { return m_cursor >= 0; }
    void pickCursor() override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    [[nodiscard]] QString hoverText(const QPointF& at) const override;

private:
    [[nodiscard]] int markAt(const QPointF& at) const;
    [[nodiscard]] QString areaAt(const QPointF& at) const; ///< its key
    [[nodiscard]] XyLayout layoutIn(const QRectF& area) const;

    /// What a layout on the screen depends on beside the chart.
    struct LaidOut {
        QRect rect;
        PartState sight;
        QFont font;
        bool operator==(const LaidOut&) const = default;
    };

    XyChart m_given;
    XyChart m_chart; ///< as it is shown
    int m_cursor = -1;
    std::function<QString(const QString&)> m_area_read_out;
    mutable std::optional<std::pair<LaidOut, XyLayout>> m_places; ///< not laid out anew for each move of the pointer
    QPixmap m_drawn; ///< all but rings: thousands of marks are not drawn again for each move of the pointer
};

/// Paints everything but the rings of selection and keyboard.
void paint_xy(QPainter& painter, const XyChart& chart, const XyLayout& layout, const QRectF& area, const XyFonts& fonts,
              const Theme& theme);
void paint_rings(QPainter& painter, const XyChart& chart, const XyLayout& layout, const Theme& theme);
XyFonts xy_fonts(const QWidget* widget);

} // namespace blueprinting::ui
