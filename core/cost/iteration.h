#pragma once
#include "core/cost/pricing.h"
#include "core/strategy/derived.h"

namespace blueprinting::cost {

/// The networks that the three groups communicate over; null for a group of one, which uses none.
struct GroupNetworks {
    const system::Network* tensor = nullptr;
    const system::Network* pipeline = nullptr;
    const system::Network* data = nullptr;
};

/// system.missing_rate where a used tier does not exist.
Result<GroupNetworks> group_networks(const strategy::Execution& execution, const system::SystemProfile& system);

/// Sums of one block over its priced tasks, one microbatch; the optimizer's once an iteration.
BlockTimes block_times(const ir::PortablePlanIR& plan, const std::vector<TaskCost>& tasks);

/// One transfer between stages in each direction; zero where p = 1. Backward is zero in inference.
void add_transfers(BlockTimes& block, const ir::ProgramSemantics& program, const Pricer& pricer,
                   const GroupNetworks& networks);

/// How blocks, chunks and microbatches make an iteration. Holds the bubble's chunk and imbalance.
IterationShape iteration_shape(const ir::ProgramSemantics& program, const BlockTimes& block, strategy::Rules rules,
                               Seconds empty_transfer);

/// The nine components from the block's sums; `weight` is the bytes of its weights, the message of data parallelism.
Breakdown compose(const ir::ProgramSemantics& program, std::int64_t weight, const BlockTimes& block,
                  const IterationShape& shape, const Pricer& pricer, const GroupNetworks& networks);

/// Per processor: weights n·w; activations of the microbatches in flight; and so on. Inference keeps weights and one
/// working activation.
Memory memory_of(const ir::ProgramSemantics& program, const ir::BlockMemoryFacts& block);

/// True things that refuse nothing: memory.exceeds_capacity, schedule.no_executable_order.
Diagnostics findings_of(const strategy::Execution& execution, const Memory& memory, Bytes capacity);

} // namespace blueprinting::cost
