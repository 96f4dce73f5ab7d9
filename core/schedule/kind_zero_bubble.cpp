#include "core/schedule/closed_form.h"
#include "core/schedule/orders.h"

/// The handcrafted schedules of arXiv 2401.10241 with h = 1 (ZB-H1) and 2 (ZB-H2): w = min(m, h(p−1−i)) forwards; then
/// per microbatch j: forward j+w, input gradient j, weight gradient j−hi; then the remaining weight gradients.
namespace blueprinting::schedule::rows {
namespace {

template <std::int64_t h>
void order(const Request& r, std::int64_t stage, OrderWriter& write)
{
    const std::int64_t m = r.microbatches;
    const std::int64_t warm_up = std::min(m, h * (r.stages - 1 - stage));
    const std::int64_t delay = h * stage;
    for (std::int64_t k = 0; k < warm_up; ++k)
        write.forward(k);
    for (std::int64_t j = 0; j < m; ++j) {
        if (j + warm_up < m)
            write.forward(j + warm_up);
        write.backward(j);
        if (j >= delay)
            write.weight(j - delay);
    }
    for (std::int64_t j = std::max<std::int64_t>(0, m - delay); j < m; ++j)
        write.weight(j);
}

void shared(ClosedForm& out)
{
    out.source = "arXiv 2401.10241";
    out.formula = "m·(F + I + W) + " + out.bubble_formula;
}

} // namespace

extern const KindRow zero_bubble_h1;
constexpr KindRow zero_bubble_h1{
    .code = "zb-h1",
    .name = "ZB-H1",
    .short_name = "ZB-H1",
    .every_stage_pays = true,
    .commands = kSplitBackward,
    .order = order<1>,
    .form =
        [](const FormTerms& n, ClosedForm& out) {
            const double gain = n.forward + n.input;
            out.bubble_time = (n.p - 1) * std::max({gain - n.weight, n.forward, n.input});
            out.bubble_formula = "(p − 1)·max(F + I − W, F, I)";
            out.peak_formula = "min(m, p − i)";
            out.peaks(n, [&](double i) { return std::min(n.m, n.p - i); });
            out.note_unless(n.weight <= std::min(n.forward, n.input),
                            "the paper's (p − 1)·(F + I − W) is for W ≤ min(F, I)");
            out.holds_for(n.m >= n.p, "the form is for m ≥ p");
            shared(out);
        },
};

extern const KindRow zero_bubble_h2;
constexpr KindRow zero_bubble_h2{
    .code = "zb-h2",
    .name = "ZB-H2",
    .short_name = "ZB-H2",
    .every_stage_pays = true,
    .commands = kSplitBackward,
    .order = order<2>,
    .form =
        [](const FormTerms& n, ClosedForm& out) {
            const double gain = n.forward + n.input;
            out.bubble_time = (n.p - 1) * std::max({n.forward, gain - 2 * n.weight, n.input - n.forward});
            out.bubble_formula = "(p − 1)·max(F, F + I − 2W, I − F)";
            out.largest_internal_idle = (n.p - 1) * std::max({gain - 2 * n.weight, n.input - n.forward, 0.0}) +
                                        std::max(0.0, 2 * n.p - 1 - n.m) * n.weight;
            out.peak_formula = "min(m, 2(p − i) − 1)";
            out.peaks(n, [&](double i) { return std::min(n.m, 2 * (n.p - i) - 1); });
            out.note_unless(n.weight <= n.forward && 2 * n.weight <= gain,
                            "the paper's internal idle (p − 1)·(F + I − 2W) is for W ≤ F and 2W ≤ F + I");
            out.holds_for(n.m >= 2 * n.p - 1, "the form is for m ≥ 2p − 1");
            shared(out);
        },
};

} // namespace blueprinting::schedule::rows
