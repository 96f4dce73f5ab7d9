#include "core/ir/block_metrics.h"

#include <algorithm>

namespace blueprinting::ir {
namespace {

constexpr std::array<std::string_view, kBlockMetrics> kNames{
    "block_forward_operations",
    "block_forward_memory_bytes",
    "block_activation_gradient_operations",
    "block_activation_gradient_memory_bytes",
    "block_weight_gradient_operations",
    "block_weight_gradient_memory_bytes",
    "block_optimizer_operations",
    "block_optimizer_memory_bytes",
    "block_forward_tp_message_bytes",
    "block_backward_tp_message_bytes",
    "block_recommunication_message_bytes",
    "block_weight_bytes",
    "block_activation_working_bytes",
    "block_activation_storage_bytes",
    "block_activation_checkpoint_bytes",
    "block_weight_gradient_bytes",
    "block_weight_gradient_unsharded_bytes",
    "block_activation_gradient_bytes",
    "block_optimizer_bytes",
};

double memory_bytes(const WorkloadFacts& facts) { return facts.read_bytes.value() + facts.write_bytes.value(); }

} // namespace

std::string_view name_of(BlockMetric metric) { return kNames[static_cast<std::size_t>(metric)]; }

BlockMetrics block_metrics(const PortablePlanIR& plan)
{
    using enum BlockMetric;
    BlockMetrics out;
    for (const PortableTask& task : plan.tasks) {
        if (task.scope == BlockScope::edge)
            continue;
        const double operations = task.facts.operations.value();
        const double bytes = memory_bytes(task.facts);
        const auto message = static_cast<double>(task.facts.message_bytes);
        switch (task.phase) {
        case Phase::forward:
            out[forward_operations] += operations;
            out[forward_memory_bytes] += bytes;
            out[forward_tp_message_bytes] += message;
            break;
        case Phase::activation_gradient:
            out[activation_gradient_operations] += operations;
            out[activation_gradient_memory_bytes] += bytes;
            out[backward_tp_message_bytes] += message;
            break;
        case Phase::weight_gradient:
            out[weight_gradient_operations] += operations;
            out[weight_gradient_memory_bytes] += bytes;
            break;
        case Phase::optimizer:
            out[optimizer_operations] += operations;
            out[optimizer_memory_bytes] += bytes;
            break;
        case Phase::recommunication: out[recommunication_message_bytes] += message; break;
        case Phase::recompute: break; // audited apart, see recompute_audit
        }
    }
    const BlockMemoryFacts& memory = plan.memory;
    out[weight_bytes] = static_cast<double>(memory.weight);
    out[activation_working_bytes] = static_cast<double>(memory.activation_working);
    out[activation_storage_bytes] = static_cast<double>(memory.activation_storage);
    out[activation_checkpoint_bytes] = static_cast<double>(memory.activation_checkpoint);
    out[weight_gradient_bytes] = memory.weight_gradient.value();
    out[weight_gradient_unsharded_bytes] = static_cast<double>(memory.weight_gradient_unsharded);
    out[activation_gradient_bytes] = static_cast<double>(memory.activation_gradient);
    out[optimizer_bytes] = memory.optimizer.value();
    return out;
}

RecomputeAudit recompute_audit(const PortablePlanIR& plan)
{
    RecomputeAudit out;
    const auto recomputed = [&](std::string_view name) {
        return std::any_of(plan.tasks.begin(), plan.tasks.end(), [&](const PortableTask& task) {
            return task.phase == Phase::recompute && task.name == name;
        });
    };
    double prefix = 0;
    for (const PortableTask& task : plan.tasks) {
        if (task.phase == Phase::recompute)
            out.derived_explicit_operations += task.facts.operations.value();
        if (task.phase != Phase::forward || task.scope == BlockScope::edge)
            continue;
        prefix += task.facts.operations.value();
        if (recomputed(task.name))
            out.reference_prefix_counter += prefix;
    }
    return out;
}

} // namespace blueprinting::ir
