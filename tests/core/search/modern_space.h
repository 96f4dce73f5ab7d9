#pragma once
#include "core/model/released.h"
#include "core/search/space.h"
#include "core/strategy/divisors.h"
#include "tests/core/search/plain_enumeration.h"

#include <random>

/// Small spaces of models beyond six numbers and of switches beyond those, the same in every run, and the plain way
/// through them.
namespace blueprinting::testing {

struct ModernSpace {
    std::shared_ptr<const model::Description> model;
    system::SystemProfile system;
    search::Space space;
};

inline std::int64_t bits(std::initializer_list<strategy::Module> modules)
{
    strategy::ModuleSet out;
    for (const strategy::Module module : modules)
        out.add(module);
    return out.bits();
}

inline ModernSpace modern_space(std::mt19937& random)
{
    using strategy::Field;
    using strategy::Module;
    const auto pick = [&](const auto& from) {
        return *(std::begin(from) + std::ptrdiff_t(random() % std::size(from)));
    };
    static const std::vector<std::string> names{"Llama-3.2-1B", "Llama-3.1-8B", "Mixtral-8x7B-v0.1",
                                                "DeepSeek-V3",  "Gemma-2-27B",  "gpt-oss-120b",
                                                "OLMo-2-7B",    "Falcon-7B",    "gpt3-13B"};
    const std::string name = pick(names);
    const model::ReleasedModel* released = model::find_released(name);
    model::Description model = released ? released->description : model::describe(*model::find_preset(name));
    model.blocks = pick(std::vector<std::int64_t>{4, 6, 8});
    model.sequence = pick(std::vector<std::int64_t>{512, 768, 2048});
    ModernSpace out{std::make_shared<const model::Description>(model), pick(system::released_systems()).system, {}};
    for (system::Network& network : out.system.networks)
        if (random() % 4 == 0)
            network.size = pick(std::vector<std::int64_t>{2, 4, 8});
    out.space = search::Space::of(pick(std::vector<std::int64_t>{4, 8, 16}), pick(std::vector<std::int64_t>{4, 6, 8}),
                                  out.system);
    search::begin_with(out.space, model);
    const auto bound = [&](search::Allowed& into, const std::vector<const char*>& texts) {
        into = *search::Allowed::parse(pick(texts), "");
    };
    bound(out.space.context, {"1", "1,2", "..4"});
    bound(out.space.expert, {"1", "1,2", "1,4"});
    bound(out.space.expert_tensor, {"1", "1", "1,2"});
    bound(out.space.microbatch, {"1", "1,2"});
    bound(out.space.tensor, {"..4", "2", "1,4"});
    const auto one_of = [&](Field field, const std::vector<std::vector<std::int64_t>>& values) {
        out.space[field] = search::Values(pick(values));
    };
    one_of(Field::sharding, {{0}, {0, 3}, {1, 2}, {0, 1, 2, 3}});
    one_of(Field::optimizer_sharding, {{0, 1}, {1}});
    one_of(Field::recompute, {{0, 1, 2}, {0, 2}, {0}});
    one_of(Field::tensor_communication, {{1}, {0, 1}});
    one_of(Field::all_gather_redo, {{0}, {0, 1}});
    one_of(Field::recompute_modules,
           {{0}, {0, bits({Module::core_attn})}, {bits({Module::layernorm, Module::mlp_act}), 0, bits({Module::moe})}});
    if (random() % 3 == 0)
        one_of(Field::fused_attention, {{0, 1}, {1}});
    if (random() % 3 == 0)
        out.space.data_tiers = {0, 1};
    if (model::plain_model(model) && !out.space.extended())
        out.space.context = *search::Allowed::parse("1,2", "");
    return out;
}

/// Every execution of an extended space in the order of their numbers.
inline void each_modern_execution(const search::Space& space, std::int64_t blocks,
                                  const std::function<void(const strategy::Execution&)>& take)
{
    using strategy::Field;
    // What is chosen below a tensor and context degree and a microbatch size, the first outermost.
    std::vector<std::vector<std::function<void(strategy::Execution&)>>> choices;
    const auto values = [&](Field field, const std::vector<std::int64_t>& all) {
        auto& into = choices.emplace_back();
        for (const std::int64_t value : all)
            into.push_back([=](strategy::Execution& e) { strategy::row(field).set(e, value); });
    };
    values(Field::tensor_communication, space[Field::tensor_communication].once());
    auto& recompute = choices.emplace_back();
    for (const std::int64_t policy : space[Field::recompute].once())
        for (const std::int64_t modules :
             policy == 0 ? space[Field::recompute_modules].once() : std::vector<std::int64_t>{0})
            recompute.push_back([=](strategy::Execution& e) {
                strategy::row(Field::recompute).set(e, policy);
                if (modules != 0)
                    strategy::row(Field::recompute_modules).set(e, modules);
            });
    values(Field::all_gather_redo, space[Field::all_gather_redo].once());
    // Sharding as it is told, else none and optimizer as the older word allows.
    values(Field::sharding, space[Field::sharding].once() == std::vector<std::int64_t>{0}
                                ? space[Field::optimizer_sharding].once()
                                : space[Field::sharding].once());
    values(Field::fused_activation, space[Field::fused_activation].once());
    values(Field::attention_type, space[Field::attention_type].once());
    values(Field::datatype, space[Field::datatype].once());
    values(Field::expert_degree, within(space.devices, space.expert));
    values(Field::expert_tensor_degree, within(space.devices, space.expert_tensor));
    values(Field::fused_attention, space[Field::fused_attention].once());
    const auto tiers = [](std::int64_t degree, const search::Values& all) {
        return degree > 1 ? all.once() : std::vector<std::int64_t>{all.once().front()};
    };
    const std::function<void(const strategy::Execution&, std::size_t,
                             const std::function<void(const strategy::Execution&)>&)>
        choose = [&](const strategy::Execution& execution, std::size_t depth, const auto& then) {
            if (depth == choices.size())
                return then(execution);
            for (const auto& set : choices[depth]) {
                strategy::Execution next = execution;
                set(next);
                choose(next, depth + 1, then);
            }
        };
    for (const std::int64_t t : within(space.devices, space.tensor))
        for (const std::int64_t cp : within(space.devices / t, space.context))
            for (const std::int64_t tier : tiers(t, space.tensor_tiers))
                for (const std::int64_t microbatch : within(space.global_batch, space.microbatch)) {
                    strategy::Execution shared;
                    strategy::set_number(shared, Field::tensor_degree, t);
                    strategy::set_number(shared, Field::context_degree, cp);
                    shared.global_batch = space.global_batch;
                    shared.microbatch_size = microbatch;
                    shared.tiers.tensor = tier;
                    choose(shared, 0, [&](const strategy::Execution& chosen) {
                        for (const std::int64_t p : within(space.devices / t / cp, space.pipeline)) {
                            const std::int64_t d = space.devices / t / cp / p;
                            if (!space.data.contains(d))
                                continue;
                            for (const std::int64_t v :
                                 p == 1 ? std::vector<std::int64_t>{1} : within(blocks, space.virtual_stages))
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
                    });
                }
}

} // namespace blueprinting::testing
