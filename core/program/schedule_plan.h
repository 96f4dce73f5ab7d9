#pragma once
#include "core/program/estimate.h"
#include "core/schedule/bytes.h"
#include "core/schedule/from_estimate.h"

namespace blueprinting::program {

/// The strategy's own schedule, each virtual stage with the times of what it holds, or another kind over the same
/// chunks. In charged mode the makespan of its own is the one that the estimate is put together from. Errors: those of
/// plan_of_estimate(). Pure; any thread.
Result<schedule::EstimatedPlan> schedule_plan(const Program& program, const ProgramEstimate& estimate,
                                              const system::SystemProfile& system,
                                              const schedule::EstimateOptions& options = {});

/// The plan of any kind that places the strategy's chunks, in the order of the model: as many virtual stages as the
/// strategy has, going round, or on two devices each. schedule.kind.chunks for all others: their stages would hold
/// other blocks than the strategy's layout says. Where chunks are not alike recomputation is not set apart
/// (schedule.uneven.recompute). Errors: those of plan_in_seconds().
Result<schedule::Plan> plan_of_estimate(const schedule::Request& request, const Program& program,
                                        const ProgramEstimate& estimate, const system::SystemProfile& system);

/// What each device holds: weights, gradients and optimizer all the time, of each microbatch what its chunk leaves
/// until the backward pass, and what a block works with while it runs.
schedule::ByteTerms byte_terms_of(const schedule::Request& request, const Program& program,
                                  const ProgramEstimate& estimate);

/// What comes after the pipeline, of the stage whose step takes longest: behind the strategy's own schedule the
/// iteration ends at the estimate's total.
schedule::Tail tail_of(const schedule::Request& request, const ProgramEstimate& estimate);

} // namespace blueprinting::program
