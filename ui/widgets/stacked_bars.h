#pragma once
#include "ui/widgets/bar_layout.h"
#include "ui/widgets/chart_widget.h"

namespace blueprinting::ui {

/// Rows of stacked bars with outlined second bars, reference marks, a capacity line and read-out columns: iteration time,
/// memory, bytes per parameter, a certificate's candidates. Arrow keys walk over the segments, Enter picks; Ctrl and the
/// wheel zoom the axis, dragging moves it, F fits.
class StackedBars : public ChartWidget {
    Q_OBJECT
public:
    explicit StackedBars(const QString& title, QWidget* parent = nullptr);

    void setChart(BarChart chart);
    [[nodiscard]] const BarChart& chart() const { return m_chart; }
    /// The charts (this one among them) with which it shares its left and right edge; see share_edges.
    void setEdgePartners(std::vector<StackedBars*> partners);
    [[nodiscard]] BarLayout places() const; ///< as drawn now
    void fit();

    void paintChart(QPainter& painter, const QRectF& area, const Theme& theme, bool on_screen) const override;
    [[nodiscard]] std::vector<QStringList> dataRows() const override;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    void segmentPicked(const QString& row_key, const QString& segment_key);
    void rowPicked(const QString& row_key);

protected:
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    [[nodiscard]] QString hoverText(const QPointF& at) const override;
    void addOwnActions(QMenu* menu) override;

private:
    struct Place {
        int row = -1;
        int segment = -1;
        bool outline = false;
        bool operator==(const Place&) const = default;
    };
    [[nodiscard]] BarEdges edges(double width) const;
    [[nodiscard]] Place placeAt(const QPointF& at) const;
    [[nodiscard]] QString readOut(const Place& place) const;
    void moveCursor(int rows, int segments);
    void setShown(std::optional<AxisScale> shown);

    BarChart m_chart;
    std::vector<StackedBars*> m_partners;
    std::optional<AxisScale> m_shown;
    Place m_cursor;
    bool m_keyboard = false;
    std::optional<QPointF> m_drag;
};

/// Makes these charts share one left and one right edge.
void share_edges(const std::vector<StackedBars*>& charts);

/// Paints a laid-out chart. `cursor` is the row and segment that the keyboard stands on, −1 for none.
void paint_bars(QPainter& painter, const BarChart& chart, const BarLayout& layout, const BarFonts& fonts, const Theme& theme,
                int cursor_row, int cursor_segment);

} // namespace blueprinting::ui
