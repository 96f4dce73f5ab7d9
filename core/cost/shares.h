#pragma once
#include "core/cost/estimate.h"

#include <vector>

namespace blueprinting::cost {

/// The component that a task's time counts in: a collective's in tensor_parallel or recommunication, both gradients' in
/// backward.
Component component_of(const ir::PortableTask& task);

/// By task of the plan, the part that it takes of all time that one stage spends in tasks over an iteration: every
/// block and microbatch counted, the optimizer once, the edge block of a chunk as such. Sums to 1; all zero where no
/// task takes time.
std::vector<double> task_shares(const ir::PortablePlanIR& plan, const Estimate& estimate);

} // namespace blueprinting::cost
