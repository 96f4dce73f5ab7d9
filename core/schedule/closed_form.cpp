#include "core/schedule/closed_form.h"

#include <algorithm>
#include <limits>

namespace blueprinting::schedule {
namespace {

FormTerms terms_of(const Plan& plan)
{
    const Request& request = plan.request;
    const ChunkTimes queue = request.kind->every_stage_pays ? queue_times(plan) : plan.times;
    const double parts = parts_of_a_stage(request);
    const double scale = parts / plan.times.ticks_per_unit;
    FormTerms out{queue.forward * scale,
                  queue.backward * scale,
                  queue.input_gradient * scale,
                  queue.weight_gradient * scale,
                  static_cast<double>(request.stages),
                  static_cast<double>(request.microbatches),
                  static_cast<double>(request.chunks)};
    out.f = out.forward / parts;
    out.b = out.backward / parts;
    out.i = out.input / parts;
    out.w = out.weight / parts;
    out.slices = parameter(request, kSlices).value_or(1);
    out.group = std::min(parameter(request, kGroup).value_or(0), out.m);
    out.warm_up = parameter(request, kWarmUp).value_or(1);
    out.hidden = parameter(request, kHidden).value_or(0);
    return out;
}

/// Of a microbatch on a full stage.
double work_of(Kind kind, const FormTerms& n)
{
    if (!has_backward(kind))
        return n.forward;
    return splits_backward(kind) ? n.forward + n.input + n.weight : n.forward + n.backward;
}

/// No number of the form is this plan's.
void withdraw(ClosedForm& out, const FormTerms& n)
{
    constexpr double nothing = std::numeric_limits<double>::quiet_NaN();
    out.makespan = out.bubble_time = out.bubble_over_ideal = out.bubble_over_total = nothing;
    out.formula = out.bubble_formula = out.peak_formula = "simulated";
    out.peak_activations.assign(static_cast<std::size_t>(n.p), nothing);
    out.peak_until_weight_gradient.reset();
    out.largest_internal_idle.reset();
}

} // namespace

double FormTerms::left_over() const
{
    const double rest = std::fmod(m, p);
    return rest == 0 ? 0 : (v - 1) * (p - rest);
}

void ClosedForm::note_unless(bool holds_here, const std::string& text)
{
    if (!holds_here)
        note += (note.empty() ? "" : "; ") + text;
}

void ClosedForm::holds_for(bool holds_here, const std::string& text)
{
    note_unless(holds_here, text);
    holds = holds && holds_here;
}

void ClosedForm::stands_only_for(bool holds_here, const std::string& text)
{
    holds_for(holds_here, text);
    exists = exists && holds_here;
}

ClosedForm closed_form(const Plan& plan)
{
    const Request& request = plan.request;
    const FormTerms terms = terms_of(plan);
    ClosedForm out;
    request.kind->form(terms, out);
    const double work = terms.m * work_of(request.kind, terms) - out.hidden;
    out.makespan = work + out.bubble_time;
    out.bubble_over_ideal = work > 0 ? out.bubble_time / work : 0;
    out.bubble_over_total = out.makespan > 0 ? out.bubble_time / out.makespan : 0;
    const bool transfers = plan.transfers_take_time();
    out.holds_for(request.transfers == TransferMode::charged || !transfers, "transfers on links are not counted");
    out.stands_only_for(request.kind->every_stage_pays || request.transfers != TransferMode::charged || !transfers,
                        "there is no form with transfers");
    out.stands_only_for(plan.each.empty(), "there is no form for unequal stages");
    if (!out.exists)
        withdraw(out, terms);
    return out;
}

} // namespace blueprinting::schedule
