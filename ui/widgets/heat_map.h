#pragma once
#include "ui/widgets/chart_widget.h"
#include "ui/widgets/heat_chart.h"

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
    [[nodiscard]] bool canZoom() const override { return true; }
    [[nodiscard]] bool isZoomed() const override { return m_sight != Sight{}; }
    void zoomBy(double factor, const QPointF& about) override;
    void panBy(const QPointF& pixels) override;
    void showWhole() override;

    void paintChart(QPainter& painter, const QRectF& area, const Theme& theme, bool on_screen) const override;
    [[nodiscard]] std::vector<QStringList> dataRows() const override;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;
    /// Never lower than it wants to be, as on a page that scrolls.
    void setFullHeight(bool full);

Q_SIGNALS:
    void cellPicked(const QString& row, const QString& column);

protected:
    [[nodiscard]] PartState inSight() const override;
    void look(const PartState& state) override;
    [[nodiscard]] bool hasData() const override { return !m_chart.rows.empty(); }
    void mousePressEvent(QMouseEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void clicked(const QPointF& at) override;
    [[nodiscard]] QPointF zoomCentre() const override { return places().cells.center(); }
    void keyPressEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    [[nodiscard]] QString hoverText(const QPointF& at) const override;

private:
    struct Place {
        int row = -1;
        int column = -1;
    };
    [[nodiscard]] Place placeAt(const QPointF& at) const;
    [[nodiscard]] QString readOut(const Place& place) const;
    void pick(const Place& place);
    void setSight(const Sight& sight);
    void bringIntoSight(const Place& place);
    [[nodiscard]] QString column_title() const; ///< as drawn
    [[nodiscard]] QString row_title() const;

    HeatChart m_given;
    HeatChart m_chart; ///< as it is shown
    Sight m_sight;
    Place m_cursor;
    bool m_keyboard = false;
    bool m_full_height = false;
};

HeatFonts heat_fonts(const QWidget* widget);

} // namespace blueprinting::ui
