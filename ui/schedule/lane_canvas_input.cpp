#include "core/schedule/explain.h"
#include "ui/schedule/lane_canvas.h"
#include "ui/schedule/schedule_words.h"

#include <QApplication>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QScrollBar>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace blueprinting::ui {
namespace {

using namespace schedule;

constexpr double kStep = 0.15; ///< of the visible time, a key press
constexpr double kZoom = 1.25; ///< a key press or a notch of the wheel

} // namespace

void LaneCanvas::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton && event->button() != Qt::MiddleButton)
        return ChartWidget::mousePressEvent(event);
    m_keyboard = false;
    m_drag = Drag::pressed;
    m_pressed = event->position();
    m_pressed_range = shown_range(m_chart);
    m_pressed_scroll = m_bar->value();
    const LaneLayout layout = places();
    if (event->button() == Qt::LeftButton && layout.overview.adjusted(-6, -2, 6, 2).contains(m_pressed)) {
        const double scale = layout.overview.width() / m_chart.end();
        const double x0 = layout.overview.left() + m_pressed_range.first * scale;
        const double x1 = layout.overview.left() + m_pressed_range.second * scale;
        constexpr double edge = 5;
        if (std::abs(m_pressed.x() - x0) <= edge)
            m_drag = Drag::left_edge;
        else if (std::abs(m_pressed.x() - x1) <= edge)
            m_drag = Drag::right_edge;
        else
            m_drag = Drag::window;
        if (m_drag == Drag::window && (m_pressed.x() < x0 || m_pressed.x() > x1)) { // outside: there it is centred
            const double middle = (m_pressed.x() - layout.overview.left()) / scale;
            const double half = (m_pressed_range.second - m_pressed_range.first) / 2;
            setRange(middle - half, middle + half);
            m_pressed_range = shown_range(m_chart);
        }
        event->accept();
        return;
    }
    m_measures = event->button() == Qt::LeftButton &&
                 (event->modifiers().testFlag(Qt::ShiftModifier) || hit_lanes(m_chart, places(), m_pressed).axis);
    if (m_measured || m_pinned.peak) {
        m_measured.reset();
        m_pinned = {};
        update();
    }
    event->accept();
}

void LaneCanvas::mouseMoveEvent(QMouseEvent* event)
{
    const QPointF at = event->position();
    if (m_drag == Drag::pressed && (at - m_pressed).manhattanLength() >= QApplication::startDragDistance()) {
        m_dragged = m_measures ? LaneHit{} : hit_lanes(m_chart, places(), m_pressed);
        m_drag = m_measures ? Drag::measure : canMove(m_dragged) ? Drag::cell : Drag::move;
    }
    if (m_drag == Drag::cell) {
        m_pointer = at;
        m_joining = event->modifiers().testFlag(Qt::AltModifier);
        setCursor(Qt::ClosedHandCursor);
        return update();
    }
    if (m_drag == Drag::window || m_drag == Drag::left_edge || m_drag == Drag::right_edge)
        return dragWindow(at);
    if (m_drag == Drag::move) {
        const LaneLayout layout = places();
        const double shift = (m_pressed.x() - at.x()) * layout.window.per_pixel();
        setRange(m_pressed_range.first + shift, m_pressed_range.second + shift);
        m_bar->setValue(static_cast<int>(m_pressed_scroll + m_pressed.y() - at.y()));
        setCursor(Qt::ClosedHandCursor);
        return;
    }
    if (m_drag == Drag::measure) {
        const LaneLayout layout = places();
        const auto time = [&](double x) { return layout.time(std::clamp(x, layout.plot.left(), layout.plot.right())); };
        m_measured = std::pair(time(m_pressed.x()), time(at.x()));
        m_measured_y = std::min(m_pressed.y(), layout.viewport.bottom() - 14);
        update();
        return;
    }
    hover(at);
}

/// The window in the overview goes along, or one of its edges does.
void LaneCanvas::dragWindow(const QPointF& at)
{
    const LaneLayout layout = places();
    if (layout.overview.isEmpty())
        return;
    const double by = (at.x() - m_pressed.x()) * m_chart.end() / layout.overview.width();
    auto [begin, end] = m_pressed_range;
    const double least = m_chart.end() / 1e4;
    if (m_drag != Drag::right_edge)
        begin += by;
    if (m_drag != Drag::left_edge)
        end += by;
    if (m_drag == Drag::left_edge)
        begin = std::clamp(begin, 0.0, end - least);
    if (m_drag == Drag::right_edge)
        end = std::clamp(end, begin + least, m_chart.end());
    if (m_drag == Drag::window)
        m_bar->setValue(static_cast<int>(m_pressed_scroll +
                                         (at.y() - m_pressed.y()) * layout.content_height / layout.overview.height()));
    setRange(begin, end);
}

void LaneCanvas::hover(const QPointF& at)
{
    const LaneHit hit = hit_lanes(m_chart, places(), at);
    if (m_keyboard || !(hit == m_hover) || hit.idle || hit.command != kNoCommand || hit.tail >= 0 ||
        hit.unplaced >= 0) {
        m_keyboard = false;
        m_hover = hit;
        m_pointer = at;
        update();
    }
}

void LaneCanvas::mouseReleaseEvent(QMouseEvent* event)
{
    const Drag was = m_drag;
    m_drag = Drag::none;
    setCursor(Qt::CrossCursor);
    if (was == Drag::cell)
        dropCell(event->position(), event->modifiers().testFlag(Qt::AltModifier));
    if (was == Drag::pressed && event->button() == Qt::LeftButton)
        clickedOn(hit_lanes(m_chart, places(), event->position()), event->position());
    update();
}

void LaneCanvas::clickedOn(const LaneHit& hit, const QPointF& at)
{
    const LaneLayout layout = places();
    if (hit.axis) {
        Q_EMIT timePicked(std::clamp(layout.time(at.x()), 0.0, m_chart.end()));
        return;
    }
    if (hit.group < 0)
        return;
    if (hit.peak)
        return goToPeak(hit.group, hit.stage);
    if (static_cast<std::size_t>(hit.group) != m_chart.selected)
        Q_EMIT groupPicked(hit.group);
    if (hit.stage >= 0)
        Q_EMIT stagePicked(hit.label && hit.stage == m_stage ? -1 : hit.stage);
    if (hit.idle || hit.command != kNoCommand || hit.unplaced >= 0)
        m_cursor = hit; // the keyboard goes on from here
}

/// To the command that brings the peak of a device's bytes, which stays marked with all that is alive then.
void LaneCanvas::goToPeak(int group, int device)
{
    const LaneGroup& there = m_chart.groups[static_cast<std::size_t>(group)];
    const DeviceBytes* held = there.bytesOf(static_cast<std::size_t>(device));
    if (!held || held->peak_command == kNoCommand)
        return;
    const double time = held->peak_time * there.scale;
    LaneHit hit;
    hit.group = group;
    hit.stage = device;
    hit.command = held->peak_command;
    hit.peak = true;
    if (static_cast<std::size_t>(group) != m_chart.selected)
        Q_EMIT groupPicked(group);
    if (device != m_stage)
        Q_EMIT stagePicked(device);
    Q_EMIT timePicked(time);
    m_pinned = hit;
    setCursorHit(hit);
}

void LaneCanvas::leaveEvent(QEvent* event)
{
    ChartWidget::leaveEvent(event);
    m_hover = {};
    update();
}

void LaneCanvas::wheelEvent(QWheelEvent* event)
{
    const QPoint delta = event->angleDelta();
    if (event->modifiers().testFlag(Qt::ControlModifier) && event->modifiers().testFlag(Qt::ShiftModifier)) {
        setLaneHeight(places().lane_height + ((delta.y() != 0 ? delta.y() : delta.x()) > 0 ? 2 : -2));
    } else if (event->modifiers().testFlag(Qt::ControlModifier)) {
        scrollLanes(-delta.y() / 2.0);
    } else if (event->modifiers().testFlag(Qt::ShiftModifier) || std::abs(delta.x()) > std::abs(delta.y())) {
        move(-(delta.x() != 0 ? delta.x() : delta.y()) / 120.0 * kStep);
    } else {
        const LaneLayout layout = places();
        const double x = std::clamp(event->position().x(), layout.plot.left(), layout.plot.right());
        zoom(std::pow(kZoom, delta.y() / 120.0), layout.time(x));
    }
    hover(event->position());
    event->accept();
}

void LaneCanvas::keyPressEvent(QKeyEvent* event)
{
    if (editKey(event))
        return event->accept();
    if (event->modifiers() & (Qt::ControlModifier | Qt::AltModifier))
        return ChartWidget::keyPressEvent(event);
    const auto [begin, end] = shown_range(m_chart);
    const double middle = m_chart.time > begin && m_chart.time < end ? m_chart.time : (begin + end) / 2;
    switch (event->key()) {
    case Qt::Key_A: move(-kStep); break;
    case Qt::Key_D: move(kStep); break;
    case Qt::Key_W: scrollLanes(-60); break;
    case Qt::Key_S: scrollLanes(60); break;
    case Qt::Key_Plus:
    case Qt::Key_Equal: zoom(kZoom, middle); break;
    case Qt::Key_Minus: zoom(1 / kZoom, middle); break;
    case Qt::Key_F:
        if (event->modifiers().testFlag(Qt::ShiftModifier))
            setLaneHeight(std::nullopt);
        else
            fit();
        break;
    case Qt::Key_PageUp: setLaneHeight(places().lane_height + 4); break;
    case Qt::Key_PageDown: setLaneHeight(places().lane_height - 4); break;
    case Qt::Key_Tab:
    case Qt::Key_Backtab: {
        // Within a pair, from one half to the other.
        if (!m_keyboard || m_cursor.command == kNoCommand || m_cursor.second)
            return ChartWidget::keyPressEvent(event);
        const CommandGraph& graph = m_chart.groups[static_cast<std::size_t>(m_cursor.group)].shown().graph;
        const auto [first, last] = graph.unit(m_cursor.command);
        const CommandId other = event->key() == Qt::Key_Tab ? last : first;
        if (other == m_cursor.command)
            return ChartWidget::keyPressEvent(event);
        LaneHit hit = m_cursor;
        hit.command = other;
        setCursorHit(hit);
        break;
    }
    case Qt::Key_P: {
        const auto group = m_keyboard && m_cursor.group >= 0 ? m_cursor.group : static_cast<int>(m_chart.selected);
        const LaneGroup& there = m_chart.groups[static_cast<std::size_t>(group)];
        if (!there.bytes)
            return ChartWidget::keyPressEvent(event);
        const int last = static_cast<int>(there.bytes->size()) - 1;
        const int device = m_keyboard && m_cursor.group >= 0 ? m_cursor.stage : m_stage;
        goToPeak(group, device < 0 ? static_cast<int>(there.fullest()) : std::min(device, last));
        break;
    }
    case Qt::Key_Left: walk(-1, 0); break;
    case Qt::Key_Right: walk(1, 0); break;
    case Qt::Key_Up: walk(0, -1); break;
    case Qt::Key_Down: walk(0, 1); break;
    case Qt::Key_Space: Q_EMIT playToggled(); break;
    case Qt::Key_Period: Q_EMIT stepped(1); break;
    case Qt::Key_Comma: Q_EMIT stepped(-1); break;
    case Qt::Key_Escape:
        if (!m_measured && !m_keyboard && !m_pinned.peak)
            return ChartWidget::keyPressEvent(event);
        m_measured.reset();
        m_pinned = {};
        m_keyboard = false;
        update();
        break;
    default: return ChartWidget::keyPressEvent(event);
    }
    event->accept();
}

LaneHit LaneCanvas::hitAt(int group, int stage, double time) const
{
    const LaneGroup& there = m_chart.groups[static_cast<std::size_t>(group)];
    const Simulation& simulation = there.shown();
    LaneHit hit;
    hit.group = group;
    hit.stage = stage;
    hit.command = command_at(simulation, static_cast<std::uint32_t>(stage), time);
    if (there.still() && time >= simulation.timeline.makespan)
        hit.command = there.drawn->heads[static_cast<std::size_t>(stage)];
    if (hit.command != kNoCommand)
        hit.command = simulation.graph.unit(hit.command).first;
    if (hit.command == kNoCommand)
        hit.idle = idle_at(simulation, static_cast<std::uint32_t>(stage), time);
    return hit;
}

/// To the next command or gap of the lane, or to what the next lane does at the same time.
void LaneCanvas::walk(int along, int across)
{
    std::vector<std::pair<int, int>> lanes; // group, stage
    for (std::size_t g = 0; g < m_chart.groups.size(); ++g)
        if (const Simulation* simulation = m_chart.groups[g].simulation())
            for (std::size_t stage = 0; stage < simulation->stages.size(); ++stage)
                lanes.emplace_back(static_cast<int>(g), static_cast<int>(stage));
    if (lanes.empty())
        return;
    const auto at_time = [&](const std::pair<int, int>& lane, double time) {
        return hitAt(lane.first, lane.second, time);
    };
    if (walkTray(along, across))
        return;
    const bool fresh = m_cursor.group < 0 || (!m_cursor.idle && m_cursor.command == kNoCommand);
    if (fresh)
        return setCursorHit(at_time(lanes.front(), 0));

    const LaneGroup& group = m_chart.groups[static_cast<std::size_t>(m_cursor.group)];
    const Simulation& simulation = group.shown();
    const double begin = m_cursor.idle ? m_cursor.idle->begin : simulation.timeline.start[m_cursor.command];
    const double end = m_cursor.idle ? m_cursor.idle->end : simulation.timeline.end[m_cursor.command];
    const double grain = 1e-9 * simulation.timeline.makespan;
    auto lane = std::ranges::find(lanes, std::pair(m_cursor.group, m_cursor.stage));
    if (across != 0) {
        if ((across < 0 && lane == lanes.begin()) || (across > 0 && lane + 1 == lanes.end()))
            return;
        lane += across;
        const LaneGroup& there = m_chart.groups[static_cast<std::size_t>(lane->first)];
        const double time = (begin + grain) * group.scale / there.scale;
        return setCursorHit(at_time(*lane, std::min(time, there.shown().timeline.makespan * (1 - 1e-9))));
    }
    const double time = along > 0 ? end + grain : begin - grain;
    if (time < 0 || time > simulation.timeline.makespan + (group.still() ? grain : 0))
        return;
    setCursorHit(at_time(*lane, time));
}

void LaneCanvas::setCursorHit(const LaneHit& hit)
{
    if (hit.command == kNoCommand && !hit.idle && hit.unplaced < 0)
        return;
    m_cursor = hit;
    m_keyboard = true;
    const LaneGroup& group = m_chart.groups[static_cast<std::size_t>(hit.group)];
    if (hit.unplaced >= 0) {
        const LaneLayout layout = places();
        const QRectF& tray = layout.groups[static_cast<std::size_t>(hit.group)].tray;
        if (tray.bottom() > layout.viewport.bottom())
            scrollLanes(tray.bottom() - layout.viewport.bottom());
        return announceHit(group, hit);
    }
    const Simulation& simulation = group.shown();
    double begin = (hit.idle ? hit.idle->begin : simulation.timeline.start[hit.command]) * group.scale;
    double end = (hit.idle ? hit.idle->end : simulation.timeline.end[hit.command]) * group.scale;
    if (!std::isfinite(end)) { // in which the device stands still
        begin = group.pipeline_end();
        end = group.end();
    }
    const auto [shown_begin, shown_end] = shown_range(m_chart);
    if (begin < shown_begin || end > shown_end) {
        const double length = std::max(shown_end - shown_begin, end - begin);
        setRange((begin + end - length) / 2, (begin + end + length) / 2);
    }
    const LaneLayout layout = places();
    const auto& lanes = layout.groups[static_cast<std::size_t>(hit.group)].lanes;
    const LanePlace& lane = lanes[static_cast<std::size_t>(hit.stage)];
    if (lane.strip.top() < layout.viewport.top())
        scrollLanes(lane.strip.top() - layout.viewport.top());
    else if (lane.lane.bottom() > layout.viewport.bottom())
        scrollLanes(lane.lane.bottom() - layout.viewport.bottom());
    announceHit(group, hit);
}

void LaneCanvas::announceHit(const LaneGroup& group, const LaneHit& hit)
{
    const Explanation words = words_of_hit(group, hit);
    QString text = QString::fromStdString(words.title);
    for (const std::string& line : words.lines)
        text += QStringLiteral("; ") + QString::fromStdString(line);
    announce(text);
    update();
}

void LaneCanvas::focusOutEvent(QFocusEvent* event)
{
    ChartWidget::focusOutEvent(event);
    m_keyboard = false;
    update();
}

void LaneCanvas::addOwnActions(QMenu* menu)
{
    menu->addAction(tr("Fit the whole schedule\tF"), this, &LaneCanvas::fit);
    menu->addAction(tr("Zoom in\t+"), this,
                    [this] { zoom(2, (shown_range(m_chart).first + shown_range(m_chart).second) / 2); });
    menu->addAction(tr("Zoom out\t−"), this,
                    [this] { zoom(0.5, (shown_range(m_chart).first + shown_range(m_chart).second) / 2); });
    menu->addSeparator();
    addEditActions(menu);
}

} // namespace blueprinting::ui
