#pragma once
#include "core/accounting/recipe.h"
#include "core/base/units.h"

namespace blueprinting::accounting {

/// What one GPU of a strategy holds, in plain numbers.
struct StrategyShare {
    double parameters = 0;         ///< weight elements on this GPU: weight bytes / bytes of an element
    std::int64_t blocks = 1;       ///< blocks per stage, n: one of them accumulates whole gradients
    std::int64_t state_shards = 1; ///< ranks that share the optimizer state: d under optimizer sharding, else 1
    std::int64_t microbatches = 1; ///< accumulated over, m
    Bytes rest;                    ///< what no optimizer changes: activations, checkpoints, activation gradients
    bool operator==(const StrategyShare&) const = default;
};

struct StrategyMemory {
    Bytes weights, gradients, state, rest;
    [[nodiscard]] Bytes total() const { return weights + gradients + state + rest; }
    bool operator==(const StrategyMemory&) const = default;
};

/// Memory of that GPU if its training ran under this optimizer:
///
///   weights = parameters · master             state = parameters · (correction + moments + scales) / shards
///   gradients = parameters / n · gradient · (1 + (n − 1) / shards)
///
/// Sharding parts what the workload parts too: the optimizer's state, and the gradients of all blocks but the one that
/// is being computed. With one shard these are the plain products.
StrategyMemory memory_under(const PerParameter& bytes, const StrategyShare& share);

/// What one GPU of a stage holds where weights, gradients and optimizer are shared by groups that differ: elements of
/// each that are kept on it.
struct StageShare {
    double weights = 0, gradients = 0, state = 0;
    Bytes rest; ///< what no optimizer changes: activations, weights gathered for a while or kept in float8
    bool operator==(const StageShare&) const = default;
};
/// weights · master, gradients · gradient, state · (correction + moments + scales)
StrategyMemory memory_under(const PerParameter& bytes, const StageShare& share);

/// Gradient release applies each gradient as it comes; a strategy that accumulates over several microbatches cannot.
bool can_release_gradients(const StrategyShare& share);

} // namespace blueprinting::accounting
