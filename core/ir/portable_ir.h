#pragma once
#include "core/ir/distributed_ir.h"

namespace blueprinting::ir {

/// A task with its exact work. Engine, phase and collective are as in the source: the volume model is chosen by them.
/// No device, no vendor library, no duration.
struct PortableTask : Task {
    WorkloadFacts facts;
    std::vector<EntityId> reads;  ///< buffers
    std::vector<EntityId> writes; ///< buffers
    bool operator==(const PortableTask&) const = default;

    template <class Self, class Visit>
    static void fields(Self& self, Visit&& visit)
    {
        visit("collective", self.collective, "dependencies", self.dependencies, "engine", self.engine, "facts",
              self.facts, "id", self.id, "lineage", self.lineage, "name", self.name, "part", self.part, "phase",
              self.phase, "primitive", self.primitive, "reads", self.reads, "scope", self.scope, "storage",
              self.storage, "writes", self.writes);
    }
};

/// A piece of memory of the block. What a task updates in place (weights, optimizer state) stays one buffer.
struct Buffer {
    EntityId id;
    std::string name;
    Quotient size_bytes;
    BufferRole role = BufferRole::activation;
    EntityId producer; ///< task, or "" for what stands before the block
    std::vector<EntityId> consumers;
    Lineage lineage;
    bool operator==(const Buffer&) const = default;

    template <class Self, class Visit>
    static void fields(Self& self, Visit&& visit)
    {
        visit("consumers", self.consumers, "id", self.id, "lineage", self.lineage, "name", self.name, "producer",
              self.producer, "role", self.role, "size_bytes", self.size_bytes);
    }
};

/// Bytes that one block keeps on one TP rank, for one microbatch where that matters.
struct BlockMemoryFacts {
    std::int64_t weight = 0;
    std::int64_t activation_working = 0;
    std::int64_t activation_storage = 0;
    std::int64_t activation_checkpoint = 0;
    std::int64_t activation_gradient = 0;
    Quotient weight_gradient; ///< sharded under optimizer sharding
    std::int64_t weight_gradient_unsharded = 0;
    Quotient optimizer;
    bool operator==(const BlockMemoryFacts&) const = default;

    template <class Self, class Visit>
    static void fields(Self& self, Visit&& visit)
    {
        visit("activation_checkpoint", self.activation_checkpoint, "activation_gradient", self.activation_gradient,
              "activation_storage", self.activation_storage, "activation_working", self.activation_working, "optimizer",
              self.optimizer, "weight", self.weight, "weight_gradient", self.weight_gradient,
              "weight_gradient_unsharded", self.weight_gradient_unsharded);
    }
};

/// What a step does over the data axis for the weights of one block, behind the optimizer's tasks or, where it reduces
/// gradients, before them. It is no task of the block: that has the same plan whatever the data and pipeline axes are.
struct StepTask {
    EntityId id;
    std::string name; ///< "step.gradients", "step.parameters"
    Collective collective;
    Lineage lineage;
    bool operator==(const StepTask&) const = default;

    template <class Self, class Visit>
    static void fields(Self& self, Visit&& visit)
    {
        visit("collective", self.collective, "id", self.id, "lineage", self.lineage, "name", self.name);
    }
};

/// Everything that a cost view needs of the work, and nothing of any target. Immutable once built.
struct PortablePlanIR {
    static constexpr std::string_view kSchema = "portable_plan.v1", kExtendedSchema = "portable_plan.v2";
    [[nodiscard]] std::string_view schema() const { return is_extended(program) ? kExtendedSchema : kSchema; }
    Digest source;               ///< of the DistributedTaskIR
    Digest strategy_fingerprint; ///< of the execution's canonical form
    ProgramSemantics program;
    std::vector<PortableTask> tasks; ///< the block's, and behind them the optimizer's
    std::vector<Buffer> buffers;
    BlockMemoryFacts memory;
    std::vector<StepTask> step;
    bool operator==(const PortablePlanIR&) const = default;

    template <class Self, class Visit>
    static void fields(Self& self, Visit&& visit)
    {
        const std::string_view schema = self.schema();
        visit("buffers", self.buffers, "memory", self.memory, "program", self.program, "schema", schema, "source",
              self.source, "step", self.step, "strategy_fingerprint", self.strategy_fingerprint, "tasks", self.tasks);
    }
};

} // namespace blueprinting::ir
