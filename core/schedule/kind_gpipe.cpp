#include "core/schedule/closed_form.h"
#include "core/schedule/orders.h"

namespace blueprinting::schedule::rows {

/// arXiv 1811.06965: all forwards, then all backwards.
extern const KindRow gpipe;
constexpr KindRow gpipe{
    .code = "gpipe",
    .name = "GPipe",
    .short_name = "GPipe",
    .every_stage_pays = true,
    .order = [](const Request& r, std::int64_t, OrderWriter& write) { write.in_turn(r.microbatches, r.microbatches); },
    .form =
        [](const FormTerms& n, ClosedForm& out) {
            out.source = "arXiv 1811.06965";
            out.formula = "(m + p − 1)·(F + B)";
            out.bubble_formula = "(p − 1)·(F + B)";
            out.bubble_time = (n.p - 1) * (n.forward + n.backward);
            out.peak_formula = "m";
            out.peaks(n, [&](double) { return n.m; });
        },
};

} // namespace blueprinting::schedule::rows
