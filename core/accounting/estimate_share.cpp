#include "core/accounting/estimate_share.h"

#include "core/strategy/derived.h"

namespace blueprinting::accounting {
namespace {

using cost::MemoryPart;

Bytes rest_of(const cost::Memory& memory)
{
    return memory[MemoryPart::activations] + memory[MemoryPart::activation_checkpoints] +
           memory[MemoryPart::activation_gradients];
}

} // namespace

std::optional<StrategyShare> share_of(const cost::Estimate& estimate, const strategy::Execution& execution)
{
    if (!estimate.training)
        return std::nullopt;
    StrategyShare share;
    share.parameters =
        estimate.memory[MemoryPart::weights].value() / static_cast<double>(bytes_per_element(execution.datatype));
    share.blocks = estimate.shape.blocks_per_stage;
    share.state_shards = strategy::optimizer_shards(execution);
    share.microbatches = estimate.shape.microbatches;
    share.rest = rest_of(estimate.memory);
    return share;
}

StrategyMemory as_modelled(const cost::Estimate& estimate)
{
    const cost::Memory& memory = estimate.memory;
    return {memory[MemoryPart::weights], memory[MemoryPart::weight_gradients], memory[MemoryPart::optimizer],
            rest_of(memory)};
}

} // namespace blueprinting::accounting
