#include "core/cost/iteration.h"

namespace blueprinting::cost {
namespace {

using system::NetworkOperation;

Result<const system::Network*> tier(const system::SystemProfile& system, std::int64_t index, const char* path)
{
    if (index < 0 || static_cast<std::size_t>(index) >= system.networks.size())
        return Diagnostic{Severity::error, "system.missing_rate", path,
                          "the system has no network tier " + std::to_string(index) + ", only " +
                              std::to_string(system.networks.size()) + " (0 is the first)"};
    return &system.networks[static_cast<std::size_t>(index)];
}

} // namespace

Result<GroupNetworks> group_networks(const strategy::Execution& execution, const system::SystemProfile& system)
{
    GroupNetworks out;
    Diagnostics diagnostics;
    const auto use = [&](std::int64_t degree, std::int64_t index, const char* path, const system::Network*& network) {
        if (degree <= 1)
            return;
        auto found = tier(system, index, path);
        if (found)
            network = *found;
        else
            diagnostics.insert(diagnostics.end(), found.diagnostics().begin(), found.diagnostics().end());
    };
    use(strategy::tensor_degree(execution), execution.tiers.tensor, "tiers.tensor", out.tensor);
    use(strategy::pipeline_degree(execution), execution.tiers.pipeline, "tiers.pipeline", out.pipeline);
    if (strategy::is_training(execution))
        use(strategy::data_degree(execution), execution.tiers.data, "tiers.data", out.data);
    if (!diagnostics.empty())
        return diagnostics;
    return out;
}

BlockTimes block_times(const ir::PortablePlanIR& plan, const std::vector<TaskCost>& tasks)
{
    BlockTimes block;
    for (const TaskCost& cost : tasks) {
        const ir::PortableTask& task = plan.tasks[cost.task];
        // A collective's local work is part of its time: it is spent on moving, not on the layers.
        const bool boundary = task.engine == ir::EngineClass::collective;
        const bool inner = task.scope != ir::BlockScope::edge;
        const bool edge = task.scope != ir::BlockScope::inner;
        const Seconds local = boundary ? Seconds() : cost.local;
        const auto communicate = [&](Seconds& of_inner, Seconds& of_edge) {
            if (boundary && inner)
                of_inner += cost.total;
            if (boundary && edge)
                of_edge += cost.total;
        };
        switch (task.phase) {
        case ir::Phase::forward:
            block.forward += local;
            communicate(block.tensor_forward, block.edge_tensor_forward);
            break;
        case ir::Phase::recompute: block.recompute += local; break;
        case ir::Phase::activation_gradient:
            block.activation_gradient += local;
            communicate(block.tensor_backward, block.edge_tensor_backward);
            break;
        case ir::Phase::weight_gradient: block.weight_gradient += local; break;
        case ir::Phase::optimizer: block.optimizer += local; break;
        case ir::Phase::recommunication: communicate(block.recommunication, block.edge_recommunication); break;
        }
    }
    return block;
}

void add_transfers(BlockTimes& block, const ir::ProgramSemantics& program, const Pricer& pricer,
                   const GroupNetworks& networks)
{
    if (!networks.pipeline)
        return;
    const auto message = static_cast<double>(program.pipeline_message_bytes);
    block.pipeline_forward = pricer.transfer(*networks.pipeline, NetworkOperation::p2p, message, 2);
    if (strategy::is_training(program.execution))
        block.pipeline_backward = block.pipeline_forward;
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

    // The reference sends an empty backward message between the chunks of an inference bubble.
    const bool empty_message = compatible && !strategy::is_training(execution) && p > 1;
    const Seconds backward_transfer = empty_message ? empty_transfer : block.pipeline_backward;

    const Seconds local = block.forward + block.recompute + block.activation_gradient + block.weight_gradient;
    const Seconds inner = local + block.tensor_forward + block.recommunication + block.tensor_backward;
    const Seconds edge = local + block.edge_tensor_forward + block.edge_recommunication + block.edge_tensor_backward +
                         block.pipeline_forward + backward_transfer;
    shape.chunk = inner * static_cast<double>(shape.blocks_per_chunk - 1) + edge;

    if (const std::int64_t rest = program.blocks % p; compatible && rest != 0) {
        const auto missing = static_cast<double>(p - rest);
        shape.imbalance = missing * (shape.blocks_per_chunk == 1 ? edge : (inner + edge) / 2.0);
    }
    return shape;
}

Breakdown compose(const ir::ProgramSemantics& program, std::int64_t weight, const BlockTimes& block,
                  const IterationShape& shape, const Pricer& pricer, const GroupNetworks& networks)
{
    const strategy::Execution& execution = program.execution;
    const auto m = static_cast<double>(shape.microbatches);
    const auto n = static_cast<double>(shape.blocks_per_stage);
    const auto v = static_cast<double>(shape.virtual_stages);
    const auto inner_blocks = static_cast<double>(shape.blocks_per_chunk - 1);
    const auto over_chunks = [&](Seconds inner, Seconds edge) { return m * v * (inner * inner_blocks + edge); };

    Breakdown out;
    out[Component::forward] = m * n * block.forward;
    out[Component::backward] = m * n * (block.activation_gradient + block.weight_gradient);
    out[Component::recompute] = m * n * block.recompute;
    out[Component::optimizer] = n * block.optimizer;
    out[Component::tensor_parallel] = over_chunks(block.tensor_forward + block.tensor_backward,
                                                  block.edge_tensor_forward + block.edge_tensor_backward);
    out[Component::recommunication] = over_chunks(block.recommunication, block.edge_recommunication);
    out[Component::pipeline_parallel] = m * v * (block.pipeline_forward + block.pipeline_backward);
    if (networks.data) {
        const auto message = static_cast<double>(weight);
        const std::int64_t d = strategy::data_degree(execution);
        const auto over_group = [&](NetworkOperation operation) {
            return pricer.transfer(*networks.data, operation, message, d);
        };
        out[Component::data_parallel] =
            n * (strategy::optimizer_sharding(execution)
                     ? over_group(NetworkOperation::reduce_scatter) + over_group(NetworkOperation::all_gather)
                     : over_group(NetworkOperation::all_reduce));
    }
    out[Component::pipeline_bubble] = shape.bubbles * shape.chunk - shape.imbalance;
    return out;
}

} // namespace blueprinting::cost
