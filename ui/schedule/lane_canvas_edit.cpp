#include "core/schedule/hand_order.h"
#include "ui/schedule/lane_canvas.h"
#include "ui/schedule/schedule_words.h"
#include "ui/style/shown.h"

#include <QKeyEvent>
#include <QMenu>
#include <QPainter>

#include <algorithm>
#include <cmath>

/// Changing a written order on its lanes: moving a command along its own, putting it aside, placing it again, joining
/// two into a pair and parting them. Each is one edit of the order.
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
    if (hit.group < 0 || hit.second)
        return false;
    const LaneGroup& group = m_chart.groups[static_cast<std::size_t>(hit.group)];
    if (!group.editable())
        return false;
    if (hit.unplaced >= 0)
        return static_cast<std::size_t>(hit.unplaced) < group.next_up.size();
    return hit.command != kNoCommand && group.shown().graph.kind[hit.command] != CommandKind::send;
}

bool LaneCanvas::isPair(const LaneHit& hit) const
{
    if (hit.group < 0 || hit.command == kNoCommand)
        return false;
    const auto [first, last] = m_chart.groups[static_cast<std::size_t>(hit.group)].shown().graph.unit(hit.command);
    return first != last;
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
    for (const CommandId id : units_of(graph, static_cast<std::uint32_t>(hit.stage))) {
        const double middle = (group.shown().timeline.start[id] + group.shown().timeline.end[id]) / 2;
        if (!(middle < time)) // what never ran stands behind all that did
            break;
        ++out;
    }
    return out;
}

Slot LaneCanvas::slotOf(const LaneHit& hit) const
{
    const LaneGroup& group = m_chart.groups[static_cast<std::size_t>(hit.group)];
    if (hit.unplaced >= 0)
        return group.drawn->unplaced[static_cast<std::size_t>(hit.unplaced)].slot;
    const CommandGraph& graph = group.shown().graph;
    return {graph.kind[hit.command], graph.chunk[hit.command], graph.microbatch[hit.command], false};
}

QString LaneCanvas::nameOf(const LaneHit& hit) const
{
    const LaneGroup& group = m_chart.groups[static_cast<std::size_t>(hit.group)];
    return unplaced_text(group, {static_cast<std::uint32_t>(hit.stage), slotOf(hit)});
}

const WrittenOrder& LaneCanvas::orderOf(const LaneHit& hit) const
{
    return *m_chart.groups[static_cast<std::size_t>(hit.group)].request().written;
}

void LaneCanvas::changeOrder(const LaneHit& hit, const WrittenOrder& order, const QString& field)
{
    const Slot slot = slotOf(hit);
    if (order == orderOf(hit))
        return;
    Q_EMIT orderEdited(hit.group, QString::fromStdString(typed_text(order)), field);
    follow(hit.group, slot, static_cast<std::uint32_t>(hit.stage));
}

void LaneCanvas::moveUnit(const LaneHit& hit, int place)
{
    changeOrder(hit, with_unit_at(orderOf(hit), static_cast<std::uint32_t>(hit.stage), unitOf(hit), place),
                QStringLiteral("order_move"));
}

void LaneCanvas::putAside(const LaneHit& hit)
{
    changeOrder(hit, with_unit_aside(orderOf(hit), static_cast<std::uint32_t>(hit.stage), unitOf(hit)),
                QStringLiteral("order_aside"));
}

void LaneCanvas::putIn(const LaneHit& hit, std::optional<int> place)
{
    const LaneGroup& group = m_chart.groups[static_cast<std::size_t>(hit.group)];
    const auto index = static_cast<std::size_t>(hit.unplaced);
    const NextUp& next = group.next_up[index];
    if (!place)
        place = next.place;
    if (!place) {
        Q_EMIT cellRefused(tr("%1 cannot run yet: it %2").arg(nameOf(hit), shown(next.why)));
        return;
    }
    changeOrder(hit, with_placed(orderOf(hit), group.drawn->unplaced[index], *place), QStringLiteral("order_place"));
}

void LaneCanvas::join(const LaneHit& hit, const LaneHit& with)
{
    const auto made = with_pair(orderOf(hit), static_cast<std::uint32_t>(hit.stage), unitOf(hit), unitOf(with));
    if (made)
        return changeOrder(hit, *made, QStringLiteral("order_pair"));
    Q_EMIT cellRefused(tr("%1 and %2 make no pair: that is a forward and a whole backward, each on its own")
                           .arg(nameOf(hit), nameOf(with)));
}

void LaneCanvas::joinOrPart(const LaneHit& hit)
{
    if (isPair(hit))
        return changeOrder(hit, with_pair_parted(orderOf(hit), static_cast<std::uint32_t>(hit.stage), unitOf(hit)),
                           QStringLiteral("order_part"));
    const CommandGraph& graph = m_chart.groups[static_cast<std::size_t>(hit.group)].shown().graph;
    const auto units = units_of(graph, static_cast<std::uint32_t>(hit.stage));
    const auto next = static_cast<std::size_t>(unitOf(hit)) + 1;
    if (next >= units.size()) {
        Q_EMIT cellRefused(tr("%1 is the last of its device: there is nothing to join it with").arg(nameOf(hit)));
        return;
    }
    LaneHit with = hit;
    with.command = units[next];
    join(hit, with);
}

void LaneCanvas::dropCell(const QPointF& at, bool joins)
{
    const LaneLayout layout = places();
    const LaneHit where = hit_lanes(m_chart, layout, at);
    const bool from_tray = inTray(m_dragged);
    const LaneGroupPlace& group = layout.groups[static_cast<std::size_t>(m_dragged.group)];
    if (!group.tray.isEmpty() && group.tray.contains(at)) {
        if (!from_tray)
            putAside(m_dragged);
        return;
    }
    if (where.group == m_dragged.group && where.stage >= 0 && where.stage != m_dragged.stage) {
        const QString name = nameOf(m_dragged);
        Q_EMIT cellRefused(
            tr("%1 belongs to device %2").arg(name.left(name.lastIndexOf(tr(" of device")))).arg(m_dragged.stage));
        return;
    }
    if (joins && !from_tray) {
        if (where.command != kNoCommand && where.group == m_dragged.group)
            join(m_dragged, where);
        return;
    }
    const int place = unitAt(m_dragged, at.x());
    if (from_tray)
        putIn(m_dragged, place);
    else
        moveUnit(m_dragged, place);
}

bool LaneCanvas::editKey(QKeyEvent* event)
{
    const LaneHit hit = focused(); // by the pointer or by keys: what is framed is what is moved
    if (!canMove(hit))
        return false;
    const bool tray = inTray(hit);
    const bool left = event->key() == Qt::Key_Left;
    const Qt::KeyboardModifiers modifiers = event->modifiers() & ~Qt::KeypadModifier;
    const bool moves = modifiers == Qt::AltModifier && (left || event->key() == Qt::Key_Right) && !tray;
    if (moves || (modifiers == Qt::NoModifier && event->key() == Qt::Key_Delete)) {
        m_cursor = hit; // the next key goes on with it
        m_keyboard = true;
    }
    if (moves) {
        const int now = unitOf(hit);
        moveUnit(hit, left ? std::max(0, now - 1) : now + 2);
    } else if (modifiers != Qt::NoModifier) {
        return false;
    } else if (event->key() == Qt::Key_Delete && !tray) {
        putAside(hit);
    } else if ((event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) && tray) {
        putIn(hit, std::nullopt);
    } else if (event->key() == Qt::Key_J && !tray) {
        joinOrPart(hit);
    } else {
        return false;
    }
    return true;
}

void LaneCanvas::addEditActions(QMenu* menu)
{
    const LaneHit hit = focused();
    if (!canMove(hit))
        return;
    const auto action = [&](const QString& text, const char* name, auto&& what) {
        menu->addAction(text, this, what)->setObjectName(QLatin1String(name));
    };
    if (inTray(hit)) {
        action(tr("Place it where it can run first\tEnter"), "schedule.cell.place",
               [this, hit] { putIn(hit, std::nullopt); });
    } else {
        action(isPair(hit) ? tr("Part\tJ") : tr("Join with the next\tJ"), "schedule.cell.join",
               [this, hit] { joinOrPart(hit); });
        action(tr("Put aside\tDel"), "schedule.cell.aside", [this, hit] { putAside(hit); });
    }
    menu->addSeparator();
}

void LaneCanvas::paintCaret(QPainter& painter, const LaneLayout& layout, const Theme& theme) const
{
    const LaneGroup& group = m_chart.groups[static_cast<std::size_t>(m_dragged.group)];
    const CommandGraph& graph = group.shown().graph;
    const auto device = static_cast<std::uint32_t>(m_dragged.stage);
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

bool LaneCanvas::walkTray(int along, int across)
{
    if (m_cursor.group < 0)
        return false;
    const LaneLayout layout = places();
    const auto g = static_cast<std::size_t>(m_cursor.group);
    const auto room = static_cast<int>(layout.groups[g].unplaced.size());
    const LaneGroup& group = m_chart.groups[g];
    LaneHit hit;
    hit.group = m_cursor.group;
    if (m_cursor.unplaced < 0) { // from the last lane down
        if (across <= 0 || room == 0 || m_cursor.stage + 1 < static_cast<int>(group.shown().stages.size()))
            return false;
        hit.unplaced = 0;
    } else if (across < 0) {
        const auto last = static_cast<int>(group.shown().stages.size()) - 1;
        setCursorHit(hitAt(hit.group, last, group.shown().stages.back().first_start));
        return true;
    } else if (across > 0) {
        if (g + 1 < m_chart.groups.size() && m_chart.groups[g + 1].simulation())
            setCursorHit(hitAt(hit.group + 1, 0, 0));
        return true;
    } else {
        hit.unplaced = m_cursor.unplaced + along;
        if (hit.unplaced < 0 || hit.unplaced >= room)
            return true;
    }
    hit.stage = static_cast<int>(group.drawn->unplaced[static_cast<std::size_t>(hit.unplaced)].device);
    setCursorHit(hit);
    return true;
}

void LaneCanvas::follow(int group, const Slot& slot, std::uint32_t stage)
{
    if (!m_keyboard || static_cast<std::size_t>(group) >= m_chart.groups.size())
        return; // what a pointer dropped leaves the cursor alone
    const LaneGroup& there = m_chart.groups[static_cast<std::size_t>(group)];
    if (!there.simulation())
        return;
    const auto same = [&](CommandKind kind, std::uint32_t chunk, std::uint32_t microbatch) {
        return kind == slot.kind && chunk == slot.chunk && microbatch == slot.microbatch;
    };
    LaneHit hit;
    hit.group = group;
    hit.stage = static_cast<int>(stage);
    const CommandGraph& graph = there.shown().graph;
    for (CommandId id = 0; id < graph.size(); ++id)
        if (graph.stage[id] == stage && same(graph.kind[id], graph.chunk[id], graph.microbatch[id])) {
            hit.command = id;
            if (std::isfinite(there.shown().timeline.end[id]) || there.drawn->heads[stage] == graph.unit(id).first)
                setCursorHit(hit);
            return;
        }
    const auto room = places().groups[static_cast<std::size_t>(group)].unplaced.size();
    for (std::size_t i = 0; i < std::min(room, there.drawn->unplaced.size()); ++i) {
        const Unplaced& each = there.drawn->unplaced[i];
        if (each.device == stage && same(each.slot.kind, each.slot.chunk, each.slot.microbatch)) {
            hit.unplaced = static_cast<int>(i);
            return setCursorHit(hit);
        }
    }
}

} // namespace blueprinting::ui
