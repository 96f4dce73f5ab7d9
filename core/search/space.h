#pragma once
#include "core/model/transformer_model.h"
#include "core/strategy/field_table.h"
#include "core/system/system_profile.h"

#include "core/base/result.h"

#include <array>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
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

/// The values that a field may take: numbers of its row, which enumerators and switches are too.
class Values {
public:
    Values() = default;
    template <class T>
    Values(std::initializer_list<T> values)
    {
        for (const T each : values)
            m_values.push_back(static_cast<std::int64_t>(each));
    }
    explicit Values(std::vector<std::int64_t> values) : m_values(std::move(values)) {}
    void clear() { m_values.clear(); }
    [[nodiscard]] bool empty() const { return m_values.empty(); }
    /// Each once, as first named.
    [[nodiscard]] std::vector<std::int64_t> once() const;
    bool operator==(const Values&) const = default;

private:
    std::vector<std::int64_t> m_values;
};

/// What a space is made of. Every field whose row a search goes over has its values; see Space for their names.
struct SpaceParts {
    std::int64_t devices = 1;
    std::int64_t global_batch = 1; ///< samples
    Allowed tensor, pipeline, data, microbatch, virtual_stages;

    SpaceParts();
    Values& operator[](strategy::Field field) { return m_values[static_cast<std::size_t>(field)]; }
    const Values& operator[](strategy::Field field) const { return m_values[static_cast<std::size_t>(field)]; }
    bool operator==(const SpaceParts&) const = default;

private:
    std::array<Values, strategy::kFields> m_values; ///< as the row says, until told
};

/// The strategies that train a model with a global batch on a number of devices: every t·p·d that makes the devices,
/// with
///   microbatch sizes that divide the batch, 1F1B and every interleaving whose v divides the model's blocks (one stage
///   has one schedule), and every choice of the fields that a search goes over.
/// A tier is chosen for a group larger than 1 alone. What the values name twice is searched once.
struct Space : SpaceParts {
    Space() = default;
    Space(const Space& other) : SpaceParts(other) {}
    Space& operator=(const Space& other)
    {
        SpaceParts::operator=(other);
        return *this;
    }

    /// By name, for those who write them by hand.
    Values& recompute = (*this)[strategy::Field::recompute];
    Values& communication = (*this)[strategy::Field::tensor_communication];
    Values& all_gather_redo = (*this)[strategy::Field::all_gather_redo];
    Values& optimizer_sharding = (*this)[strategy::Field::optimizer_sharding];
    Values& fused_activation = (*this)[strategy::Field::fused_activation];
    Values& tensor_tiers = (*this)[strategy::Field::tensor_tier];
    Values& pipeline_tiers = (*this)[strategy::Field::pipeline_tier];
    Values& data_tiers = (*this)[strategy::Field::data_tier];

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
        strategy::Execution shared;
    };
    /// What is left to choose once the tensor degree is.
    struct Rest {
        std::int64_t pipeline = 1, data = 1, virtual_stages = 1;
        std::int64_t pipeline_tier = 0, data_tier = 0;
    };

    std::vector<std::vector<Rest>> m_rests; ///< by tensor degree
    std::vector<Group> m_groups;
    std::vector<std::uint64_t> m_first; ///< one more than groups
};

} // namespace blueprinting::search
