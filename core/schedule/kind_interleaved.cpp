#include "core/schedule/closed_form.h"
#include "core/schedule/orders.h"

namespace blueprinting::schedule::rows {

/// Megatron-LM, arXiv 2104.04473: warm-up 2(p−1−i) + (v−1)p forwards, all of them when m = p.
extern const KindRow interleaved;
constexpr KindRow interleaved{
    .code = "interleaved",
    .name = "Interleaved 1F1B",
    .short_name = "Interleaved",
    .typed_names = {"interleaved_1f1b"},
    .chunks = {2, kAnyChunks},
    .with_one_chunk = "1f1b",
    .has_order = goes_round,
    .why_none = no_round,
    .order =
        [](const Request& r, std::int64_t stage, OrderWriter& write) {
            const std::int64_t all = r.microbatches * r.chunks;
            const std::int64_t warm_up = 2 * (r.stages - 1 - stage) + (r.chunks - 1) * r.stages;
            write.in_turn(r.microbatches == r.stages ? all : std::min(all, warm_up), all);
        },
    .form =
        [](const FormTerms& n, ClosedForm& out) {
            out.source = "arXiv 2104.04473, 2205.05198";
            out.bubble_time = (n.p - 1 + n.left_over()) * (n.forward + n.backward) / n.v;
            const bool rounds = n.left_over() == 0;
            out.formula = rounds ? "(m + (p − 1)/v)·(F + B)" : "(m + (p − 1 + (v − 1)(p − m mod p))/v)·(F + B)";
            out.bubble_formula = rounds ? "(p − 1)·(F + B)/v" : "(p − 1 + (v − 1)(p − m mod p))·(F + B)/v";
            out.peak_formula = "p + (p − 1)/v on stage 0";
            out.peaks(n, [&](double i) { return (2 * (n.p - 1 - i) + (n.v - 1) * n.p + 1) / n.v; });
            out.note_unless(n.m != n.p, "the peak's form is for m > p: at m = p every forward precedes the backwards "
                                        "and each stage holds m");
        },
};

} // namespace blueprinting::schedule::rows
