#include "core/accounting/estimate_share.h"

#include "core/program/state_elements.h"
#include "core/strategy/derived.h"

namespace blueprinting::accounting {
namespace {

using cost::MemoryPart;
using program::StageMemoryPart;

Bytes rest_of(const cost::Memory& memory)
{
    return memory[MemoryPart::activations] + memory[MemoryPart::activation_checkpoints] +
           memory[MemoryPart::activation_gradients];
}

/// Elements of the gradients that are kept: as many bytes as the stage has of them. One block of a model of six numbers
/// sums them up in another width, unless they are sharded: there they are counted as StrategyShare says.
double gradient_elements(const program::Program& program, const program::StageEstimate& stage)
{
    if (!program.plain || strategy::sharding(program.execution) > strategy::StateSharding::optimizer)
        return stage.memory[StageMemoryPart::gradients] / static_cast<double>(program::gradient_bytes(program));
    const auto blocks = static_cast<double>(stage.content.blocks);
    const auto shards = static_cast<double>(strategy::optimizer_shards(program.execution));
    return stage.content.weights.all / blocks * (1.0 + (blocks - 1.0) / shards);
}

} // namespace

std::optional<StageShare> share_of(const program::Program& program, const program::StageEstimate& stage)
{
    if (!strategy::is_training(program.execution))
        return std::nullopt;
    const program::StateElements kept = program::state_elements(program.execution, stage.content.weights);
    // What is gathered for a while, or kept in float8, is what it is under any optimizer.
    const double beside_weights =
        stage.memory[StageMemoryPart::weights] - kept.weights * program::resident_weight_bytes(program.execution);
    return StageShare{kept.weights, gradient_elements(program, stage), kept.optimizer,
                      Bytes(beside_weights) + as_modelled(stage).rest};
}

StrategyMemory as_modelled(const program::StageEstimate& stage)
{
    const program::StageMemory& memory = stage.memory;
    return {Bytes(memory[StageMemoryPart::weights]), Bytes(memory[StageMemoryPart::gradients]),
            Bytes(memory[StageMemoryPart::optimizer]),
            Bytes(memory[StageMemoryPart::activations] + memory[StageMemoryPart::transient])};
}

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
