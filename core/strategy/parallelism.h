#pragma once
#include "core/model/datatype.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <variant>

/// The parallel strategy as one pattern-matchable structure. Degrees, world size, microbatch count and the like are
/// projections (derived.h) and are never stored a second time. Names follow Megatron-LM (arXiv 1909.08053, 2104.04473,
/// 2205.05198).
namespace blueprinting::strategy {

/// `p2p_rs_ag` exists in Calculon alone and is admitted only under Rules::calculon_compatible.
enum class TensorCommunication { all_reduce, reduce_scatter_all_gather, p2p_rs_ag };

struct TensorParallel {
    std::int64_t degree = 1;
    TensorCommunication communication = TensorCommunication::all_reduce;
    bool operator==(const TensorParallel&) const = default;
};

struct SingleStage {
    bool operator==(const SingleStage&) const = default;
};
struct OneForwardOneBackward {
    bool operator==(const OneForwardOneBackward&) const = default;
};
struct InterleavedOneForwardOneBackward {
    std::int64_t virtual_stages = 2; ///< v, chunks per stage
    bool operator==(const InterleavedOneForwardOneBackward&) const = default;
};
struct ForwardOnly {
    /// Chunks per stage; other than 1 only under Rules::calculon_compatible, whose reader maps an inference file's
    /// interleaving so.
    std::int64_t virtual_stages = 1;
    bool operator==(const ForwardOnly&) const = default;
};
using PipelineSchedule =
    std::variant<SingleStage, OneForwardOneBackward, InterleavedOneForwardOneBackward, ForwardOnly>;

struct PipelineParallel {
    std::int64_t degree = 1;
    PipelineSchedule schedule = SingleStage{};
    bool operator==(const PipelineParallel&) const = default;
};

struct DataParallel {
    std::int64_t degree = 1;
    bool optimizer_sharding = false;
    bool operator==(const DataParallel&) const = default;
};

enum class RecomputePolicy { none, attention_only, full };

struct TransformerTrainingParallelism {
    TensorParallel tensor;
    PipelineParallel pipeline;
    DataParallel data;
    RecomputePolicy recompute = RecomputePolicy::none;
    bool operator==(const TransformerTrainingParallelism&) const = default;
};

/// Independent serving replicas: no gradients, so never a data-parallel group.
struct ReplicaParallel {
    std::int64_t replicas = 1;
    bool operator==(const ReplicaParallel&) const = default;
};

struct TransformerInferenceParallelism {
    TensorParallel tensor;
    PipelineParallel pipeline{1, ForwardOnly{}};
    ReplicaParallel replicas;
    bool operator==(const TransformerInferenceParallelism&) const = default;
};

using Parallelism = std::variant<TransformerTrainingParallelism, TransformerInferenceParallelism>;

enum class AttentionType { multihead, multiquery };

/// Network tier that each group communicates over, an index into the system's networks.
struct NetworkTiers {
    std::int64_t tensor = 0;
    std::int64_t pipeline = 0;
    std::int64_t data = 0; ///< of the replicas for inference: they send nothing, but must fit on it
    bool operator==(const NetworkTiers&) const = default;
};

/// A strategy with what one execution of it needs. Independent of model and system.
struct Execution {
    Parallelism parallelism;
    std::int64_t global_batch = 1;    ///< samples per iteration over all data-parallel groups (or replicas)
    std::int64_t microbatch_size = 1; ///< samples
    Datatype datatype = Datatype::float16;
    AttentionType attention_type = AttentionType::multihead;
    bool fused_activation = false;
    bool all_gather_redo = false; ///< `sequence_parallel_all_gather_redo`
    NetworkTiers tiers;
    std::optional<std::int64_t> num_procs; ///< where a file states it: must equal t·p·d
    bool operator==(const Execution&) const = default;
};

/// The fields of an execution, each a row of the table (field_table.h), in the order in which a flat file's problems
/// are said. Behind them the model: no field of a strategy, but what laws are about as well.
enum class Field {
    tensor_degree,
    pipeline_degree,
    data_degree,
    replicas,
    tensor_communication,
    recompute,
    schedule,
    virtual_stages,
    optimizer_sharding,
    global_batch,
    microbatch_size,
    fused_activation,
    all_gather_redo,
    purpose,
    attention_type,
    datatype,
    tensor_tier,
    pipeline_tier,
    data_tier,
    num_procs,
    model
};
inline constexpr std::size_t kFields = static_cast<std::size_t>(Field::model);

/// Strict is ours; calculon_compatible relaxes exactly this: uneven stages (n = ⌈L/p⌉, p ≤ L, v divides n), p2p_rs_ag,
/// sequence divisibility to t | microbatch·sequence, ForwardOnly with chunks, the reference's inference bubble.
enum class Rules { strict, calculon_compatible };

std::string_view to_string(TensorCommunication communication); ///< "all_reduce", …
std::string_view to_string(RecomputePolicy policy);            ///< "none", "attention_only", "full"
std::string_view to_string(AttentionType type);
std::string_view
schedule_name(const PipelineSchedule& schedule); ///< "single_stage", "1f1b", "interleaved_1f1b", "forward_only"

} // namespace blueprinting::strategy
