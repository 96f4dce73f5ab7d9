#include "core/program/block_rows.h"

#include "core/program/messages.h"
#include "core/program/stage.h"
#include "core/program/stage_memory.h"
#include "core/strategy/derived.h"

#include <algorithm>

namespace blueprinting::program {
namespace {

using strategy::Axis;

/// Bytes that a forward task holds for the backward pass, as the memory of a block counts them (core/ir/block_memory).
double held_of(const ir::PortableTask& task, const ir::Footprint& kept)
{
    if (task.storage.activation_dropped)
        return 0;
    return static_cast<double>(kept.held - (task.storage.output_dropped ? kept.output : 0));
}

/// The most that one kind of block sends over an axis in its forward pass.
double forward_message(const Program& program, Axis axis)
{
    double most = 0;
    for (const BlockKind& kind : program.kinds) {
        double sum = 0;
        for (const ir::PortableTask& task : kind.plan.tasks)
            if (task.phase == ir::Phase::forward && task.scope != ir::BlockScope::edge && task.collective &&
                task.collective->axis == axis)
                sum += static_cast<double>(task.facts.message_bytes);
        most = std::max(most, sum);
    }
    return most;
}

} // namespace

std::vector<BlockRow> block_rows(const Program& program, const ir::PortablePlanIR& plan, const AxisCost& axes)
{
    const strategy::Execution& execution = program.execution;
    const ir::WorkContext context = ir::work_context(execution);
    const bool whole = strategy::recompute(execution) == strategy::RecomputePolicy::full;
    // The ranks of a tensor and context group work on the same tokens.
    const double ranks = static_cast<double>(strategy::tensor_degree(execution) * strategy::context(execution).degree);
    const double tokens = static_cast<double>(execution.microbatch_size * program.model.sequence);
    std::vector<BlockRow> out;
    for (const ir::PortableTask& task : plan.tasks) {
        if (task.phase != ir::Phase::forward || task.scope == ir::BlockScope::edge || task.part_index() > 0)
            continue;
        BlockRow row;
        row.task = task.name;
        row.shape = ir::extents(task.primitive);
        row.operations_per_token = task.facts.operations.value() * ranks / tokens;
        if (const auto kept = ir::footprint_of(task.primitive, context)) {
            row.weights = ir::owns_weights(task.primitive) ? static_cast<double>(kept->weights) : 0;
            row.held_bytes = whole ? 0 : held_of(task, *kept);
            row.reruns = strategy::is_training(execution) && kept->held > 0 && row.held_bytes == 0;
        }
        if (task.collective && task.facts.message_bytes > 0) {
            row.message = RowMessage{task.collective->kind,
                                     task.collective->axis,
                                     task.collective->participants,
                                     static_cast<double>(task.facts.message_bytes),
                                     {}};
            for (const NetworkTerm& term : axes.terms(task.collective->axis))
                row.message->tiers.push_back(term.tier);
        }
        out.push_back(std::move(row));
    }
    return out;
}

std::vector<AxisGroups> axis_groups(const Program& program, const AxisCost& axes)
{
    const strategy::Execution& execution = program.execution;
    const std::int64_t world = strategy::world_size(execution);
    const strategy::Mesh mesh = strategy::mesh(execution);
    std::vector<AxisGroups> out;
    const auto add = [&](std::string name, std::int64_t degree, std::int64_t stride, std::vector<NetworkTerm> terms,
                         double bytes, std::string when) {
        if (degree > 1)
            out.push_back({std::move(name), degree, world / degree, stride, std::move(terms), bytes, std::move(when)});
    };
    for (const Axis axis : {Axis::tensor, Axis::context, Axis::expert_tensor, Axis::expert})
        add(std::string(to_string(axis)), mesh[axis].degree, mesh[axis].stride, axes.terms(axis),
            forward_message(program, axis), "in each block, forward");
    double dense = 0, routed = 0;
    for (const StageContent& stage : stage_contents(program)) {
        dense = std::max(dense, stage.weights.all - stage.weights.routed);
        routed = std::max(routed, stage.weights.routed);
    }
    const auto width = static_cast<double>(gradient_bytes(program));
    const std::int64_t expert_ranks = mesh[Axis::expert].degree * mesh[Axis::expert_tensor].degree;
    if (strategy::is_training(execution)) {
        if (routed > 0)
            add("expert_data", strategy::expert_data_degree(execution), expert_ranks,
                axes.group(Axis::data, strategy::expert_data_degree(execution), expert_ranks), routed * width,
                "gradients, once a step");
        const std::int64_t all = strategy::gradient_group(execution);
        add("data", all, mesh[Axis::tensor].degree, axes.group(Axis::data, all, mesh[Axis::tensor].degree),
            dense * width, "gradients, once a step");
    }
    const double between =
        program.kinds.empty() ? 0 : static_cast<double>(program.kinds.front().plan.program.pipeline_message_bytes);
    add("pipeline", mesh[Axis::pipeline].degree, mesh[Axis::pipeline].stride, axes.terms(Axis::pipeline), between,
        "between stages, each microbatch and way");
    return out;
}

} // namespace blueprinting::program
