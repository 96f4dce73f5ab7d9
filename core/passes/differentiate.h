#pragma once
#include "core/passes/shard.h"

namespace blueprinting::passes {

/// Writes the tasks and values of a block into `out`, in an order in which they can run: the forward pass; in training
/// what runs again, then activation gradients from the end of the block, weight gradients, and the optimizer steps.
/// Reads the program of `out`. workload.overflow names what does not fit.
Diagnostics differentiate(const ir::ModelIR& model, const ShardedBlock& block, ir::DistributedTaskIR& out);

} // namespace blueprinting::passes
