#include "core/schedule/schedule.h"

#include "core/schedule/placement.h"
#include "core/schedule/verify.h"

#include <algorithm>
#include <cmath>

namespace blueprinting::schedule {
namespace {

double unless_rounding(double difference, double of)
{
    return std::fabs(difference) <= 1e-9 * std::fabs(of) ? 0 : difference;
}

/// A last group that is smaller than the others and than p runs, slower than the form of the others.
std::optional<Diagnostic> short_group(const Request& request)
{
    const auto group = static_cast<std::int64_t>(parameter(request, kGroup).value_or(0));
    const std::int64_t last = group > 0 ? request.microbatches % group : 0;
    if (last == 0 || group >= request.microbatches || last >= request.stages)
        return std::nullopt;
    return Diagnostic{Severity::finding, "schedule.group.short", "group",
                      "the last group has " + std::to_string(last) + " microbatches, fewer than the " +
                          std::to_string(request.stages) +
                          " stages: it runs slower than a group that fits, and Megatron-LM refuses it"};
}

} // namespace

std::optional<double> Schedule::makespan_difference() const
{
    if (!simulation || !closed.exists)
        return std::nullopt;
    return unless_rounding(simulation->timeline.makespan - closed.makespan, closed.makespan);
}

std::optional<double> Schedule::peak_difference() const
{
    if (!simulation || !closed.exists || closed.peak_activations.empty())
        return std::nullopt;
    return unless_rounding(peak(0) - closed.peak_activations.front(), closed.peak_activations.front());
}

std::optional<std::size_t> Schedule::busiest() const
{
    if (!simulation)
        return std::nullopt;
    const auto less = [](const StageSummary& a, const StageSummary& b) { return a.work < b.work * (1 - 1e-9); };
    const auto& stages = simulation->stages;
    const auto most = std::max_element(stages.begin(), stages.end(), less);
    if (std::none_of(stages.begin(), stages.end(), [&](const StageSummary& each) { return less(each, *most); }))
        return std::nullopt;
    return static_cast<std::size_t>(most - stages.begin());
}

double Schedule::peak(std::size_t stage) const
{
    if (!simulation)
        return closed.peak_activations[stage];
    return static_cast<double>(simulation->stages[stage].peak_activations) / parts_of_a_stage(plan.request);
}

double total_work(const Plan& plan)
{
    const Placement placement(plan.request);
    double out = 0;
    for (std::uint32_t path = 0; path < placement.paths(); ++path)
        for (std::int64_t g = 0; g < placement.length(); ++g) {
            const ChunkTimes& times = plan.at(static_cast<std::size_t>(g));
            out += placement.items() * (times.forward + (has_backward(plan.request.kind) ? times.backward : 0));
        }
    return out / plan.times.ticks_per_unit;
}

Result<Schedule> make_schedule(const Plan& plan, const CancelToken& cancel)
{
    Schedule out{plan, closed_form(plan), nullptr, {}};
    auto graph = build_graph(plan);
    if (!graph) {
        if (graph.cancelled() || has_executable_order(plan.request) || !out.closed.exists)
            return graph.failure_as<Schedule>();
        for (Diagnostic finding : graph.diagnostics()) {
            finding.severity = Severity::finding;
            finding.message += "; analytical only";
            out.findings.push_back(std::move(finding));
        }
        return out;
    }
    const auto stands_still = [&](Deadlock found) {
        out.findings.push_back({Severity::finding, "schedule.cycle", "", found.words});
        out.still = std::move(found);
        return std::move(out);
    };
    if (plan.request.written) {
        if (auto found = find_deadlock(*graph))
            return stands_still(std::move(*found));
        if (const Diagnostics problems = verify(*graph); !problems.empty())
            return problems;
    }
    auto simulation = simulate(std::move(graph).value(), cancel);
    if (simulation.cancelled())
        return simulation.failure_as<Schedule>();
    if (!simulation)
        return stands_still(*find_deadlock(*build_graph(plan)));
    if (const auto finding = short_group(plan.request))
        out.findings.push_back(*finding);
    out.simulation = std::make_shared<const Simulation>(std::move(simulation).value());
    return out;
}

} // namespace blueprinting::schedule
