#include "core/program/metrics.h"

#include "core/base/overloaded.h"
#include "core/strategy/derived.h"

namespace blueprinting::program {
namespace {

constexpr std::array<std::string_view, kPieceMetrics> kNames{"forward_operations",
                                                             "forward_memory_bytes",
                                                             "activation_gradient_operations",
                                                             "activation_gradient_memory_bytes",
                                                             "weight_gradient_operations",
                                                             "weight_gradient_memory_bytes",
                                                             "forward_tp_message_bytes",
                                                             "backward_tp_message_bytes",
                                                             "recommunication_message_bytes",
                                                             "forward_expert_message_bytes",
                                                             "backward_expert_message_bytes",
                                                             "recompute_expert_message_bytes",
                                                             "recompute_operations",
                                                             "weight_elements",
                                                             "activation_working_bytes",
                                                             "activation_storage_bytes",
                                                             "activation_checkpoint_bytes",
                                                             "activation_gradient_bytes"};

bool of_experts(const ir::PortableTask& task)
{
    return task.collective &&
           (task.collective->axis == strategy::Axis::expert || task.collective->axis == strategy::Axis::expert_tensor);
}

bool of_tensor(const ir::PortableTask& task)
{
    return task.collective && task.collective->axis == strategy::Axis::tensor;
}

/// Weights of a primitive whose gradients the tensor-parallel ranks sum once a step.
double replicated(const ir::PortableTask& task, double weights, const block::Setting& setting)
{
    const bool norm_of_heads = task.name == "attn.qk_norm";
    if (norm_of_heads)
        return weights;
    const auto* heads = std::get_if<model::MultiHeadAttention>(&setting.model.attention.kind);
    // Where there are fewer key-value heads than ranks, several ranks have the same one.
    if (heads && setting.t > heads->kv_heads && (task.name == "attn.k" || task.name == "attn.v"))
        return weights;
    if (!setting.sharded())
        return 0;
    const bool own_tokens =
        std::visit(Overloaded{[](const ir::LayerNorm&) { return true; }, [](const ir::Norm&) { return true; },
                              [](const ir::Router&) { return true; }, [](const ir::Positions&) { return true; },
                              [](const auto&) { return false; }},
                   task.primitive);
    if (own_tokens || task.name == "shared.gate" || task.name == "attn.q_down" || task.name == "attn.kv_down" ||
        task.name == "mtp.projection")
        return weights;
    // Of a row-cut product it is the bias, which every rank has whole.
    if (task.name != "attn.out" && task.name != "mlp.fc2" && task.name != "shared.fc2")
        return 0;
    if (const auto* biased = std::get_if<ir::BiasedLinear>(&task.primitive))
        return static_cast<double>(biased->k);
    const auto* narrow = std::get_if<ir::NarrowLinear>(&task.primitive);
    return narrow ? static_cast<double>(narrow->biases) : 0;
}

} // namespace

bool is_routed(const ir::PortableTask& task) { return task.name == "moe.fc1" || task.name == "moe.fc2"; }

std::string_view name_of(PieceMetric metric) { return kNames[static_cast<std::size_t>(metric)]; }

PieceMetrics& PieceMetrics::operator+=(const PieceMetrics& other)
{
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] += other.values[i];
    return *this;
}

PieceMetrics metrics_of(const ir::PortablePlanIR& plan)
{
    using enum PieceMetric;
    PieceMetrics out;
    for (const ir::PortableTask& task : plan.tasks) {
        const double operations = task.facts.operations.value();
        const double bytes = task.facts.read_bytes.value() + task.facts.write_bytes.value();
        const auto message = static_cast<double>(task.facts.message_bytes);
        const auto send = [&](PieceMetric tensor, PieceMetric expert) {
            if (of_experts(task))
                out[expert] += message;
            else if (of_tensor(task))
                out[tensor] += message;
        };
        switch (task.phase) {
        case ir::Phase::forward:
            out[forward_operations] += operations;
            out[forward_memory_bytes] += bytes;
            send(forward_tp_message_bytes, forward_expert_message_bytes);
            break;
        case ir::Phase::activation_gradient:
            out[activation_gradient_operations] += operations;
            out[activation_gradient_memory_bytes] += bytes;
            send(backward_tp_message_bytes, backward_expert_message_bytes);
            break;
        case ir::Phase::weight_gradient:
            out[weight_gradient_operations] += operations;
            out[weight_gradient_memory_bytes] += bytes;
            break;
        case ir::Phase::recommunication: send(recommunication_message_bytes, recompute_expert_message_bytes); break;
        case ir::Phase::recompute: out[recompute_operations] += operations; break;
        case ir::Phase::optimizer: break;
        }
    }
    out[weight_elements] = weights_of(plan).all;
    const ir::BlockMemoryFacts& memory = plan.memory;
    out[activation_working_bytes] = static_cast<double>(memory.activation_working);
    out[activation_storage_bytes] = static_cast<double>(memory.activation_storage);
    out[activation_checkpoint_bytes] = static_cast<double>(memory.activation_checkpoint);
    out[activation_gradient_bytes] = static_cast<double>(memory.activation_gradient);
    return out;
}

Weights& Weights::operator+=(const Weights& other)
{
    all += other.all;
    routed += other.routed;
    narrow += other.narrow;
    replicated += other.replicated;
    return *this;
}

Weights weights_of(const ir::PortablePlanIR& plan)
{
    const ir::WorkContext context = ir::work_context(plan.program.execution);
    const block::Setting setting = ir::setting_of(plan.program);
    Weights out;
    for (const ir::PortableTask& task : plan.tasks) {
        if (task.phase != ir::Phase::forward || task.scope == ir::BlockScope::edge || task.part_index() > 0 ||
            !ir::owns_weights(task.primitive))
            continue;
        const auto kept = ir::footprint_of(task.primitive, context);
        const double weights = kept ? static_cast<double>(kept->weights) : 0;
        out.all += weights;
        if (is_routed(task))
            out.routed += weights;
        if (std::holds_alternative<ir::NarrowLinear>(task.primitive))
            out.narrow += weights;
        if (!setting.plain && setting.t > 1)
            out.replicated += replicated(task, weights, setting);
    }
    return out;
}

} // namespace blueprinting::program
