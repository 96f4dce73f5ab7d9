#pragma once
#include "ui/widgets/charts/xy_plot.h"

namespace blueprinting::ui {

/// The picture of time against memory: an XyPlot over which dragging with Shift marks a range to filter by.
class SearchPlot : public XyPlot {
    Q_OBJECT
public:
    using XyPlot::XyPlot;

Q_SIGNALS:
    void rangeMarked(const QRectF& range); ///< in values: x, y of its low corner, width and height

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;

private:
    std::optional<QPointF> m_from, m_to;
};

} // namespace blueprinting::ui
