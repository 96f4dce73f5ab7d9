#include "core/schedule/schedule.h"

#include <cmath>

namespace blueprinting::schedule {
namespace {

double unless_rounding(double difference, double of)
{
    return std::fabs(difference) <= 1e-9 * std::fabs(of) ? 0 : difference;
}

} // namespace

std::optional<double> Schedule::makespan_difference() const
{
    if (!simulation)
        return std::nullopt;
    return unless_rounding(simulation->timeline.makespan - closed.makespan, closed.makespan);
}

std::optional<double> Schedule::peak_difference() const
{
    if (!simulation)
        return std::nullopt;
    return unless_rounding(peak(0) - closed.peak_activations.front(), closed.peak_activations.front());
}

double Schedule::peak(std::size_t stage) const
{
    if (!simulation)
        return closed.peak_activations[stage];
    return static_cast<double>(simulation->stages[stage].peak_activations) / static_cast<double>(plan.request.chunks);
}

Result<Schedule> make_schedule(const Plan& plan, const CancelToken& cancel)
{
    Schedule out{plan, closed_form(plan), nullptr, {}};
    auto graph = build_graph(plan);
    if (!graph) {
        if (graph.cancelled() || has_executable_order(plan.request))
            return graph.failure_as<Schedule>();
        for (Diagnostic finding : graph.diagnostics()) {
            finding.severity = Severity::finding;
            finding.message += "; analytical only";
            out.findings.push_back(std::move(finding));
        }
        return out;
    }
    auto simulation = simulate(std::move(graph).value(), cancel);
    if (!simulation)
        return simulation.failure_as<Schedule>();
    out.simulation = std::make_shared<const Simulation>(std::move(simulation).value());
    return out;
}

} // namespace blueprinting::schedule
