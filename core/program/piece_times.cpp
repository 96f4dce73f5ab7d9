#include "core/program/piece_times.h"

namespace blueprinting::program {
namespace {

using block::PieceKind;
using strategy::Axis;

/// A message to experts over several nodes goes over two tiers, each with a size of its own.
Result<Seconds> exchange_time(const ir::PortableTask& task, const ir::PortablePlanIR& plan, const cost::Pricer& pricer,
                              const std::vector<NetworkTerm>& terms)
{
    if (terms.size() < 2 || task.collective->axis != Axis::expert)
        return collective_time(pricer, terms, task.collective->kind,
                               static_cast<double>(task.collective->message_bytes));
    const double whole = static_cast<double>(task.collective->message_bytes);
    const double outer = whole * outer_share(plan, terms.back().participants);
    auto inside = collective_time(pricer, {terms.front()}, task.collective->kind, whole);
    const auto beyond = collective_time(pricer, {terms.back()}, task.collective->kind, outer);
    if (!inside || !beyond)
        return inside ? beyond : inside;
    return *inside + *beyond;
}

/// The core that a ring passes keys and values to, in one phase.
Seconds core_time(const ir::PortablePlanIR& plan, const cost::Pricer& pricer, ir::Phase phase)
{
    Seconds out;
    for (const ir::PortableTask& task : plan.tasks)
        if (task.phase == phase && std::holds_alternative<ir::FusedCore>(task.primitive))
            out += pricer.local(task.facts, task.engine == ir::EngineClass::matrix).local;
    return out;
}

/// What a ring adds to its core. Each step's part of the core runs while the next keys and values come in; the first
/// waits for none. In the backward pass their gradients go round as well, one step longer.
Seconds ring_time(const ir::PortableTask& task, const ir::PortablePlanIR& plan, const cost::Pricer& pricer,
                  const std::vector<NetworkTerm>& terms)
{
    if (terms.empty())
        return {};
    const auto& ring = std::get<ir::RingPass>(task.primitive);
    const auto steps = static_cast<double>(ring.ranks - 1);
    const Seconds pass = pricer.transfer(*terms.back().network, system::NetworkOperation::p2p,
                                         static_cast<double>(task.collective->message_bytes), 2);
    const bool backward = task.phase == ir::Phase::activation_gradient;
    const ir::Phase core = task.phase == ir::Phase::recommunication ? ir::Phase::recompute : task.phase;
    const Seconds computing = core_time(plan, pricer, core) / static_cast<double>(ring.ranks);
    const Seconds each = backward ? pass * 2.0 : pass;
    const Seconds waited = each > computing ? each - computing : Seconds();
    return waited * steps + (backward ? pass : Seconds());
}

} // namespace

Component component_of(const ir::PortableTask& task, bool outside)
{
    if (task.phase == ir::Phase::optimizer)
        return Component::optimizer;
    if (outside)
        return Component::embedding_head;
    const Axis axis = task.collective ? task.collective->axis : Axis::tensor;
    if (task.engine == ir::EngineClass::collective) {
        switch (axis) {
        case Axis::context: return Component::context_parallel;
        case Axis::expert:
        case Axis::expert_tensor: return Component::expert_parallel;
        default:
            return task.phase == ir::Phase::recommunication ? Component::recommunication : Component::tensor_parallel;
        }
    }
    switch (task.phase) {
    case ir::Phase::forward: return Component::forward;
    case ir::Phase::recompute:
    case ir::Phase::recommunication: return Component::recompute;
    default: return Component::backward;
    }
}

Result<PieceTimes> piece_times(const ir::PortablePlanIR& plan, const cost::Pricer& pricer, const AxisCost& axes)
{
    const bool outside = plan.program.piece && plan.program.piece->kind != PieceKind::block;
    PieceTimes out;
    for (std::size_t i = 0; i < plan.tasks.size(); ++i) {
        const ir::PortableTask& task = plan.tasks[i];
        cost::TaskCost cost = pricer.price(task, i, nullptr);
        if (task.collective) {
            const auto& terms = axes.terms(task.collective->axis);
            const auto network = task.collective->kind == ir::CollectiveKind::ring
                                     ? Result<Seconds>(ring_time(task, plan, pricer, terms))
                                     : exchange_time(task, plan, pricer, terms);
            if (!network)
                return network.failure_as<PieceTimes>();
            cost.network = *network;
            if (pricer.view() == cost::View::system_evidence && terms.size() == 1)
                cost.network_efficiency = terms.front().network->efficiency;
            cost.total = cost.local + cost.network;
        }
        out.tasks.push_back(cost);
        if (task.phase == ir::Phase::optimizer)
            continue; // a step has it once
        Breakdown& to = task.phase == ir::Phase::forward                                                 ? out.forward
                        : task.phase == ir::Phase::recompute || task.phase == ir::Phase::recommunication ? out.recompute
                                                                                                         : out.backward;
        to[component_of(task, outside)] += cost.total;
        if (task.phase == ir::Phase::weight_gradient)
            out.weight_gradient += cost.total;
    }
    return out;
}

} // namespace blueprinting::program
