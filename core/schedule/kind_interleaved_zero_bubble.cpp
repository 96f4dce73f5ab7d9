#include "core/schedule/closed_form.h"
#include "core/schedule/orders.h"

namespace blueprinting::schedule::rows {
namespace {

constexpr std::array kGroupAlone{Parameter{kGroup, 1, kMostGroup, 0, true}};

/// The group that is asked for, or PyTorch's choice: m in max(1, ⌊m/p⌋) equal rounds; 0 where they are not equal.
std::int64_t group_of(std::int64_t p, std::int64_t m, std::int64_t asked)
{
    if (asked > 0)
        return std::min(asked, m);
    const std::int64_t rounds = std::max<std::int64_t>(1, m / p);
    return m % rounds == 0 ? m / rounds : 0;
}
std::int64_t group_of(const Request& r)
{
    return group_of(r.stages, r.microbatches, static_cast<std::int64_t>(*parameter(r, kGroup)));
}

} // namespace

/// PyTorch's InterleavedZeroBubble: interleaving's sequences with (v−1)n + p−1−i forwards ahead and the backward split;
/// device i holds i weight gradients back.
extern const KindRow interleaved_zero_bubble;
constexpr KindRow interleaved_zero_bubble{
    .code = "interleaved-zb",
    .name = "Interleaved zero bubble",
    .short_name = "Interleaved ZB",
    .commands = kSplitBackward,
    .chunks = {2, kAnyChunks},
    .with_one_chunk = "zb-h1",
    .parameters = kGroupAlone,
    .has_order = [](const Request& r) { return group_of(r) > 0; },
    .why_none =
        [](const Request& r) {
            return "which " + std::to_string(std::max<std::int64_t>(1, r.microbatches / r.stages)) +
                   " rounds do not share equally: give a group";
        },
    .order =
        [](const Request& r, std::int64_t stage, OrderWriter& write) {
            const std::int64_t group = group_of(r);
            write.group(group);
            const std::int64_t all = r.microbatches * r.chunks;
            const std::int64_t warm_up = std::min(all, (r.chunks - 1) * group + r.stages - 1 - stage);
            for (std::int64_t k = 0; k < warm_up; ++k)
                write.forward(k);
            for (std::int64_t j = 0; j < all; ++j) {
                if (warm_up + j < all)
                    write.forward(warm_up + j);
                write.backward(j);
                if (j >= stage)
                    write.oldest_weight();
            }
            while (write.weights_open())
                write.oldest_weight();
        },
    .form =
        [](const FormTerms& n, ClosedForm& out) {
            const auto group = static_cast<double>(group_of(
                static_cast<std::int64_t>(n.p), static_cast<std::int64_t>(n.m), static_cast<std::int64_t>(n.group)));
            const double last = group > 0 ? std::fmod(n.m, group) : 0;
            out.source = "PyTorch schedules.py; the form by simulation";
            out.bubble_formula = "(p − 1)·max(f + i − w, f, i)";
            out.formula = "m·v·(f + b) + " + out.bubble_formula;
            out.bubble_time = (n.p - 1) * std::max({n.f + n.i - n.w, n.f, n.i});
            out.peak_formula = "min(m·v, (v − 1)·n + p − i) chunks";
            out.peaks(n, [&](double i) { return std::min(n.m * n.v, (n.v - 1) * group + n.p - i) / n.v; });
            out.peak_until_weight_gradient = std::min(n.m * n.v, (n.v - 1) * group + n.p) / n.v;
            out.stands_only_for(group >= n.p && (last == 0 || last >= n.p),
                                "there is no form for groups smaller than p");
        },
};

} // namespace blueprinting::schedule::rows
