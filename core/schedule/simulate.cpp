#include "core/schedule/simulate.h"

#include "core/schedule/ticks.h"

#include <algorithm>

namespace blueprinting::schedule {
namespace {

constexpr double kNotRun = -1;

/// Runs the queues. Every resource serves in a fixed order, so a command's start follows from what came before it
/// alone, and it does not matter which resource is taken next: each runs on until its next command needs one that has
/// not run, and is woken when that one has. False where the work was cancelled.
class Runner {
public:
    /// Each device's queue begins at its time of `begins`, in ticks; at 0 where that is empty.
    explicit Runner(const CommandGraph& graph, std::span<const double> begins = {},
                    const std::vector<bool>* blocked = nullptr)
        : m_graph(graph),
          m_begins(begins),
          m_blocked(blocked),
          m_next(graph.queue_begin.begin(), graph.queue_begin.end() - 1)
    {
        ticks.start.resize(graph.size());
        ticks.end.assign(graph.size(), kNotRun);
        ticks.order.reserve(graph.size());
        m_asleep_on.assign(graph.size(), kNobody);
        m_next_asleep.assign(graph.resources(), kNobody);
    }

    bool run(const CancelToken& cancel)
    {
        for (std::uint32_t r = static_cast<std::uint32_t>(m_graph.resources()); r-- > 0;)
            m_awake.push_back(r);
        while (!m_awake.empty()) {
            const std::uint32_t r = m_awake.back();
            m_awake.pop_back();
            if (ticks.order.size() - m_looked > 65536) {
                m_looked = ticks.order.size();
                if (cancel.cancelled())
                    return false;
            }
            while (m_next[r] < m_graph.queue_begin[r + 1] && step(m_next[r], r))
                m_next[r] = m_graph.unit(m_next[r]).second + 1;
        }
        return true;
    }

    detail::TickTimeline ticks;

private:
    static constexpr std::uint32_t kNobody = UINT32_MAX;

    bool step(CommandId id, std::uint32_t resource)
    {
        if (m_blocked && ((*m_blocked)[id] || (*m_blocked)[m_graph.unit(id).second]))
            return false;
        const CommandId before = m_graph.before(id);
        double start = before != kNoCommand ? ticks.end[before] : resource < m_begins.size() ? m_begins[resource] : 0;
        for (const CommandId d : m_graph.unit_dependencies(id)) {
            if (ticks.end[d] == kNotRun) {
                m_next_asleep[resource] = m_asleep_on[d];
                m_asleep_on[d] = resource;
                return false;
            }
            start = std::max(start, ticks.end[d]);
        }
        for (CommandId each = id; each <= m_graph.unit(id).second; ++each) {
            ticks.start[each] = start;
            ticks.end[each] = start + m_graph.ticks[each];
            ticks.makespan = std::max(ticks.makespan, ticks.end[each]);
            ticks.order.push_back(each);
            for (std::uint32_t r = m_asleep_on[each]; r != kNobody; r = m_next_asleep[r])
                m_awake.push_back(r);
        }
        return true;
    }

    const CommandGraph& m_graph;
    std::span<const double> m_begins;
    const std::vector<bool>* m_blocked;       ///< by command: it never runs
    std::vector<std::uint32_t> m_next;        ///< by resource
    std::vector<std::uint32_t> m_asleep_on;   ///< by command: first of the resources that wait for it
    std::vector<std::uint32_t> m_next_asleep; ///< by resource: the next that waits for the same
    std::vector<std::uint32_t> m_awake;
    std::size_t m_looked = 0;
};

/// One cycle among the commands that never ran, as a sentence.
Diagnostic cycle(const CommandGraph& graph, const std::vector<double>& end)
{
    const auto blocked_on = [&](CommandId id) {
        for (const CommandId d : graph.unit_dependencies(id))
            if (end[d] == kNotRun)
                return d;
        return graph.before(id);
    };
    CommandId at = 0;
    while (end[at] != kNotRun)
        ++at;
    std::vector<bool> seen(graph.size());
    while (!seen[at]) {
        seen[at] = true;
        at = blocked_on(at);
    }
    constexpr int most = 6;
    std::string text = describe(graph, at);
    int named = 1;
    for (CommandId next = blocked_on(at); next != at; next = blocked_on(next), ++named)
        if (named < most)
            text += " waits for " + describe(graph, next);
    if (named > most)
        text += " … (" + std::to_string(named) + " commands)";
    text += " waits for " + describe(graph, at);
    return {Severity::error, "schedule.cycle", "", text + ": the order never ends"};
}

std::vector<double> in_units(std::vector<double> ticks, double per_unit)
{
    if (per_unit != 1)
        for (double& t : ticks)
            t /= per_unit;
    return ticks;
}

} // namespace

std::string_view to_string(Phase phase)
{
    switch (phase) {
    case Phase::warm_up: return "warm-up";
    case Phase::steady: return "steady";
    case Phase::cool_down: return "cool-down";
    }
    return "";
}

std::size_t Simulation::critical_count() const
{
    return static_cast<std::size_t>(std::count(slack.begin(), slack.end(), 0.0));
}

Result<Simulation> simulate(CommandGraph graph, const CancelToken& cancel)
{
    Runner runner(graph);
    if (!runner.run(cancel))
        return Cancelled{};
    detail::TickTimeline ticks = std::move(runner.ticks);
    if (ticks.order.size() < graph.size())
        return cycle(graph, ticks.end);

    Simulation out;
    out.graph = std::move(graph);
    out.slack = detail::slack(out.graph, ticks);
    if (cancel.cancelled())
        return Cancelled{};
    detail::find_idle(out, ticks);
    detail::summarise(out, ticks);

    const double per_unit = out.graph.plan.times.ticks_per_unit;
    out.timeline.start = in_units(std::move(ticks.start), per_unit);
    out.timeline.end = in_units(std::move(ticks.end), per_unit);
    out.timeline.makespan = ticks.makespan / per_unit;
    out.slack = in_units(std::move(out.slack), per_unit);
    for (Idle& gap : out.idle) {
        gap.begin /= per_unit;
        gap.end /= per_unit;
    }
    for (StageSummary& stage : out.stages) {
        stage.first_start /= per_unit;
        stage.last_end /= per_unit;
        stage.work /= per_unit;
        stage.internal_idle /= per_unit;
    }
    out.bubble_time /= per_unit;
    return out;
}

Timeline partial_run(const CommandGraph& graph, std::span<const double> begins, const std::vector<bool>* blocked)
{
    const double per_unit = graph.plan.times.ticks_per_unit;
    std::vector<double> ticks(begins.begin(), begins.end());
    for (double& begin : ticks)
        begin *= per_unit;
    Runner runner(graph, ticks, blocked);
    runner.run({});
    for (std::size_t id = 0; id < graph.size(); ++id)
        if (runner.ticks.end[id] == kNotRun)
            runner.ticks.start[id] = runner.ticks.end[id] = kNeverRan * per_unit;
    return {in_units(std::move(runner.ticks.start), per_unit), in_units(std::move(runner.ticks.end), per_unit),
            runner.ticks.makespan / per_unit};
}

std::optional<Diagnostic> find_cycle(const CommandGraph& graph)
{
    Runner runner(graph);
    runner.run({});
    if (runner.ticks.order.size() == graph.size())
        return std::nullopt;
    return cycle(graph, runner.ticks.end);
}

std::vector<CommandId> unblocked_by(const CommandGraph& graph, CommandId id)
{
    std::vector<CommandId> out;
    for (CommandId other = 0; other < graph.size(); ++other) {
        const auto needs = graph.dependencies(other);
        if (std::find(needs.begin(), needs.end(), id) != needs.end())
            out.push_back(other);
    }
    return out;
}

} // namespace blueprinting::schedule
