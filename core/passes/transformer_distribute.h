#pragma once
#include "core/base/result.h"
#include "core/ir/distributed_ir.h"
#include "core/ir/model_ir.h"

namespace blueprinting::passes {

inline constexpr std::string_view kDistributePass = "transformer-distribute";
inline constexpr int kDistributeRevision = 1;

/// The local TP block of a model under an execution, in three steps: shard.h cuts its operations and puts collectives
/// between them, recompute.h says what runs again and what is stored, differentiate.h writes the tasks. `source` is the
/// digest of the model. workload.overflow and workload.indivisible as shard.h; strategy.unsupported.communication for
/// p2p_rs_ag under strict rules; workload.not_positive for a degree or batch below 1.
Result<ir::DistributedTaskIR> distribute_transformer(const ir::ModelIR& model, const Digest& source,
                                                     const strategy::Execution& execution, strategy::Rules rules);

} // namespace blueprinting::passes
