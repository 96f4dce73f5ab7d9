#pragma once
#include "core/cost/estimate.h"
#include "core/strategy/field_table.h"

namespace blueprinting::cost {

/// What of a strategy its block depends on, everything else being the same: two strategies of one model with the same
/// key have the same priced block on a system. It is all of a strategy but what its field's row says has no part in a
/// block (FieldRow::prices_block): degrees of pipeline and data, the schedule and the batch.
struct BlockKey {
    strategy::BlockValues values;
    auto operator<=>(const BlockKey&) const = default;
};
BlockKey block_key(const strategy::Execution& execution);

/// A block priced once, for the iterations of many strategies that share it.
struct PricedBlock {
    ir::ProgramSemantics program; ///< of the plan that it was priced from
    ir::BlockMemoryFacts memory;
    BlockTimes times;                    ///< without what is sent between stages, and without the step's part
    std::vector<ir::WorkloadFacts> step; ///< work of the optimizer's tasks, which each strategy shares out otherwise
};

/// Errors as estimate(). `tasks`, where given, gets the price of each task. Pure; any thread.
Result<PricedBlock> price_block(const ir::PortablePlanIR& plan, const system::SystemProfile& system, View view,
                                std::vector<TaskCost>* tasks = nullptr);

/// The optimizer's time for one block, over as many shards as the strategy has. Errors as estimate(). Pure; any thread.
Result<Seconds> price_step(const PricedBlock& block, const strategy::Execution& execution,
                           const system::SystemProfile& system, View view);

/// What an estimate says of the iteration.
struct Iteration {
    BlockTimes block; ///< with all of it
    IterationShape shape;
    Breakdown breakdown;
    Seconds total;
    Memory memory;
};

/// The iteration of a strategy that has this block, of the same model and system, with the time of its optimizer's
/// step. The same numbers, to the last bit, as estimate() of its own plan. Errors as estimate(). Pure; any thread.
Result<Iteration> iterate(const PricedBlock& block, Seconds step, const strategy::Execution& execution,
                          const system::SystemProfile& system, View view, strategy::Rules rules);

} // namespace blueprinting::cost
