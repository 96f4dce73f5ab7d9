#pragma once
#include "core/ir/extra.h"
#include "core/ir/lineage.h"
#include "core/model/datatype.h"
#include "core/model/description.h"
#include "core/strategy/parallelism.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace blueprinting::ir {

enum class ValueRole { input, parameter, output, optimizer_state };
std::string_view to_string(ValueRole role);

/// Shapes are per sample: [sequence, hidden] and the like. Batching belongs to the strategy.
struct ModelValue {
    EntityId id;
    std::string name;
    std::vector<std::int64_t> shape;
    Datatype dtype = Datatype::float16;
    ValueRole role = ValueRole::input;
    Lineage lineage;
    bool operator==(const ModelValue&) const = default;

    template <class Self, class Visit>
    static void fields(Self& self, Visit&& visit)
    {
        visit("dtype", self.dtype, "id", self.id, "lineage", self.lineage, "name", self.name, "role", self.role,
              "shape", self.shape);
    }
};

/// The typed record of the one coarse operation.
struct DecoderSemantics {
    std::int64_t hidden = 0, feedforward = 0, sequence = 0, heads = 0, head_size = 0, blocks = 0;
    strategy::AttentionType attention_type = strategy::AttentionType::multihead;
    bool training = true;
    Extra<model::Description> description{}; ///< of a model that the six numbers do not say
    bool operator==(const DecoderSemantics&) const = default;

    template <class Self, class Visit>
    static void fields(Self& self, Visit&& visit)
    {
        visit("attention_type", self.attention_type, "blocks", self.blocks, "description", self.description,
              "feedforward", self.feedforward, "head_size", self.head_size, "heads", self.heads, "hidden", self.hidden,
              "sequence", self.sequence, "training", self.training);
    }
};

struct Effect {
    enum class Kind { read, write } kind = Kind::read;
    EntityId value;
    bool operator==(const Effect&) const = default;

    template <class Self, class Visit>
    static void fields(Self& self, Visit&& visit)
    {
        visit("kind", self.kind, "value", self.value);
    }
};

std::string_view to_string(Effect::Kind kind);

struct ModelOperation {
    EntityId id;
    std::string name; ///< dialect.name: transformer.decoder_training or transformer.decoder_inference
    std::vector<EntityId> operands;
    std::vector<EntityId> results;
    std::vector<Effect> effects;
    DecoderSemantics semantics;
    Lineage lineage;
    bool operator==(const ModelOperation&) const = default;

    template <class Self, class Visit>
    static void fields(Self& self, Visit&& visit)
    {
        visit("effects", self.effects, "id", self.id, "lineage", self.lineage, "name", self.name, "operands",
              self.operands, "results", self.results, "semantics", self.semantics);
    }
};

/// What is computed, before anyone asks where. SSA; no use before definition. Holds no tp, pp, dp, rank, device,
/// kernel or duration. Immutable once built.
struct ModelIR {
    static constexpr std::string_view kSchema = "model.v1", kExtendedSchema = "model.v2";
    [[nodiscard]] std::string_view schema() const
    {
        return !operations.empty() && operations.front().semantics.description ? kExtendedSchema : kSchema;
    }
    std::vector<ModelValue> values;
    std::vector<ModelOperation> operations;
    std::vector<EntityId> inputs;
    std::vector<EntityId> outputs;
    bool operator==(const ModelIR&) const = default;

    template <class Self, class Visit>
    static void fields(Self& self, Visit&& visit)
    {
        const std::string_view schema = self.schema();
        visit("inputs", self.inputs, "operations", self.operations, "outputs", self.outputs, "schema", schema, "values",
              self.values);
    }
};

} // namespace blueprinting::ir
