#pragma once
#include "ui/widgets/charts/bar_layout.h"
#include "ui/widgets/charts/chart_widget.h"

#include <map>

namespace blueprinting::ui {

/// Rows of stacked bars with outlined second bars, reference marks, a capacity line and read-out columns: iteration
/// time, memory, bytes per parameter, a certificate's candidates. A click picks a segment or a row; arrow keys walk
/// over the segments, Enter picks. The value axis zooms.
class StackedBars : public ChartWidget {
    Q_OBJECT
public:
    explicit StackedBars(const QString& title, QWidget* parent = nullptr);

    void setChart(BarChart chart);
    [[nodiscard]] const BarChart& chart() const { return m_given; }
    /// The charts (this one among them) with which it shares its left and right edge; see share_edges.
    void setEdgePartners(std::vector<StackedBars*> partners);
    [[nodiscard]] BarLayout places() const; ///< as drawn now
    void fit() { showWhole(); }
    void paintChart(QPainter& painter, const QRectF& area, const Theme& theme, bool on_screen) const override;
    [[nodiscard]] std::vector<QStringList> dataRows() const override;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;
    /// Heights that it wants and needs at a width, whatever its present one is.
    [[nodiscard]] int wantedHeightAt(int width) const;
    [[nodiscard]] int leastHeightAt(int width) const;
    [[nodiscard]] int mostHeightAt(int width) const; ///< that it can use

Q_SIGNALS:
    void segmentPicked(const QString& row_key, const QString& segment_key);
    void rowPicked(const QString& row_key);

protected:
    [[nodiscard]] ZoomAxes zoomAxes() const override;
    [[nodiscard]] bool hasData() const override { return !m_chart.rows.empty(); }
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void clicked(const QPointF& at) override;
    bool step(int down, int across) override;
    [[nodiscard]] bool hasCursor() const override { return m_cursor.row >= 0; }
    void pickCursor() override;
    [[nodiscard]] QString hoverText(const QPointF& at) const override;

private:
    struct Place {
        int row = -1;
        int segment = -1;
        bool outline = false;
        bool operator==(const Place&) const = default;
    };
    [[nodiscard]] BarEdges edges(double width) const;
    void forgetEdges(); ///< of all that share them
    [[nodiscard]] Place placeAt(const QPointF& at) const;
    [[nodiscard]] QString readOut(const Place& place) const;
    [[nodiscard]] std::optional<AxisScale> shownScale() const;

    BarChart m_given;
    BarChart m_chart; ///< as it is shown
    std::vector<StackedBars*> m_partners;
    Place m_cursor;
    mutable std::map<double, BarEdges> m_edges; ///< by width: a layout asks again and again
    double m_shape = -2; ///< how read-outs were last laid out, −2 before they were: the height follows from it
};

/// Makes these charts share one left and one right edge.
void share_edges(const std::vector<StackedBars*>& charts);

/// Paints a laid-out chart. `cursor` is the row and segment that the keyboard stands on, −1 for none.
void paint_bars(QPainter& painter, const BarChart& chart, const BarLayout& layout, const BarFonts& fonts,
                const Theme& theme, int cursor_row, int cursor_segment);

} // namespace blueprinting::ui
