#include "core/schedule/closed_form.h"
#include "core/schedule/orders.h"
#include "core/schedule/v_block.h"

/// V-Half and V-Min of arXiv 2405.15362.
namespace blueprinting::schedule::rows {
namespace {

template <const VBlock& block>
Orders block_orders(const Request& r)
{
    Orders out = v_block_orders(block, r.stages, r.microbatches);
    if (!recompute_apart(r))
        return out;
    for (std::vector<Slot>& order : out) {
        std::vector<Slot> apart;
        for (const Slot& slot : order) {
            if (slot.kind == CommandKind::input_gradient)
                apart.push_back({CommandKind::recompute, slot.chunk, slot.microbatch});
            apart.push_back(slot);
        }
        order = std::move(apart);
    }
    return out;
}

constexpr VBlock kHalf{[](std::int64_t p, std::int64_t i) -> std::array<std::int64_t, 4> {
    const std::int64_t e = p % 2 == 0 ? 3 : 0;
    return {2 * i, 3 * p - 2 - i, 3 * p + e - 1 + 2 * i, 6 * p + e - 2 - i};
}};
constexpr VBlock kMin{[](std::int64_t p, std::int64_t i) -> std::array<std::int64_t, 4> {
    const std::int64_t e = p % 3 == 0 ? 2 : 0;
    return {i, 2 * p - 1 - i, 2 * p + e + i, 4 * p + e - 1 - i};
}};

/// `extra` chunk commands more than the 6m of the work, `held` chunks until the weight gradient.
void block_form(const FormTerms& n, double extra, double held, ClosedForm& out)
{
    const auto same = [&](double time) { return std::fabs(time - n.f) <= 1e-9 * n.f; };
    out.source = "arXiv 2405.15362; the form by simulation";
    out.bubble_time = extra * n.f;
    out.peak_until_weight_gradient = held / n.v;
    out.stands_only_for(same(n.i) && same(n.w), "the form is for F = I = W");
    out.stands_only_for(n.m >= n.p && n.p >= 3, "the form is for m ≥ p ≥ 3");
}

} // namespace

extern const KindRow v_half;
constexpr KindRow v_half{
    .code = "v-half",
    .name = "V-Half",
    .short_name = "V-Half",
    .commands = kSplitBackward,
    .chunks = {2, 2},
    .placement = fold,
    .all_orders = block_orders<kHalf>,
    .form =
        [](const FormTerms& n, ClosedForm& out) {
            const bool odd = std::fmod(n.p, 2) != 0;
            out.formula = odd ? "(6m + 3p − 4)·f" : "(6m + 3p − 7)·f";
            out.bubble_formula = odd ? "(3p − 4)·f" : "(3p − 7)·f";
            out.peak_formula = odd ? "(p + 1)/2 until the weight gradient" : "(p + 2)/2 until the weight gradient";
            block_form(n, odd ? 3 * n.p - 4 : 3 * n.p - 7, odd ? n.p + 1 : n.p + 2, out);
        },
};

extern const KindRow v_min;
constexpr KindRow v_min{
    .code = "v-min",
    .name = "V-Min",
    .short_name = "V-Min",
    .commands = kSplitBackward,
    .chunks = {2, 2},
    .placement = fold,
    .all_orders = block_orders<kMin>,
    .form =
        [](const FormTerms& n, ClosedForm& out) {
            const bool third = std::fmod(n.p, 3) == 0;
            out.formula = third ? "(6m + 4p − 6)·f" : "(6m + 4p − 5)·f";
            out.bubble_formula = third ? "(4p − 6)·f" : "(4p − 5)·f";
            out.peak_formula = "⌊(p + 4)/3⌋ until the weight gradient";
            block_form(n, third ? 4 * n.p - 6 : 4 * n.p - 5, 2 * std::floor((n.p + 4) / 3), out);
            out.stands_only_for(n.p != 3 || n.m >= 6, "with p = 3 the form is for m ≥ 6");
        },
};

} // namespace blueprinting::schedule::rows
