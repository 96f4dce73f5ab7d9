#pragma once
#include "core/program/axis_cost.h"
#include "core/program/component.h"
#include "core/program/messages.h"

namespace blueprinting::program {

/// Times of one piece for one microbatch, by what they count as: forward, and what stands between it and the gradient
/// (recomputation and the backward pass).
struct PieceTimes {
    Breakdown forward;
    Breakdown recompute; ///< with what is communicated again
    Breakdown backward;
    Seconds weight_gradient;           ///< of the backward pass
    std::vector<cost::TaskCost> tasks; ///< of the plan, in its order
};

/// What the time of a task counts as; outside the blocks all but the optimizer's is one component.
Component component_of(const ir::PortableTask& task, bool outside);

/// Prices the tasks of a plan. Outside the blocks everything counts as embedding and head. Errors:
/// system.network.no_all_to_all.
Result<PieceTimes> piece_times(const ir::PortablePlanIR& plan, const cost::Pricer& pricer, const AxisCost& axes);

} // namespace blueprinting::program
