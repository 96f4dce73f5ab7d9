#pragma once
#include "core/base/result.h"
#include "core/ir/distributed_ir.h"
#include "core/ir/model_ir.h"

namespace blueprinting::passes {

inline constexpr std::string_view kDistributePass = "transformer-distribute";
inline constexpr int kDistributeRevision = 1;

/// A block of a model under an execution, or a piece that stands outside the blocks, on one rank, in two steps: shard.h
/// cuts its operations and puts collectives between them, differentiate.h writes the tasks. `source` is the
/// digest of the model. workload.overflow and workload.indivisible as shard.h; strategy.unsupported.communication for
/// p2p_rs_ag under strict rules; workload.not_positive for a degree or batch below 1.
Result<ir::DistributedTaskIR> distribute_transformer(const ir::ModelIR& model, const Digest& source,
                                                     const strategy::Execution& execution, strategy::Rules rules,
                                                     const block::Piece& piece = {});

/// Bytes that one block hands to the next stage: sharded along the sequence where the boundary is. workload.overflow,
/// workload.indivisible.
Result<std::int64_t> pipeline_message(const ir::DecoderSemantics& model, const strategy::Execution& execution);

} // namespace blueprinting::passes
