#pragma once
#include "core/model/transformer_model.h"
#include "core/strategy/parallelism.h"
#include "core/system/system_profile.h"

#include "core/base/result.h"

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace blueprinting::search {

/// Which whole numbers ≥ 1 a knob may take: stretches, both ends in, ascending and apart. Empty allows every one.
class Allowed {
public:
    struct Stretch {
        std::int64_t first = 1;
        std::int64_t last = std::numeric_limits<std::int64_t>::max();
        bool operator==(const Stretch&) const = default;
    };
    Allowed() = default;
    /// "8", "1,2,8", "4..16", "16..", "..8" and any of them joined by commas; search.bound.malformed says which part.
    static Result<Allowed> parse(std::string_view text, const std::string& path);

    [[nodiscard]] bool contains(std::int64_t value) const;
    /// The form that parse reads; "" where every one is allowed.
    [[nodiscard]] std::string text() const;
    bool operator==(const Allowed&) const = default;

private:
    std::vector<Stretch> m_stretches;
};

/// The strategies that train a model with a global batch on a number of devices: every t·p·d that makes the devices,
/// with
///   microbatch sizes that divide the batch, 1F1B and every interleaving whose v divides the model's blocks (one stage
///   has one schedule), and every choice of the lists.
/// A tier is chosen for a group larger than 1 alone. What the lists name twice is searched once.
struct Space {
    std::int64_t devices = 1;
    std::int64_t global_batch = 1; ///< samples
    Allowed tensor, pipeline, data, microbatch, virtual_stages;
    std::vector<strategy::RecomputePolicy> recompute{
        strategy::RecomputePolicy::none, strategy::RecomputePolicy::attention_only, strategy::RecomputePolicy::full};
    std::vector<strategy::TensorCommunication> communication{strategy::TensorCommunication::all_reduce,
                                                             strategy::TensorCommunication::reduce_scatter_all_gather};
    std::vector<bool> all_gather_redo{false, true};
    std::vector<bool> optimizer_sharding{false, true};
    std::vector<bool> fused_activation{false};
    std::vector<std::int64_t> tensor_tiers{0}, pipeline_tiers{0}, data_tiers{0};
    Datatype datatype = Datatype::float16;
    strategy::AttentionType attention_type = strategy::AttentionType::multihead;

    /// The lists as a person would begin: tensor groups on the first tier, the others on the last.
    static Space of(std::int64_t devices, std::int64_t global_batch, const system::SystemProfile& system);
};

/// A space laid out as a sequence, so that each strategy has a number and shards meet nowhere. Strategies that share a
/// block (cost::PricedBlock) stand side by side: a group.
class Layout {
public:
    /// search.not_positive, search.bound.empty (a bound that leaves no strategy, and which), search.too_many (past
    /// kMostStrategies).
    static Result<Layout> make(const Space& space, std::int64_t blocks);

    static constexpr std::uint64_t kMostStrategies = 50'000'000;

    [[nodiscard]] std::uint64_t strategies() const { return m_first.back(); }
    [[nodiscard]] std::size_t groups() const { return m_groups.size(); }
    [[nodiscard]] std::uint64_t first(std::size_t group) const { return m_first[group]; } ///< also of one past the last
    /// The strategy with a number below strategies().
    [[nodiscard]] strategy::Execution at(std::uint64_t number) const;
    /// The same where the group is known: at(first(group) + offset).
    [[nodiscard]] strategy::Execution at(std::size_t group, std::uint64_t offset) const;

private:
    /// What the strategies of a group share.
    struct Group {
        std::size_t tensor = 0; ///< index of the list of rests
        std::int64_t degree = 1;
        std::int64_t tier = 0;
        std::int64_t microbatch = 1;
        strategy::TensorCommunication communication = strategy::TensorCommunication::all_reduce;
        strategy::RecomputePolicy recompute = strategy::RecomputePolicy::none;
        bool redo = false, sharding = false, fused = false;
    };
    /// What is left to choose once the tensor degree is.
    struct Rest {
        std::int64_t pipeline = 1, data = 1, virtual_stages = 1;
        std::int64_t pipeline_tier = 0, data_tier = 0;
    };

    Space m_space;
    std::vector<std::vector<Rest>> m_rests; ///< by tensor degree
    std::vector<Group> m_groups;
    std::vector<std::uint64_t> m_first; ///< one more than groups
};

} // namespace blueprinting::search
