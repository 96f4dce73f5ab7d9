#include "core/cost/estimate.h"

#include "core/cost/iteration.h"
#include "core/cost/priced_block.h"

namespace blueprinting::cost {

std::string_view to_string(View view)
{
    switch (view) {
    case View::peak_only: return "peak_only";
    case View::system_evidence: return "system_evidence";
    }
    return "";
}

std::string_view to_string(Component component)
{
    switch (component) {
    case Component::forward: return "forward";
    case Component::backward: return "backward";
    case Component::recompute: return "recompute";
    case Component::optimizer: return "optimizer";
    case Component::tensor_parallel: return "tensor_parallel";
    case Component::pipeline_parallel: return "pipeline_parallel";
    case Component::data_parallel: return "data_parallel";
    case Component::recommunication: return "recommunication";
    case Component::pipeline_bubble: return "pipeline_bubble";
    }
    return "";
}

bool exists(Component component, bool training)
{
    switch (component) {
    case Component::forward:
    case Component::tensor_parallel:
    case Component::pipeline_parallel:
    case Component::pipeline_bubble: return true;
    case Component::backward:
    case Component::recompute:
    case Component::optimizer:
    case Component::data_parallel:
    case Component::recommunication: return training;
    }
    return false;
}

bool exists(MemoryPart part, bool training)
{
    return training || part == MemoryPart::weights || part == MemoryPart::activations;
}

std::string_view to_string(MemoryPart part)
{
    switch (part) {
    case MemoryPart::weights: return "weights";
    case MemoryPart::activations: return "activations";
    case MemoryPart::activation_checkpoints: return "activation_checkpoints";
    case MemoryPart::weight_gradients: return "weight_gradients";
    case MemoryPart::activation_gradients: return "activation_gradients";
    case MemoryPart::optimizer: return "optimizer";
    }
    return "";
}

Seconds Breakdown::total() const
{
    Seconds sum;
    for (const Seconds part : seconds)
        sum += part;
    return sum;
}

Bytes Memory::operator[](MemoryPart part) const
{
    switch (part) {
    case MemoryPart::weights: return weights;
    case MemoryPart::activations: return activations;
    case MemoryPart::activation_checkpoints: return activation_checkpoints;
    case MemoryPart::weight_gradients: return weight_gradients;
    case MemoryPart::activation_gradients: return activation_gradients;
    case MemoryPart::optimizer: return optimizer;
    }
    return {};
}

Bytes Memory::total() const
{
    return weights + activations + activation_checkpoints + weight_gradients + activation_gradients + optimizer;
}

Result<Estimate> estimate(const ir::PortablePlanIR& plan, const system::SystemProfile& system, View view,
                          strategy::Rules rules)
{
    const strategy::Execution& execution = plan.program.execution;
    Estimate out;
    const auto block = price_block(plan, system, view, &out.tasks);
    if (!block)
        return block.failure_as<Estimate>();
    auto iteration = iterate(*block, execution, system, view, rules);
    if (!iteration)
        return iteration.failure_as<Estimate>();
    out.view = view;
    out.training = strategy::is_training(execution);
    out.block = iteration->block;
    out.shape = iteration->shape;
    out.breakdown = iteration->breakdown;
    out.total = iteration->total;
    out.memory = iteration->memory;
    out.capacity = system.capacity();
    out.fits = out.memory.total() <= out.capacity;
    out.findings = findings_of(execution, out.memory, out.capacity);
    return out;
}

} // namespace blueprinting::cost
