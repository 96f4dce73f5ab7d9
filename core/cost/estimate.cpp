#include "core/cost/estimate.h"

#include "core/cost/iteration.h"

#include <cmath>

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

Result<Estimate> estimate(const ir::PortablePlanIR& plan, const system::SystemProfile& system, View view, strategy::Rules rules)
{
    const strategy::Execution& execution = plan.program.execution;
    auto pricer = Pricer::make(system, execution.datatype, view);
    auto networks = group_networks(execution, system);
    if (!pricer || !networks) {
        Diagnostics all = pricer.diagnostics();
        all.insert(all.end(), networks.diagnostics().begin(), networks.diagnostics().end());
        return all;
    }

    Estimate out;
    out.view = view;
    out.training = strategy::is_training(execution);
    out.tasks.reserve(plan.tasks.size());
    for (std::size_t i = 0; i < plan.tasks.size(); ++i)
        out.tasks.push_back(pricer->price(plan.tasks[i], i, networks->tensor));
    out.block = block_times(plan, out.tasks);
    add_transfers(out.block, plan, *pricer, *networks);
    const Seconds empty_transfer
        = networks->pipeline ? pricer->transfer(*networks->pipeline, system::NetworkOperation::p2p, 0, 2) : Seconds();
    out.shape = iteration_shape(plan, out.block, rules, empty_transfer);
    out.breakdown = compose(plan, out.block, out.shape, *pricer, *networks);
    out.total = out.breakdown.total();
    out.memory = memory_of(plan);
    out.capacity = system.capacity();
    out.fits = out.memory.total() <= out.capacity;
    out.findings = findings_of(plan, out.memory, out.capacity);
    if (!std::isfinite(out.total.value()))
        return Diagnostic{Severity::error, "cost.not_finite", "system",
                          "the profile's rates, latencies or efficiencies give an iteration time past the range of double"};
    return out;
}

} // namespace blueprinting::cost
