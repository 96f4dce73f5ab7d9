#pragma once
#include "ui/widgets/charts/chart_widget.h"
#include "ui/widgets/charts/heat_chart.h"

namespace blueprinting::ui {

/// A matrix of coloured cells with named rows and columns. A click picks a cell; arrow keys walk from cell to cell,
/// Enter picks, and what the keyboard stands on is read out. Zoomed, the names stay at their edges and the cells move
/// under them.
class HeatMap : public ChartWidget {
    Q_OBJECT
public:
    explicit HeatMap(const QString& title, QWidget* parent = nullptr);

    void setChart(HeatChart chart);
    [[nodiscard]] const HeatChart& chart() const { return m_given; }
    [[nodiscard]] HeatLayout places() const;
    void paintChart(QPainter& painter, const QRectF& area, const Theme& theme, bool on_screen) const override;
    [[nodiscard]] std::vector<QStringList> dataRows() const override;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;
    /// Never lower than it wants to be, as on a page that scrolls.
    void setFullHeight(bool full);

Q_SIGNALS:
    void cellPicked(const QString& row, const QString& column);

protected:
    [[nodiscard]] ZoomAxes zoomAxes() const override { return ZoomAxes::whole(places().cells); }
    [[nodiscard]] bool hasData() const override { return !m_chart.rows.empty(); }
    void resizeEvent(QResizeEvent* event) override;
    void clicked(const QPointF& at) override;
    bool step(int down, int across) override;
    [[nodiscard]] bool hasCursor() const override { return m_cursor.row >= 0; }
    [[nodiscard]] QRectF cursorPlace() const override;
    void pickCursor() override { pick(m_cursor); }
    [[nodiscard]] QString hoverText(const QPointF& at) const override;

private:
    struct Place {
        int row = -1;
        int column = -1;
    };
    [[nodiscard]] Place placeAt(const QPointF& at) const;
    [[nodiscard]] QString readOut(const Place& place) const;
    void pick(const Place& place);
    [[nodiscard]] QString column_title() const; ///< as drawn
    [[nodiscard]] QString row_title() const;

    HeatChart m_given;
    HeatChart m_chart; ///< as it is shown
    Place m_cursor;
    bool m_full_height = false;
};

HeatFonts heat_fonts(const QWidget* widget);

} // namespace blueprinting::ui
