#include "core/cost/shares.h"

#include "core/cost/iteration.h"

namespace blueprinting::cost {

Component component_of(const ir::PortableTask& task)
{
    const std::size_t sum = sum_of(task);
    return sum < kBlockSums.size() ? kBlockSums[sum].component : Component::forward;
}

std::vector<double> task_shares(const ir::PortablePlanIR& plan, const Estimate& estimate)
{
    const IterationShape& shape = estimate.shape;
    const auto repeats = [&](const ir::PortableTask& task) {
        if (task.phase == ir::Phase::optimizer)
            return static_cast<double>(shape.blocks_per_stage);
        const auto chunks = static_cast<double>(shape.microbatches * shape.virtual_stages);
        switch (task.scope) {
        case ir::BlockScope::every: return chunks * static_cast<double>(shape.blocks_per_chunk);
        case ir::BlockScope::inner: return chunks * static_cast<double>(shape.blocks_per_chunk - 1);
        case ir::BlockScope::edge: return chunks;
        }
        return 0.0;
    };
    std::vector<double> shares(plan.tasks.size(), 0);
    double sum = 0;
    for (const TaskCost& task : estimate.tasks)
        sum += shares[task.task] = task.total.value() * repeats(plan.tasks[task.task]);
    if (sum > 0)
        for (double& share : shares)
            share /= sum;
    return shares;
}

} // namespace blueprinting::cost
