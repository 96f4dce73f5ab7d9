#include "core/cost/iteration.h"

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

void add_transfers(BlockTimes& block, const ir::ProgramSemantics& program, const Pricer& pricer,
                   const AxisNetworks& networks)
{
    const system::Network* network = networks[Axis::pipeline];
    if (!network)
        return;
    const Seconds once = pricer.transfer(*network, system::NetworkOperation::p2p,
                                         static_cast<double>(program.pipeline_message_bytes), 2);
    block.set(Component::pipeline_parallel, ir::Phase::forward, once);
    if (strategy::is_training(program.execution))
        block.set(Component::pipeline_parallel, ir::Phase::activation_gradient, once);
}

void add_exchanges(BlockTimes& block, const strategy::Execution& execution, std::int64_t weight_bytes,
                   const Pricer& pricer, const AxisNetworks& networks)
{
    Seconds sum;
    if (const system::Network* network = networks[Axis::data])
        for (const ir::Collective& exchange : ir::step_exchanges(execution, weight_bytes))
            sum += pricer.collective(*network, exchange);
    block.set(Component::data_parallel, ir::Phase::optimizer, sum);
}

IterationShape iteration_shape(const ir::ProgramSemantics& program, const BlockTimes& block, strategy::Rules rules,
                               Seconds empty_transfer)
{
    const strategy::Execution& execution = program.execution;
    const bool compatible = rules == strategy::Rules::calculon_compatible;
    const std::int64_t p = strategy::pipeline_degree(execution);
    IterationShape shape;
    shape.virtual_stages = strategy::virtual_stages(execution);
    shape.blocks_per_stage = strategy::blocks_per_stage(execution, program.blocks);
    shape.blocks_per_chunk = strategy::blocks_per_chunk(execution, program.blocks);
    shape.microbatches = strategy::microbatch_count(execution);

    const std::int64_t over = shape.microbatches % p;
    const std::int64_t extra = over == 0 ? 0 : (shape.virtual_stages - 1) * (p - over);
    shape.bubbles = static_cast<double>(p - 1 + extra);

    // One block forward and backward; the edge block also hands its results on.
    Seconds inner, edge;
    for (std::size_t i = 0; i < kBlockSums.size(); ++i) {
        const Repeats repeats = row_of(kBlockSums[i].component).repeats;
        if (repeats != Repeats::blocks && repeats != Repeats::chunks)
            continue;
        inner += block.inner(i);
        edge += block.edge(i);
    }
    // The reference sends an empty backward message between the chunks of an inference bubble.
    const bool empty_message = compatible && !strategy::is_training(execution) && p > 1;
    edge += block.edge(Component::pipeline_parallel, ir::Phase::forward);
    edge += empty_message ? empty_transfer : block.edge(Component::pipeline_parallel, ir::Phase::activation_gradient);
    shape.chunk = inner * static_cast<double>(shape.blocks_per_chunk - 1) + edge;

    if (const std::int64_t rest = program.blocks % p; compatible && rest != 0) {
        const auto missing = static_cast<double>(p - rest);
        shape.imbalance = missing * (shape.blocks_per_chunk == 1 ? edge : (inner + edge) / 2.0);
    }
    return shape;
}

Breakdown compose(const BlockTimes& block, const IterationShape& shape)
{
    const auto m = static_cast<double>(shape.microbatches);
    const auto n = static_cast<double>(shape.blocks_per_stage);
    const auto v = static_cast<double>(shape.virtual_stages);
    const auto inner_blocks = static_cast<double>(shape.blocks_per_chunk - 1);

    std::array<Seconds, kComponents> inner, edge;
    for (std::size_t i = 0; i < kBlockSums.size(); ++i) {
        const auto component = static_cast<std::size_t>(kBlockSums[i].component);
        inner[component] += block.inner(i);
        edge[component] += block.edge(i);
    }
    Breakdown out;
    for (std::size_t i = 0; i < kComponents; ++i)
        switch (kComponentRows[i].repeats) {
        case Repeats::blocks: out.seconds[i] = m * n * inner[i]; break;
        case Repeats::chunks: out.seconds[i] = m * v * (inner[i] * inner_blocks + edge[i]); break;
        case Repeats::transfers: out.seconds[i] = m * v * inner[i]; break;
        case Repeats::step: out.seconds[i] = n * inner[i]; break;
        case Repeats::rest: out.seconds[i] = shape.bubbles * shape.chunk - shape.imbalance; break;
        }
    return out;
}

} // namespace blueprinting::cost
