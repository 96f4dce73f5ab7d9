#pragma once
#include "core/base/digest.h"
#include "core/ir/facts.h"
#include "core/ir/lineage.h"
#include "core/strategy/parallelism.h"

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace blueprinting::ir {

struct LocalCompute {
    bool operator==(const LocalCompute&) const = default;
};
struct Collective {
    CollectiveKind kind = CollectiveKind::all_reduce;
    std::int64_t participants = 1;
    std::int64_t message_bytes = 0;
    std::string reduction; ///< "sum", "" for a gather
    bool operator==(const Collective&) const = default;
};
struct PointToPoint {
    std::int64_t message_bytes = 0;
    bool operator==(const PointToPoint&) const = default;
};
struct Reshard {
    bool operator==(const Reshard&) const = default;
};
struct Control {
    bool operator==(const Control&) const = default;
};
using TaskKind = std::variant<LocalCompute, Collective, PointToPoint, Reshard, Control>;

/// How a value lies over the ranks of the tp axis; `partial` is a sum that no one has reduced yet.
enum class Sharding { replicated, sequence, heads, columns, rows, partial };
std::string_view to_string(Sharding sharding);
std::optional<Sharding> sharding_from(std::string_view name);

struct DistributedValue {
    EntityId id;
    std::string name;
    std::vector<std::int64_t> shape; ///< local shape on one rank, one microbatch
    std::int64_t element_bytes = 2;  ///< of the datatype; 1 for a mask, 4 for optimizer state
    BufferRole role = BufferRole::activation;
    Sharding sharding = Sharding::replicated;
    Lineage lineage;
    bool operator==(const DistributedValue&) const = default;
};

/// How the activation that a task's primitive holds is counted (spec "The block, in order").
struct StorageFlags {
    bool reused = false;             ///< shares its producer's storage
    bool activation_dropped = false; ///< ¬act: not stored for backward
    bool output_dropped = false;     ///< ¬out: output not stored
    bool operator==(const StorageFlags&) const = default;
};

/// One task of the local TP block, in one phase. Under p2p_rs_ag a boundary has two alternatives, an inner and an edge
/// one: a block runs one of the two, and what follows depends on either. An optimizer task updates its first two
/// operands (weight, state) into its two results. `row` is its place in the block's table (1–24).
struct DistributedTask {
    EntityId id;
    std::string name; ///< "attn.q"
    std::int64_t row = 0;
    Phase phase = Phase::forward;
    TaskKind kind;
    Primitive primitive;
    EngineClass engine = EngineClass::vector;
    BlockScope scope = BlockScope::every;
    StorageFlags storage;
    std::vector<EntityId> operands;
    std::vector<EntityId> results;
    std::vector<EntityId> dependencies; ///< tasks before it, acyclic
    Lineage lineage;
    bool operator==(const DistributedTask&) const = default;
};

struct LogicalMesh {
    std::string axis = "tp";
    std::int64_t degree = 1;
    bool operator==(const LogicalMesh&) const = default;
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
    bool operator==(const ProgramSemantics&) const = default;
};

/// What of it enters the work of a task.
WorkContext work_context(const ProgramSemantics& program);

/// The local TP block as a task graph, topologically ordered. Immutable once built.
struct DistributedTaskIR {
    static constexpr std::string_view kSchema = "distributed_task.v0";
    Digest source; ///< of the ModelIR
    LogicalMesh mesh;
    ProgramSemantics program;
    std::vector<DistributedValue> values;
    std::vector<DistributedTask> tasks;
    bool operator==(const DistributedTaskIR&) const = default;
};

} // namespace blueprinting::ir
