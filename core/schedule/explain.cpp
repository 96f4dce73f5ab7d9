#include "core/schedule/explain.h"

#include "core/schedule/lane_layout.h"
#include "core/schedule/schedule.h"

#include <algorithm>
#include <cmath>

namespace blueprinting::schedule {
namespace {

std::string stage_name(std::uint32_t stage) { return std::string("device ").append(std::to_string(stage)); }

/// Named with its stage only where that is another one.
std::string seen_from(const CommandGraph& graph, std::uint32_t stage, CommandId id)
{
    if (graph.kind[id] == CommandKind::send || graph.stage[id] != stage)
        return describe(graph, id);
    return "its own " + describe_short(graph, id);
}

std::string listed(const std::vector<std::string>& names)
{
    std::string out;
    for (std::size_t i = 0; i < names.size(); ++i)
        out += (i == 0 ? "" : i + 1 == names.size() ? " and " : ", ") + names[i];
    return out;
}

/// What a command hands on: the output of a forward, the gradient of a backward.
std::string product(const CommandGraph& graph, CommandId id)
{
    if (graph.kind[id] == CommandKind::send)
        return graph.is_backward(graph.dependencies(id).front()) ? "gradient" : "output";
    return graph.kind[id] == CommandKind::forward ? "output" : "gradient";
}

/// "forward 3 of device 1", of a pair "forward 17 ← and backward 3 → of device 2, at once".
std::string unit_name(const CommandGraph& graph, CommandId id)
{
    const auto [first, last] = graph.unit(id);
    return first == last ? describe(graph, id)
                         : describe_short(graph, first) + " and " + describe(graph, last) + ", at once";
}

bool same(double a, double b, double makespan) { return std::fabs(a - b) <= 1e-9 * makespan; }

std::string capital(std::string text)
{
    if (!text.empty() && text[0] >= 'a' && text[0] <= 'z')
        text[0] = static_cast<char>(text[0] - 'a' + 'A');
    return text;
}

/// "Stage 1 ends backward 1 and hands its gradient to stage 0, which has idled since 4.0 and now starts backward 1."
std::string woken(const Simulation& simulation, const Idle& gap)
{
    const CommandGraph& graph = simulation.graph;
    const std::string since = gap.begin == 0 ? std::string("has waited from the start")
                                             : "has idled since " + time_text(graph.plan, gap.begin);
    const std::string next = describe_short(graph, gap.next);
    if (gap.waits_for == kNoCommand)
        return "Device " + std::to_string(gap.stage) + " " + since + " and now starts " + next + ".";
    if (graph.kind[gap.waits_for] == CommandKind::send)
        return "The " + describe(graph, gap.waits_for) + " is done: device " + std::to_string(gap.stage) + " " + since +
               " and now starts " + next + ".";
    return "Device " + std::to_string(graph.stage[gap.waits_for]) + " ends " + describe_short(graph, gap.waits_for) +
           " and hands its " + product(graph, gap.waits_for) + " to device " + std::to_string(gap.stage) + ", which " +
           since + " and now starts " + next + ".";
}

std::string falls_idle(const Simulation& simulation, const Idle& gap)
{
    const CommandGraph& graph = simulation.graph;
    const std::string stage = capital(stage_name(gap.stage));
    if (gap.next == kNoCommand)
        return stage + " has done all its work.";
    if (gap.waits_for == kNoCommand)
        return stage + " has nothing to do for " + duration_text(graph.plan, gap.end - gap.begin) + ".";
    return stage + " has nothing to do for " + duration_text(graph.plan, gap.end - gap.begin) + ": it waits for " +
           describe(graph, gap.waits_for) + ".";
}

/// Calls `look` with the starts of each device's commands and with their ends, both in order.
template <class Look>
void each_queue(const Simulation& simulation, Look look)
{
    const auto& queues = simulation.graph.queue_begin;
    for (std::uint32_t stage = 0; stage < simulation.graph.stages(); ++stage)
        for (const auto* times : {&simulation.timeline.start, &simulation.timeline.end})
            look(times->begin() + queues[stage], times->begin() + queues[stage + 1]);
}

} // namespace

std::string duration_text(const Plan& plan, double time)
{
    return plan.unit == TimeUnit::units ? time_text(plan, time) + " units" : time_text(plan, time);
}

Explanation explain_command(const Simulation& simulation, CommandId id)
{
    const CommandGraph& graph = simulation.graph;
    const Plan& plan = graph.plan;
    const double start = simulation.timeline.start[id];
    const double end = simulation.timeline.end[id];
    Explanation out;
    const auto [first, last] = graph.unit(id);
    if (!std::isfinite(end)) {
        out.title = capital(unit_name(graph, id)) + " never runs";
        out.lines.push_back("the order stands still before it");
        return out;
    }
    out.title = capital(unit_name(graph, id)) + ", " + time_text(plan, start) + " to " + time_text(plan, end) + ": " +
                duration_text(plan, end - start);

    std::vector<std::string> needs;
    for (const CommandId d : graph.unit_dependencies(id))
        needs.push_back(seen_from(graph, graph.stage[id], d));
    if (!needs.empty())
        out.lines.push_back("needs " + listed(needs));
    else
        out.lines.push_back("needs nothing but its turn");

    std::vector<std::string> unblocks;
    for (CommandId each = first; each <= last; ++each)
        for (const CommandId other : unblocked_by(graph, each))
            unblocks.push_back(seen_from(graph, graph.stage[id], other));
    out.lines.push_back(unblocks.empty() ? std::string("unblocks nothing: it is the last of its microbatch here")
                                         : "unblocks " + listed(unblocks));
    out.lines.push_back(simulation.critical(id) ? std::string("on a critical path: later here is later at the end")
                                                : "could end " + duration_text(plan, simulation.slack[id]) + " later");
    return out;
}

Explanation explain_idle(const Simulation& simulation, const Idle& idle)
{
    const CommandGraph& graph = simulation.graph;
    const Plan& plan = graph.plan;
    Explanation out;
    out.title = capital(stage_name(idle.stage)) + " idle from " + time_text(plan, idle.begin) + " to " +
                time_text(plan, idle.end) + ": " + duration_text(plan, idle.end - idle.begin);
    if (idle.next == kNoCommand) {
        out.lines.push_back("has done all its work (cool-down)");
        if (std::isfinite(simulation.timeline.end[idle.waits_for]))
            out.lines.push_back("the iteration ends with " + describe(graph, idle.waits_for));
        return out;
    }
    if (idle.waits_for == kNoCommand) { // a measured run: nothing that it needs ran meanwhile
        out.lines.push_back("waits for nothing that the order knows");
        return out;
    }
    out.lines.push_back("waits for " + describe(graph, idle.waits_for) + " (" + std::string(to_string(idle.phase)) +
                        ')');
    out.lines.push_back("then unblocks its own " + describe_short(graph, idle.next));
    return out;
}

std::string narrate(const Simulation& simulation, double time)
{
    const CommandGraph& graph = simulation.graph;
    const double makespan = simulation.timeline.makespan;
    const auto at = [&](double t) { return same(t, time, makespan); };
    if (graph.size() == 0)
        return {};
    if (time >= makespan || at(makespan)) {
        const auto last = std::max_element(simulation.timeline.end.begin(), simulation.timeline.end.end());
        if (!std::isfinite(*last))
            return "The order stands still, " + duration_text(graph.plan, makespan) + " after it began.";
        return capital(describe(graph, static_cast<CommandId>(last - simulation.timeline.end.begin()))) +
               " ends: the iteration is done, " + duration_text(graph.plan, makespan) + " after it began.";
    }
    if (at(0)) {
        const std::string first = "Device 0 starts " + describe_short(graph, graph.queue_begin[0]);
        return graph.stages() > 1 ? first + "; every other device waits for what it hands on." : first + ".";
    }

    std::string starts_work;
    std::string stops_work;
    std::vector<std::string> others;
    for (std::uint32_t stage = 0; stage < graph.stages(); ++stage) {
        const double after = time + 1e-9 * makespan;
        const double before = time - 1e-9 * makespan;
        const Idle* ended = idle_at(simulation, stage, before);
        const Idle* begun = idle_at(simulation, stage, after);
        if (ended && !begun && starts_work.empty()) {
            starts_work = woken(simulation, *ended);
        } else if (begun && !ended) {
            if (stops_work.empty())
                stops_work = falls_idle(simulation, *begun);
        } else if (const CommandId id = command_at(simulation, stage, after);
                   id != kNoCommand && at(simulation.timeline.start[id])) {
            others.push_back(stage_name(stage) + " starts " + describe_short(graph, id));
        }
    }
    std::string out = starts_work;
    if (!stops_work.empty())
        out += (out.empty() ? "" : " ") + stops_work;
    if (starts_work.empty() || stops_work.empty()) {
        constexpr std::size_t most = 2;
        const std::size_t more = others.size() > most ? others.size() - most : 0;
        if (others.size() > most)
            others.resize(most);
        if (!others.empty())
            out += (out.empty() ? "" : " ") + capital(listed(others)) +
                   (more > 0 ? ", and " + std::to_string(more) + (more == 1 ? " other device" : " other devices") +
                                   " move on."
                             : ".");
    }
    if (!out.empty())
        return out;
    std::size_t busy = 0;
    for (std::uint32_t stage = 0; stage < graph.stages(); ++stage)
        busy += command_at(simulation, stage, time) != kNoCommand;
    return std::to_string(busy) + " of " + std::to_string(graph.stages()) + " devices compute.";
}

double next_event(const Simulation& simulation, double time)
{
    const double after = time + 1e-9 * simulation.timeline.makespan;
    double out = simulation.timeline.makespan;
    each_queue(simulation, [&](auto begin, auto end) {
        if (const auto it = std::upper_bound(begin, end, after); it != end)
            out = std::min(out, *it);
    });
    return out;
}

double previous_event(const Simulation& simulation, double time)
{
    const double before = time - 1e-9 * simulation.timeline.makespan;
    double out = 0;
    each_queue(simulation, [&](auto begin, auto end) {
        if (const auto it = std::lower_bound(begin, end, before); it != begin)
            out = std::max(out, *(it - 1));
    });
    return out;
}

} // namespace blueprinting::schedule
