#include "core/schedule/ticks.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace blueprinting::schedule::detail {
namespace {

/// Whatever ends last; of several the one with the lowest id.
CommandId last_to_end(const TickTimeline& timeline)
{
    return static_cast<CommandId>(std::max_element(timeline.end.begin(), timeline.end.end()) - timeline.end.begin());
}

/// What a command's start waited for: of its dependencies the one that ended last.
CommandId binding(const CommandGraph& graph, const TickTimeline& timeline, CommandId id)
{
    CommandId out = kNoCommand;
    for (const CommandId d : graph.unit_dependencies(id))
        if (out == kNoCommand || timeline.end[d] > timeline.end[out])
            out = d;
    return out;
}

/// Whether the end of a command frees what its chunk's forward holds. A weight gradient has an input gradient before
/// it.
bool frees(const Request& request, CommandKind kind, HeldUntil until)
{
    switch (kind) {
    case CommandKind::forward: return !has_backward(request.kind);
    case CommandKind::backward: return true;
    case CommandKind::input_gradient: return until == HeldUntil::gradient;
    case CommandKind::weight_gradient: return until == HeldUntil::weight_gradient;
    case CommandKind::recompute:
    case CommandKind::send: break;
    }
    return false;
}

std::uint32_t peak(const CommandGraph& graph, std::uint32_t begin, std::uint32_t end, HeldUntil until)
{
    std::uint32_t held = 0;
    std::uint32_t most = 0;
    for (CommandId id = begin; id < end; ++id) {
        if (graph.kind[id] == CommandKind::forward)
            most = std::max(most, ++held);
        if (frees(graph.plan.request, graph.kind[id], until))
            --held;
    }
    return most;
}

} // namespace

std::vector<double> slack(const CommandGraph& graph, const TickTimeline& timeline)
{
    std::vector<double> latest(graph.size(), timeline.makespan);
    for (auto it = timeline.order.rbegin(); it != timeline.order.rend(); ++it) {
        const CommandId id = *it;
        // Of a pair the second comes here first, and both end when the earlier of the two must.
        const auto [first, last] = graph.unit(id);
        latest[first] = latest[last] = std::min(latest[first], latest[last]);
        const double start = latest[id] - graph.ticks[id];
        for (const CommandId d : graph.dependencies(id))
            latest[d] = std::min(latest[d], start);
        if (const CommandId b = graph.before(id); b != kNoCommand)
            latest[b] = std::min(latest[b], start);
    }
    // Times in seconds carry rounding: what is left of it is no slack.
    const double rounding = 1e-9 * timeline.makespan;
    for (std::size_t id = 0; id < latest.size(); ++id) {
        latest[id] -= timeline.end[id];
        if (std::fabs(latest[id]) <= rounding)
            latest[id] = 0;
    }
    return latest;
}

void find_idle(Simulation& out, const TickTimeline& timeline)
{
    const CommandGraph& graph = out.graph;
    const CommandId last = graph.size() > 0 ? last_to_end(timeline) : kNoCommand;
    const double rounding = 1e-12 * timeline.makespan;
    for (std::uint32_t stage = 0; stage < graph.stages(); ++stage) {
        out.idle_begin.push_back(static_cast<std::uint32_t>(out.idle.size()));
        const CommandId begin = graph.queue_begin[stage];
        const CommandId end = graph.queue_begin[stage + 1];
        CommandId first_backward = begin;
        while (first_backward < end && !graph.is_backward(first_backward) &&
               graph.kind[first_backward] != CommandKind::recompute)
            ++first_backward;
        if (first_backward == end)
            first_backward = begin; // no backward at all
        CommandId last_forward = end;
        while (last_forward > begin && graph.kind[last_forward - 1] != CommandKind::forward)
            --last_forward; // one past it
        double free = 0;
        for (CommandId id = begin; id < end; ++id) {
            if (timeline.start[id] > free + rounding) {
                const Phase phase = id <= first_backward ? Phase::warm_up
                                    : id >= last_forward ? Phase::cool_down
                                                         : Phase::steady;
                out.idle.push_back({free, timeline.start[id], stage, binding(graph, timeline, id), id, phase});
            }
            free = timeline.end[id];
        }
        if (timeline.makespan > free + rounding)
            out.idle.push_back({free, timeline.makespan, stage, last, kNoCommand, Phase::cool_down});
    }
    out.idle_begin.push_back(static_cast<std::uint32_t>(out.idle.size()));
}

void summarise(Simulation& out, const TickTimeline& timeline)
{
    const CommandGraph& graph = out.graph;
    double work = 0;
    for (std::size_t stage = 0; stage < graph.stages(); ++stage) {
        const CommandId begin = graph.queue_begin[stage];
        CommandId end = graph.queue_begin[stage + 1];
        while (end > begin && !std::isfinite(timeline.end[end - 1])) // what never ran stands at the end
            --end;
        StageSummary summary;
        if (begin < end) {
            summary.first_start = timeline.start[begin];
            summary.last_end = timeline.end[end - 1];
        }
        double inside = 0;
        for (CommandId id = begin; id < end; ++id) {
            if (graph.is_second(id))
                continue;
            summary.work += graph.ticks[id];
            if (id > begin)
                inside += timeline.start[id] - timeline.end[id - 1];
        }
        summary.internal_idle = inside;
        summary.peak_activations = peak(graph, begin, end, HeldUntil::gradient);
        summary.peak_until_weight_gradient = peak(graph, begin, end, HeldUntil::weight_gradient);
        work = std::max(work, summary.work);
        out.stages.push_back(summary);
    }
    out.bubble_time = timeline.makespan - work;
    out.bubble_over_ideal = work > 0 ? out.bubble_time / work : 0;
    out.bubble_over_total = timeline.makespan > 0 ? out.bubble_time / timeline.makespan : 0;
}

} // namespace blueprinting::schedule::detail

namespace blueprinting::schedule {

Simulation as_simulation(CommandGraph graph, Timeline timeline)
{
    constexpr double never = std::numeric_limits<double>::infinity();
    timeline.start.resize(graph.size(), kNeverRan);
    timeline.end.resize(graph.size(), kNeverRan);
    for (std::size_t id = 0; id < graph.size(); ++id)
        if (timeline.end[id] == kNeverRan)
            timeline.start[id] = timeline.end[id] = never;
    Simulation out;
    out.graph = std::move(graph);
    out.slack.assign(out.graph.size(), 1);
    detail::TickTimeline times{timeline.start, timeline.end, {}, timeline.makespan};
    detail::find_idle(out, times);
    // Before what never ran a device idles to the end, if it idles at all.
    std::vector<Idle> kept;
    std::size_t at = 0;
    for (std::uint32_t stage = 0; stage < out.graph.stages(); ++stage) {
        const std::size_t last = out.idle_begin[stage + 1];
        out.idle_begin[stage] = static_cast<std::uint32_t>(kept.size());
        for (; at < last; ++at) {
            Idle gap = out.idle[at];
            gap.end = std::min(gap.end, timeline.makespan);
            if (gap.begin < gap.end)
                kept.push_back(gap);
        }
    }
    out.idle_begin.back() = static_cast<std::uint32_t>(kept.size());
    out.idle = std::move(kept);
    // A command's ticks are the plan's; what ran took the time that it took.
    const double per_unit = out.graph.plan.times.ticks_per_unit;
    detail::summarise(out, times);
    for (StageSummary& stage : out.stages)
        stage.work /= per_unit;
    double work = 0;
    for (const StageSummary& stage : out.stages)
        work = std::max(work, stage.work);
    out.bubble_time = timeline.makespan - work;
    out.bubble_over_ideal = work > 0 ? out.bubble_time / work : 0;
    out.bubble_over_total = timeline.makespan > 0 ? out.bubble_time / timeline.makespan : 0;
    out.timeline = std::move(timeline);
    return out;
}

std::vector<Held> activations(const Simulation& simulation, std::size_t stage, HeldUntil until)
{
    const CommandGraph& graph = simulation.graph;
    std::vector<Held> out;
    std::uint32_t held = 0;
    const auto put = [&](double time, std::uint32_t count) {
        if (!out.empty() && out.back().time == time)
            out.pop_back(); // an end and a start at one instant are one step
        if (out.empty() ? count > 0 : out.back().count != count)
            out.push_back({time, count});
    };
    for (CommandId id = graph.queue_begin[stage];
         id < graph.queue_begin[stage + 1] && std::isfinite(simulation.timeline.end[id]); ++id) {
        if (graph.kind[id] == CommandKind::forward)
            put(simulation.timeline.start[id], ++held);
        if (detail::frees(graph.plan.request, graph.kind[id], until))
            put(simulation.timeline.end[id], --held);
    }
    return out;
}

} // namespace blueprinting::schedule
