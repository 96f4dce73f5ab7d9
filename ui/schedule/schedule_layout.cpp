#include "ui/schedule/schedule_layout.h"

#include <algorithm>
#include <cmath>

namespace blueprinting::ui {
namespace {

using namespace schedule;

constexpr double kLane = 30;
constexpr double kHighest = 40; ///< a few lanes grow into the room that there is
constexpr double kStrip = 17;
constexpr double kMostStrip = 60; ///< what room is left when lanes are at their highest
constexpr double kScrolled = 12;  ///< where they scroll, they can be read
constexpr double kReadable = 16;  ///< high enough for a strip with its peak beside it
constexpr std::size_t kFewLanes = 12;
constexpr double kStripFrom = 10;
constexpr double kNumbersFrom = 11;
constexpr double kGap = 14; ///< between groups
constexpr double kTitleGap = 6;
constexpr double kLink = 5;
constexpr double kCollectives = 8;    ///< the same with the end of the iteration
constexpr double kStripAbove = 42;    ///< of one device, in bytes
constexpr double kOwnStripFrom = 26;  ///< lanes lower than that share one
constexpr double kPairsLowBelow = 24; ///< lanes lower than that make those with pairs higher
constexpr double kBeside = 13;        ///< of a simulation under what was measured
constexpr double kLateBy = 20;        ///< the strip over it
constexpr double kOverviewLane = 3, kMostOverview = 48;
constexpr double kOverviewGap = 8;
constexpr double kAxisLine = 8;
constexpr double kMessage = 40;
constexpr double kTray = 28; ///< of commands that are not placed, under the lanes

struct Heights {
    double strip, lane, link, gap; ///< gap under each lane
};

Heights heights(double lane)
{
    Heights out{};
    out.lane = lane;
    out.strip = lane >= kStripFrom ? std::floor(kStrip * lane / kLane) : 0;
    out.link = lane >= kStripFrom ? kLink : std::max(1.0, std::floor(lane / 4));
    out.gap = lane >= 8 ? 1 : 0;
    return out;
}

std::size_t stages_of(const LaneGroup& group) { return group.simulation() ? group.shown().stages.size() : 0; }
/// Of one lane of a group, and what stands over all of them.
struct GroupHeights {
    double above = 0, strip = 0, lane = 0, beside = 0, link = 0, gap = 0, tray = 0;
    [[nodiscard]] double each() const { return strip + lane + beside + link + gap; }
};

GroupHeights heights_of(const LaneChart& chart, const LaneGroup& group, const Heights& h)
{
    GroupHeights out;
    out.lane = group.drawn && group.drawn->pairs && h.lane < kPairsLowBelow ? std::floor(1.5 * h.lane) : h.lane;
    out.gap = h.gap;
    if (!group.simulation())
        return out;
    if (group.measured) {
        out.beside = std::min(kBeside, std::floor(0.45 * h.lane));
        out.strip = h.lane >= kReadable ? kLateBy : 0;
        out.gap = h.gap + (h.lane >= kReadable ? 4 : 0);
        return out;
    }
    if (group.bytes && chart.memory == MemoryShown::bytes) {
        out.strip = h.lane >= kOwnStripFrom ? h.strip : 0;
        out.above = h.lane >= kOwnStripFrom ? 0 : kStripAbove;
    } else if (chart.memory != MemoryShown::off) {
        out.strip = h.strip;
    }
    if (!group.next_up.empty())
        out.tray = kTray;
    if (group.iteration)
        out.link = h.lane >= kStripFrom ? kCollectives : h.link;
    else if (!group.shown().graph.links.empty())
        out.link = h.link;
    return out;
}

double height_with(const LaneChart& chart, const LaneGroup& group, const LaneMetrics& metrics, const Heights& h)
{
    const GroupHeights own = heights_of(chart, group, h);
    return metrics.line_height + kTitleGap + own.above + own.tray +
           (group.simulation() ? static_cast<double>(stages_of(group)) * own.each() : kMessage);
}

double height_with(const LaneChart& chart, const LaneMetrics& metrics, const Heights& h)
{
    double out = 0;
    for (const LaneGroup& group : chart.groups)
        out += height_with(chart, group, metrics, h);
    return out + kGap * static_cast<double>(chart.groups.empty() ? 0 : chart.groups.size() - 1);
}

Heights fitting(const LaneChart& chart, const LaneMetrics& metrics, double room)
{
    if (chart.lane)
        return heights(std::clamp(*chart.lane, kLowestLane, kHighestLane));
    std::size_t lanes = 0;
    for (const LaneGroup& group : chart.groups)
        lanes += stages_of(group);
    const double least = std::max(chart.least_lane, lanes <= kFewLanes ? kReadable : 0);
    if (Heights h = heights(kHighest); height_with(chart, metrics, h) <= room) {
        for (Heights taller = h; h.strip < kMostStrip && height_with(chart, metrics, taller) <= room; ++taller.strip)
            h = taller;
        return h;
    }
    for (double lane = kHighest - 1; lane >= least; --lane)
        if (const Heights h = heights(lane); height_with(chart, metrics, h) <= room)
            return h;
    return heights(std::max(kScrolled, least));
}

double axis_room(const LaneMetrics& metrics) { return kAxisLine + metrics.small_height + 4; }

/// A strip's peak is hit near its time, anywhere over or under its ring.
bool hits_peak(const LaneChart& chart, const LaneLayout& layout, const LaneGroup& group, std::size_t device,
               const QPointF& at, LaneHit& out)
{
    constexpr double near = 6;
    const DeviceBytes* held = chart.memory == MemoryShown::bytes ? group.bytesOf(device) : nullptr;
    const auto x = peak_x(layout, group, device);
    if (!held || !x || std::fabs(at.x() - *x) > near)
        return false;
    out.peak = true;
    out.command = held->peak_command;
    return true;
}

const LanePlace* lane_of(const LaneLayout& layout, int group, std::uint32_t stage)
{
    const auto& lanes = layout.groups[static_cast<std::size_t>(group)].lanes;
    return stage < lanes.size() ? &lanes[stage] : nullptr;
}

} // namespace

std::pair<double, double> shown_range(const LaneChart& chart)
{
    return chart.range.value_or(std::pair(0.0, chart.end()));
}

ReadableHeight readable_height(const LaneChart& chart, const LaneMetrics& metrics)
{
    const Heights h = heights(std::max(kReadable, chart.least_lane));
    ReadableHeight out;
    out.all = height_with(chart, metrics, h) + axis_room(metrics);
    for (const LaneGroup& group : chart.groups)
        out.one = std::max(out.one, height_with(chart, group, metrics, h) + axis_room(metrics));
    return out;
}

QRectF half_of(const QRectF& cell, bool upper)
{
    const double gap = cell.height() >= 6 ? 1 : 0;
    const double high = std::floor((cell.height() - gap) / 2);
    return upper ? QRectF(cell.left(), cell.top(), cell.width(), high)
                 : QRectF(cell.left(), cell.top() + high + gap, cell.width(), cell.height() - high - gap);
}

LaneLayout layout_lanes(const LaneChart& chart, const QRectF& whole, const LaneMetrics& metrics, double scroll,
                        bool overview)
{
    LaneLayout out;
    QRectF area = whole;
    const auto room = [&] { return std::max(0.0, area.height() - axis_room(metrics)); };
    Heights h = fitting(chart, metrics, room());
    std::size_t all_lanes = 0;
    for (const LaneGroup& group : chart.groups)
        all_lanes += stages_of(group);
    if (overview && all_lanes > 0 && (chart.range || height_with(chart, metrics, h) > room() + 0.5)) {
        const double high = std::min(kMostOverview, kOverviewLane * static_cast<double>(all_lanes));
        double highest = 0; // of the groups: where one is seen whole, it still is
        for (const LaneGroup& group : chart.groups)
            highest = std::max(highest, height_with(chart, group, metrics, h));
        if (highest > room() || highest <= room() - high - 2 - kOverviewGap) {
            out.overview = QRectF(area.left() + metrics.label_width + 8, area.top() + 2,
                                  std::max(40.0, area.width() - metrics.label_width - 10), high);
            area.setTop(out.overview.bottom() + kOverviewGap);
            h = fitting(chart, metrics, room());
        }
    }
    out.viewport = QRectF(area.left(), area.top(), area.width(), room());
    out.content_height = height_with(chart, metrics, h);
    // The axis stands right under the lanes where they leave room.
    out.viewport.setHeight(std::min(out.viewport.height(), out.content_height + 2));
    out.plot = QRectF(area.left() + metrics.label_width + 8, area.top(),
                      std::max(40.0, area.width() - metrics.label_width - 10), out.viewport.height());
    out.axis = QRectF(out.plot.left(), out.viewport.bottom() + 4, out.plot.width(), kAxisLine + metrics.small_height);
    const auto [begin, end] = shown_range(chart);
    out.window = {begin, end, out.plot.width()};

    out.lane_height = h.lane;
    out.numbered = h.lane >= kNumbersFrom;
    double y = area.top() - std::clamp(scroll, 0.0, out.max_scroll());
    for (const LaneGroup& group : chart.groups) {
        LaneGroupPlace place;
        place.title = QRectF(area.left(), y, area.width() - 2, metrics.line_height);
        y += metrics.line_height + kTitleGap;
        const double top = y;
        const GroupHeights own = heights_of(chart, group, h);
        if (own.above > 0) {
            place.strip = QRectF(out.plot.left(), y, out.plot.width(), own.above);
            const auto picked = static_cast<std::size_t>(chart.device);
            place.strip_device =
                static_cast<int>(chart.device >= 0 && picked < stages_of(group) ? picked : group.fullest());
            y += own.above;
        }
        for (std::size_t stage = 0; stage < stages_of(group); ++stage) {
            LanePlace lane;
            lane.stage = static_cast<int>(stage);
            lane.strip = QRectF(out.plot.left(), y, out.plot.width(), own.strip);
            lane.lane = QRectF(out.plot.left(), y + own.strip, out.plot.width(), own.lane);
            if (own.beside > 0)
                lane.beside = QRectF(out.plot.left(), lane.lane.bottom(), out.plot.width(), own.beside);
            if (own.link > 0)
                lane.link = QRectF(out.plot.left(), lane.lane.bottom(), out.plot.width(), own.link);
            place.lanes.push_back(lane);
            y += own.each();
        }
        if (!group.simulation())
            y += kMessage;
        if (own.tray > 0) {
            place.tray = QRectF(out.plot.left(), y, out.plot.width(), own.tray);
            place.unplaced = tray_cells(group, place.tray);
            y += own.tray;
        }
        place.body = QRectF(area.left(), top, area.width(), y - top);
        out.groups.push_back(std::move(place));
        y += kGap;
    }
    return out;
}

TimeWindow own_window(const LaneLayout& layout, const LaneGroup& group)
{
    return {layout.window.begin / group.scale, layout.window.end / group.scale, layout.window.width};
}

std::optional<double> peak_x(const LaneLayout& layout, const LaneGroup& group, std::size_t device)
{
    const DeviceBytes* held = group.bytesOf(device);
    if (!held || held->peak_command == kNoCommand)
        return std::nullopt;
    const double x = layout.x(held->peak_time * group.scale);
    return x < layout.plot.left() || x > layout.plot.right() ? std::nullopt : std::optional(x);
}

LaneHit hit_lanes(const LaneChart& chart, const LaneLayout& layout, const QPointF& at)
{
    LaneHit out;
    if (layout.axis.adjusted(0, -4, 0, 4).contains(at)) {
        out.axis = true;
        return out;
    }
    if (!layout.viewport.contains(at))
        return out;
    for (std::size_t g = 0; g < layout.groups.size(); ++g) {
        const LaneGroupPlace& place = layout.groups[g];
        if (place.title.contains(at)) {
            out.group = static_cast<int>(g);
            out.title = true;
            return out;
        }
        if (!place.body.contains(at))
            continue;
        out.group = static_cast<int>(g);
        for (std::size_t i = 0; i < place.unplaced.size(); ++i)
            if (place.unplaced[i].contains(at)) {
                out.unplaced = static_cast<int>(i);
                out.stage = static_cast<int>(chart.groups[g].drawn->unplaced[i].device);
                return out;
            }
        if (!place.strip.isEmpty() && place.strip.contains(at) &&
            hits_peak(chart, layout, chart.groups[g], static_cast<std::size_t>(place.strip_device), at, out)) {
            out.stage = place.strip_device;
            return out;
        }
        for (const LanePlace& lane : place.lanes) {
            const QRectF whole = lane.strip.united(lane.lane).united(lane.beside).united(lane.link);
            if (at.y() < whole.top() || at.y() >= whole.bottom())
                continue;
            out.stage = lane.stage;
            if (at.x() < layout.plot.left()) {
                out.label = true;
                return out;
            }
            const LaneGroup& group = chart.groups[g];
            const Simulation& simulation = group.shown();
            if (!lane.strip.isEmpty() && lane.strip.contains(at) &&
                hits_peak(chart, layout, group, static_cast<std::size_t>(lane.stage), at, out))
                return out;
            const double time = layout.time(at.x()) / group.scale;
            if (group.iteration)
                for (std::size_t i = 0; i < group.iteration->lanes.size(); ++i) {
                    const TailStep& step = group.iteration->lanes[i];
                    const bool row =
                        step.what == TailStep::What::step ? lane.lane.contains(at) : lane.link.contains(at);
                    const bool here =
                        step.device == static_cast<std::uint32_t>(lane.stage) ||
                        (step.what == TailStep::What::tied && step.other == static_cast<std::uint32_t>(lane.stage));
                    if (row && here && time >= step.begin && time < step.end) {
                        out.tail = static_cast<int>(i);
                        return out;
                    }
                }
            if (!lane.link.isEmpty() && at.y() >= lane.link.top()) {
                const bool ordered = group.request().transfers == TransferMode::ordered; // both ends have it
                for (std::size_t i = 0; i < simulation.graph.links.size(); ++i)
                    if ((simulation.graph.links[i].from == static_cast<std::uint32_t>(lane.stage) ||
                         (ordered && simulation.graph.links[i].to == static_cast<std::uint32_t>(lane.stage))) &&
                        out.command == kNoCommand)
                        out.command =
                            command_at(simulation, static_cast<std::uint32_t>(simulation.graph.stages() + i), time);
                return out;
            }
            if (group.still() && time >= simulation.timeline.makespan) {
                const CommandId head = group.drawn->heads[static_cast<std::size_t>(lane.stage)];
                if (head != kNoCommand && time < simulation.timeline.makespan + simulation.graph.duration(head))
                    out.command = head;
                return out;
            }
            if (group.second && time >= simulation.timeline.makespan) {
                out.command = command_at(*group.second, static_cast<std::uint32_t>(lane.stage), time);
                out.second = out.command != kNoCommand;
            }
            if (time < 0 || (time >= simulation.timeline.makespan && !out.second))
                return out;
            const Simulation& seen = out.second ? *group.second : simulation;
            out.command = command_at(seen, static_cast<std::uint32_t>(lane.stage), time);
            if (out.command != kNoCommand && seen.graph.unit(out.command).first != seen.graph.unit(out.command).second)
                out.command = at.y() < lane.lane.center().y() ? seen.graph.unit(out.command).first
                                                              : seen.graph.unit(out.command).second;
            if (out.command == kNoCommand)
                out.idle = idle_at(simulation, static_cast<std::uint32_t>(lane.stage), time);
            return out;
        }
        return out;
    }
    return out;
}

QRectF place_of_command(const LaneChart& chart, const LaneLayout& layout, int group, CommandId id)
{
    const LaneGroup& shown = chart.groups[static_cast<std::size_t>(group)];
    const Simulation* simulation = shown.simulation();
    if (!simulation || id >= simulation->graph.size())
        return {};
    const LanePlace* lane = lane_of(layout, group, simulation->graph.stage[id]);
    if (!lane)
        return {};
    const QRectF& row = simulation->graph.kind[id] == CommandKind::send ? lane->link : lane->lane;
    double start = simulation->timeline.start[id];
    double end = simulation->timeline.end[id];
    if (!std::isfinite(end)) { // the one in which a device stands still; no other has a place
        const auto stage = simulation->graph.stage[id];
        if (!shown.still() || shown.drawn->heads[stage] != id)
            return {};
        start = simulation->timeline.makespan;
        end = start + simulation->graph.duration(id);
    }
    const double x0 = layout.x(start * shown.scale);
    const double x1 = layout.x(end * shown.scale);
    return {x0, row.top(), std::max(1.0, x1 - x0), row.height()};
}

QRectF place_of_tail(const LaneChart& chart, const LaneLayout& layout, int group, const TailStep& step)
{
    const LanePlace* lane = lane_of(layout, group, step.device);
    if (!lane)
        return {};
    const double scale = chart.groups[static_cast<std::size_t>(group)].scale;
    const QRectF& row = step.what == TailStep::What::step ? lane->lane : lane->link;
    const double x0 = layout.x(step.begin * scale);
    return {x0, row.top(), std::max(1.0, layout.x(step.end * scale) - x0), row.height()};
}

QRectF place_of_idle(const LaneChart& chart, const LaneLayout& layout, int group, const Idle& idle)
{
    const LanePlace* lane = lane_of(layout, group, idle.stage);
    if (!lane)
        return {};
    const double scale = chart.groups[static_cast<std::size_t>(group)].scale;
    const double x0 = layout.x(idle.begin * scale);
    return {x0, lane->lane.top(), std::max(1.0, layout.x(idle.end * scale) - x0), lane->lane.height()};
}

std::vector<std::uint32_t> held_columns(const std::vector<Held>& held, const TimeWindow& window)
{
    std::vector<std::uint32_t> out(static_cast<std::size_t>(std::max(0.0, std::ceil(window.width))), 0);
    if (held.empty() || out.empty())
        return out;
    const auto columns = static_cast<double>(out.size());
    auto first =
        std::upper_bound(held.begin(), held.end(), window.begin, [](double t, const Held& h) { return t < h.time; });
    if (first != held.begin())
        --first;
    for (auto it = first; it != held.end() && it->time < window.end; ++it) {
        const double until = it + 1 == held.end() ? it->time : (it + 1)->time;
        const double x0 = std::clamp(std::floor(window.x(it->time) + 0.5), 0.0, columns);
        const double x1 = std::clamp(std::max(std::floor(window.x(until) + 0.5), x0 + 1), 0.0, columns);
        for (auto x = static_cast<std::size_t>(x0); x < static_cast<std::size_t>(x1); ++x)
            out[x] = std::max(out[x], it->count);
    }
    return out;
}

std::vector<double> byte_columns(const std::vector<DeviceBytes::Level>& levels, double end, const TimeWindow& window)
{
    std::vector<double> out(static_cast<std::size_t>(std::max(0.0, std::ceil(window.width))), 0);
    const auto columns = static_cast<double>(out.size());
    for (std::size_t i = 0; i < levels.size(); ++i) {
        const double until = i + 1 < levels.size() ? levels[i + 1].time : end;
        if (until < window.begin || levels[i].time > window.end)
            continue;
        const double x0 = std::clamp(std::floor(window.x(levels[i].time) + 0.5), 0.0, columns);
        const double x1 = std::clamp(std::max(std::floor(window.x(until) + 0.5), x0 + 1), 0.0, columns);
        for (auto x = static_cast<std::size_t>(x0); x < static_cast<std::size_t>(x1); ++x)
            out[x] = std::max(out[x], levels[i].bytes);
    }
    return out;
}

} // namespace blueprinting::ui
