#pragma once
#include "core/primitive/add.h"
#include "core/primitive/balance_loss.h"
#include "core/primitive/batch_matmul.h"
#include "core/primitive/biased_linear.h"
#include "core/primitive/borrowed_linear.h"
#include "core/primitive/boundary.h"
#include "core/primitive/context_gather.h"
#include "core/primitive/dropout.h"
#include "core/primitive/embedding.h"
#include "core/primitive/exchange.h"
#include "core/primitive/expert_boundary.h"
#include "core/primitive/fork.h"
#include "core/primitive/fused_core.h"
#include "core/primitive/gate_scale.h"
#include "core/primitive/gated_activation.h"
#include "core/primitive/gelu.h"
#include "core/primitive/grouped_batch_matmul.h"
#include "core/primitive/grouped_linear.h"
#include "core/primitive/layer_norm.h"
#include "core/primitive/linear.h"
#include "core/primitive/loss.h"
#include "core/primitive/narrow_linear.h"
#include "core/primitive/norm.h"
#include "core/primitive/permute.h"
#include "core/primitive/positions.h"
#include "core/primitive/rank_sum.h"
#include "core/primitive/residual_add.h"
#include "core/primitive/ring_pass.h"
#include "core/primitive/rotary.h"
#include "core/primitive/router.h"
#include "core/primitive/router_score.h"
#include "core/primitive/scale.h"
#include "core/primitive/score_softmax.h"
#include "core/primitive/softmax.h"
#include "core/primitive/top_k.h"

#include <variant>

/// All primitives, and what follows from their records. A new one is a file beside these, its include and its place
/// below.
namespace blueprinting::primitive {

using Primitive =
    std::variant<Linear, BatchMatmul, LayerNorm, Softmax, Dropout, Gelu, ResidualAdd, Fork, Boundary, Norm, Rotary, Add,
                 Activation, GatedActivation, GroupedBatchMatmul, FusedCore, ScoreSoftmax, BiasedLinear, BorrowedLinear,
                 Embedding, Positions, Scale, GateScale, Loss, RankSum, Router, RouterScore, TopK, BalanceLoss, Permute,
                 GroupedLinear, Exchange, ExpertBoundary, ContextGather, RingPass, NarrowLinear>;

std::string_view primitive_name(const Primitive& primitive); ///< "linear", "batch_matmul", …
std::string title(const Primitive& primitive);               ///< the same for people: "batch matmul", "TP boundary"
/// One of each, without extents, in the order above.
std::span<const Primitive> all_primitives();
/// Calls visit for each field of the primitive (record.h, Extent).
template <class P, class Visit>
void visit_fields(P& primitive, Visit&& visit)
{
    std::visit([&](auto& p) { p.fields(p, visit); }, primitive);
}
/// Its shape in symbols: "linear [M,N]·[N,K]", "fork of n to 3 users".
std::string signature(const Primitive& primitive);
/// Its shape in numbers, for a column: "2048 × 12288 × 1536", "12 × (2048 × 128 × 2048)", "25165824" elements.
std::string extents(const Primitive& primitive);

const Record& record_of(const Primitive& primitive, const WorkContext& context);
/// The values of all symbols that its record may use.
Bindings bindings_of(const Primitive& primitive, const WorkContext& context);

/// Operations and bytes of one task; the message is not in it (it is the collective's own). An edge boundary task does
/// the local work of an all-reduce. Nothing where an integer does not fit.
std::optional<WorkloadFacts> work_of(const Primitive& primitive, Phase phase, const WorkContext& context,
                                     std::size_t part = 0);

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

/// Bytes that it sends in a phase where it communicates. Nothing where they do not fit.
std::optional<std::int64_t> message_of(const Primitive& primitive, Phase phase, const WorkContext& context);
/// Whether it is a collective, and what it moves data by in a phase: nothing where it is the identity. `scattered` says
/// whether a TP boundary is made of reduce-scatter and all-gather.
bool communicates(const Primitive& primitive);
std::optional<CollectiveKind> collective_of(const Primitive& primitive, Phase phase, bool scattered);

/// Tasks that it makes in each phase.
std::size_t part_count(const Primitive& primitive);
/// Behind the name of such a task: nothing for the first.
std::string_view part_suffix(const Primitive& primitive, std::size_t part);

/// Whether it works with weights, and whether these are its own: kept, stepped and counted with it.
bool has_weights(const Primitive& primitive);
bool owns_weights(const Primitive& primitive);
/// The engine that a primitive's compute runs on; the optimizer step always runs on the vector engine.
EngineClass engine_of(const Primitive& primitive, Phase phase, std::size_t part = 0);
/// Whether that is the matrix engine at its float8 rate.
bool is_narrow(const Primitive& primitive, Phase phase, std::size_t part = 0);

} // namespace blueprinting::primitive
