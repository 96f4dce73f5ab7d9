#include "core/cost/priced_block.h"

#include "core/cost/iteration.h"
#include "core/ir/step.h"
#include "core/strategy/derived.h"

#include <cmath>

namespace blueprinting::cost {
namespace {

struct Prices {
    Pricer pricer;
    AxisNetworks networks;
};

Result<Prices> prices(const strategy::Execution& execution, const system::SystemProfile& system, View view)
{
    auto pricer = Pricer::make(system, execution.datatype, view);
    auto networks = axis_networks(execution, system);
    if (pricer && networks)
        return Prices{*pricer, *networks};
    Diagnostics all = pricer.diagnostics();
    all.insert(all.end(), networks.diagnostics().begin(), networks.diagnostics().end());
    return all;
}

} // namespace

BlockKey block_key(const strategy::Execution& execution) { return {strategy::block_values(execution)}; }

Result<PricedBlock> price_block(const ir::PortablePlanIR& plan, const system::SystemProfile& system, View view,
                                std::vector<TaskCost>* tasks)
{
    if (ir::is_extended(plan.program))
        return Diagnostic{
            Severity::error, "cost.whole_program", "",
            "one block does not stand for all of this strategy: flash attention, layouts, sharding beyond "
            "ZeRO-1, modules, context and expert parallelism are estimated by the command \"estimate\""};
    const auto priced = prices(plan.program.execution, system, view);
    if (!priced)
        return priced.failure_as<PricedBlock>();
    std::vector<TaskCost> own;
    std::vector<TaskCost>& all = tasks ? *tasks : own;
    all.reserve(plan.tasks.size());
    for (std::size_t i = 0; i < plan.tasks.size(); ++i) {
        const ir::PortableTask& task = plan.tasks[i];
        const system::Network* network = task.collective ? priced->networks[task.collective->axis] : nullptr;
        if (network && !network->has(operation_of(task.collective->kind)))
            return Diagnostic{Severity::error, "system.missing_rate",
                              "tiers." + std::string(to_string(task.collective->axis)),
                              "the network of the " + std::string(to_string(task.collective->axis)) + " axis has no " +
                                  std::string(to_string(task.collective->kind)) + ", which " + task.name + " needs"};
        all.push_back(priced->pricer.price(task, i, network));
    }
    PricedBlock out{plan.program, plan.memory, block_times(plan, all), {}};
    for (const ir::PortableTask& task : plan.tasks)
        if (task.phase == ir::Phase::optimizer)
            out.step.push_back(task.facts);
    return out;
}

Result<Seconds> price_step(const PricedBlock& block, const strategy::Execution& execution,
                           const system::SystemProfile& system, View view)
{
    const auto pricer = Pricer::make(system, execution.datatype, view);
    if (!pricer)
        return pricer.failure_as<Seconds>();
    const std::int64_t shards = strategy::optimizer_shards(execution);
    Seconds out;
    for (ir::WorkloadFacts facts : block.step) {
        facts.operations.divisor = facts.read_bytes.divisor = facts.write_bytes.divisor = shards;
        out += pricer->local(facts, false).local;
    }
    return out;
}

Result<Iteration> iterate(const PricedBlock& block, Seconds step, const strategy::Execution& execution,
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
    out.block.set(Component::optimizer, ir::Phase::optimizer, step);
    add_transfers(out.block, program, pricer, networks);
    add_exchanges(out.block, execution, block.memory.weight, pricer, networks);
    const system::Network* between = networks[strategy::Axis::pipeline];
    const Seconds empty_transfer = between ? pricer.transfer(*between, system::NetworkOperation::p2p, 0, 2) : Seconds();
    out.shape = iteration_shape(program, out.block, rules, empty_transfer);
    out.breakdown = compose(program, out.block, out.shape);
    out.total = out.breakdown.total();
    out.memory = memory_of(program, block.memory);
    if (!std::isfinite(out.total.value()))
        return Diagnostic{
            Severity::error, "cost.not_finite", "system",
            "the profile's rates, latencies or efficiencies give an iteration time past the range of double"};
    return out;
}

} // namespace blueprinting::cost
