#include "core/program/exchanges.h"

#include "core/strategy/derived.h"

namespace blueprinting::program {

using ir::CollectiveKind;
using strategy::Axis;
using strategy::StateSharding;

Exchanges::Exchanges(const Program& program, const cost::Pricer& pricer, const AxisCost& axes)
    : m_program(program), m_pricer(pricer), m_axes(axes)
{
    const strategy::Execution& execution = program.execution;
    const strategy::ExpertParallel& expert = strategy::expert(execution);
    const std::int64_t t = strategy::tensor_degree(execution), all = strategy::gradient_group(execution);
    const std::int64_t expert_stride = expert.degree * expert.tensor_degree;
    const std::int64_t expert_all = strategy::expert_data_degree(execution);
    std::int64_t group = all;
    if (strategy::sharding(execution) >= StateSharding::gradients)
        group = strategy::data(execution).group.value_or(all);
    const std::int64_t expert_group = std::min(group, expert_all);
    m_all = {axes.group(Axis::data, all, t), axes.group(Axis::data, expert_all, expert_stride)};
    m_shards = {axes.group(Axis::data, group, t), axes.group(Axis::data, expert_group, expert_stride)};
    m_replicas = {axes.group(Axis::data, all / group, t * group),
                  axes.group(Axis::data, expert_all / expert_group, expert_stride * expert_group)};
    if (strategy::sharding(execution) != StateSharding::none) {
        m_dense_shards = group;
        m_routed_shards = expert_group;
    }
    m_gradient_bytes = static_cast<double>(gradient_bytes(program));
    m_element_bytes = static_cast<double>(bytes_per_element(execution.datatype));
}

Seconds Exchanges::over(const Groups& groups, CollectiveKind kind, const Weights& weights, double bytes) const
{
    Seconds out;
    const auto add = [&](const std::vector<NetworkTerm>& terms, double elements) {
        if (elements > 0)
            for (const NetworkTerm& term : terms)
                out += m_pricer.transfer(*term.network, cost::operation_of(kind), elements * bytes * term.share,
                                         term.participants);
    };
    add(groups.dense, weights.all - weights.routed);
    add(groups.routed, weights.routed);
    return out;
}

Seconds Exchanges::exchanged(const Weights& weights) const
{
    switch (strategy::sharding(m_program.execution)) {
    case StateSharding::none: return over(m_all, CollectiveKind::all_reduce, weights, m_gradient_bytes);
    case StateSharding::optimizer:
        return over(m_shards, CollectiveKind::reduce_scatter, weights, m_gradient_bytes) +
               over(m_shards, CollectiveKind::all_gather, weights, m_element_bytes);
    case StateSharding::gradients: return over(m_shards, CollectiveKind::all_gather, weights, m_element_bytes);
    case StateSharding::full: break;
    }
    // Between shard groups each rank sums its own shard.
    Weights shard = weights;
    shard.routed = weights.routed / static_cast<double>(m_routed_shards);
    shard.all = (weights.all - weights.routed) / static_cast<double>(m_dense_shards) + shard.routed;
    return over(m_replicas, CollectiveKind::all_reduce, shard, m_gradient_bytes);
}

Seconds Exchanges::optimizer(const PieceNumbers& piece) const
{
    Seconds out;
    for (const StepWork& work : piece.step) {
        out += update(work).local;
        if (work.narrow)
            out += cast(work).local;
    }
    return out;
}

cost::TaskCost Exchanges::update(const StepWork& work) const
{
    ir::WorkloadFacts facts = work.facts;
    facts.operations.divisor = facts.read_bytes.divisor = facts.write_bytes.divisor =
        work.routed ? m_routed_shards : m_dense_shards;
    if (m_program.execution.optimizer_states == strategy::OptimizerStates::bfloat16) {
        // Two moments of two bytes each in place of four: of 12 bytes of state 8 move, of 8 (float32 weights) 4.
        const std::int64_t state = m_element_bytes < 4 ? 12 : 8;
        facts.read_bytes.numerator = facts.read_bytes.numerator / state * (state - 4);
        facts.write_bytes.numerator = facts.write_bytes.numerator / state * (state - 4);
    }
    return m_pricer.local(facts, false);
}

/// The weights are cast once a step: read as they are, written as float8.
cost::TaskCost Exchanges::cast(const StepWork& work) const
{
    const std::int64_t weights = work.facts.operations.numerator / 11;
    return m_pricer.local({{weights, 1}, {2 * weights, 1}, {weights, 1}}, false);
}

cost::TaskCost Exchanges::step_cost(const StepWork& work) const
{
    cost::TaskCost out = update(work);
    if (work.narrow) {
        const cost::TaskCost casting = cast(work);
        out.compute += casting.compute;
        out.memory += casting.memory;
        out.local += casting.local;
    }
    out.total = out.local;
    return out;
}

PieceExchange Exchanges::of(const PieceNumbers& piece) const
{
    const StateSharding sharding = strategy::sharding(m_program.execution);
    PieceExchange out;
    out.optimizer = optimizer(piece);
    out.exchanged = exchanged(piece.weights);
    const auto& terms = m_axes.terms(Axis::tensor);
    if (piece.weights.replicated > 0)
        for (std::size_t i = 0; i < terms.size() && i < out.replicated.size(); ++i)
            out.replicated[i] =
                m_pricer.transfer(*terms[i].network, system::NetworkOperation::all_reduce,
                                  piece.weights.replicated * m_gradient_bytes * terms[i].share, terms[i].participants);
    if (sharding >= StateSharding::gradients)
        out.scatter = over(m_shards, CollectiveKind::reduce_scatter, piece.weights, m_gradient_bytes);
    if (sharding == StateSharding::full)
        out.gather = over(m_shards, CollectiveKind::all_gather, piece.weights, m_element_bytes);
    return out;
}

Seconds Exchanges::table() const
{
    // The first and the last stage lie as far apart as any two: the outer network alone connects them.
    const auto& terms = m_axes.terms(Axis::pipeline);
    return terms.empty() ? Seconds()
                         : m_pricer.transfer(*terms.back().network, system::NetworkOperation::all_reduce,
                                             table_elements(m_program) * m_gradient_bytes, 2);
}

} // namespace blueprinting::program
