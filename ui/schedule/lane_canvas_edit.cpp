#include "ui/schedule/lane_canvas.h"
#include "ui/schedule/schedule_words.h"
#include "ui/style/shown.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

/// Moving the commands of a written order along their own lane.
namespace blueprinting::ui {

using namespace schedule;

namespace {

/// The first commands of a device's units, in order.
std::vector<CommandId> units_of(const CommandGraph& graph, std::uint32_t device)
{
    std::vector<CommandId> out;
    for (CommandId id = graph.queue_begin[device]; id < graph.queue_begin[device + 1]; ++id)
        if (!graph.is_second(id))
            out.push_back(id);
    return out;
}

} // namespace

bool LaneCanvas::canMove(const LaneHit& hit) const
{
    if (hit.group < 0 || hit.command == kNoCommand || hit.second)
        return false;
    const LaneGroup& group = m_chart.groups[static_cast<std::size_t>(hit.group)];
    return group.simulation() && !group.measured && group.request().written &&
           group.shown().graph.kind[hit.command] != CommandKind::send;
}

int LaneCanvas::unitOf(const LaneHit& hit) const
{
    const CommandGraph& graph = m_chart.groups[static_cast<std::size_t>(hit.group)].shown().graph;
    const auto units = units_of(graph, graph.stage[hit.command]);
    return static_cast<int>(std::ranges::find(units, graph.unit(hit.command).first) - units.begin());
}

int LaneCanvas::unitAt(const LaneHit& hit, double x) const
{
    const LaneGroup& group = m_chart.groups[static_cast<std::size_t>(hit.group)];
    const CommandGraph& graph = group.shown().graph;
    const double time = places().time(x) / group.scale;
    int out = 0;
    for (const CommandId id : units_of(graph, graph.stage[hit.command])) {
        const double middle = (group.shown().timeline.start[id] + group.shown().timeline.end[id]) / 2;
        if (!(middle < time)) // what never ran stands behind all that did
            break;
        ++out;
    }
    return out;
}

void LaneCanvas::dropCell(const QPointF& at)
{
    const LaneHit where = hit_lanes(m_chart, places(), at);
    const LaneGroup& group = m_chart.groups[static_cast<std::size_t>(m_dragged.group)];
    const CommandGraph& graph = group.shown().graph;
    const auto own = static_cast<int>(graph.stage[m_dragged.command]);
    if (where.group == m_dragged.group && where.stage >= 0 && where.stage != own) {
        Q_EMIT cellRefused(tr("%1 belongs to device %2").arg(shown(describe_short(graph, m_dragged.command))).arg(own));
        return;
    }
    const int now = unitOf(m_dragged);
    const int place = unitAt(m_dragged, at.x());
    if (place != now && place != now + 1)
        Q_EMIT cellMoved(m_dragged.group, m_dragged.command, place);
}

void LaneCanvas::paintCaret(QPainter& painter, const LaneLayout& layout, const Theme& theme) const
{
    const LaneGroup& group = m_chart.groups[static_cast<std::size_t>(m_dragged.group)];
    const CommandGraph& graph = group.shown().graph;
    const std::uint32_t device = graph.stage[m_dragged.command];
    const auto units = units_of(graph, device);
    const auto place = static_cast<std::size_t>(unitAt(m_dragged, m_pointer.x()));
    const QRectF& lane = layout.groups[static_cast<std::size_t>(m_dragged.group)].lanes[device].lane;
    const double time = place < units.size() && std::isfinite(group.shown().timeline.start[units[place]])
                            ? group.shown().timeline.start[units[place]]
                            : group.shown().stages[device].last_end;
    const double x = std::round(layout.x(time * group.scale));
    painter.fillRect(QRectF(x - 1, lane.top() - 3, 3, lane.height() + 6), theme.accent);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme.accent, 1, Qt::DashLine));
    painter.drawRect(lane.adjusted(0, 0, -1, -1)); // where it may be dropped
}

void LaneCanvas::follow(int group, const Slot& slot, std::uint32_t stage)
{
    const LaneGroup& shown_group = m_chart.groups[static_cast<std::size_t>(group)];
    if (!m_keyboard || !shown_group.simulation()) // what a pointer dropped leaves the cursor alone
        return;
    const CommandGraph& graph = shown_group.shown().graph;
    for (CommandId id = 0; id < graph.size(); ++id)
        if (graph.kind[id] == slot.kind && graph.stage[id] == stage && graph.chunk[id] == slot.chunk &&
            graph.microbatch[id] == slot.microbatch) {
            LaneHit hit;
            hit.group = group;
            hit.stage = static_cast<int>(stage);
            hit.command = id;
            if (std::isfinite(shown_group.shown().timeline.end[id]))
                setCursorHit(hit);
            return;
        }
}

} // namespace blueprinting::ui
