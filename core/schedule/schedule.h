#pragma once
#include "core/base/json_document.h"
#include "core/schedule/bound.h"
#include "core/schedule/closed_form.h"
#include "core/schedule/deadlock.h"
#include "core/schedule/simulate.h"

namespace blueprinting::schedule {

/// A plan with what arithmetic and simulation say of it: what both front ends show.
struct Schedule {
    Plan plan;
    ClosedForm closed;
    std::shared_ptr<const Simulation> simulation; ///< null where no order runs to its end
    Diagnostics
        findings; ///< schedule.no_executable_order, schedule.uneven_stages, schedule.group.short, schedule.cycle
    std::optional<Deadlock> still{}; ///< the order stands still: there is no makespan

    /// There is no order; the closed form says all there is.
    [[nodiscard]] bool analytical_only() const { return simulation == nullptr; }
    /// The simulation's where there is one, else the closed form's.
    [[nodiscard]] double makespan() const { return simulation ? simulation->timeline.makespan : closed.makespan; }
    [[nodiscard]] double bubble_time() const { return simulation ? simulation->bubble_time : closed.bubble_time; }
    [[nodiscard]] double bubble_over_ideal() const
    {
        return simulation ? simulation->bubble_over_ideal : closed.bubble_over_ideal;
    }
    [[nodiscard]] double bubble_over_total() const
    {
        return simulation ? simulation->bubble_over_total : closed.bubble_over_total;
    }
    /// Simulated minus closed makespan, 0 within 1e-9 of it; nothing where one is missing.
    [[nodiscard]] std::optional<double> makespan_difference() const;
    /// The same of the peak on stage 0, in full-stage units.
    [[nodiscard]] std::optional<double> peak_difference() const;
    /// Of devices that do not all work the same the first that works most: the bubble is its own. Else nothing.
    [[nodiscard]] std::optional<std::size_t> busiest() const;
    /// Peak of a stage in full-stage units; the closed form's where analytical only.
    [[nodiscard]] double peak(std::size_t stage) const;
};

/// Builds, simulates and holds against the closed form. Where there is no executable order but a form that is a
/// finding, with the nearest microbatch counts, else an error; an order that stands still is a finding with the ring in
/// words. schedule.command.missing where a written order lacks one that nothing waits for. Pure; any thread.
Result<Schedule> make_schedule(const Plan& plan, const CancelToken& cancel = {});

/// Time of all forwards and backwards of all devices together, what pairs hide left out: two orders whose plans have
/// the same stages, microbatches and work do the same, and only then ends one of them sooner than the other. In the
/// plan's unit.
double total_work(const Plan& plan);

struct JsonOptions {
    bool order = false;            ///< with "order": what each device does, in texts
    std::optional<BoundCap> cap{}; ///< of the lower bound
};
/// {"kind", "stages", "microbatches", "chunks", "transfers", "unit", "makespan", "bubble_time", "bubble_over_ideal",
/// "bubble_over_total", "work", "bubble", "internal_idle", "internal_idle_over_span", "peak_activations", …,
/// "analytical_only", "closed_form", "lower_bound", "diagnostics"}. Lists by device; peaks in chunks. Where analytical
/// only, what only a simulation knows is null. "closed_form" is null where it does not hold. Of an order that stands
/// still {"stands_still_at", "ran", "commands", "ring"} instead of times.
Json to_json(const Schedule& schedule, const JsonOptions& options = {});

/// A page for people.
std::string summary(const Schedule& schedule);

/// A time of the plan: "33.0" in units, "18.03 s".
std::string time_text(const Plan& plan, double time);

} // namespace blueprinting::schedule
