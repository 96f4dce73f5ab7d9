#pragma once
#include "ui/widgets/chart_widget.h"

namespace blueprinting::ui {

/// A chart that is magnified as a whole where it is zoomed: it works in the coordinates of the whole, and does not see
/// the zoom.
class WalkedChart : public ChartWidget {
    Q_OBJECT
public:
    using ChartWidget::ChartWidget;

    void paintChart(QPainter& painter, const QRectF& area, const Theme& theme, bool on_screen) const final;
    /// Where a point of the whole chart is seen now.
    [[nodiscard]] QPointF seenAt(const QPointF& at) const { return origin() + at * sight().zoom; }

protected:
    virtual void paintMarks(QPainter& painter, const QRectF& area, const Theme& theme, bool on_screen) const = 0;
    virtual void pickAt(const QPointF& at) = 0;
    [[nodiscard]] virtual QString readOutAt(const QPointF& at) const = 0;

    [[nodiscard]] ZoomAxes zoomAxes() const final { return ZoomAxes::whole(rect()); }
    void clicked(const QPointF& at) final { pickAt(wholeAt(at)); }
    [[nodiscard]] QString hoverText(const QPointF& at) const final { return readOutAt(wholeAt(at)); }

private:
    /// Where the whole chart's corner is seen.
    [[nodiscard]] QPointF origin() const
    {
        return QPointF(-sight().left * width(), -sight().top * height()) * sight().zoom;
    }
    /// The point of the whole chart that is seen there.
    [[nodiscard]] QPointF wholeAt(const QPointF& at) const { return (at - origin()) / sight().zoom; }
};

} // namespace blueprinting::ui
