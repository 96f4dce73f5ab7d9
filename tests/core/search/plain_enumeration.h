#pragma once
#include "core/search/space.h"
#include "core/strategy/divisors.h"
#include "core/strategy/laws.h"
#include "core/strategy/mapping.h"

#include <functional>
#include <map>
#include <set>

/// The plain way through a space, for tests alone: every execution is built and held against every law. It knows
/// nothing of branches, classes or products.
namespace blueprinting::testing {

struct PlainCounts {
    std::uint64_t strategies = 0, legal = 0;
    std::map<std::string, std::uint64_t, std::less<>> refused, refused_alone;
};

inline std::vector<std::int64_t> within(std::int64_t number, const search::Allowed& allowed)
{
    std::vector<std::int64_t> out;
    for (const std::int64_t each : strategy::divisors(number))
        if (allowed.contains(each))
            out.push_back(each);
    return out;
}

/// Every execution of a space in the order of their numbers.
inline void each_execution(const search::Space& space, std::int64_t blocks,
                           const std::function<void(const strategy::Execution&)>& take)
{
    using strategy::Field;
    std::vector<std::pair<const strategy::FieldRow*, std::vector<std::int64_t>>> choices;
    for (const strategy::FieldRow* row :
         strategy::rows_in({Field::tensor_communication, Field::recompute, Field::all_gather_redo,
                            Field::optimizer_sharding, Field::fused_activation})) {
        const bool word = row->kind == strategy::Kind::choice || row->kind == strategy::Kind::flag;
        if (word && (row->listed() || row->searched == strategy::Searched::told))
            choices.emplace_back(row, space[row->field].once());
    }
    const std::function<void(strategy::Execution, std::size_t, const std::function<void(const strategy::Execution&)>&)>
        choose = [&](strategy::Execution execution, std::size_t depth, const auto& then) {
            if (depth == choices.size())
                return then(execution);
            for (const std::int64_t value : choices[depth].second) {
                choices[depth].first->set(execution, value);
                choose(execution, depth + 1, then);
            }
        };
    const auto tiers = [](std::int64_t degree, const search::Values& values) {
        const auto all = values.once();
        return degree > 1 ? all : std::vector<std::int64_t>{all.front()};
    };
    for (const std::int64_t t : within(space.devices, space.tensor))
        for (const std::int64_t tensor_tier : tiers(t, space.tensor_tiers))
            for (const std::int64_t microbatch : within(space.global_batch, space.microbatch)) {
                strategy::Execution shared;
                strategy::set_number(shared, Field::tensor_degree, t);
                shared.global_batch = space.global_batch;
                shared.microbatch_size = microbatch;
                shared.tiers.tensor = tensor_tier;
                choose(shared, 0, [&](const strategy::Execution& chosen) {
                    for (const std::int64_t p : within(space.devices / t, space.pipeline)) {
                        const std::int64_t d = space.devices / t / p;
                        if (!space.data.contains(d))
                            continue;
                        const auto chunks =
                            p == 1 ? std::vector<std::int64_t>{1} : within(blocks, space.virtual_stages);
                        for (const std::int64_t v : chunks) {
                            if (!space.virtual_stages.contains(v))
                                continue;
                            for (const std::int64_t pipeline_tier : tiers(p, space.pipeline_tiers))
                                for (const std::int64_t data_tier : tiers(d, space.data_tiers)) {
                                    strategy::Execution one = chosen;
                                    strategy::set_number(one, Field::pipeline_degree, p);
                                    strategy::set_number(one, Field::data_degree, d);
                                    strategy::set_schedule(one, strategy::training_schedule(p, v));
                                    one.tiers.pipeline = pipeline_tier;
                                    one.tiers.data = data_tier;
                                    take(one);
                                }
                        }
                    }
                });
            }
}

inline PlainCounts plain_counts(const model::TransformerModel& model, const system::SystemProfile& system,
                                const search::Space& space)
{
    PlainCounts out;
    each_execution(space, model.blocks, [&](const strategy::Execution& execution) {
        ++out.strategies;
        std::set<std::string> codes;
        for (const std::string_view code : strategy::violated_codes(model, system, execution, strategy::Rules::strict))
            codes.insert(std::string(code));
        for (const std::string& code : codes)
            ++out.refused[code];
        if (codes.size() == 1)
            ++out.refused_alone[*codes.begin()];
        out.legal += codes.empty() ? 1 : 0;
    });
    return out;
}

} // namespace blueprinting::testing
