#pragma once
#include "core/passes/shard.h"

namespace blueprinting::passes {

/// Says of each operation whether it runs again before its gradient, and what is stored of it until then. A policy is a
/// set of regions; what a region holds follows from who can give it back.
void mark_recompute(std::vector<ShardedOperation>& operations, strategy::RecomputePolicy policy, bool gather_again);

} // namespace blueprinting::passes
