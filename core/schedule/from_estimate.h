#pragma once
#include "core/cost/estimate.h"
#include "core/ir/portable_ir.h"
#include "core/schedule/stage_source.h"

namespace blueprinting::schedule {

/// The stages of a strategy whose blocks are all alike. Times of a chunk of c blocks from the estimate's block sums:
/// forward c·(F+T_f), backward c·(R+T_r+G+W+T_g), of which c·(R+T_r) is recompute and c·W weight gradient; transfers
/// H_f and H_b. In charged mode the makespan of the strategy's own schedule is the estimate's forward + backward +
/// recompute + recommunication + tensor_parallel + pipeline_parallel + pipeline_bubble, and with its tail the
/// iteration ends at the estimate's total.
///
/// Where the stages do not divide the blocks, the last virtual stages have one block less, and are simulated with what
/// they have (finding schedule.uneven_stages); the estimate, like Calculon, takes all for as full as the fullest and
/// some time off its bubble.
///
/// Bytes: weights, gradients and optimizer all the time, of each microbatch what is stored and what is checkpointed of
/// its blocks, and while one block is worked on what that takes. Where stages are equal and the first device holds as
/// many microbatches as the estimate counts (composition.h), its peak is the estimate's memory.
std::shared_ptr<const StageSource> stages_of(std::shared_ptr<const ir::PortablePlanIR> plan,
                                             std::shared_ptr<const cost::Estimate> estimate);

} // namespace blueprinting::schedule
