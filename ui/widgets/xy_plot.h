#pragma once
#include "ui/widgets/chart_widget.h"
#include "ui/widgets/xy_layout.h"

#include <QPixmap>

namespace blueprinting::ui {

/// Marks and lines over two value axes. A click picks the nearest mark, arrow keys walk from mark to mark by their place
/// along x, Enter picks; Ctrl and the wheel zoom at the pointer, dragging moves, F fits.
class XyPlot : public ChartWidget {
    Q_OBJECT
public:
    explicit XyPlot(const QString& title, QWidget* parent = nullptr);

    void setChart(XyChart chart);
    [[nodiscard]] const XyChart& chart() const { return m_chart; }
    [[nodiscard]] XyLayout places() const;
    void fit();

    void paintChart(QPainter& painter, const QRectF& area, const Theme& theme, bool on_screen) const override;
    [[nodiscard]] std::vector<QStringList> dataRows() const override;
    [[nodiscard]] QSize sizeHint() const override { return {360, 260}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {160, 130}; }

Q_SIGNALS:
    void markPicked(const QString& key);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    [[nodiscard]] QString hoverText(const QPointF& at) const override;
    void addOwnActions(QMenu* menu) override;

private:
    [[nodiscard]] int markAt(const QPointF& at) const;
    void stepCursor(int by);
    void redraw();

    XyChart m_chart;
    std::optional<AxisScale> m_x, m_y;
    int m_cursor = -1;
    bool m_keyboard = false;
    std::optional<QPointF> m_drag;
    bool m_dragged = false;
    QPixmap m_drawn; ///< all but rings: thousands of marks are not drawn again for each move of the pointer
};

/// Paints everything but the rings of selection and keyboard.
void paint_xy(QPainter& painter, const XyChart& chart, const XyLayout& layout, const QRectF& area, const XyFonts& fonts,
              const Theme& theme);
void paint_rings(QPainter& painter, const XyChart& chart, const XyLayout& layout, const Theme& theme);
XyFonts xy_fonts(const QWidget* widget);

} // namespace blueprinting::ui
