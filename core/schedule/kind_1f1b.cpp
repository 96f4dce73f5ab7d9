#include "core/schedule/closed_form.h"
#include "core/schedule/orders.h"

namespace blueprinting::schedule::rows {

namespace {
constexpr std::array kAhead{Parameter{kWarmUp, 1, 2, 1, true}};
} // namespace

/// arXiv 2006.09503, 2104.04473: min(m, u(p−1−i)) forwards, u being 1 unless 2 is asked for, forward and backward in
/// turn, the remaining backwards.
extern const KindRow one_forward_one_backward;
constexpr KindRow one_forward_one_backward{
    .code = "1f1b",
    .name = "1F1B",
    .short_name = "1F1B",
    .every_stage_pays = true,
    .typed_names = {"1f1b", "single_stage"},
    .parameters = kAhead,
    .order =
        [](const Request& r, std::int64_t stage, OrderWriter& write) {
            const std::int64_t ahead = parameter_or_one(r, kWarmUp) * (r.stages - 1 - stage);
            write.in_turn(std::min(r.microbatches, ahead), r.microbatches);
        },
    .form =
        [](const FormTerms& n, ClosedForm& out) {
            out.source = "arXiv 2006.09503, 2104.04473";
            out.formula = "(m + p − 1)·(F + B)";
            out.bubble_formula = "(p − 1)·(F + B)";
            out.bubble_time = (n.p - 1) * (n.forward + n.backward);
            out.peak_formula = n.warm_up == 1 ? "min(m, p − i)" : "min(m, 2(p − 1 − i) + 1)";
            out.peaks(n, [&](double i) { return std::min(n.m, n.warm_up * (n.p - 1 - i) + 1); });
        },
};

} // namespace blueprinting::schedule::rows
