#pragma once
#include "core/cost/pricing.h"
#include "core/strategy/mesh.h"

namespace blueprinting::cost {

/// The networks that the groups of each axis communicate over; null for a group of one, which uses none.
struct AxisNetworks {
    std::array<const system::Network*, strategy::kAxes.size()> all{};
    const system::Network*& operator[](strategy::Axis axis) { return all[static_cast<std::size_t>(axis)]; }
    const system::Network* operator[](strategy::Axis axis) const { return all[static_cast<std::size_t>(axis)]; }
};

/// system.missing_rate where a used tier does not exist.
Result<AxisNetworks> axis_networks(const strategy::Execution& execution, const system::SystemProfile& system);

/// The sum that a task's time counts in, a row of kBlockSums; their number where there is none.
std::size_t sum_of(const ir::PortableTask& task);
/// Sums of one block over its priced tasks, one microbatch; the optimizer's once an iteration.
BlockTimes block_times(const ir::PortablePlanIR& plan, const std::vector<TaskCost>& tasks);

/// One transfer between two stages, over the network of the pipeline axis; zero where that has none.
Seconds transfer_time(std::int64_t message_bytes, const Pricer& pricer, const system::Network* network);
/// What a step exchanges of a block's weights, over the network of the data axis; zero where that has none.
Seconds exchange_time(const strategy::Execution& execution, std::int64_t weight_bytes, const Pricer& pricer,
                      const system::Network* network);
/// One transfer between stages in each direction; zero where p = 1. Backward is zero in inference.
void add_transfers(BlockTimes& block, const ir::ProgramSemantics& program, const Pricer& pricer,
                   const AxisNetworks& networks);
/// What a step exchanges of a block's weights over the data axis.
void add_exchanges(BlockTimes& block, const strategy::Execution& execution, std::int64_t weight_bytes,
                   const Pricer& pricer, const AxisNetworks& networks);

/// How blocks, chunks and microbatches make an iteration. Holds the bubble's chunk and imbalance.
IterationShape iteration_shape(const ir::ProgramSemantics& program, const BlockTimes& block, strategy::Rules rules,
                               Seconds empty_transfer);
/// The components from the block's sums (composition.h).
Breakdown compose(const ir::ProgramSemantics& program, const BlockTimes& block, const IterationShape& shape);

/// Per processor: weights n·w; activations of the microbatches in flight; and so on. Inference keeps weights and one
/// working activation.
Memory memory_of(const ir::ProgramSemantics& program, const ir::BlockMemoryFacts& block);

/// True things that refuse nothing: memory.exceeds_capacity, schedule.no_executable_order.
Diagnostics findings_of(const strategy::Execution& execution, const Memory& memory, Bytes capacity);

} // namespace blueprinting::cost
