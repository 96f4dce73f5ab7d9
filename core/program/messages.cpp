#include "core/program/messages.h"

#include "core/strategy/derived.h"

namespace blueprinting::program {
namespace {

/// Nodes that a token's rows go to: at most group_top where the router takes experts from so many groups, one a node.
double nodes_of_a_token(const model::Experts& moe, std::int64_t nodes)
{
    if (moe.groups > 1 && moe.groups == nodes)
        return static_cast<double>(moe.group_top);
    return expected_nodes(moe.experts, moe.top_k, nodes);
}

} // namespace

double expected_nodes(std::int64_t experts, std::int64_t top_k, std::int64_t nodes)
{
    if (nodes <= 1 || experts < 1)
        return 1;
    // N·(1 − C(E − E/N, K)/C(E, K)): the quotient as a product of K fractions.
    const std::int64_t elsewhere = experts - experts / nodes;
    double missed = 1;
    for (std::int64_t i = 0; i < top_k; ++i)
        missed *= static_cast<double>(elsewhere - i) / static_cast<double>(experts - i);
    return static_cast<double>(nodes) * (1 - (elsewhere < top_k ? 0 : missed));
}

std::optional<ExpertMessages> expert_messages(const ir::PortablePlanIR& plan, std::int64_t nodes)
{
    const model::Description model = ir::description_of(plan.program);
    ExpertMessages out;
    bool any = false;
    for (const ir::PortableTask& task : plan.tasks) {
        if (const auto* permute = std::get_if<ir::Permute>(&task.primitive))
            out.rows = permute->rows;
        if (!task.collective || task.collective->axis != strategy::Axis::expert)
            continue;
        any = true;
        const auto bytes = static_cast<double>(task.collective->message_bytes);
        const bool dispatch = task.name == "moe.dispatch";
        if (task.phase == ir::Phase::forward)
            (dispatch ? out.dispatch_forward : out.combine_forward) = bytes;
        else if (task.phase == ir::Phase::activation_gradient)
            (dispatch ? out.dispatch_backward : out.combine_backward) = bytes;
    }
    if (!any || !model.moe)
        return std::nullopt;
    out.expected_distinct_nodes = expected_nodes(model.moe->experts, model.moe->top_k, nodes);
    out.inner_dispatch = out.dispatch_forward;
    out.outer_dispatch = out.dispatch_forward * outer_share(plan, nodes);
    return out;
}

std::optional<ContextMessages> context_messages(const ir::PortablePlanIR& plan)
{
    ContextMessages out;
    bool any = false;
    for (const ir::PortableTask& task : plan.tasks) {
        if (task.phase != ir::Phase::forward || !task.collective || task.collective->axis != strategy::Axis::context)
            continue;
        any = true;
        const auto bytes = static_cast<double>(task.collective->message_bytes);
        if (const auto* ring = std::get_if<ir::RingPass>(&task.primitive)) {
            out.steps = ring->ranks - 1;
            out.bytes_each = bytes;
        } else if (std::holds_alternative<ir::ContextGather>(task.primitive)) {
            out.gather = bytes;
        } else {
            (task.name == "attn.into" ? out.into : out.out_of) = bytes;
        }
    }
    return any ? std::optional(out) : std::nullopt;
}

double outer_share(const ir::PortablePlanIR& plan, std::int64_t nodes)
{
    return strategy::expert(plan.program.execution).deduplicate ? deduplicated_share(plan, nodes) : 1;
}

double deduplicated_share(const ir::PortablePlanIR& plan, std::int64_t nodes)
{
    const model::Description model = ir::description_of(plan.program);
    return model.moe ? nodes_of_a_token(*model.moe, nodes) / static_cast<double>(model.moe->top_k) : 1;
}

} // namespace blueprinting::program
