#include "core/cost/iteration.h"

#include "core/cost/composition.h"
#include "core/ir/step.h"
#include "core/strategy/derived.h"

namespace blueprinting::cost {
namespace {

using strategy::Axis;

/// The sum of each phase and axis; the first column is of what communicates over none.
constexpr auto kSumOf = [] {
    std::array<std::array<std::size_t, strategy::kAxes.size() + 1>, ir::kPhaseCount> out{};
    for (auto& row : out)
        row.fill(kBlockSums.size());
    for (std::size_t i = 0; i < kBlockSums.size(); ++i) {
        const BlockSum& sum = kBlockSums[i];
        out[static_cast<std::size_t>(sum.phase)][sum.axis ? static_cast<std::size_t>(*sum.axis) + 1 : 0] = i;
    }
    return out;
}();

} // namespace

Result<AxisNetworks> axis_networks(const strategy::Execution& execution, const system::SystemProfile& system)
{
    AxisNetworks out;
    Diagnostics diagnostics;
    for (const strategy::MeshAxis& each : strategy::mesh(execution)) {
        if (each.degree <= 1 || (each.axis == Axis::data && !strategy::is_training(execution)))
            continue;
        if (each.tier >= 0 && static_cast<std::size_t>(each.tier) < system.networks.size())
            out[each.axis] = &system.networks[static_cast<std::size_t>(each.tier)];
        else
            diagnostics.push_back({Severity::error, "system.missing_rate", "tiers." + std::string(to_string(each.axis)),
                                   "the system has no network tier " + std::to_string(each.tier) + ", only " +
                                       std::to_string(system.networks.size()) + " (0 is the first)"});
    }
    if (!diagnostics.empty())
        return diagnostics;
    return out;
}

std::size_t sum_of(const ir::PortableTask& task)
{
    // A collective's local work is part of its time: it is spent on moving, not on the layers. Where it is the
    // identity, it still belongs to its axis.
    const Axis axis = task.collective ? task.collective->axis : Axis::tensor;
    const std::size_t column = task.engine == ir::EngineClass::collective ? static_cast<std::size_t>(axis) + 1 : 0;
    return kSumOf[static_cast<std::size_t>(task.phase)][column];
}

BlockTimes block_times(const ir::PortablePlanIR& plan, const std::vector<TaskCost>& tasks)
{
    BlockTimes block;
    for (const TaskCost& cost : tasks) {
        const ir::PortableTask& task = plan.tasks[cost.task];
        if (const std::size_t sum = sum_of(task); sum < kBlockSums.size())
            block.add(sum, task.scope, kBlockSums[sum].axis ? cost.total : cost.local);
    }
    return block;
}

Seconds transfer_time(std::int64_t message_bytes, const Pricer& pricer, const system::Network* network)
{
    return network ? pricer.transfer(*network, system::NetworkOperation::p2p, static_cast<double>(message_bytes), 2)
                   : Seconds();
}

Seconds exchange_time(const strategy::Execution& execution, std::int64_t weight_bytes, const Pricer& pricer,
                      const system::Network* network)
{
    Seconds sum;
    if (network)
        for (const ir::Collective& exchange : ir::step_exchanges(execution, weight_bytes))
            sum += pricer.collective(*network, exchange);
    return sum;
}

void add_transfers(BlockTimes& block, const ir::ProgramSemantics& program, const Pricer& pricer,
                   const AxisNetworks& networks)
{
    const Seconds once = transfer_time(program.pipeline_message_bytes, pricer, networks[Axis::pipeline]);
    block.set(Component::pipeline_parallel, ir::Phase::forward, once);
    if (strategy::is_training(program.execution))
        block.set(Component::pipeline_parallel, ir::Phase::activation_gradient, once);
}

void add_exchanges(BlockTimes& block, const strategy::Execution& execution, std::int64_t weight_bytes,
                   const Pricer& pricer, const AxisNetworks& networks)
{
    block.set(Component::data_parallel, ir::Phase::optimizer,
              exchange_time(execution, weight_bytes, pricer, networks[Axis::data]));
}

namespace {

Repetitions repetitions_of(const ir::ProgramSemantics& program)
{
    const strategy::Execution& execution = program.execution;
    return repetitions(strategy::pipeline_degree(execution), strategy::virtual_stages(execution),
                       strategy::blocks_per_stage(execution, program.blocks), strategy::microbatch_count(execution));
}

} // namespace

IterationShape iteration_shape(const ir::ProgramSemantics& program, const BlockTimes& block, strategy::Rules rules,
                               Seconds empty_transfer)
{
    const strategy::Execution& execution = program.execution;
    const bool compatible = rules == strategy::Rules::calculon_compatible;
    const std::int64_t p = strategy::pipeline_degree(execution);
    const Repetitions times = repetitions_of(program);
    IterationShape shape;
    shape.virtual_stages = times.virtual_stages;
    shape.blocks_per_stage = times.blocks_per_stage;
    shape.blocks_per_chunk = times.blocks_per_chunk;
    shape.microbatches = times.microbatches;
    shape.bubbles = times.bubbles;

    const RepeatedWork work = repeated_work(block);
    // The reference sends an empty backward message between the chunks of an inference bubble.
    const bool empty_message = compatible && !strategy::is_training(execution) && p > 1;
    const Seconds edge = edge_block_of(
        work, block.edge(Component::pipeline_parallel, ir::Phase::forward),
        empty_message ? empty_transfer : block.edge(Component::pipeline_parallel, ir::Phase::activation_gradient));
    shape.chunk = chunk_of(work, times, edge);

    if (const std::int64_t rest = program.blocks % p; compatible && rest != 0) {
        const auto missing = static_cast<double>(p - rest);
        shape.imbalance = missing * (shape.blocks_per_chunk == 1 ? edge : (work.inner_block + edge) / 2.0);
    }
    return shape;
}

Breakdown compose(const ir::ProgramSemantics& program, const BlockTimes& block, const IterationShape& shape)
{
    const AddedWork added{block.inner(Component::optimizer, ir::Phase::optimizer),
                          block.inner(Component::data_parallel, ir::Phase::optimizer),
                          block.inner(Component::pipeline_parallel, ir::Phase::forward),
                          block.inner(Component::pipeline_parallel, ir::Phase::activation_gradient)};
    return compose(repeated_work(block), added, repetitions_of(program), shape.chunk, shape.imbalance);
}

} // namespace blueprinting::cost
