#include "core/schedule/explain.h"
#include "ui/schedule/end_difference.h"
#include "ui/schedule/lane_paint.h"
#include "ui/schedule/schedule_words.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>
#include <optional>

namespace blueprinting::ui {
namespace {

using namespace schedule;

constexpr std::size_t kMostArrows = 12;

void frame(QPainter& painter, const QRectF& rect, const QColor& color, double width)
{
    painter.setBrush(Qt::NoBrush);
    QPen pen(color, width);
    pen.setJoinStyle(Qt::MiterJoin);
    painter.setPen(pen);
    painter.drawRect(rect.adjusted(width / 2 - 1, width / 2 - 1, 1 - width / 2, 1 - width / 2));
}

/// From the edge of one cell to the edge of another, with a head; nothing within one lane.
void arrow(QPainter& painter, const QRectF& from, const QRectF& to, const QColor& color)
{
    if (from.isEmpty() || to.isEmpty() || std::fabs(from.center().y() - to.center().y()) < 2)
        return;
    const bool down = to.top() > from.top();
    const QPointF start(from.center().x(), down ? from.bottom() + 1 : from.top() - 1);
    const double x = std::clamp(start.x(), to.left() + 4, std::max(to.left() + 4, to.right() - 4));
    const QPointF end(x, down ? to.top() - 1 : to.bottom() + 2);
    painter.setPen(QPen(color, 1.5));
    painter.drawLine(start, end);
    const double angle = std::atan2(end.y() - start.y(), end.x() - start.x());
    QPainterPath head(end);
    for (const double side : {2.6, -2.6})
        head.lineTo(end + QPointF(std::cos(angle + side), std::sin(angle + side)) * 7);
    head.closeSubpath();
    painter.fillPath(head, color);
}

constexpr double kTipPadding = 10, kTipMargin = 8;

struct Tip {
    QRectF box;
    std::vector<QString> lines;
    std::vector<double> heights; ///< of each: long ones wrap where the lanes are narrow
};

/// Beside the pointer, where it covers nothing of a measure (`taken`), and none of what is framed if there is such a
/// place. Nothing where there is none.
std::optional<Tip> tip_of(const Explanation& explanation, const QPointF& pointer, const std::vector<QRectF>& framed,
                          const std::vector<QRectF>& taken, const QRectF& area, const LaneFonts& fonts)
{
    Tip tip;
    const QFontMetricsF bold(fonts.bold);
    const QFontMetricsF body(fonts.body);
    const double room = std::max(60.0, area.width() - 2 * kTipPadding - 2);
    QSizeF size(0, 2 * kTipMargin);
    const auto add = [&](const std::string& line, const QFontMetricsF& metrics) {
        tip.lines.push_back(QString::fromStdString(line));
        const double width = std::ceil(metrics.horizontalAdvance(tip.lines.back()));
        const double height =
            width <= room
                ? metrics.height()
                : metrics.boundingRect(QRectF(0, 0, room, 1e4), Qt::AlignLeft | Qt::TextWordWrap, tip.lines.back())
                      .height();
        tip.heights.push_back(height);
        size = QSizeF(std::max(size.width(), std::min(width, room)), size.height() + height);
    };
    add(explanation.title, bold);
    for (const std::string& line : explanation.lines)
        add(line, body);
    size = QSizeF(std::ceil(size.width()) + 2 * kTipPadding, std::ceil(size.height()));
    const auto inside = [&](QPointF at) {
        at.setX(std::clamp(at.x(), area.left(), std::max(area.left(), area.right() - size.width())));
        at.setY(std::clamp(at.y(), area.top(), std::max(area.top(), area.bottom() - size.height())));
        return QRectF(QPointF(std::round(at.x()), std::round(at.y())), size);
    };
    QRectF around(pointer, QSizeF(1, 1));
    for (const QRectF& each : framed)
        around = around.united(each.intersected(area));
    const double below = pointer.y() + 14;
    const double above = pointer.y() - size.height() - 12;
    const std::vector<QPointF> places{{pointer.x() + 18, below},
                                      {around.right() + 10, below},
                                      {around.left() - size.width() - 10, below},
                                      {pointer.x() + 18, above},
                                      {around.right() + 10, above},
                                      {pointer.x() + 18, around.bottom() + 8},
                                      {pointer.x() + 18, around.top() - size.height() - 8},
                                      {around.right() + 10, pointer.y() - size.height() / 2},
                                      {around.left() - size.width() - 10, pointer.y() - size.height() / 2},
                                      area.topRight(),
                                      area.bottomRight(),
                                      area.topLeft(),
                                      area.bottomLeft()};
    const auto covers = [&](const QRectF& box, const std::vector<QRectF>& rects) {
        return std::ranges::any_of(rects, [&](const QRectF& each) { return box.intersects(each.intersected(area)); });
    };
    bool found = false;
    for (const QPointF& place : places) {
        const QRectF box = inside(place);
        if (covers(box, taken))
            continue;
        if (!covers(box, framed) && !box.contains(pointer)) {
            tip.box = box;
            return tip;
        }
        if (!found)
            tip.box = box;
        found = true;
    }
    return found ? std::optional(tip) : std::nullopt;
}

void draw_tip(QPainter& painter, const Tip& tip, const LaneLook& look)
{
    painter.setPen(QPen(look.theme.outline, 1));
    painter.setBrush(look.theme.panel);
    painter.drawRoundedRect(tip.box.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    double y = tip.box.top() + kTipMargin;
    for (std::size_t i = 0; i < tip.lines.size(); ++i) {
        painter.setFont(i == 0 ? look.fonts.bold : look.fonts.body);
        painter.setPen(i + 1 == tip.lines.size() && i > 1 ? look.theme.secondary : look.theme.text);
        painter.drawText(QRectF(tip.box.left() + kTipPadding, y, tip.box.width() - 2 * kTipPadding + 1, tip.heights[i]),
                         Qt::AlignLeft | Qt::AlignVCenter | Qt::TextWordWrap, tip.lines[i]);
        y += tip.heights[i];
    }
}

QString measure_text(const LaneOverlay& overlay)
{
    return QStringLiteral("Δt %1").arg(brief(std::fabs(overlay.measured->second - overlay.measured->first)));
}

double measure_line(const LaneLayout& layout, const LaneOverlay& overlay)
{
    return std::clamp(overlay.measured_y, layout.viewport.top() + 10, layout.viewport.bottom() - 4);
}

/// Its label, then its line.
std::vector<QRectF> measure_places(const LaneLayout& layout, const LaneOverlay& overlay, const LaneFonts& fonts)
{
    const auto [a, b] = *overlay.measured;
    const double x0 = layout.x(std::min(a, b));
    const double x1 = layout.x(std::max(a, b));
    const double y = measure_line(layout, overlay);
    const QFontMetricsF metrics(fonts.bold);
    const double width = metrics.horizontalAdvance(measure_text(overlay)) + 12;
    const double left = std::clamp((x0 + x1 - width) / 2, layout.plot.left(),
                                   std::max(layout.plot.left(), layout.plot.right() - width));
    return {QRectF(left, y - metrics.height() / 2 - 2, width, metrics.height() + 4), QRectF(x0, y - 2, x1 - x0, 4)};
}

bool explains(const LaneChart& chart, const LaneHit& hit)
{
    return hit.group >= 0 && static_cast<std::size_t>(hit.group) < chart.groups.size() &&
           chart.groups[static_cast<std::size_t>(hit.group)].simulation() &&
           (hit.idle || hit.command != kNoCommand || hit.tail >= 0 || hit.unplaced >= 0);
}

/// What stands under the pointer, first; then what it needs and what it unblocks.
struct Framed {
    QRectF itself;
    std::vector<QRectF> needs, unblocks;
    [[nodiscard]] std::vector<QRectF> all() const
    {
        std::vector<QRectF> out = needs;
        out.insert(out.end(), unblocks.begin(), unblocks.end());
        out.push_back(itself);
        return out;
    }
};

Framed framed_of(const LaneChart& chart, const LaneLayout& layout, const LaneHit& hit)
{
    const LaneGroup& group = chart.groups[static_cast<std::size_t>(hit.group)];
    Framed out;
    const auto place = [&](CommandId id) { return place_of_command(chart, layout, hit.group, id); };
    if (hit.unplaced >= 0) {
        const auto& cells = layout.groups[static_cast<std::size_t>(hit.group)].unplaced;
        if (static_cast<std::size_t>(hit.unplaced) < cells.size())
            out.itself = cells[static_cast<std::size_t>(hit.unplaced)];
    } else if (hit.tail >= 0) {
        out.itself =
            place_of_tail(chart, layout, hit.group, group.iteration->lanes[static_cast<std::size_t>(hit.tail)]);
    } else if (hit.second) {
        const Timeline& timeline = group.second->timeline;
        const QRectF& lane =
            layout.groups[static_cast<std::size_t>(hit.group)].lanes[static_cast<std::size_t>(hit.stage)].lane;
        const double x0 = layout.x(timeline.start[hit.command] * group.scale);
        out.itself = QRectF(x0, lane.top(), layout.x(timeline.end[hit.command] * group.scale) - x0, lane.height());
    } else if (hit.idle) {
        out.itself = place_of_idle(chart, layout, hit.group, *hit.idle);
        if (hit.idle->waits_for != kNoCommand)
            out.needs = {place(hit.idle->waits_for)};
    } else {
        const CommandGraph& graph = group.shown().graph;
        const auto [first, last] = graph.unit(hit.command);
        if (hit.peak) { // all that is alive then
            const auto device = static_cast<std::uint32_t>(hit.stage);
            for (const AliveAtPeak& each :
                 alive_at_peak(group.shown(), group.byte_terms, device, *group.bytesOf(device)))
                out.needs.push_back(place(each.forward));
            out.itself = place(hit.command);
            return out;
        }
        for (const CommandId d : graph.unit_dependencies(hit.command))
            out.needs.push_back(place(d));
        for (CommandId each = first; each <= last; ++each)
            for (const CommandId u : unblocked_by(graph, each))
                if (out.unblocks.size() < kMostArrows)
                    out.unblocks.push_back(place(u));
        out.itself = place(hit.command);
    }
    return out;
}

std::optional<Tip> tip_for(const LaneChart& chart, const LaneLayout& layout, const LaneOverlay& overlay,
                           const Framed& framed, const LaneFonts& fonts, const QRectF& area)
{
    const Explanation words = words_of_hit(chart.groups[static_cast<std::size_t>(overlay.hit.group)], overlay.hit);
    std::vector<QRectF> taken;
    if (overlay.measured)
        taken = measure_places(layout, overlay, fonts);
    for (std::size_t index = 0; index < chart.groups.size(); ++index)
        if (const auto measure = end_difference(chart, layout, index, fonts)) {
            taken.push_back(measure->label);
            taken.emplace_back(measure->line.p1() - QPointF(0, 5), measure->line.p2() + QPointF(0, 5));
        }
    return tip_of(words, overlay.pointer, framed.all(), taken, area, fonts);
}

void explain_hit(QPainter& painter, const LaneChart& chart, const LaneLayout& layout, const LaneOverlay& overlay,
                 const LaneLook& look, const QRectF& area)
{
    const Framed framed = framed_of(chart, layout, overlay.hit);
    const QColor accent = look.theme.accent;
    painter.save();
    painter.setClipRect(layout.plot.adjusted(-2, 0, 4, 0), Qt::IntersectClip);
    painter.setRenderHint(QPainter::Antialiasing);
    for (const QRectF& needed : framed.needs) {
        frame(painter, needed, accent, overlay.hit.idle ? 2 : 1.5);
        arrow(painter, needed, framed.itself, accent);
    }
    for (const QRectF& unblocked : framed.unblocks) {
        frame(painter, unblocked, look.theme.good, 1.5);
        arrow(painter, framed.itself, unblocked, look.theme.good);
    }
    frame(painter, framed.itself, accent, 2);
    painter.restore();
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    if (const auto tip = tip_for(chart, layout, overlay, framed, look.fonts, area))
        draw_tip(painter, *tip, look);
    painter.restore();
}

void draw_measure(QPainter& painter, const LaneLayout& layout, const LaneOverlay& overlay, const LaneLook& look)
{
    const auto [a, b] = *overlay.measured;
    const double x0 = layout.x(std::min(a, b));
    const double x1 = layout.x(std::max(a, b));
    const double y = measure_line(layout, overlay);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    QColor tint = look.theme.accent;
    tint.setAlphaF(0.10F);
    painter.fillRect(QRectF(x0, layout.viewport.top(), x1 - x0, layout.viewport.height()), tint);
    painter.setPen(QPen(look.theme.accent, 1));
    painter.drawLine(QPointF(x0, layout.viewport.top()), QPointF(x0, layout.axis.top() + 5));
    painter.drawLine(QPointF(x1, layout.viewport.top()), QPointF(x1, layout.axis.top() + 5));
    painter.drawLine(QPointF(x0, y), QPointF(x1, y));
    const QString text = measure_text(overlay);
    const QRectF box = measure_places(layout, overlay, look.fonts).front();
    painter.setBrush(look.theme.panel);
    painter.drawRoundedRect(box, 4, 4);
    painter.setFont(look.fonts.bold);
    painter.setPen(look.theme.text);
    painter.drawText(box, Qt::AlignCenter, text);
    painter.restore();
}

} // namespace

OverlayPlaces overlay_places(const LaneChart& chart, const LaneLayout& layout, const LaneOverlay& overlay,
                             const LaneFonts& fonts, const QRectF& area)
{
    OverlayPlaces out;
    if (overlay.measured)
        out.measure = measure_places(layout, overlay, fonts);
    if (!explains(chart, overlay.hit))
        return out;
    const Framed framed = framed_of(chart, layout, overlay.hit);
    out.framed = framed.all();
    if (const auto tip = tip_for(chart, layout, overlay, framed, fonts, area))
        out.tip = tip->box;
    return out;
}

void paint_overlay(QPainter& painter, const LaneChart& chart, const LaneLayout& layout, const LaneOverlay& overlay,
                   const LaneLook& look, const QRectF& area)
{
    if (explains(chart, overlay.hit))
        explain_hit(painter, chart, layout, overlay, look, area);
    if (overlay.measured) // over all else: a tip finds another place
        draw_measure(painter, layout, overlay, look);
}

} // namespace blueprinting::ui
