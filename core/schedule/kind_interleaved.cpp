#include "core/schedule/closed_form.h"
#include "core/schedule/orders.h"

namespace blueprinting::schedule::rows {
namespace {

constexpr std::array kGroupAndAhead{Parameter{kGroup, 1, kMostGroup, 0, true}, Parameter{kWarmUp, 1, 2, 2, true}};

/// The form where a group is given: what is in turn needs a device's whole group before the next comes back to it.
void form_of_groups(const FormTerms& n, ClosedForm& out)
{
    const double last = std::fmod(n.m, n.group) == 0 ? n.group : std::fmod(n.m, n.group);
    const bool one_short_group = n.group == n.m && n.m < n.p;
    out.source = "arXiv 2104.04473, 2407.21783";
    const double rounds = one_short_group ? (n.v - 1) * n.p + n.m : n.m * n.v;
    out.bubble_time = (rounds + n.p - 1 - n.m * n.v) * (n.forward + n.backward) / n.v;
    out.formula = one_short_group ? "((v − 1)·p + m + p − 1)·(f + b)" : "(m·v + p − 1)·(f + b)";
    out.bubble_formula = one_short_group ? "((v − 1)(p − m) + p − 1)·(f + b)" : "(p − 1)·(f + b)";
    out.peak_formula = "min(m·v, (v − 1)·n + u·(p − 1 − i) + 1) chunks";
    out.peaks(n,
              [&](double i) { return std::min(n.m * n.v, (n.v - 1) * n.group + n.warm_up * (n.p - 1 - i) + 1) / n.v; });
    out.stands_only_for(one_short_group || n.group >= n.p, "there is no form for groups smaller than p");
    out.stands_only_for(one_short_group || last == n.group || last >= n.p,
                        "there is no form where the last group is smaller than p");
}

} // namespace

/// Megatron-LM, arXiv 2104.04473: warm-up 2(p−1−i) + (v−1)p forwards, all of them when m = p. With a group of n
/// microbatches (Llama 3, arXiv 2407.21783): (v−1)n + u(p−1−i).
extern const KindRow interleaved;
constexpr KindRow interleaved{
    .code = "interleaved",
    .name = "Interleaved 1F1B",
    .short_name = "Interleaved",
    .every_stage_pays = true,
    .typed_names = {"interleaved_1f1b"},
    .chunks = {2, kAnyChunks},
    .with_one_chunk = "1f1b",
    .parameters = kGroupAndAhead,
    .has_order = [](const Request& r) { return *parameter(r, kGroup) > 0 || goes_round(r); },
    .why_none = no_round,
    .order =
        [](const Request& r, std::int64_t stage, OrderWriter& write) {
            const std::int64_t all = r.microbatches * r.chunks;
            const auto asked = static_cast<std::int64_t>(*parameter(r, kGroup));
            const std::int64_t group = asked > 0 ? std::min(asked, r.microbatches) : r.stages;
            write.group(group);
            const std::int64_t warm_up = parameter_or_one(r, kWarmUp) * (r.stages - 1 - stage) + (r.chunks - 1) * group;
            write.in_turn(asked == 0 && r.microbatches == r.stages ? all : std::min(all, warm_up), all);
        },
    .form =
        [](const FormTerms& n, ClosedForm& out) {
            if (n.group > 0)
                return form_of_groups(n, out);
            out.source = "arXiv 2104.04473, 2205.05198";
            out.bubble_time = (n.p - 1 + n.left_over()) * (n.forward + n.backward) / n.v;
            const bool rounds = n.left_over() == 0;
            out.formula = rounds ? "(m + (p − 1)/v)·(F + B)" : "(m + (p − 1 + (v − 1)(p − m mod p))/v)·(F + B)";
            out.bubble_formula = rounds ? "(p − 1)·(F + B)/v" : "(p − 1 + (v − 1)(p − m mod p))·(F + B)/v";
            out.peak_formula = n.warm_up == 2 ? "p + (p − 1)/v on stage 0" : "p on stage 0";
            out.peaks(n, [&](double i) { return (n.warm_up * (n.p - 1 - i) + (n.v - 1) * n.p + 1) / n.v; });
            out.note_unless(n.m != n.p, "the peak's form is for m > p: at m = p every forward precedes the backwards "
                                        "and each stage holds m");
        },
};

} // namespace blueprinting::schedule::rows
