#include "core/schedule/closed_form.h"

#include <algorithm>

namespace blueprinting::schedule {
namespace {

/// Times of a full stage in units, transfers included where they are charged.
struct FullStage {
    double forward, backward, input, weight;
};

struct Counts {
    double p, m, v;
};

FullStage full_stage(const Plan& plan)
{
    const ChunkTimes queue = queue_times(plan);
    const double scale = static_cast<double>(plan.request.chunks) / plan.times.ticks_per_unit;
    return {queue.forward * scale, queue.backward * scale, queue.input_gradient * scale, queue.weight_gradient * scale};
}

void add_note(ClosedForm& out, const std::string& text)
{
    if (!out.note.empty())
        out.note += "; ";
    out.note += text;
}

template <class Peak>
void peaks(ClosedForm& out, const Plan& plan, Peak peak)
{
    for (std::int64_t i = 0; i < plan.request.stages; ++i)
        out.peak_activations.push_back(peak(static_cast<double>(i)));
}

/// Of the analytical contract, where chunks go round with m mod p microbatches left over.
double extra_bubbles(const Request& request)
{
    const std::int64_t rest = request.microbatches % request.stages;
    return rest == 0 ? 0 : static_cast<double>((request.chunks - 1) * (request.stages - rest));
}

void interleaved(ClosedForm& out, const Plan& plan, const FullStage& t, const Counts& n)
{
    const std::int64_t rest = plan.request.microbatches % plan.request.stages;
    const double extra = extra_bubbles(plan.request);
    out.source = "arXiv 2104.04473, 2205.05198";
    out.bubble_time = (n.p - 1 + extra) * (t.forward + t.backward) / n.v;
    if (rest == 0) {
        out.formula = "(m + (p − 1)/v)·(F + B)";
        out.bubble_formula = "(p − 1)·(F + B)/v";
    } else {
        out.formula = "(m + (p − 1 + (v − 1)(p − m mod p))/v)·(F + B)";
        out.bubble_formula = "(p − 1 + (v − 1)(p − m mod p))·(F + B)/v";
    }
    peaks(out, plan, [&](double i) { return (2 * (n.p - 1 - i) + (n.v - 1) * n.p + 1) / n.v; });
    out.peak_formula = "p + (p − 1)/v on stage 0";
    if (n.m == n.p)
        add_note(out,
                 "the peak's form is for m > p: at m = p every forward precedes the backwards and each stage holds m");
}

void zero_bubble(ClosedForm& out, const Plan& plan, const FullStage& t, const Counts& n)
{
    out.source = "arXiv 2401.10241";
    const double gain = t.forward + t.input;
    if (plan.request.kind == Kind::zero_bubble_h1) {
        out.bubble_time = (n.p - 1) * std::max({gain - t.weight, t.forward, t.input});
        out.bubble_formula = "(p − 1)·max(F + I − W, F, I)";
        peaks(out, plan, [&](double i) { return std::min(n.m, n.p - i); });
        out.peak_formula = "min(m, p − i)";
        if (t.weight > std::min(t.forward, t.input))
            add_note(out, "the paper's (p − 1)·(F + I − W) is for W ≤ min(F, I)");
        if (n.m < n.p)
            add_note(out, "the form is for m ≥ p");
    } else {
        out.bubble_time = (n.p - 1) * std::max({t.forward, gain - 2 * t.weight, t.input - t.forward});
        out.bubble_formula = "(p − 1)·max(F, F + I − 2W, I − F)";
        out.largest_internal_idle = (n.p - 1) * std::max({gain - 2 * t.weight, t.input - t.forward, 0.0}) +
                                    std::max(0.0, 2 * n.p - 1 - n.m) * t.weight;
        peaks(out, plan, [&](double i) { return std::min(n.m, 2 * (n.p - i) - 1); });
        out.peak_formula = "min(m, 2(p − i) − 1)";
        if (t.weight > t.forward || 2 * t.weight > gain)
            add_note(out, "the paper's internal idle (p − 1)·(F + I − 2W) is for W ≤ F and 2W ≤ F + I");
        if (n.m < 2 * n.p - 1)
            add_note(out, "the form is for m ≥ 2p − 1");
    }
    out.formula = "m·(F + I + W) + " + out.bubble_formula;
}

} // namespace

ClosedForm closed_form(const Plan& plan)
{
    const Request& request = plan.request;
    const FullStage t = full_stage(plan);
    const Counts n{static_cast<double>(request.stages), static_cast<double>(request.microbatches),
                   static_cast<double>(request.chunks)};
    ClosedForm out;
    double work = n.m * (t.forward + t.backward);
    switch (request.kind) {
    case Kind::gpipe:
    case Kind::one_forward_one_backward:
        out.formula = "(m + p − 1)·(F + B)";
        out.bubble_formula = "(p − 1)·(F + B)";
        out.bubble_time = (n.p - 1) * (t.forward + t.backward);
        if (request.kind == Kind::gpipe) {
            out.source = "arXiv 1811.06965";
            peaks(out, plan, [&](double) { return n.m; });
            out.peak_formula = std::string("m");
        } else {
            out.source = "arXiv 2006.09503, 2104.04473";
            peaks(out, plan, [&](double i) { return std::min(n.m, n.p - i); });
            out.peak_formula = "min(m, p − i)";
        }
        break;
    case Kind::interleaved: interleaved(out, plan, t, n); break;
    case Kind::zero_bubble_h1:
    case Kind::zero_bubble_h2:
        work = n.m * (t.forward + t.input + t.weight);
        zero_bubble(out, plan, t, n);
        break;
    case Kind::forward_only: {
        const double extra = extra_bubbles(request);
        out.source = "arithmetic: p − 1 forwards pass before the last stage starts";
        out.formula = extra > 0            ? "(m + (p − 1 + (v − 1)(p − m mod p))/v)·F"
                      : request.chunks > 1 ? "(m + (p − 1)/v)·F"
                                           : "(m + p − 1)·F";
        out.bubble_formula = extra > 0            ? "(p − 1 + (v − 1)(p − m mod p))·F/v"
                             : request.chunks > 1 ? "(p − 1)·F/v"
                                                  : "(p − 1)·F";
        work = n.m * t.forward;
        out.bubble_time = (n.p - 1 + extra) * t.forward / n.v;
        peaks(out, plan, [&](double) { return 1 / n.v; });
        out.peak_formula = std::string(request.chunks > 1 ? "1/v" : "1");
        break;
    }
    }
    out.makespan = work + out.bubble_time;
    out.bubble_over_ideal = work > 0 ? out.bubble_time / work : 0;
    out.bubble_over_total = out.makespan > 0 ? out.bubble_time / out.makespan : 0;
    if (request.transfers == TransferMode::linked && plan.times.send_forward + plan.times.send_backward > 0)
        add_note(out, "transfers on links are not counted");
    return out;
}

} // namespace blueprinting::schedule
