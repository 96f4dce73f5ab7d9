#include "core/accounting/strategy_memory.h"

namespace blueprinting::accounting {

StrategyMemory memory_under(const PerParameter& bytes, const StrategyShare& share)
{
    const auto shards = static_cast<double>(share.state_shards);
    const auto blocks = static_cast<double>(share.blocks);
    const double kept_gradients = share.parameters / blocks * (1.0 + (blocks - 1.0) / shards);
    StrategyMemory out;
    out.weights = Bytes(share.parameters * bytes.weights());
    out.gradients = Bytes(kept_gradients * bytes.gradient());
    out.state = Bytes(share.parameters * bytes.state() / shards);
    out.rest = share.rest;
    return out;
}

StrategyMemory memory_under(const PerParameter& bytes, const StageShare& share)
{
    return {Bytes(share.weights * bytes.weights()), Bytes(share.gradients * bytes.gradient()),
            Bytes(share.state * bytes.state()), share.rest};
}

bool can_release_gradients(const StrategyShare& share) { return share.microbatches == 1; }

} // namespace blueprinting::accounting
