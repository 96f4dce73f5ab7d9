#include "core/schedule/measured_compare.h"

#include "core/schedule/bytes.h"
#include "core/schedule/placement.h"
#include "core/schedule/written_order.h"

#include <algorithm>
#include <cmath>

namespace blueprinting::schedule::detail {
namespace {

constexpr double kSame = 1e-5; ///< ms; traces have nanoseconds at best

double median_of(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    const std::size_t middle = values.size() / 2;
    return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

/// A need across devices: the longest that a consumer began before its producer's end, in ms.
struct Skew {
    double least = 0; ///< what the consumer's clock must be shifted by more than the producer's
    CommandId consumer = kNoCommand, producer = kNoCommand;
};

class Comparison {
public:
    Comparison(MeasuredRun run, const std::vector<MeasuredDevice>& devices, CommandGraph graph)
        : m_run(std::move(run)), m_placement(graph.plan.request)
    {
        m_run.graph = std::move(graph);
        CommandGraph& g = m_run.graph;
        Timeline& t = m_run.measured;
        for (CommandId id = 0; id < computing(); ++id) {
            const std::uint32_t device = g.stage[id];
            const std::size_t span = t.start.size() - g.queue_begin[device] - pairs_before(id);
            t.start.push_back(devices[device].start[span]);
            t.end.push_back(devices[device].end[span]);
        }
        const double per_unit = g.plan.times.ticks_per_unit;
        for (CommandId id = 0; id < computing(); ++id)
            g.ticks[id] = (t.end[id] - t.start[id]) * per_unit;
        m_times.assign(g.ticks.begin(), g.ticks.end());
    }

    std::optional<Diagnostic> align()
    {
        std::map<std::pair<std::uint32_t, std::uint32_t>, Skew> skews; // consumer's and producer's device
        for (CommandId id = 0; id < computing(); ++id)
            for (const CommandId d : needs(id)) {
                const double least = m_run.measured.end[d] - m_run.measured.start[id];
                m_run.broken += least > kSame;
                Skew& known = skews[{graph().stage[id], graph().stage[d]}];
                if (known.consumer == kNoCommand || least > known.least)
                    known = {least, id, d};
            }
        if (m_run.broken == 0)
            return std::nullopt;
        m_run.shifts.assign(graph().stages(), 0);
        const Skew* worst = nullptr;
        for (std::size_t round = 0; round <= graph().stages(); ++round) {
            worst = nullptr;
            for (const auto& [pair, skew] : skews)
                if (const double wanted = m_run.shifts[pair.second] + skew.least;
                    wanted > m_run.shifts[pair.first] + kSame / 10) {
                    m_run.shifts[pair.first] = wanted;
                    if (!worst || skew.least > worst->least)
                        worst = &skew;
                }
            if (!worst)
                break;
        }
        if (worst)
            return Diagnostic{Severity::error, "trace.clocks", "",
                              "no shift of the clocks makes sense of it: " + describe(graph(), worst->consumer) +
                                  " begins before " + describe(graph(), worst->producer) + " ends"};
        std::string text;
        for (std::size_t device = 0; device < m_run.shifts.size(); ++device) {
            for (CommandId id = graph().queue_begin[device]; id < graph().queue_begin[device + 1]; ++id) {
                m_run.measured.start[id] += m_run.shifts[device];
                m_run.measured.end[id] += m_run.shifts[device];
            }
            text += (text.empty() ? "" : ", ") + std::to_string(std::llround(m_run.shifts[device] * 1e3));
        }
        m_run.findings.push_back({Severity::finding, "trace.clocks", "",
                                  std::to_string(m_run.broken) +
                                      " commands began before what they need had ended; clocks "
                                      "shifted by " +
                                      text + " µs, by device"});
        return std::nullopt;
    }

    Result<MeasuredRun> make()
    {
        if (auto problem = align())
            return *problem;
        Timeline& t = m_run.measured;
        const double begin = *std::min_element(t.start.begin(), t.start.end());
        for (CommandId id = 0; id < computing(); ++id) {
            t.start[id] -= begin;
            t.end[id] -= begin;
            t.makespan = std::max(t.makespan, t.end[id]);
        }
        medians();
        m_run.simulated = run_with(m_medians);
        stragglers();
        for (std::uint32_t device = 0; device < graph().stages(); ++device)
            account(device);
        graph().ticks = m_times;
        return std::move(m_run);
    }

private:
    CommandGraph& graph() { return m_run.graph; }
    [[nodiscard]] std::size_t computing() const { return m_run.graph.queue_begin[m_run.graph.stages()]; }
    /// Of a device's commands before this one, those that are second of a pair.
    std::size_t pairs_before(CommandId id)
    {
        const std::uint32_t device = m_run.graph.stage[id];
        if (m_counted_device != device || id == 0) {
            m_counted_device = device;
            m_pairs = 0;
        }
        m_pairs += m_run.graph.is_second(id);
        return m_pairs;
    }

    /// Commands of other devices whose result it takes.
    std::vector<CommandId> needs(CommandId id)
    {
        std::vector<CommandId> out;
        for (CommandId d : graph().dependencies(id)) {
            if (graph().kind[d] == CommandKind::send)
                d = graph().dependencies(d).front();
            if (graph().stage[d] != graph().stage[id])
                out.push_back(d);
        }
        return out;
    }

    /// Of a virtual stage and kind; pairs are a kind of their own.
    std::tuple<std::uint32_t, int, std::uint32_t> class_of(CommandId id)
    {
        const auto [first, last] = graph().unit(id);
        const std::uint32_t g = m_placement.place(graph().stage[first], graph().chunk[first]).virtual_stage;
        if (first == last)
            return {g, static_cast<int>(graph().kind[id]), 0};
        return {g, -1, m_placement.place(graph().stage[last], graph().chunk[last]).virtual_stage};
    }

    void medians()
    {
        std::map<std::tuple<std::uint32_t, int, std::uint32_t>, std::vector<double>> times;
        for (CommandId id = 0; id < computing(); ++id)
            if (!graph().is_second(id))
                times[class_of(id)].push_back(m_times[id]);
        m_medians = m_times;
        m_deviations.resize(m_times.size());
        for (auto& [of, list] : times) {
            const double median = median_of(list);
            for (double& each : list)
                each = std::fabs(each - median);
            const double deviation = median_of(list);
            m_known[of] = {median, deviation};
        }
        for (CommandId id = 0; id < computing(); ++id)
            std::tie(m_medians[id], m_deviations[id]) = m_known[class_of(id)];
    }

    Timeline run_with(const std::vector<double>& ticks)
    {
        graph().ticks = ticks;
        return partial_run(graph());
    }

    void stragglers()
    {
        const double per_unit = graph().plan.times.ticks_per_unit;
        const double whole = run_with(m_times).makespan;
        for (CommandId id = 0; id < computing(); ++id) {
            const double above = m_times[id] - m_medians[id];
            if (graph().is_second(id) || m_times[id] <= 1.5 * m_medians[id] || above <= 3 * m_deviations[id])
                continue;
            std::vector<double> without = m_times;
            without[id] = without[graph().unit(id).second] = m_medians[id];
            const double costs = whole - run_with(without).makespan;
            m_run.stragglers.push_back(
                {id, m_times[id] / per_unit, m_medians[id] / per_unit, std::fabs(costs) < kSame ? 0 : costs});
        }
        std::stable_sort(m_run.stragglers.begin(), m_run.stragglers.end(),
                         [](const Straggler& a, const Straggler& b) { return a.costs > b.costs; });
    }

    void account(std::uint32_t device)
    {
        const Timeline& t = m_run.measured;
        const double per_unit = graph().plan.times.ticks_per_unit;
        double work = 0;
        double simulated_work = 0;
        double free = 0;
        m_run.waits.emplace_back();
        for (CommandId id = graph().queue_begin[device]; id < graph().queue_begin[device + 1]; ++id) {
            if (graph().is_second(id))
                continue;
            work += m_times[id] / per_unit;
            simulated_work += m_medians[id] / per_unit;
            if (t.start[id] > free + kSame)
                m_run.waits.back().push_back(wait(id, free));
            free = t.end[id];
        }
        m_run.after_the_last.push_back(t.makespan - free);
        m_run.bubble.push_back(t.makespan - work);
        m_run.simulated_bubble.push_back(m_run.simulated.makespan - simulated_work);
    }

    Wait wait(CommandId id, double free)
    {
        const Timeline& t = m_run.measured;
        Wait out;
        out.next = id;
        for (CommandId each = id; each <= graph().unit(id).second; ++each)
            for (const CommandId d : needs(each))
                if (out.waits_for == kNoCommand || t.end[d] > t.end[out.waits_for])
                    out.waits_for = d;
        const double gap = t.start[id] - free;
        out.until_its_end = out.waits_for == kNoCommand ? 0 : std::clamp(t.end[out.waits_for] - free, 0.0, gap);
        out.after_it = gap - out.until_its_end;
        return out;
    }

    MeasuredRun m_run;
    Placement m_placement;
    std::vector<double> m_times; ///< ticks by command, measured; of sends as planned
    std::vector<double> m_medians;
    std::vector<double> m_deviations;
    std::map<std::tuple<std::uint32_t, int, std::uint32_t>, std::pair<double, double>> m_known;
    std::uint32_t m_counted_device = UINT32_MAX;
    std::size_t m_pairs = 0;
};

} // namespace

Result<MeasuredRun> compare(MeasuredRun run, WrittenOrder order, std::vector<MeasuredDevice> devices, double transfer)
{
    Request request = request_of(std::move(order));
    request.transfers = TransferMode::linked;
    StageTimeLists times;
    times.transfer_forward = times.transfer_backward = {transfer};
    auto plan = plan_by_lists(request, times);
    if (!plan)
        return plan.failure_as<MeasuredRun>();
    auto graph = build_graph(*plan);
    if (!graph)
        return graph.failure_as<MeasuredRun>();
    if (auto cycle = find_cycle(*graph))
        return *cycle;
    return Comparison(std::move(run), devices, std::move(graph).value()).make();
}

} // namespace blueprinting::schedule::detail
