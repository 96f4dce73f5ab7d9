#include "ui/widgets/charts/xy_layout.h"

#include <QFontMetricsF>
#include <QLineF>
#include <QTransform>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

namespace blueprinting::ui {

namespace {

constexpr double kGap = 6;

struct Range {
    double low = 0;
    double high = 0;
    bool any = false;
    void take(double value, bool positive)
    {
        if (!std::isfinite(value) || (positive && !(value > 0)))
            return;
        low = any ? std::min(low, value) : value;
        high = any ? std::max(high, value) : value;
        any = true;
    }
};

std::vector<XyTick> ticks_of(const AxisScale& scale, double from, double to, int most)
{
    const std::vector<double> values =
        scale.logarithmic ? log_ticks(scale.low, scale.high, most) : nice_ticks(scale.low, scale.high, most);
    std::vector<XyTick> ticks;
    for (const double value : values)
        ticks.push_back({value, std::round(scale.position(value, from, to)), tick_label(value, values)});
    return ticks;
}

/// Of an axis across: on a logarithmic one each decade, where their labels stand apart.
std::vector<XyTick> ticks_across(const AxisScale& scale, const QRectF& plot, const QFontMetricsF& metrics)
{
    constexpr double apart = 8;
    constexpr int decades = 12;
    int most = std::clamp(static_cast<int>(plot.width() / 56), 2, 7);
    if (scale.logarithmic)
        for (int more = decades; more > most; --more) {
            const std::vector<XyTick> ticks = ticks_of(scale, plot.left(), plot.right(), more);
            bool room = true;
            for (std::size_t i = 1; i < ticks.size(); ++i)
                room = room && ticks[i].at - ticks[i - 1].at >= (metrics.horizontalAdvance(ticks[i].text) +
                                                                 metrics.horizontalAdvance(ticks[i - 1].text)) /
                                                                        2 +
                                                                    apart;
            if (room)
                return ticks;
        }
    return ticks_of(scale, plot.left(), plot.right(), most);
}

double distance(const QRectF& rect, const QPointF& point) { return QLineF(point, nearest_in(rect, point)).length(); }

double distance(const QLineF& line, const QPointF& point)
{
    const QPointF along = line.p2() - line.p1();
    const double squared = QPointF::dotProduct(along, along);
    const double share =
        squared > 0 ? std::clamp(QPointF::dotProduct(point - line.p1(), along) / squared, 0.0, 1.0) : 0.0;
    return QLineF(line.pointAt(share), point).length();
}

QPointF point_at(const XyLayout& layout, double x, double y)
{
    // What a logarithmic axis cannot show lies far outside of it.
    const auto place = [](const AxisScale& scale, double value, double from, double to) {
        return scale.logarithmic && !(value > 0) ? from - (to > from ? 1e4 : -1e4) : scale.position(value, from, to);
    };
    return {place(layout.x, x, layout.plot.left(), layout.plot.right()),
            place(layout.y, y, layout.plot.bottom(), layout.plot.top())};
}

/// The part of a segment within the rectangle (Liang–Barsky); nothing where there is none.
std::optional<QLineF> clipped(const QLineF& line, const QRectF& rect)
{
    double first = 0;
    double last = 1;
    const double deltas[] = {-line.dx(), line.dx(), -line.dy(), line.dy()};
    const double rooms[] = {line.x1() - rect.left(), rect.right() - line.x1(), line.y1() - rect.top(),
                            rect.bottom() - line.y1()};
    for (int side = 0; side < 4; ++side) {
        if (deltas[side] == 0) {
            if (rooms[side] < 0)
                return std::nullopt;
            continue;
        }
        const double share = rooms[side] / deltas[side];
        if (deltas[side] < 0)
            first = std::max(first, share);
        else
            last = std::min(last, share);
    }
    if (first > last)
        return std::nullopt;
    return QLineF(line.pointAt(first), line.pointAt(last));
}

XyLinePlace place_line(const XyLine& line, const XyLayout& layout, const XyFonts& fonts)
{
    XyLinePlace place;
    std::vector<QPointF> points;
    for (const QPointF& point : line.points)
        points.push_back(point_at(layout, point.x(), point.y()));
    const QRectF plot = layout.plot.adjusted(-0.5, -0.5, 0.5, 0.5);
    const auto stroke = [&](const QPointF& from, const QPointF& to, std::vector<QPolygonF>& into) {
        if (const auto part = clipped(QLineF(from, to), plot))
            into.push_back(QPolygonF({part->p1(), part->p2()}));
    };
    if (line.kind == LineKind::stairs || line.kind == LineKind::steps) {
        std::vector<QPolygonF>& risers = line.kind == LineKind::stairs ? place.strokes : place.connectors;
        for (std::size_t i = 0; i < points.size(); ++i) {
            const QPointF from(std::max(points[i].x(), layout.plot.left()), points[i].y());
            const double end = i + 1 < points.size() ? points[i + 1].x() : layout.plot.right();
            stroke(from, QPointF(end, points[i].y()), place.strokes);
            // Above a step, before the riser that ends it; the last one's word stands below it, behind its own riser.
            const double width = i < line.step_labels.size()
                                     ? QFontMetricsF(fonts.small_number).horizontalAdvance(line.step_labels[i])
                                     : 0;
            const double half = width / 2 + 3;
            const double middle = (from.x() + std::min(end, layout.plot.right())) / 2;
            place.step_labels.emplace_back(i + 1 < points.size()
                                               ? std::max(std::min(middle, end - half), layout.plot.left() + width / 2)
                                           : i > 0 ? std::max(middle, from.x() + half)
                                                   : middle,
                                           points[i].y());
            if (i + 1 < points.size())
                stroke(QPointF(end, points[i].y()), QPointF(end, points[i + 1].y()), risers);
        }
        return place;
    }
    for (std::size_t i = 1; i < points.size(); ++i)
        stroke(points[i - 1], points[i], place.strokes);
    if (line.label.isEmpty() || place.strokes.empty())
        return place;
    double length = 0;
    for (const QPolygonF& part : place.strokes)
        length += QLineF(part[0], part[1]).length();
    double wanted = length * line.label_at;
    const double width = QFontMetricsF(fonts.small).horizontalAdvance(line.label);
    for (const QPolygonF& part : place.strokes) {
        const QLineF own(part[0], part[1]);
        if (wanted > own.length() && &part != &place.strokes.back()) {
            wanted -= own.length();
            continue;
        }
        if (own.length() < width + 4)
            return place;
        // The whole word stays on its part of the line.
        const double share = std::clamp(wanted, width / 2 + 2, own.length() - width / 2 - 2) / own.length();
        double angle = -own.angle();
        if (angle < -90 && angle > -270)
            angle += 180;
        const double away = line.label_below ? QFontMetricsF(fonts.small).ascent() + 2 : -4;
        const double radians = angle * std::numbers::pi / 180;
        place.label = own.pointAt(share) + QPointF(-std::sin(radians) * away, std::cos(radians) * away);
        place.label_angle = angle;
        place.label_shown = true;
        return place;
    }
    return place;
}

/// Upright boxes that hold a line's label: of a slanting one several, so that the corners beside it stay free.
std::vector<QRectF> line_label_boxes(const XyLine& line, const XyLinePlace& place, const QFontMetricsF& metrics)
{
    const double width = metrics.horizontalAdvance(line.label);
    QTransform turn;
    turn.translate(place.label.x(), place.label.y());
    turn.rotate(place.label_angle);
    const int parts =
        std::abs(place.label_angle) < 1 ? 1 : std::max(1, static_cast<int>(std::ceil(width / metrics.height())));
    std::vector<QRectF> out;
    for (int i = 0; i < parts; ++i)
        out.push_back(
            turn.mapRect(QRectF(-width / 2 + i * width / parts, -metrics.ascent(), width / parts, metrics.height())));
    return out;
}

/// Finds places for names of marks, none over another's mark or name.
class Labels {
public:
    Labels(const XyChart& chart, XyLayout& layout, const XyFonts& fonts)
        : m_chart(chart), m_layout(layout), m_metrics(fonts.small)
    {
        for (std::size_t i = 0; i < layout.lines.size(); ++i)
            if (layout.lines[i].label_shown)
                for (const QRectF& box : line_label_boxes(chart.lines[i], layout.lines[i], m_metrics))
                    m_taken.push_back(box);
        layout.labels.assign(chart.marks.size(), QRectF());
    }

    void place()
    {
        for (const std::size_t i : m_layout.order)
            if (wanted(i))
                placeBeside(i);
        // Among other marks a name stands off, and a line leads to it; where there is no place for that either it is
        // told by hovering.
        for (const std::size_t i : m_layout.order)
            if (wanted(i) && m_layout.labels[i].isNull())
                placeOff(i);
    }

private:
    [[nodiscard]] bool wanted(std::size_t i) const
    {
        return !m_chart.marks[i].label.isEmpty() && m_layout.plot.contains(m_layout.marks[i]);
    }
    [[nodiscard]] QSizeF sizeOf(std::size_t i) const
    {
        return {std::ceil(m_metrics.horizontalAdvance(m_chart.marks[i].label)) + 1, std::ceil(m_metrics.height())};
    }
    void take(std::size_t i, const QRectF& rect)
    {
        m_layout.labels[i] = rect;
        m_taken.push_back(rect);
    }
    [[nodiscard]] bool inPlot(const QRectF& rect) const { return m_layout.plot.adjusted(-2, -2, 2, 2).contains(rect); }
    [[nodiscard]] bool crossed(const QRectF& rect) const
    {
        for (const XyLinePlace& line : m_layout.lines)
            for (const QPolygonF& stroke : line.strokes)
                if (clipped(QLineF(stroke[0], stroke[1]), rect))
                    return true;
        return false;
    }
    [[nodiscard]] bool free(const QRectF& rect, std::size_t own) const
    {
        if (!inPlot(rect) || std::ranges::any_of(m_taken, [&](const QRectF& other) { return other.intersects(rect); }))
            return false;
        // It is plainly nearest to its own mark, or one that lies on it.
        constexpr double plainly = 2;
        const auto& marks = m_layout.marks;
        const double near = distance(rect, marks[own]) - m_layout.radii[own] + plainly;
        for (std::size_t i = 0; i < marks.size(); ++i)
            if (QLineF(marks[i], marks[own]).length() > m_layout.radii[own] &&
                distance(rect, marks[i]) - m_layout.radii[i] < near)
                return false;
        return true;
    }
    /// At a corner or side of the mark that no line crosses.
    void placeBeside(std::size_t i)
    {
        const auto [width, height] = std::pair(sizeOf(i).width(), sizeOf(i).height());
        const double away = m_layout.radii[i] + 3;
        const QPointF c = m_layout.marks[i];
        for (const QPointF& corner :
             {QPointF(c.x() + away, c.y() - height / 2), QPointF(c.x() - away - width, c.y() - height / 2),
              QPointF(c.x() - width / 2, c.y() - away - height), QPointF(c.x() - width / 2, c.y() + away),
              QPointF(c.x() + away * 0.7, c.y() + away * 0.4), QPointF(c.x() - away * 0.7 - width, c.y() + away * 0.4),
              QPointF(c.x() + away * 0.7, c.y() - away * 0.4 - height),
              QPointF(c.x() - away * 0.7 - width, c.y() - away * 0.4 - height)})
            if (const QRectF rect(corner, QSizeF(width, height)); free(rect, i) && !crossed(rect))
                return take(i, rect);
    }
    /// Whether a line can lead to a name there.
    [[nodiscard]] bool led(const QRectF& rect, std::size_t own) const
    {
        const auto& marks = m_layout.marks;
        if (!inPlot(rect) || crossed(rect) || distance(rect, marks[own]) - m_layout.radii[own] <= kLed)
            return false;
        const QLineF leader(marks[own], nearest_in(rect, marks[own]));
        for (const QRectF& other : m_taken)
            if (other.intersects(rect) || clipped(leader, other))
                return false;
        for (std::size_t i = 0; i < marks.size(); ++i) {
            const double radius = m_layout.radii[i] + 1;
            if (QLineF(marks[i], marks[own]).length() > m_layout.radii[own] &&
                (distance(rect, marks[i]) < radius || distance(leader, marks[i]) < radius))
                return false;
        }
        return true;
    }
    void placeOff(std::size_t i)
    {
        const auto [width, height] = std::pair(sizeOf(i).width(), sizeOf(i).height());
        for (const double off : {12.0, 20.0, 30.0})
            for (const auto& [across, down] :
                 {std::pair(1.0, 0.5), std::pair(1.0, 0.0), std::pair(0.5, 1.0), std::pair(1.0, -0.5),
                  std::pair(-0.5, -1.0), std::pair(-1.0, -0.5), std::pair(-1.0, 0.0), std::pair(-1.0, 0.5)}) {
                const QPointF end = m_layout.marks[i] + QPointF(across, down) * (m_layout.radii[i] + off);
                const QRectF rect(across > 0 ? end.x() : end.x() - width, end.y() - height / 2, width, height);
                if (led(rect, i))
                    return take(i, rect);
            }
    }

    const XyChart& m_chart;
    XyLayout& m_layout;
    QFontMetricsF m_metrics;
    std::vector<QRectF> m_taken;
};

} // namespace

QPointF nearest_in(const QRectF& rect, const QPointF& point)
{
    return {std::clamp(point.x(), rect.left(), rect.right()), std::clamp(point.y(), rect.top(), rect.bottom())};
}

AxisScale natural_scale(const XyChart& chart, bool horizontal)
{
    const XyAxis& axis = horizontal ? chart.x : chart.y;
    Range range;
    for (const XyMark& mark : chart.marks)
        range.take(horizontal ? mark.x : mark.y, axis.logarithmic);
    for (const XyLine& line : chart.lines)
        for (const QPointF& point : line.points)
            range.take(horizontal ? point.x() : point.y(), axis.logarithmic);
    if (!range.any)
        range = {axis.logarithmic ? 1.0 : 0.0, axis.logarithmic ? 10.0 : 1.0, true};
    AxisScale scale;
    if (axis.logarithmic)
        scale = log_scale(range.low, range.high > range.low ? range.high : range.low * 10);
    else
        scale = {std::min(0.0, range.low), nice_end(range.high), false};
    scale.low = axis.low.value_or(scale.low);
    scale.high = axis.high.value_or(scale.high);
    return scale;
}

XyLayout layout_xy(const XyChart& chart, const QRectF& area, const XyFonts& fonts, std::optional<AxisScale> x,
                   std::optional<AxisScale> y)
{
    XyLayout layout;
    layout.x = x.value_or(natural_scale(chart, true));
    layout.y = y.value_or(natural_scale(chart, false));
    const QFontMetricsF metrics(fonts.small_number);
    const double line = std::ceil(metrics.height());
    const double bottom = line + 4 + (chart.x.title.isEmpty() ? 0 : line);
    const double title = chart.y.title.isEmpty() ? 0 : line + 2;
    const double height = std::max(1.0, area.height() - bottom - line / 2);
    // The widest label decides how much the value axis takes.
    const int most_y = std::clamp(static_cast<int>(height / (2.2 * line)), 2, 7);
    double widest = 0;
    for (const XyTick& tick : ticks_of(layout.y, 0, 1, most_y))
        widest = std::max(widest, metrics.horizontalAdvance(tick.text));
    const double left = title + std::ceil(widest) + kGap;
    layout.plot = QRectF(area.left() + left, area.top() + line / 2, std::max(1.0, area.width() - left - 10), height);
    const QRectF& plot = layout.plot;
    layout.x_ticks = ticks_across(layout.x, plot, metrics);
    layout.y_ticks = ticks_of(layout.y, plot.bottom(), plot.top(), most_y);
    for (const XyArea& own : chart.areas) {
        const QPointF low = point_at(layout, own.low.x(), own.low.y());
        const QPointF high = point_at(layout, own.high.x(), own.high.y());
        const QRectF place = QRectF(QPointF(low.x(), high.y()), QPointF(high.x(), low.y())).normalized();
        layout.areas.push_back(place.intersects(plot) ? place & plot : QRectF());
    }
    for (const XyMark& mark : chart.marks) {
        layout.marks.push_back(point_at(layout, mark.x, mark.y));
        layout.radii.push_back(std::sqrt(std::max(mark.area, 1.0) / std::numbers::pi));
    }
    layout.order.resize(chart.marks.size());
    std::iota(layout.order.begin(), layout.order.end(), std::size_t{0});
    std::ranges::stable_sort(layout.order,
                             [&](std::size_t a, std::size_t b) { return chart.marks[a].area > chart.marks[b].area; });
    for (const XyLine& own : chart.lines)
        layout.lines.push_back(place_line(own, layout, fonts));
    Labels(chart, layout, fonts).place();
    return layout;
}

} // namespace blueprinting::ui
