#include "core/search/space.h"

#include "core/strategy/divisors.h"

#include <algorithm>
#include <span>

namespace blueprinting::search {
namespace {

using strategy::Field;
using strategy::FieldRow;

/// The choices of a group from the outermost on, which numbers its strategies; a new one is the innermost.
constexpr std::initializer_list<Field> kOrder{Field::tensor_communication, Field::recompute, Field::all_gather_redo,
                                              Field::optimizer_sharding, Field::fused_activation};

/// A row whose values are gone over, and those.
struct Choice {
    const FieldRow* row;
    std::vector<std::int64_t> values;
};

std::vector<Choice> choices_of(const Space& space)
{
    std::vector<Choice> out;
    for (const FieldRow* row : strategy::rows_in(kOrder))
        if (row->kind == strategy::Kind::choice || row->kind == strategy::Kind::flag)
            if (row->listed() || row->searched == strategy::Searched::told)
                out.push_back({row, space[row->field].once()});
    return out;
}

/// Gives `take` the execution with every value of every choice.
template <class Take>
void each_choice(std::span<const Choice> choices, strategy::Execution execution, const Take& take)
{
    if (choices.empty())
        return take(execution);
    for (const std::int64_t value : choices.front().values) {
        choices.front().row->set(execution, value);
        each_choice(choices.subspan(1), execution, take);
    }
}

Values values_of(const FieldRow& row)
{
    if (row.searched != strategy::Searched::all)
        return Values({row.silent().value_or(0)});
    if (row.kind == strategy::Kind::flag)
        return {false, true};
    std::vector<std::int64_t> out;
    for (std::int64_t i = 0; i < std::ssize(row.words); ++i)
        if (row.words[static_cast<std::size_t>(i)].strict)
            out.push_back(i);
    return Values(std::move(out));
}

std::vector<std::int64_t> allowed_divisors(std::int64_t number, const Allowed& allowed)
{
    std::vector<std::int64_t> out = strategy::divisors(number);
    std::erase_if(out, [&](std::int64_t each) { return !allowed.contains(each); });
    return out;
}

/// A group of one sends nothing: its tier is no choice.
std::vector<std::int64_t> tiers_of(std::int64_t degree, const std::vector<std::int64_t>& tiers)
{
    return degree > 1 ? tiers : std::vector<std::int64_t>{tiers.front()};
}

Diagnostics not_positive(const Space& space, std::int64_t blocks)
{
    Diagnostics out;
    const auto check = [&](const char* path, std::int64_t value) {
        if (value < 1)
            out.push_back({Severity::error, "search.not_positive", path, std::to_string(value) + " is less than 1"});
    };
    check("devices", space.devices);
    check("global_batch", space.global_batch);
    check("model.blocks", blocks);
    return out;
}

} // namespace

std::vector<std::int64_t> Values::once() const
{
    std::vector<std::int64_t> out;
    for (const std::int64_t each : m_values)
        if (std::find(out.begin(), out.end(), each) == out.end())
            out.push_back(each);
    return out;
}

SpaceParts::SpaceParts()
{
    for (const FieldRow& row : strategy::field_rows())
        if (row.listed() || row.searched == strategy::Searched::told)
            (*this)[row.field] = values_of(row);
}

Space Space::of(std::int64_t devices, std::int64_t global_batch, const system::SystemProfile& system)
{
    Space out;
    out.devices = devices;
    out.global_batch = global_batch;
    const std::int64_t last = system.networks.empty() ? 0 : static_cast<std::int64_t>(system.networks.size()) - 1;
    out.pipeline_tiers = {last};
    out.data_tiers = {last};
    return out;
}

Result<Layout> Layout::make(const Space& space, std::int64_t blocks)
{
    if (auto problems = not_positive(space, blocks); !problems.empty())
        return problems;
    Layout out;
    const auto nothing_left = [](const std::string& path, const std::string& message) {
        return Diagnostic{Severity::error, "search.bound.empty", path, message};
    };
    const std::vector<std::int64_t> microbatches = allowed_divisors(space.global_batch, space.microbatch);
    if (microbatches.empty())
        return nothing_left("microbatch", "no size within " + space.microbatch.text() + " divides the batch of " +
                                              std::to_string(space.global_batch));
    std::vector<std::int64_t> chunks = allowed_divisors(blocks, space.virtual_stages);
    if (chunks.empty())
        return nothing_left("virtual_stages", "no v within " + space.virtual_stages.text() + " divides the " +
                                                  std::to_string(blocks) + " blocks");
    for (const FieldRow* row : strategy::rows_in(kOrder))
        if (row->listed() && space[row->field].empty())
            return nothing_left(std::string(row->path), "nothing is allowed");

    const auto tensor_tiers = space.tensor_tiers.once(), pipeline_tiers = space.pipeline_tiers.once(),
               data_tiers = space.data_tiers.once();
    const std::vector<Choice> choices = choices_of(space);
    out.m_first.push_back(0);
    for (const std::int64_t t : allowed_divisors(space.devices, space.tensor)) {
        std::vector<Rest> rests;
        for (const std::int64_t p : allowed_divisors(space.devices / t, space.pipeline)) {
            const std::int64_t d = space.devices / t / p;
            if (!space.data.contains(d))
                continue;
            for (const std::int64_t v : p == 1 ? std::vector<std::int64_t>{1} : chunks) {
                if (!space.virtual_stages.contains(v))
                    continue;
                for (const std::int64_t pipeline_tier : tiers_of(p, pipeline_tiers))
                    for (const std::int64_t data_tier : tiers_of(d, data_tiers))
                        rests.push_back({p, d, v, pipeline_tier, data_tier});
            }
        }
        if (rests.empty())
            continue;
        const std::size_t list = out.m_rests.size();
        const std::size_t size = rests.size();
        out.m_rests.push_back(std::move(rests));
        for (const std::int64_t tier : tiers_of(t, tensor_tiers))
            for (const std::int64_t microbatch : microbatches) {
                strategy::Execution shared;
                strategy::set_number(shared, Field::tensor_degree, t);
                shared.global_batch = space.global_batch;
                shared.microbatch_size = microbatch;
                shared.tiers.tensor = tier;
                each_choice(choices, shared, [&](const strategy::Execution& chosen) {
                    if (out.strategies() > kMostStrategies)
                        return;
                    out.m_groups.push_back({list, chosen});
                    out.m_first.push_back(out.m_first.back() + size);
                });
                if (out.strategies() > kMostStrategies)
                    return Diagnostic{Severity::error, "search.too_many", "",
                                      "more than " + std::to_string(kMostStrategies) +
                                          " strategies; narrow the bounds"};
            }
    }
    if (out.m_groups.empty())
        return nothing_left("degrees",
                            "no TP × PP × DP within the bounds makes " + std::to_string(space.devices) + " devices");
    return out;
}

strategy::Execution Layout::at(std::uint64_t number) const
{
    const auto after = std::upper_bound(m_first.begin(), m_first.end(), number);
    const auto group = static_cast<std::size_t>(after - m_first.begin()) - 1;
    return at(group, number - m_first[group]);
}

strategy::Execution Layout::at(std::size_t group, std::uint64_t offset) const
{
    const Group& its = m_groups[group];
    const Rest& rest = m_rests[its.tensor][offset];
    strategy::Execution out = its.shared;
    auto& parallel = std::get<strategy::TransformerTrainingParallelism>(out.parallelism);
    parallel.pipeline = {rest.pipeline, strategy::training_schedule(rest.pipeline, rest.virtual_stages)};
    parallel.data.degree = rest.data;
    out.tiers.pipeline = rest.pipeline_tier;
    out.tiers.data = rest.data_tier;
    return out;
}

} // namespace blueprinting::search
