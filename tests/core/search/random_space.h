#pragma once
#include "core/search/space.h"

#include <random>

/// Small spaces with all kinds of bounds, the same in every run.
namespace blueprinting::testing {

struct RandomSpace {
    model::TransformerModel model;
    system::SystemProfile system;
    search::Space space;
};

inline RandomSpace random_space(std::mt19937& random)
{
    const auto pick = [&](std::initializer_list<std::int64_t> from) {
        return *(from.begin() + static_cast<std::ptrdiff_t>(random() % from.size()));
    };
    RandomSpace out;
    const auto& models = model::presets();
    const auto& systems = system::presets();
    out.model = models[random() % models.size()].model;
    if (random() % 2 == 0) {
        // One whose sizes many degrees do not divide.
        out.model.blocks = pick({1, 6, 7, 12, 30});
        out.model.heads = pick({6, 9, 12, 40});
        out.model.hidden = out.model.heads * pick({3, 10, 64});
        out.model.feedforward = pick({36, 48, 3 * out.model.hidden});
        out.model.sequence = pick({6, 100, 128, 2047});
        out.model.head_size = pick({3, 10, 64});
    }
    out.system = systems[random() % systems.size()].system;
    for (system::Network& network : out.system.networks)
        if (random() % 3 == 0) {
            network.size = pick({1, 2, 3, 4, 8, 12});
            network.must_be_filled = random() % 2 == 0;
        }
    const auto tiers = static_cast<std::int64_t>(out.system.networks.size());
    out.space = search::Space::of(pick({1, 2, 4, 6, 8, 12, 16, 24, 30}), pick({1, 3, 4, 6, 8, 12, 60}), out.system);
    const auto bound = [&](search::Allowed& into, std::initializer_list<const char*> texts) {
        if (random() % 4 == 0)
            into = *search::Allowed::parse(*(texts.begin() + static_cast<std::ptrdiff_t>(random() % texts.size())), "");
    };
    bound(out.space.tensor, {"1,2", "..4", "1,3..8"});
    bound(out.space.pipeline, {"1..4", "1,2,6", "..12"});
    bound(out.space.data, {"1..", "1,2,4,8", "..6"});
    bound(out.space.virtual_stages, {"1..3", "1", "2..", "1,6"});
    bound(out.space.microbatch, {"1", "1,2", "..3"});
    const auto all_tiers = [&](search::Values& into) {
        std::vector<std::int64_t> all;
        for (std::int64_t tier = 0; tier < tiers; ++tier)
            all.push_back(tier);
        if (random() % 2 == 0)
            into = search::Values(all);
    };
    all_tiers(out.space.tensor_tiers);
    all_tiers(out.space.pipeline_tiers);
    all_tiers(out.space.data_tiers);
    if (random() % 3 == 0)
        out.space.fused_activation = {false, true};
    if (random() % 4 == 0)
        out.space.optimizer_sharding = {random() % 2 == 0};
    if (random() % 4 == 0)
        out.space.recompute = {strategy::RecomputePolicy::full, strategy::RecomputePolicy::none};
    if (random() % 5 == 0)
        out.space[strategy::Field::datatype] = {Datatype::float8};
    return out;
}

} // namespace blueprinting::testing
