#pragma once
#include "core/accounting/strategy_memory.h"
#include "core/cost/estimate.h"
#include "core/program/estimate.h"
#include "core/strategy/parallelism.h"

#include <optional>

/// What an estimate says of one GPU, put so that optimizers can be tried on it. Reads the estimate and changes nothing:
/// the workload's own 12 bytes of optimizer state stay the reference.
namespace blueprinting::accounting {

/// Nothing for inference, which trains no parameter.
std::optional<StrategyShare> share_of(const cost::Estimate& estimate, const strategy::Execution& execution);

/// The same GPU as the workload itself models it: 16-bit weights and gradients, one block's gradients accumulated in 32
/// bits, a 32-bit master copy with two moments (12 bytes a parameter) as state.
StrategyMemory as_modelled(const cost::Estimate& estimate);

/// The same of a model whose stages differ: one GPU of a stage. Nothing for inference.
std::optional<StageShare> share_of(const program::Program& program, const program::StageEstimate& stage);
/// As the program has it: weights in the datatype, with what sharding gathers of them, gradients as they are summed up,
/// the optimizer's state with its 32-bit copy. Everything else is the rest.
StrategyMemory as_modelled(const program::StageEstimate& stage);

} // namespace blueprinting::accounting
