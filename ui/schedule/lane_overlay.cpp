#include "core/schedule/explain.h"
#include "ui/schedule/lane_paint.h"
#include "ui/schedule/schedule_words.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

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

/// Beside the pointer, where it covers none of what is framed if there is such a place.
Tip tip_of(const Explanation& explanation, const QPointF& pointer, const std::vector<QRectF>& framed,
           const QRectF& area, const LaneFonts& fonts)
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
                                      {around.left() - size.width() - 10, pointer.y() - size.height() / 2}};
    tip.box = inside(places.front());
    for (const QPointF& place : places) {
        const QRectF box = inside(place);
        const bool covers =
            std::ranges::any_of(framed, [&](const QRectF& each) { return box.intersects(each.intersected(area)); });
        if (!covers && !box.contains(pointer)) {
            tip.box = box;
            break;
        }
    }
    return tip;
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

void explain_hit(QPainter& painter, const LaneChart& chart, const LaneLayout& layout, const LaneOverlay& overlay,
                 const LaneLook& look, const QRectF& area)
{
    const LaneHit& hit = overlay.hit;
    const LaneGroup& group = chart.groups[static_cast<std::size_t>(hit.group)];
    const Simulation& simulation = group.shown();
    const QColor accent = look.theme.accent;
    Explanation words;
    std::vector<QRectF> framed;
    painter.save();
    painter.setClipRect(layout.plot.adjusted(-2, 0, 4, 0), Qt::IntersectClip);
    painter.setRenderHint(QPainter::Antialiasing);
    if (hit.idle) {
        words = explain_idle(simulation, *hit.idle);
        const QRectF gap = place_of_idle(chart, layout, hit.group, *hit.idle);
        frame(painter, gap, accent, 2);
        const QRectF awaited = place_of_command(chart, layout, hit.group, hit.idle->waits_for);
        frame(painter, awaited, accent, 2);
        arrow(painter, awaited, gap, accent);
        framed = {gap, awaited};
    } else {
        words = explain_command(simulation, hit.command);
        const QRectF cell = place_of_command(chart, layout, hit.group, hit.command);
        for (const CommandId d : simulation.graph.dependencies(hit.command)) {
            const QRectF needed = place_of_command(chart, layout, hit.group, d);
            frame(painter, needed, accent, 1.5);
            framed.push_back(needed);
            arrow(painter, needed, cell, accent);
        }
        auto unblocked = unblocked_by(simulation.graph, hit.command);
        unblocked.resize(std::min(unblocked.size(), kMostArrows));
        for (const CommandId u : unblocked) {
            const QRectF place = place_of_command(chart, layout, hit.group, u);
            frame(painter, place, look.theme.good, 1.5);
            framed.push_back(place);
            arrow(painter, cell, place, look.theme.good);
        }
        frame(painter, cell, accent, 2);
        framed.push_back(cell);
    }
    painter.restore();
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    draw_tip(painter, tip_of(words, overlay.pointer, framed, area, look.fonts), look);
    painter.restore();
}

void draw_measure(QPainter& painter, const LaneLayout& layout, const LaneOverlay& overlay, const LaneLook& look)
{
    const auto [a, b] = *overlay.measured;
    const double x0 = layout.x(std::min(a, b));
    const double x1 = layout.x(std::max(a, b));
    const double y = std::clamp(overlay.measured_y, layout.viewport.top() + 10, layout.viewport.bottom() - 4);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    QColor tint = look.theme.accent;
    tint.setAlphaF(0.10F);
    painter.fillRect(QRectF(x0, layout.viewport.top(), x1 - x0, layout.viewport.height()), tint);
    painter.setPen(QPen(look.theme.accent, 1));
    painter.drawLine(QPointF(x0, layout.viewport.top()), QPointF(x0, layout.axis.top() + 5));
    painter.drawLine(QPointF(x1, layout.viewport.top()), QPointF(x1, layout.axis.top() + 5));
    painter.drawLine(QPointF(x0, y), QPointF(x1, y));
    const QString text = QStringLiteral("Δt %1").arg(brief(std::fabs(b - a)));
    const QFontMetricsF metrics(look.fonts.bold);
    const double width = metrics.horizontalAdvance(text) + 12;
    const double left = std::clamp((x0 + x1 - width) / 2, layout.plot.left(),
                                   std::max(layout.plot.left(), layout.plot.right() - width));
    const QRectF box(left, y - metrics.height() / 2 - 2, width, metrics.height() + 4);
    painter.setBrush(look.theme.panel);
    painter.drawRoundedRect(box, 4, 4);
    painter.setFont(look.fonts.bold);
    painter.setPen(look.theme.text);
    painter.drawText(box, Qt::AlignCenter, text);
    painter.restore();
}

} // namespace

void paint_overlay(QPainter& painter, const LaneChart& chart, const LaneLayout& layout, const LaneOverlay& overlay,
                   const LaneLook& look, const QRectF& area)
{
    if (overlay.measured)
        draw_measure(painter, layout, overlay, look);
    const LaneHit& hit = overlay.hit;
    if (hit.group >= 0 && static_cast<std::size_t>(hit.group) < chart.groups.size() &&
        chart.groups[static_cast<std::size_t>(hit.group)].simulation() && (hit.idle || hit.command != kNoCommand))
        explain_hit(painter, chart, layout, overlay, look, area);
}

} // namespace blueprinting::ui
