#pragma once
#include "core/ir/distributed_ir.h"

namespace blueprinting::ir {

/// A task with its exact work. Engine and phase are as in the source; the collective's kind stays, since the volume
/// model is chosen by it. No device, no vendor library, no duration.
struct PortableTask {
    EntityId id;
    std::string name;
    std::int64_t row = 0;
    Phase phase = Phase::forward;
    EngineClass engine = EngineClass::vector;
    BlockScope scope = BlockScope::every;
    Primitive primitive;
    std::optional<Collective> collective; ///< with network traffic; none for local work alone
    StorageFlags storage;
    WorkloadFacts facts;
    std::vector<EntityId> dependencies;
    std::vector<EntityId> reads;  ///< buffers
    std::vector<EntityId> writes; ///< buffers
    Lineage lineage;
    bool operator==(const PortableTask&) const = default;
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
};

/// Everything that a cost view needs of the work, and nothing of any target. Immutable once built.
struct PortablePlanIR {
    static constexpr std::string_view kSchema = "portable_plan.v0";
    Digest source;               ///< of the DistributedTaskIR
    Digest strategy_fingerprint; ///< of the execution's canonical form
    ProgramSemantics program;
    std::vector<PortableTask> tasks;
    std::vector<Buffer> buffers;
    BlockMemoryFacts memory;
    bool operator==(const PortablePlanIR&) const = default;
};

} // namespace blueprinting::ir
