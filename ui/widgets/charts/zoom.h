#pragma once
#include "ui/widgets/charts/axis.h"
#include "ui/widgets/part.h"

#include <QRectF>

#include <optional>

/// How bars, plots and heat maps zoom: one arithmetic for all. What is in sight is a PartState of spans in values, or
/// of a Sight where a chart is magnified as a whole; the empty one is all of it. Pure.
namespace blueprinting::ui {

/// What zooms: whole axes between the edges of an area, y from the bottom up. A chart that is magnified as a whole has
/// both, in shares from its upper left corner.
struct ZoomAxes {
    std::optional<AxisScale> x = std::nullopt, y = std::nullopt;
    QRectF area = {};
    bool magnified = false;
    bool past = false; ///< as much again may be shown, and half of what is in sight may lie past an end

    [[nodiscard]] static ZoomAxes whole(const QRectF& area)
    {
        return {AxisScale{0, 1}, AxisScale{1, 0}, area, true, false};
    }
};

/// Everything `factor` times as large; what lies at this point stays there.
PartState zoomed(const ZoomAxes& axes, const PartState& sight, double factor, const QPointF& about);
/// Moved by this many pixels.
PartState moved(const ZoomAxes& axes, const PartState& sight, const QPointF& pixels);
/// Of a magnified chart: moved by as little as shows this part of the whole.
PartState showing(const ZoomAxes& axes, const PartState& sight, const QRectF& part);
/// As it was left, where that still shows some of the data: else all of that axis.
PartState left_at(const ZoomAxes& axes, const PartState& asked);

} // namespace blueprinting::ui
