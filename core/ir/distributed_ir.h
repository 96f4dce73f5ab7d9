#pragma once
#include "core/base/digest.h"
#include "core/block/setting.h"
#include "core/ir/extra.h"
#include "core/ir/facts.h"
#include "core/ir/lineage.h"
#include "core/strategy/mesh.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace blueprinting::ir {

/// What a task sends, and over which axis of the mesh.
struct Collective {
    CollectiveKind kind = CollectiveKind::all_reduce;
    std::int64_t participants = 1;
    std::int64_t message_bytes = 0;
    std::string reduction; ///< "sum", "" for a gather
    strategy::Axis axis = strategy::Axis::tensor;
    bool operator==(const Collective&) const = default;

    template <class Self, class Visit>
    static void fields(Self& self, Visit&& visit)
    {
        visit("axis", self.axis, "collective", self.kind, "message_bytes", self.message_bytes, "participants",
              self.participants, "reduction", self.reduction);
    }
};

struct DistributedValue {
    EntityId id;
    std::string name;
    std::vector<std::int64_t> shape; ///< local shape on one rank, one microbatch
    std::int64_t element_bytes = 2;  ///< of the datatype; 1 for a mask, 4 for optimizer state
    BufferRole role = BufferRole::activation;
    Sharding sharding = Sharding::replicated;
    Lineage lineage;
    bool operator==(const DistributedValue&) const = default;

    template <class Self, class Visit>
    static void fields(Self& self, Visit&& visit)
    {
        visit("element_bytes", self.element_bytes, "id", self.id, "lineage", self.lineage, "name", self.name, "role",
              self.role, "shape", self.shape, "sharding", self.sharding);
    }
};

/// How the activation that a task's primitive holds is counted (spec "The block, in order").
struct StorageFlags {
    bool reused = false;             ///< shares its producer's storage
    bool activation_dropped = false; ///< ¬act: not stored for backward
    bool output_dropped = false;     ///< ¬out: output not stored
    bool operator==(const StorageFlags&) const = default;

    template <class Self, class Visit>
    static void fields(Self& self, Visit&& visit)
    {
        visit("activation_dropped", self.activation_dropped, "output_dropped", self.output_dropped, "reused",
              self.reused);
    }
};

/// One task of the local TP block, in one phase: name, phase and scope say which. Under p2p_rs_ag a boundary has two
/// alternatives, an inner and an edge one: a block runs one of the two, and what follows depends on either.
struct Task {
    EntityId id;
    std::string name; ///< "attn.q"
    Phase phase = Phase::forward;
    EngineClass engine = EngineClass::vector;
    BlockScope scope = BlockScope::every;
    Primitive primitive;
    std::optional<Collective> collective; ///< nothing where it works for itself alone
    StorageFlags storage;
    std::vector<EntityId> dependencies; ///< tasks before it, acyclic
    Lineage lineage;
    Extra<std::int64_t> part{}; ///< of a primitive that makes several tasks, which; nothing for the first
    [[nodiscard]] std::size_t part_index() const { return static_cast<std::size_t>(part ? *part : 0); }
    bool operator==(const Task&) const = default;
};

/// An optimizer task updates its first two operands (weight, state) into its two results.
struct DistributedTask : Task {
    std::vector<EntityId> operands;
    std::vector<EntityId> results;
    bool operator==(const DistributedTask&) const = default;

    template <class Self, class Visit>
    static void fields(Self& self, Visit&& visit)
    {
        visit("collective", self.collective, "dependencies", self.dependencies, "engine", self.engine, "id", self.id,
              "lineage", self.lineage, "name", self.name, "operands", self.operands, "part", self.part, "phase",
              self.phase, "primitive", self.primitive, "results", self.results, "scope", self.scope, "storage",
              self.storage);
    }
};

/// What the program as a whole keeps of its strategy. The block's tasks do not hold it; iteration composition reads it.
struct ProgramSemantics {
    strategy::Execution execution;
    std::int64_t blocks = 0;
    std::int64_t hidden = 0;                 ///< h
    std::int64_t sequence = 0;               ///< s
    std::int64_t pipeline_message_bytes = 0; ///< one boundary activation, as sharded
    std::int64_t feedforward = 0;            ///< f
    std::int64_t heads = 0;                  ///< a
    std::int64_t head_size = 0;              ///< k
    Extra<model::Description> description{}; ///< of a model that six numbers do not say
    Extra<block::Piece> piece{};             ///< what of such a model the tasks are of
    bool operator==(const ProgramSemantics&) const = default;

    template <class Self, class Visit>
    static void fields(Self& self, Visit&& visit)
    {
        visit("blocks", self.blocks, "description", self.description, "execution", self.execution, "feedforward",
              self.feedforward, "head_size", self.head_size, "heads", self.heads, "hidden", self.hidden, "piece",
              self.piece, "pipeline_message_bytes", self.pipeline_message_bytes, "sequence", self.sequence);
    }
};

/// The whole description of its model, whatever says it, and the setting of its tasks.
model::Description description_of(const ProgramSemantics& program);
block::Setting setting_of(const ProgramSemantics& program);
/// Whether it says more than an IR of six-number models and their strategies can: it is then of the next schema.
bool is_extended(const ProgramSemantics& program);

/// The local TP block as a task graph, topologically ordered. Immutable once built.
struct DistributedTaskIR {
    static constexpr std::string_view kSchema = "distributed_task.v1", kExtendedSchema = "distributed_task.v2";
    [[nodiscard]] std::string_view schema() const { return is_extended(program) ? kExtendedSchema : kSchema; }
    Digest source;                        ///< of the ModelIR
    std::vector<strategy::MeshAxis> mesh; ///< all axes of the execution; the tasks are those of one rank
    ProgramSemantics program;
    std::vector<DistributedValue> values;
    std::vector<DistributedTask> tasks;
    bool operator==(const DistributedTaskIR&) const = default;

    template <class Self, class Visit>
    static void fields(Self& self, Visit&& visit)
    {
        const std::string_view schema = self.schema();
        visit("mesh", self.mesh, "program", self.program, "schema", schema, "source", self.source, "tasks", self.tasks,
              "values", self.values);
    }
};

} // namespace blueprinting::ir
