#include "core/schedule/closed_form.h"
#include "core/schedule/orders.h"

namespace blueprinting::schedule::rows {

/// arXiv 2006.09503, 2104.04473: min(m, p−1−i) forwards, forward and backward in turn, the remaining backwards.
extern const KindRow one_forward_one_backward;
constexpr KindRow one_forward_one_backward{
    .code = "1f1b",
    .name = "1F1B",
    .short_name = "1F1B",
    .typed_names = {"1f1b", "single_stage"},
    .order = [](const Request& r, std::int64_t stage,
                OrderWriter& write) { write.in_turn(std::min(r.microbatches, r.stages - 1 - stage), r.microbatches); },
    .form =
        [](const FormTerms& n, ClosedForm& out) {
            out.source = "arXiv 2006.09503, 2104.04473";
            out.formula = "(m + p − 1)·(F + B)";
            out.bubble_formula = "(p − 1)·(F + B)";
            out.bubble_time = (n.p - 1) * (n.forward + n.backward);
            out.peak_formula = "min(m, p − i)";
            out.peaks(n, [&](double i) { return std::min(n.m, n.p - i); });
        },
};

} // namespace blueprinting::schedule::rows
