#pragma once
#include "core/model/description.h"
#include "core/strategy/derived.h"
#include "core/strategy/field_table.h"
#include "core/strategy/laws.h"
#include "core/strategy/mesh.h"

#include <array>
#include <initializer_list>
#include <memory>
#include <span>

/// Inside the room: the numbers that laws speak of, and the laws as a table. Everyone else reads laws.h.
namespace blueprinting::strategy::detail {

enum class Schedule { single_stage, one_forward_one_backward, interleaved, forward_only };

/// Model, system and execution flattened once, so that a law is a comparison. They must outlive it.
struct Facts {
    std::int64_t hidden, feedforward, sequence, heads, head_size, blocks;
    std::int64_t t, p, d, v;
    std::int64_t batch, microbatch;
    std::array<std::int64_t, 3> tiers; ///< of tensor, pipeline and data (or replicas); -1 where none is named
    std::array<bool, 3> unnamed;
    std::optional<std::int64_t> num_procs;
    Schedule schedule;
    TensorCommunication communication;
    RecomputePolicy recompute;
    Datatype datatype;
    bool training, redo, compatible;
    bool sharding;            ///< the older word for sharing out the optimizer's state
    std::int64_t cp, ep, etp; ///< context, expert and expert-tensor degree
    const model::TransformerModel* model;
    const system::SystemProfile* system;
    const Execution* execution;
    Rules rules;
    /// Where model or strategy say more than the older laws speak of; null where they do not.
    std::shared_ptr<const model::Description> description;
    bool beyond = false; ///< the model is none of six numbers

    /// `known_beyond`, where `whole` is given: whether that is beyond six numbers, if it has been looked at before.
    Facts(const model::TransformerModel& described, const system::SystemProfile& profile, const Execution& form,
          Rules given, std::shared_ptr<const model::Description> whole = nullptr,
          std::optional<bool> known_beyond = std::nullopt);

    /// The same model and system with another execution.
    [[nodiscard]] Facts of(const Execution& other) const { return {*model, *system, other, rules, description}; }

    /// What the model says of experts; null where it has none.
    [[nodiscard]] const model::Experts* experts() const
    {
        return description && description->moe ? &*description->moe : nullptr;
    }

    /// Degree of the tensor, pipeline or data group.
    [[nodiscard]] std::int64_t degree(std::size_t group) const { return group == 0 ? t : group == 1 ? p : d; }
    /// Whether the group is larger than 1 and placed on a tier that exists.
    [[nodiscard]] bool placed(std::size_t group) const;
    /// Product of the degrees placed on a tier; nothing where it is past 2^63.
    [[nodiscard]] std::optional<std::int64_t> processors_on(std::int64_t tier) const;
    /// ⌈L/p⌉; only where p ≥ 1 and L ≥ 1.
    [[nodiscard]] std::int64_t blocks_per_stage() const { return most_on_a_stage(blocks, p); }
    /// Whether the blocks can be laid over the stages, so that a number of blocks per stage exists.
    [[nodiscard]] bool stages_hold() const { return strategy::stages_hold(blocks, p, rules); }
    /// Every chunk has as many blocks as another.
    [[nodiscard]] bool even_layout() const { return pipeline(*execution).layout.empty(); }
    [[nodiscard]] std::int64_t gradient_group() const { return d * cp; }
    [[nodiscard]] bool local_batch_is_whole() const { return d >= 1 && batch >= 1 && batch % d == 0; }
    /// Activations, or at least the transfers between stages, are cut along the sequence.
    [[nodiscard]] bool cuts_sequence() const
    {
        return communication == TensorCommunication::reduce_scatter_all_gather ||
               (compatible && communication == TensorCommunication::p2p_rs_ag);
    }
};

constexpr std::uint64_t bit(Field field) { return std::uint64_t{1} << static_cast<unsigned>(field); }
constexpr std::uint64_t bits(std::initializer_list<Field> fields)
{
    std::uint64_t out = 0;
    for (const Field field : fields)
        out |= bit(field);
    return out;
}

/// One row of the table of laws. `broken` is false also where a prerequisite failed, so that the law is not evaluated.
struct Law {
    std::string_view code;
    Field (*about)(const Facts&);
    std::uint64_t (*involves)(const Facts&); ///< fields whose value the verdict depends on
    bool (*broken)(const Facts&);
    std::string (*message)(const Facts&);
    std::string_view path = {};                       ///< where it is not that of the field
    std::string_view of_model = {};                   ///< Violation::of_model; "" where the law looks at no model
    std::string (*of_system)(const Facts&) = nullptr; ///< Violation::of_system; null where it looks at no system
};

/// In the order in which violations are reported: those of degrees, batch, model and schedule, then those of networks.
std::span<const Law> laws();
std::span<const Law> network_laws();
/// Of models and switches beyond those of six numbers: behind the others.
std::span<const Law> modern_laws();
/// The six sizes of a description that the older laws speak of; 0 for one that it has not.
model::TransformerModel shape_of(const model::Description& description);

/// Pieces of rows: a row that names one field, and fields.
template <Field field>
Field about(const Facts&)
{
    return field;
}
/// What the tables of laws write often enough to want it short.
using F = Facts;
inline std::string n(std::int64_t value) { return std::to_string(value); }

template <Field... fields>
std::uint64_t involving(const Facts&)
{
    return bits({fields...});
}
/// The tiers of the tensor, pipeline and data groups.
inline constexpr std::array kTierFields{Field::tensor_tier, Field::pipeline_tier, Field::data_tier};
/// The field of d: the data-parallel degree in training, the number of replicas in inference.
inline Field data_field(const Facts& facts) { return facts.training ? Field::data_degree : Field::replicas; }

struct Nearest {
    std::optional<std::int64_t> below, above;
};
/// The nearest values of a field that break no law which involves it, all other fields as they are.
Nearest nearest(const Facts& facts, Field field);

} // namespace blueprinting::strategy::detail
