#include "core/accounting/estimate_share.h"

#include "core/strategy/derived.h"

namespace blueprinting::accounting {
namespace {

Bytes rest_of(const cost::Memory& memory)
{
    return memory.activations + memory.activation_checkpoints + memory.activation_gradients;
}

} // namespace

std::optional<StrategyShare> share_of(const cost::Estimate& estimate, const strategy::Execution& execution)
{
    if (!estimate.training)
        return std::nullopt;
    StrategyShare share;
    share.parameters = estimate.memory.weights.value() / static_cast<double>(bytes_per_element(execution.datatype));
    share.blocks = estimate.shape.blocks_per_stage;
    share.state_shards = strategy::optimizer_sharding(execution) ? strategy::data_degree(execution) : 1;
    share.microbatches = estimate.shape.microbatches;
    share.rest = rest_of(estimate.memory);
    return share;
}

StrategyMemory as_modelled(const cost::Estimate& estimate)
{
    const cost::Memory& memory = estimate.memory;
    return {memory.weights, memory.weight_gradients, memory.optimizer, rest_of(memory)};
}

} // namespace blueprinting::accounting
