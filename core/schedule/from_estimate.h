#pragma once
#include "core/cost/estimate.h"
#include "core/ir/portable_ir.h"
#include "core/schedule/bytes.h"
#include "core/schedule/iteration.h"
#include "core/schedule/plan.h"
#include "core/strategy/parallelism.h"

namespace blueprinting::schedule {

/// How a strategy's own schedule is asked for.
struct EstimateOptions {
    std::optional<Kind> kind; ///< another order for the same stage; none: the strategy's own
    TransferMode transfers = TransferMode::charged;
    bool separate_recompute = false;
};

struct EstimatedPlan {
    Plan plan;
    Diagnostics findings; ///< schedule.uneven_stages: every stage is simulated with as many blocks as the fullest
};

/// Times of a chunk of c blocks from the estimate's block sums: forward c·(F+T_f), backward c·(R+T_r+G+W+T_g), of which
/// c·(R+T_r) is recompute and c·W weight gradient; transfers H_f and H_b. In charged mode the makespan of the
/// strategy's own schedule is the estimate's forward + backward + recompute + recommunication + tensor_parallel +
/// pipeline_parallel + pipeline_bubble. A kind without chunks has c = all blocks of a stage. Pure; any thread.
Result<EstimatedPlan> plan_from_estimate(const strategy::Execution& execution, const cost::Estimate& estimate,
                                         const EstimateOptions& options = {});

/// The plan of any kind and chunks for the same stages, with the estimate's times; stages, microbatches, kind and
/// chunks as the request says. Errors: those of plan_in_seconds().
Result<Plan> plan_of_estimate(const Request& request, const cost::Estimate& estimate);

/// What each device holds by the estimate, in bytes: weights, gradients and optimizer all the time, of each microbatch
/// what is stored and what is checkpointed of its blocks, and while one block is worked on what that takes. Where the
/// first device holds as many microbatches as the estimate counts (composition.h), its peak is the estimate's memory.
ByteTerms byte_terms_of(const Request& request, const ir::PortablePlanIR& plan, const cost::Estimate& estimate);

/// What comes after the pipeline by the estimate, in seconds: the exchange over the data axis as far as no work hides
/// it, and the step. Behind the strategy's own schedule the iteration ends at the estimate's total.
Tail tail_of(const Request& request, const cost::Estimate& estimate);

} // namespace blueprinting::schedule
