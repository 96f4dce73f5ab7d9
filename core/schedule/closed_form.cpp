#include "core/schedule/closed_form.h"

#include <cmath>

namespace blueprinting::schedule {
namespace {

FormTerms terms_of(const Plan& plan)
{
    const Request& request = plan.request;
    const ChunkTimes queue = queue_times(plan);
    const double scale = static_cast<double>(request.chunks) / plan.times.ticks_per_unit;
    return {queue.forward * scale,
            queue.backward * scale,
            queue.input_gradient * scale,
            queue.weight_gradient * scale,
            static_cast<double>(request.stages),
            static_cast<double>(request.microbatches),
            static_cast<double>(request.chunks)};
}

/// Of a microbatch on a full stage.
double work_of(Kind kind, const FormTerms& n)
{
    if (!has_backward(kind))
        return n.forward;
    return splits_backward(kind) ? n.forward + n.input + n.weight : n.forward + n.backward;
}

} // namespace

double FormTerms::left_over() const
{
    const double rest = std::fmod(m, p);
    return rest == 0 ? 0 : (v - 1) * (p - rest);
}

void ClosedForm::note_unless(bool holds, const std::string& text)
{
    if (!holds)
        note += (note.empty() ? "" : "; ") + text;
}

ClosedForm closed_form(const Plan& plan)
{
    const Request& request = plan.request;
    const FormTerms terms = terms_of(plan);
    ClosedForm out;
    request.kind->form(terms, out);
    const double work = terms.m * work_of(request.kind, terms);
    out.makespan = work + out.bubble_time;
    out.bubble_over_ideal = work > 0 ? out.bubble_time / work : 0;
    out.bubble_over_total = out.makespan > 0 ? out.bubble_time / out.makespan : 0;
    const bool linked = request.transfers == TransferMode::linked;
    out.note_unless(!linked || plan.times.send_forward + plan.times.send_backward == 0,
                    "transfers on links are not counted");
    return out;
}

} // namespace blueprinting::schedule
