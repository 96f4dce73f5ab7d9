#include "core/cost/priced_block.h"

#include "core/cost/iteration.h"

#include <cmath>

namespace blueprinting::cost {
namespace {

struct Prices {
    Pricer pricer;
    GroupNetworks networks;
};

Result<Prices> prices(const strategy::Execution& execution, const system::SystemProfile& system, View view)
{
    auto pricer = Pricer::make(system, execution.datatype, view);
    auto networks = group_networks(execution, system);
    if (pricer && networks)
        return Prices{*pricer, *networks};
    Diagnostics all = pricer.diagnostics();
    all.insert(all.end(), networks.diagnostics().begin(), networks.diagnostics().end());
    return all;
}

} // namespace

BlockKey block_key(const strategy::Execution& execution)
{
    return {strategy::tensor(execution),
            strategy::recompute(execution),
            execution.microbatch_size,
            strategy::optimizer_sharding(execution) ? strategy::data_degree(execution) : 1,
            execution.datatype,
            execution.attention_type,
            strategy::is_training(execution),
            execution.fused_activation,
            execution.all_gather_redo,
            execution.tiers.tensor};
}

Result<PricedBlock> price_block(const ir::PortablePlanIR& plan, const system::SystemProfile& system, View view,
                                std::vector<TaskCost>* tasks)
{
    const auto priced = prices(plan.program.execution, system, view);
    if (!priced)
        return priced.failure_as<PricedBlock>();
    std::vector<TaskCost> own;
    std::vector<TaskCost>& all = tasks ? *tasks : own;
    all.reserve(plan.tasks.size());
    for (std::size_t i = 0; i < plan.tasks.size(); ++i)
        all.push_back(priced->pricer.price(plan.tasks[i], i, priced->networks.tensor));
    return PricedBlock{plan.program, plan.memory, block_times(plan, all)};
}

Result<Iteration> iterate(const PricedBlock& block, const strategy::Execution& execution,
                          const system::SystemProfile& system, View view, strategy::Rules rules)
{
    const auto priced = prices(execution, system, view);
    if (!priced)
        return priced.failure_as<Iteration>();
    const auto& [pricer, networks] = *priced;
    ir::ProgramSemantics program = block.program;
    program.execution = execution;
    Iteration out;
    out.block = block.times;
    add_transfers(out.block, program, pricer, networks);
    const Seconds empty_transfer =
        networks.pipeline ? pricer.transfer(*networks.pipeline, system::NetworkOperation::p2p, 0, 2) : Seconds();
    out.shape = iteration_shape(program, out.block, rules, empty_transfer);
    out.breakdown = compose(program, block.memory.weight, out.block, out.shape, pricer, networks);
    out.total = out.breakdown.total();
    out.memory = memory_of(program, block.memory);
    if (!std::isfinite(out.total.value()))
        return Diagnostic{
            Severity::error, "cost.not_finite", "system",
            "the profile's rates, latencies or efficiencies give an iteration time past the range of double"};
    return out;
}

} // namespace blueprinting::cost
