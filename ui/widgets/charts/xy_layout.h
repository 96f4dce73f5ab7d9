#pragma once
#include "ui/widgets/charts/axis.h"
#include "ui/widgets/charts/xy_chart.h"

#include <QPolygonF>

namespace blueprinting::ui {

struct XyTick {
    double value = 0;
    double at = 0; ///< pixel on its axis
    QString text;
};
struct XyLinePlace {
    std::vector<QPolygonF> strokes;    ///< solid parts, cut at the plot
    std::vector<QPolygonF> connectors; ///< dotted risers of a step curve
    QPointF label;                     ///< centre of the label's base line
    double label_angle = 0;            ///< degrees, clockwise
    bool label_shown = false;
    std::vector<QPointF> step_labels; ///< centre of each
};
struct XyLayout {
    QRectF plot;
    AxisScale x, y;
    std::vector<XyTick> x_ticks, y_ticks;
    std::vector<QRectF> areas;  ///< in the order of the chart, cut at the plot; empty where out of sight
    std::vector<QPointF> marks; ///< in the order of the chart
    std::vector<double> radii;
    std::vector<std::size_t> order; ///< drawing order: large first
    std::vector<QRectF>
        labels; ///< empty where there is none or no room; one farther than kLed from its mark has a line to it
    std::vector<XyLinePlace> lines;
};

inline constexpr double kLed = 8; ///< pixels from a mark's edge

struct XyFonts {
    QFont small, small_number;
};

/// The point of a rectangle that lies nearest.
QPointF nearest_in(const QRectF& rect, const QPointF& point);

/// Ranges that hold every mark and line, with air on logarithmic axes.
AxisScale natural_scale(const XyChart& chart, bool horizontal);

/// Pure. `x` and `y` are what is in sight, by default everything.
XyLayout layout_xy(const XyChart& chart, const QRectF& area, const XyFonts& fonts,
                   std::optional<AxisScale> x = std::nullopt, std::optional<AxisScale> y = std::nullopt);

} // namespace blueprinting::ui
