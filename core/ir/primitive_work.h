#pragma once
#include "core/ir/distributed_ir.h"

#include <optional>

/// The work algebra of the block's primitives: from a primitive's shape to operations, bytes and what it holds.
/// Sources: Shoeybi et al., arXiv 1909.08053 (tensor parallelism); Korthikanti et al., arXiv 2205.05198 (sequence
/// parallelism, what is stored); operation counts per element as Calculon 0.1.0 declares them.
namespace blueprinting::ir {

/// What of the strategy enters the work of a task.
struct WorkContext {
    std::int64_t element_bytes = 2;    ///< e
    std::int64_t participants = 1;     ///< t
    std::int64_t optimizer_shards = 1; ///< z: the data-parallel degree under optimizer sharding, else 1
    strategy::TensorCommunication communication = strategy::TensorCommunication::all_reduce;
    bool operator==(const WorkContext&) const = default;
};
WorkContext work_context(const ProgramSemantics& program);

/// Direction in which a boundary moves something, or nothing where it is the identity.
std::optional<CollectiveKind> boundary_collective(BoundarySide side, Phase phase, bool reduce_scatter_all_gather);

/// Operations and bytes of one task; the message is not in it (it is the collective's own). Read and write follow
/// from the dependences: forward reads inputs and weights and writes outputs; the activation gradient reads weights
/// (or the other operand) and dY and writes dX; the weight gradient reads X and dY and writes dW. An optimizer step
/// updates its state in place: each byte of state counts once, half of them as read. An edge boundary task does the
/// local work of an all-reduce. Nothing where an integer does not fit.
std::optional<WorkloadFacts> work_of(const Primitive& primitive, Phase phase, const WorkContext& context);

/// What a primitive keeps, in bytes (weights in elements). Nothing where an integer does not fit.
struct Footprint {
    std::int64_t weights = 0;                   ///< elements
    std::int64_t held = 0;                      ///< activation held for the backward pass
    std::int64_t gradient = 0;                  ///< activation gradient
    std::int64_t output = 0;                    ///< output, as it would be stored
    Quotient weight_gradient;                   ///< w·e/z
    std::int64_t weight_gradient_unsharded = 0; ///< 4w: accumulation is in float32
    Quotient optimizer;                         ///< (4w·[e<4] + 8w)/z
    bool operator==(const Footprint&) const = default;
};
std::optional<Footprint> footprint_of(const Primitive& primitive, const WorkContext& context);

/// Weight elements, 0 for primitives without weights; nothing where it does not fit.
std::optional<std::int64_t> weight_elements(const Primitive& primitive);
bool has_weights(const Primitive& primitive);
/// The engine that a primitive's compute runs on; the optimizer step always runs on the vector engine.
EngineClass engine_of(const Primitive& primitive, Phase phase);

} // namespace blueprinting::ir
