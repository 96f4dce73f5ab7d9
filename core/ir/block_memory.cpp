#include "core/ir/block_memory.h"

#include "core/base/checked.h"
#include "core/strategy/derived.h"

namespace blueprinting::ir {
namespace {

Diagnostic overflow(const std::string& where)
{
    return {Severity::error, "workload.overflow", where,
            "the bytes that " + where + " keeps do not fit 64-bit integers"};
}

} // namespace

Result<BlockMemoryFacts> block_memory(const std::vector<PortableTask>& tasks, const ProgramSemantics& program)
{
    const WorkContext context = work_context(program.execution);
    const bool training = strategy::is_training(program.execution);
    const strategy::RecomputePolicy recompute = strategy::recompute(program.execution);
    const Checked e = context.element_bytes;

    Checked weight = 0, working = 0, storage = 0, gradient = 0, sharded = 0, unsharded = 0, optimizer = 0;
    for (const PortableTask& task : tasks) {
        // An edge boundary is another face of the inner one; a block holds one of them.
        if (task.phase != Phase::forward || task.scope == BlockScope::edge || task.part_index() > 0)
            continue;
        const auto kept = footprint_of(task.primitive, context);
        if (!kept)
            return overflow(task.name);
        weight = weight + Checked(kept->weights) * e;
        if (!task.storage.reused)
            working = working + kept->held;
        storage = storage + kept->held;
        if (!training)
            continue;
        if (task.storage.output_dropped)
            storage = storage - kept->output;
        if (task.storage.activation_dropped)
            storage = storage - kept->held;
        gradient = gradient + kept->gradient;
        sharded = sharded + kept->weight_gradient.numerator;
        unsharded = unsharded + kept->weight_gradient_unsharded;
        optimizer = optimizer + kept->optimizer.numerator;
    }
    Checked checkpoint = 0;
    const bool of_a_block = !program.piece || program.piece->kind == block::PieceKind::block;
    if (recompute == strategy::RecomputePolicy::full && of_a_block) {
        storage = 0;
        // Of a model of six numbers the whole input, as the reference counts it; else what is handed on, a shard.
        const Checked input = Checked(program.execution.microbatch_size) * program.sequence * program.hidden * e;
        if (program.description)
            checkpoint = program.pipeline_message_bytes;
        else
            checkpoint = input.ok() ? Checked(input.value() / strategy::context(program.execution).degree) : input;
    }
    for (const Checked sum : {weight, working, storage, checkpoint, gradient, sharded, unsharded, optimizer})
        if (!sum.ok())
            return overflow("the block");
    return BlockMemoryFacts{weight.value(),    working.value(),
                            storage.value(),   checkpoint.value(),
                            gradient.value(),  {sharded.value(), context.optimizer_shards},
                            unsharded.value(), {optimizer.value(), context.optimizer_shards}};
}

} // namespace blueprinting::ir
