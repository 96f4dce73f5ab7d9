#include "ui/search/axes_layout.h"

#include <algorithm>
#include <cmath>

namespace blueprinting::ui {
namespace {

constexpr double kLeft = 44, kRight = 60; ///< pixels: values of the first axis, letters behind the last
constexpr double kOfHeight = 0.42;        ///< of the axes' length all strategies together
constexpr double kGrasp = 0.35;           ///< of the spacing, to either side of an axis

/// Both controls of a curve stand in the middle, so that it leaves and meets the axes level.
QPointF curve_at(const QPointF& from, const QPointF& to, double t)
{
    const double along = 1.5 * t * (1 - t) + t * t * t;
    const double up = t * t * (3 - 2 * t);
    return {from.x() + (to.x() - from.x()) * along, from.y() + (to.y() - from.y()) * up};
}

void curve(QPainterPath& path, const QPointF& from, const QPointF& to)
{
    const double middle = (from.x() + to.x()) / 2;
    path.cubicTo({middle, from.y()}, {middle, to.y()}, to);
}

/// Ribbons that meet in a value lie on each other about its middle, in the order of where they go to, so that they
/// cross as little as they can.
std::vector<AxesLayout::Band> stack(const std::vector<AxesRibbon>& ribbons, const KnobAxis& from, const KnobAxis& to,
                                    const AxesLayout& layout, double left, double right)
{
    std::vector<AxesLayout::Band> out(ribbons.size());
    for (std::size_t i = 0; i < ribbons.size(); ++i)
        out[i].width = layout.scale * static_cast<double>(ribbons[i].count);
    for (const bool leaves : {true, false}) {
        const KnobAxis& axis = leaves ? from : to;
        std::vector<double> next(axis.values.size(), 0);
        for (const AxesRibbon& each : ribbons)
            next[leaves ? each.from : each.to] += layout.scale * static_cast<double>(each.count);
        for (std::size_t place = 0; place < next.size(); ++place)
            next[place] = layout.y(axis.share(place)) + next[place] / 2; // its lower end
        // Ribbons are by `from`, then `to`: either way those that go lower come first.
        for (std::size_t i = 0; i < ribbons.size(); ++i) {
            double& at = next[leaves ? ribbons[i].from : ribbons[i].to];
            const double height = layout.scale * static_cast<double>(ribbons[i].count);
            (leaves ? out[i].from : out[i].to) = {leaves ? left : right, at - height / 2};
            at -= height;
        }
    }
    return out;
}

} // namespace

QPainterPath AxesLayout::Band::path() const
{
    const QPointF half(0, std::max(kLeastDrawn, width) / 2);
    QPainterPath out(from - half);
    curve(out, from - half, to - half);
    out.lineTo(to + half);
    curve(out, to + half, from + half);
    out.closeSubpath();
    return out;
}

std::optional<double> AxesLayout::Band::distance(const QPointF& at) const
{
    if (at.x() < from.x() || at.x() > to.x())
        return std::nullopt;
    double low = 0, high = 1;
    for (int i = 0; i < 20; ++i) { // x grows with t
        const double middle = (low + high) / 2;
        (curve_at(from, to, middle).x() < at.x() ? low : high) = middle;
    }
    return std::abs(curve_at(from, to, low).y() - at.y());
}

int AxesLayout::axisAt(const QPointF& at) const
{
    for (std::size_t i = 0; i < x.size(); ++i)
        if (std::abs(at.x() - x[i]) <= kGrasp * spacing)
            return static_cast<int>(i);
    return -1;
}

AxesLayout layout_axes(const AxesPicture& picture, const QRectF& area, double line)
{
    AxesLayout out;
    out.plot = QRectF(area.left() + kLeft, area.top() + 1.5 * line, std::max(1.0, area.width() - kLeft - kRight),
                      std::max(1.0, area.height() - 2 * line));
    const std::size_t count = picture.axes.size();
    if (count < 2)
        return out;
    out.spacing = out.plot.width() / static_cast<double>(count - 1);
    out.scale = picture.total > 0 ? kOfHeight * out.plot.height() / static_cast<double>(picture.total) : 0;
    for (std::size_t i = 0; i < count; ++i) {
        out.x.push_back(out.plot.left() + out.spacing * static_cast<double>(i));
        out.titles.emplace_back(out.x.back() - out.spacing / 2, area.top(), out.spacing, 1.2 * line);
    }
    for (std::size_t i = 0; i + 1 < count; ++i) {
        const auto stacked = [&](const std::vector<std::vector<AxesRibbon>>& ribbons,
                                 std::vector<std::vector<AxesLayout::Band>>& bands) {
            if (i < ribbons.size())
                bands.push_back(stack(ribbons[i], picture.axes[i], picture.axes[i + 1], out, out.x[i], out.x[i + 1]));
        };
        stacked(picture.all, out.all);
        stacked(picture.within, out.within);
    }
    return out;
}

QPainterPath line_path(const AxesLayout& layout, const std::vector<double>& at)
{
    QPainterPath out;
    for (std::size_t i = 0; i < at.size() && i < layout.x.size(); ++i) {
        const QPointF place(layout.x[i], layout.y(at[i]));
        if (i == 0)
            out.moveTo(place);
        else
            curve(out, {layout.x[i - 1], layout.y(at[i - 1])}, place);
    }
    return out;
}

} // namespace blueprinting::ui
