#include "core/schedule/closed_form.h"
#include "core/schedule/orders.h"

namespace blueprinting::schedule::rows {

/// Inference: all forwards; activations are freed at a forward's end.
extern const KindRow forward_only;
constexpr KindRow forward_only{
    .code = "forward-only",
    .name = "Forward only",
    .short_name = "Forward only",
    .every_stage_pays = true,
    .typed_names = {"forward_only"},
    .commands = kForwardAlone,
    .chunks = {1, kAnyChunks},
    .has_order = goes_round,
    .why_none = no_round,
    .order =
        [](const Request& r, std::int64_t, OrderWriter& write) {
            for (std::int64_t k = 0; k < r.microbatches * r.chunks; ++k)
                write.forward(k);
        },
    .form =
        [](const FormTerms& n, ClosedForm& out) {
            const bool rounds = n.left_over() == 0;
            out.source = "arithmetic: p − 1 forwards pass before the last stage starts";
            out.formula = !rounds   ? "(m + (p − 1 + (v − 1)(p − m mod p))/v)·F"
                          : n.v > 1 ? "(m + (p − 1)/v)·F"
                                    : "(m + p − 1)·F";
            out.bubble_formula = !rounds ? "(p − 1 + (v − 1)(p − m mod p))·F/v" : n.v > 1 ? "(p − 1)·F/v" : "(p − 1)·F";
            out.bubble_time = (n.p - 1 + n.left_over()) * n.forward / n.v;
            out.peak_formula = n.v > 1 ? "1/v" : "1";
            out.peaks(n, [&](double) { return 1 / n.v; });
        },
};

} // namespace blueprinting::schedule::rows
