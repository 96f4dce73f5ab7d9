#include "core/search/space.h"

#include "core/strategy/divisors.h"

#include <algorithm>

namespace blueprinting::search {
namespace {

template <class T>
std::vector<T> once(const std::vector<T>& values)
{
    std::vector<T> out;
    for (const T& each : values)
        if (std::find(out.begin(), out.end(), each) == out.end())
            out.push_back(each);
    return out;
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

strategy::PipelineSchedule schedule(std::int64_t pipeline, std::int64_t virtual_stages)
{
    if (pipeline == 1)
        return strategy::SingleStage{};
    if (virtual_stages == 1)
        return strategy::OneForwardOneBackward{};
    return strategy::InterleavedOneForwardOneBackward{virtual_stages};
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
    out.m_space = space;
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
    for (const auto& [name, size] : {std::pair{"recompute", space.recompute.size()},
                                     {"tensor.communication", space.communication.size()},
                                     {"all_gather_redo", space.all_gather_redo.size()},
                                     {"optimizer_sharding", space.optimizer_sharding.size()},
                                     {"fused_activation", space.fused_activation.size()},
                                     {"network_tiers.tensor", space.tensor_tiers.size()},
                                     {"network_tiers.pipeline", space.pipeline_tiers.size()},
                                     {"network_tiers.data", space.data_tiers.size()}})
        if (size == 0)
            return nothing_left(name, "nothing is allowed");

    const auto tensor_tiers = once(space.tensor_tiers), pipeline_tiers = once(space.pipeline_tiers),
               data_tiers = once(space.data_tiers);
    const auto recompute = once(space.recompute);
    const auto communication = once(space.communication);
    const auto redo = once(space.all_gather_redo), sharding = once(space.optimizer_sharding),
               fused = once(space.fused_activation);
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
            for (const std::int64_t microbatch : microbatches)
                for (const auto each : communication)
                    for (const auto policy : recompute)
                        for (const bool again : redo)
                            for (const bool shards : sharding)
                                for (const bool fuse : fused) {
                                    out.m_groups.push_back(
                                        {list, t, tier, microbatch, each, policy, again, shards, fuse});
                                    out.m_first.push_back(out.m_first.back() + size);
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
    const Group& shared = m_groups[group];
    const Rest& rest = m_rests[shared.tensor][offset];
    strategy::Execution out;
    out.parallelism =
        strategy::TransformerTrainingParallelism{{shared.degree, shared.communication},
                                                 {rest.pipeline, schedule(rest.pipeline, rest.virtual_stages)},
                                                 {rest.data, shared.sharding},
                                                 shared.recompute};
    out.global_batch = m_space.global_batch;
    out.microbatch_size = shared.microbatch;
    out.datatype = m_space.datatype;
    out.attention_type = m_space.attention_type;
    out.fused_activation = shared.fused;
    out.all_gather_redo = shared.redo;
    out.tiers = {shared.tier, rest.pipeline_tier, rest.data_tier};
    return out;
}

} // namespace blueprinting::search
