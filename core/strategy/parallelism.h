#pragma once
#include "core/model/datatype.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
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
    std::string layout{}; ///< of blocks over chunks (layout.h); empty: even
    bool operator==(const PipelineParallel&) const = default;
};

/// What the ranks of the gradient group share out instead of each keeping all: ZeRO-1, 2, 3 (arXiv 1910.02054); full is
/// what PyTorch calls FSDP.
enum class StateSharding { none, optimizer, gradients, full };
/// Under full sharding, the parameters' shards: of the datatype, with a float32 master copy; or float32 themselves.
enum class ShardedParameters { mixed, float32 };

struct DataParallel {
    std::int64_t degree = 1;
    bool optimizer_sharding = false; ///< the older word for StateSharding::optimizer
    StateSharding sharding = StateSharding::none;
    bool reshard_after_forward = true;            ///< full: gathered again for the backward pass
    std::optional<std::int64_t> group{};          ///< full: ranks that a shard group has (HSDP); none: all
    std::int64_t prefetch = 1;                    ///< full: units gathered ahead, 0 to 2
    ShardedParameters parameters{};               ///< full
    std::optional<std::int64_t> gradient_bytes{}; ///< 2 or 4; none: 4, of a plain model the datatype's
    bool operator==(const DataParallel&) const = default;
};

/// How the ranks of a context-parallel group, each with a part of every sequence, get at the other keys and values:
/// passed round (arXiv 2310.01889), gathered, by heads instead (DeepSpeed-Ulysses, 2309.14509), or by heads within and
/// round between groups of `inner`.
enum class ContextKind { ring, all_gather, all_to_all, hybrid };
/// Which parts of a causal sequence a rank has: two, one from the front and one from the end, so that all ranks work
/// alike; or one, so that the last rank works most.
enum class ContextBalance { zigzag, contiguous };
struct ContextParallel {
    std::int64_t degree = 1; ///< cp
    ContextKind kind = ContextKind::ring;
    std::int64_t inner = 1; ///< hybrid: ranks that exchange heads
    ContextBalance balance = ContextBalance::zigzag;
    bool operator==(const ContextParallel&) const = default;
};

/// Experts on several ranks, and each cut over several; both groups are taken out of the ranks of a stage.
enum class DispatchFormat { model, float8 };
struct ExpertParallel {
    std::int64_t degree = 1;                         ///< ep
    std::int64_t tensor_degree = 1;                  ///< etp
    DispatchFormat dispatch = DispatchFormat::model; ///< of the rows on their way to the experts
    bool deduplicate = false;                        ///< a row goes once to a node, whatever experts it has there
    bool operator==(const ExpertParallel&) const = default;
};

enum class RecomputePolicy { none, attention_only, full };

/// Of full recomputation: one checkpoint for so many blocks; or only the first so many blocks of a chunk.
enum class FullRecompute { uniform, block };

/// Parts of a block that are computed again, each by itself (Megatron-LM, --recompute-modules; mlp_act is ours).
enum class Module { core_attn, mlp, moe, shared_experts, layernorm, mla_up_proj, mlp_act, moe_act };
inline constexpr std::array kModules{Module::core_attn, Module::mlp,         Module::moe,     Module::shared_experts,
                                     Module::layernorm, Module::mla_up_proj, Module::mlp_act, Module::moe_act};
std::string_view to_string(Module module); ///< "core_attn", …
class ModuleSet {
public:
    [[nodiscard]] constexpr bool has(Module module) const { return (m_bits >> static_cast<unsigned>(module) & 1) != 0; }
    constexpr void add(Module module) { m_bits |= 1U << static_cast<unsigned>(module); }
    [[nodiscard]] constexpr bool empty() const { return m_bits == 0; }
    [[nodiscard]] constexpr std::int64_t bits() const { return m_bits; }
    static constexpr ModuleSet of_bits(std::int64_t bits)
    {
        ModuleSet out;
        out.m_bits = static_cast<unsigned>(bits);
        return out;
    }
    bool operator==(const ModuleSet&) const = default;

private:
    unsigned m_bits = 0;
};

struct TransformerTrainingParallelism {
    TensorParallel tensor;
    PipelineParallel pipeline;
    DataParallel data;
    RecomputePolicy recompute = RecomputePolicy::none;
    ModuleSet modules{};          ///< only where the policy is none
    FullRecompute full_method{};  ///< only where the policy is full
    std::int64_t full_layers = 1; ///< the same
    ContextParallel context{};
    ExpertParallel expert{};
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

/// Network tier that each group communicates over, an index into the system's networks. None: as the ranks lie, which
/// goes beyond what a plain model's strategy can say.
struct NetworkTiers {
    std::optional<std::int64_t> tensor = 0;
    std::optional<std::int64_t> pipeline = 0;
    std::optional<std::int64_t> data = 0; ///< of the replicas for inference: they send nothing, but must fit on it
    std::optional<std::int64_t> context{}, expert{};
    bool operator==(const NetworkTiers&) const = default;
};

/// Formats within an execution whose datatype is bfloat16 or float16. Under float8_linear the linear layers' products
/// run in float8, with a scale for so many elements; `cache` keeps both float8 layouts of the weights beside them.
enum class PrecisionRecipe { uniform, float8_linear };
enum class Float8Scale { tensor, row, block128, block32 };
struct Precision {
    PrecisionRecipe recipe = PrecisionRecipe::uniform;
    Float8Scale scale = Float8Scale::tensor;
    bool cache = false;
    bool operator==(const Precision&) const = default;
};
/// Of the two moments that an optimizer keeps for each weight.
enum class OptimizerStates { float32, bfloat16 };

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
    std::optional<std::int64_t> num_procs; ///< where a file states it: must equal the world size
    bool fused_attention = false;          ///< the attention core in one kernel (flash attention)
    Precision precision{};
    OptimizerStates optimizer_states{};
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
    fused_attention,
    layout,
    context_degree,
    context_kind,
    context_inner,
    expert_degree,
    expert_tensor_degree,
    expert_dispatch,
    expert_deduplicate,
    sharding,
    reshard_after_forward,
    sharding_group,
    prefetch,
    sharded_parameters,
    gradient_bytes,
    recompute_modules,
    recompute_method,
    recompute_layers,
    context_balance,
    context_tier,
    expert_tier,
    precision_recipe,
    precision_scale,
    precision_cache,
    optimizer_states,
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
