#pragma once
#include "core/base/json_document.h"
#include "core/schedule/closed_form.h"
#include "core/schedule/simulate.h"

namespace blueprinting::schedule {

/// A plan with what arithmetic and simulation say of it: what both front ends show.
struct Schedule {
    Plan plan;
    ClosedForm closed;
    std::shared_ptr<const Simulation> simulation; ///< null where there is no executable order: analytical only
    Diagnostics findings;                         ///< schedule.no_executable_order, schedule.uneven_stages

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
    /// Peak of a stage in full-stage units; the closed form's where analytical only.
    [[nodiscard]] double peak(std::size_t stage) const;
};

/// Builds, simulates and holds against the closed form. Where there is no executable order that is a finding, with the
/// nearest microbatch counts. Errors: none that the plan has not had. Pure; any thread.
Result<Schedule> make_schedule(const Plan& plan, const CancelToken& cancel = {});

/// {"kind", "stages", "microbatches", "chunks", "transfers", "unit", "makespan", "bubble_time", "bubble_over_ideal",
/// "bubble_over_total", "internal_idle", "internal_idle_over_span", "peak_activations", …, "analytical_only",
/// "closed_form", "diagnostics"}. Peaks in chunks. Where analytical only, what only a simulation knows is null.
Json to_json(const Schedule& schedule);

/// A page for people.
std::string summary(const Schedule& schedule);

/// A time of the plan: "33.0" in units, "18.03 s".
std::string time_text(const Plan& plan, double time);

} // namespace blueprinting::schedule
