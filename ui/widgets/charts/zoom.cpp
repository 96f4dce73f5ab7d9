#include "ui/widgets/charts/zoom.h"

#include <cmath>

namespace blueprinting::ui {
namespace {

constexpr double kNearest = 1e-4; ///< of an axis: not so near that neighbouring numbers are one
constexpr double kEqual = 1e-9;

/// What of an axis is in sight, in shares of the whole.
struct Shares {
    double from = 0, to = 1;
    [[nodiscard]] double length() const { return to - from; }
};

Shares shares_of(const AxisScale& whole, const std::optional<Span>& span)
{
    return span ? Shares{whole.position(span->low, 0, 1), whole.position(span->high, 0, 1)} : Shares{};
}

/// Kept near the data: there is always a way back to it.
std::optional<Span> kept(const ZoomAxes& axes, const AxisScale& whole, Shares shares)
{
    const double length = shares.length();
    const double past = axes.past ? length / 2 : 0;
    shares.from = axes.past ? std::clamp(shares.from, -past, 1 - past) : std::clamp(shares.from, 0.0, 1 - length);
    if (std::abs(shares.from) < kEqual && std::abs(length - 1) < kEqual)
        return std::nullopt;
    return Span{whole.value(shares.from, 0, 1), whole.value(shares.from + length, 0, 1)};
}

struct Spans {
    std::optional<Span> x, y;
};

Spans spans_of(const ZoomAxes& axes, const PartState& sight)
{
    if (!axes.magnified || !sight.sight)
        return {sight.x, sight.y};
    const double length = 1 / sight.sight->zoom;
    return {Span{sight.sight->left, sight.sight->left + length}, Span{sight.sight->top + length, sight.sight->top}};
}

/// `change` makes other shares of those of an axis that lies between two edges.
template <class Change>
PartState changed(const ZoomAxes& axes, const PartState& sight, const Change& change)
{
    const Spans now = spans_of(axes, sight);
    PartState out;
    if (axes.x)
        out.x =
            kept(axes, *axes.x, change(shares_of(*axes.x, now.x), axes.area.left(), axes.area.right(), Qt::Horizontal));
    if (axes.y)
        out.y =
            kept(axes, *axes.y, change(shares_of(*axes.y, now.y), axes.area.bottom(), axes.area.top(), Qt::Vertical));
    if (!axes.magnified)
        return out;
    if (!out.x || !out.y)
        return {};
    PartState magnified;
    magnified.sight = within({out.x->low, out.y->high, 1 / (out.x->high - out.x->low)});
    return magnified;
}

double along(const QPointF& point, Qt::Orientation way) { return way == Qt::Horizontal ? point.x() : point.y(); }

} // namespace

PartState zoomed(const ZoomAxes& axes, const PartState& sight, double factor, const QPointF& about)
{
    const double least = axes.magnified ? 1 / kMostMagnified : kNearest;
    const double most = axes.past ? 2 : 1;
    return changed(axes, sight, [&](const Shares& shown, double from, double to, Qt::Orientation way) {
        const double share =
            shown.from + std::clamp((along(about, way) - from) / (to - from), 0.0, 1.0) * shown.length();
        const double length = std::clamp(shown.length() / factor, std::min(least, shown.length()), most);
        const double start = share + (shown.from - share) * length / shown.length();
        return Shares{start, start + length};
    });
}

PartState moved(const ZoomAxes& axes, const PartState& sight, const QPointF& pixels)
{
    return changed(axes, sight, [&](const Shares& shown, double from, double to, Qt::Orientation way) {
        const double by = along(pixels, way) / (to - from) * shown.length();
        return Shares{shown.from - by, shown.to - by};
    });
}

PartState showing(const ZoomAxes& axes, const PartState& sight, const QRectF& part)
{
    return changed(axes, sight, [&](const Shares& shown, double from, double to, Qt::Orientation way) {
        const double one = (along(part.topLeft(), way) - from) / (to - from);
        const double other = (along(part.bottomRight(), way) - from) / (to - from);
        const double start =
            std::max(std::min(shown.from, std::min(one, other)), std::max(one, other) - shown.length());
        return Shares{start, start + shown.length()};
    });
}

PartState left_at(const ZoomAxes& axes, const PartState& asked)
{
    PartState out;
    if (axes.magnified) {
        if (const Sight sight = within(asked.sight.value_or(Sight())); sight.zoom > 1)
            out.sight = sight;
        return out;
    }
    const auto taken = [&](const std::optional<AxisScale>& whole, const std::optional<Span>& span) {
        if (!whole || !span || (whole->logarithmic && span->low <= 0))
            return std::optional<Span>();
        const Shares shares = shares_of(*whole, span);
        const bool some = shares.from < 1 && shares.to > 0 && (axes.past || shares.from >= 0);
        const bool wide = std::isfinite(shares.length()) && shares.length() > kNearest * (1 - kEqual);
        return some && wide ? span : std::nullopt;
    };
    out.x = taken(axes.x, asked.x);
    out.y = taken(axes.y, asked.y);
    return out;
}

} // namespace blueprinting::ui
