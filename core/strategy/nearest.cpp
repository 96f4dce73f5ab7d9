#include "core/base/checked.h"
#include "core/base/units.h"
#include "core/strategy/divisors.h"
#include "core/strategy/facts.h"

#include <algorithm>
#include <numeric>

/// Nearest legal values. Every candidate is put to the laws themselves, so that nothing here decides what is legal;
/// this only knows which values can be: divisors, multiples, limits. No loop runs over a range of values.
namespace blueprinting::strategy::detail {
namespace {

using Values = std::vector<std::int64_t>;

bool legal(const Facts& facts, Field field, std::int64_t value)
{
    Execution changed = *facts.execution;
    set_number(changed, field, value);
    const Facts tried = facts.of(changed);
    for (const Law& law : laws())
        if (law.broken(tried) && (law.involves(tried) & bit(field)) != 0)
            return false;
    return true;
}

void append(Values& values, const Values& more) { values.insert(values.end(), more.begin(), more.end()); }

/// For a degree that nothing must be divided by: the ends of the range that the other laws leave, and what a tier that
/// must be filled can take.
Values free_degree(const Facts& facts, std::size_t group, std::int64_t others)
{
    const std::int64_t degree = facts.degree(group);
    Values out{1, 2, degree - 1, degree + 1};
    if (others >= 1 && others < kMaxInteger) {
        out.push_back((kMaxInteger - 1) / others);
        if (facts.num_procs)
            out.push_back(*facts.num_procs / others);
    }
    const std::int64_t tier = facts.tiers[group];
    if (tier < 0 || tier >= std::ssize(facts.system->networks))
        return out;
    const system::Network& network = facts.system->networks[static_cast<std::size_t>(tier)];
    Facts alone = facts;
    (group == 0 ? alone.t : group == 1 ? alone.p : alone.d) = 1;
    const std::int64_t shared = alone.processors_on(tier).value_or(0);
    if (shared < 1 || shared > network.size)
        return out;
    out.push_back(network.size / shared);
    if (network.must_be_filled)
        append(out, divisors(network.size / shared));
    return out;
}

std::int64_t product(std::int64_t a, std::int64_t b) { return (Checked(a) * Checked(b)).get().value_or(0); }

Values tensor_candidates(const Facts& facts)
{
    std::int64_t common = 0;
    for (const std::int64_t size : {facts.hidden, facts.feedforward, facts.heads})
        if (size >= 1)
            common = std::gcd(common, size);
    return common > 0 ? divisors(common) : free_degree(facts, 0, product(product(facts.p, facts.d), facts.cp));
}

/// Stages may be uneven, so any p up to the number of blocks can be; with chunks, ⌈L/p⌉ must be a multiple of v. Walks
/// over the runs of p that share one ⌈L/p⌉, first run below and above that is such a multiple.
void uneven_pipeline_candidates(const Facts& facts, Values& values)
{
    const std::int64_t blocks = facts.blocks;
    const std::int64_t v = std::max<std::int64_t>(facts.v, 1);
    const auto per_stage = [blocks](std::int64_t p) { return (blocks - 1) / p + 1; };
    constexpr int kMostRuns = 1'000'000; // far past any model; keeps a hostile number from being a wait
    Values limits = values;
    for (const std::int64_t start : limits) {
        std::int64_t p = std::clamp<std::int64_t>(start, 1, blocks);
        for (int run = 0; p >= 1 && per_stage(p) % v != 0 && run < kMostRuns; ++run) {
            // The largest p with at least the next multiple of v on a stage.
            const std::int64_t wanted = (per_stage(p) / v + 1) * v;
            p = (blocks - 1) / (wanted - 1);
        }
        if (p >= 1)
            values.push_back(p);
        p = std::clamp<std::int64_t>(start, 1, blocks);
        for (int run = 0; per_stage(p) % v != 0 && run < kMostRuns; ++run) {
            // The smallest p with at most the multiple of v before.
            const std::int64_t wanted = per_stage(p) / v * v;
            if (wanted < 1)
                break;
            p = (blocks - 1) / wanted + 1;
        }
        values.push_back(p);
    }
}

Values pipeline_candidates(const Facts& facts)
{
    if (facts.blocks >= 1 && !facts.compatible && !facts.even_layout()) {
        Values out = divisors(facts.blocks + 2);
        append(out, {1, facts.p - 1, facts.p + 1});
        return out;
    }
    if (facts.blocks >= 1 && !facts.compatible)
        return divisors(facts.blocks);
    Values out = free_degree(facts, 1, product(product(facts.t, facts.d), facts.cp));
    if (facts.blocks >= 1) {
        out.push_back(facts.blocks);
        uneven_pipeline_candidates(facts, out);
    }
    return out;
}

Values data_candidates(const Facts& facts)
{
    return facts.batch >= 1 ? divisors(facts.batch)
                            : free_degree(facts, 2, product(product(facts.t, facts.p), facts.cp));
}

/// The multiples of `step` next to `value`, the least and the largest within range.
Values multiples(std::int64_t step, std::int64_t value, std::int64_t most)
{
    if (step < 1 || step > most)
        return {};
    const std::int64_t at = std::clamp<std::int64_t>(value, 0, most) / step * step;
    return {step, at - step, at, at <= most - step ? at + step : at, most / step * step};
}

Values global_batch_candidates(const Facts& facts)
{
    // Without a legal d neither law on the batch is evaluated; without a legal microbatch size only that of d.
    const std::int64_t step = facts.d < 1 ? 1 : product(facts.d, std::max<std::int64_t>(facts.microbatch, 1));
    return multiples(step, facts.batch, kMaxInteger - 1);
}

Values microbatch_candidates(const Facts& facts)
{
    if (facts.local_batch_is_whole())
        return divisors(facts.batch / facts.d);
    std::int64_t step = 1;
    if (facts.compatible && facts.cuts_sequence() && facts.t >= 1 && facts.sequence >= 1)
        step = facts.t / std::gcd(facts.t, facts.sequence);
    return multiples(step, facts.microbatch, (kMaxInteger - 1) / std::max<std::int64_t>(facts.d, 1));
}

Values virtual_stage_candidates(const Facts& facts)
{
    Values out{1, 2};
    if (facts.stages_hold())
        append(out, divisors(facts.blocks_per_stage()));
    return out;
}

Values candidates(const Facts& facts, Field field)
{
    switch (field) {
    case Field::tensor_degree: return tensor_candidates(facts);
    case Field::pipeline_degree: return pipeline_candidates(facts);
    case Field::data_degree:
    case Field::replicas: return data_candidates(facts);
    case Field::virtual_stages: return virtual_stage_candidates(facts);
    case Field::global_batch: return global_batch_candidates(facts);
    case Field::microbatch_size: return microbatch_candidates(facts);
    case Field::num_procs:
        if (facts.t >= 1 && facts.p >= 1 && facts.d >= 1 && facts.cp >= 1)
            return {product(product(product(facts.t, facts.cp), facts.p), facts.d)};
        return {};
    case Field::context_degree: return facts.sequence >= 1 ? divisors(facts.sequence) : Values{1};
    case Field::context_inner: return facts.cp >= 1 ? divisors(facts.cp) : Values{1};
    case Field::expert_degree: return facts.experts() ? divisors(facts.experts()->experts) : Values{1};
    case Field::expert_tensor_degree: return facts.experts() ? divisors(facts.experts()->feedforward) : Values{1};
    case Field::sharding_group: return facts.d >= 1 && facts.cp >= 1 ? divisors(product(facts.d, facts.cp)) : Values{1};
    case Field::prefetch: return {0, 1, 2};
    case Field::recompute_layers: return {1};
    case Field::gradient_bytes: return {2, 4};
    default: break;
    }
    Values tiers(row(field).kind == Kind::tier ? facts.system->networks.size() : 0);
    std::iota(tiers.begin(), tiers.end(), std::int64_t{0});
    return tiers;
}

} // namespace

Nearest nearest(const Facts& facts, Field field)
{
    Nearest out;
    const auto current = number_of(*facts.execution, field);
    if (!current)
        return out;
    // An interleaved schedule with v = 1 is offered 1 as "plain 1F1B": another schedule, hence not the value that is
    // there.
    const bool one_is_another = field == Field::virtual_stages && facts.schedule == Schedule::interleaved;
    Values values = candidates(facts, field);
    std::sort(values.begin(), values.end());
    values.erase(std::unique(values.begin(), values.end()), values.end());
    for (auto at = values.rbegin(); at != values.rend() && !out.below; ++at)
        if ((*at < *current || (one_is_another && *at == 1 && *current == 1)) && legal(facts, field, *at))
            out.below = *at;
    for (auto at = values.begin(); at != values.end() && !out.above; ++at)
        if (*at > *current && legal(facts, field, *at))
            out.above = *at;
    return out;
}

} // namespace blueprinting::strategy::detail
