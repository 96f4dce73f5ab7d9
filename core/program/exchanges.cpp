#include "core/program/exchanges.h"

#include "core/model/counts.h"
#include "core/strategy/derived.h"

namespace blueprinting::program {

using ir::CollectiveKind;
using strategy::Axis;
using strategy::StateSharding;

Exchanges::Exchanges(const Program& program, const cost::Pricer& pricer, const AxisCost& axes)
    : m_program(program), m_pricer(pricer), m_axes(axes), m_weights(program)
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

Seconds Exchanges::scatter(const ir::PortablePlanIR& plan) const
{
    return over(m_shards, CollectiveKind::reduce_scatter, m_weights.of(plan), m_gradient_bytes);
}

Seconds Exchanges::gather(const ir::PortablePlanIR& plan) const
{
    return over(m_shards, CollectiveKind::all_gather, m_weights.of(plan), m_element_bytes);
}

Seconds Exchanges::optimizer(const ir::PortablePlanIR& plan) const
{
    Seconds out;
    for (const ir::PortableTask& task : plan.tasks) {
        if (task.phase != ir::Phase::optimizer)
            continue;
        ir::WorkloadFacts facts = task.facts;
        facts.operations.divisor = facts.read_bytes.divisor = facts.write_bytes.divisor =
            is_routed(task) ? m_routed_shards : m_dense_shards;
        if (m_program.execution.optimizer_states == strategy::OptimizerStates::bfloat16) {
            // Two moments of two bytes each in place of four: of 12 bytes of state 8 move, of 8 (float32 weights) 4.
            const std::int64_t state = m_element_bytes < 4 ? 12 : 8;
            facts.read_bytes.numerator = facts.read_bytes.numerator / state * (state - 4);
            facts.write_bytes.numerator = facts.write_bytes.numerator / state * (state - 4);
        }
        out += m_pricer.local(facts, false).local;
        if (std::holds_alternative<ir::NarrowLinear>(task.primitive)) {
            // The weights are cast once a step: read as they are, written as float8.
            const std::int64_t weights = facts.operations.numerator / 11;
            out += m_pricer.local({{weights, 1}, {2 * weights, 1}, {weights, 1}}, false).local;
        }
    }
    return out;
}

Breakdown Exchanges::step(const StageContent& stage) const
{
    Breakdown out;
    if (!strategy::is_training(m_program.execution))
        return out;
    for (const strategy::ChunkContent& chunk : stage.chunks)
        for_each_plan(m_program, chunk, [&](const ir::PortablePlanIR& plan, std::int64_t count, block::PieceKind) {
            const Weights& weights = m_weights.of(plan);
            const auto times = static_cast<double>(count);
            out[Component::optimizer] += optimizer(plan) * times;
            out[Component::data_parallel] += exchanged(weights) * times;
            if (weights.replicated > 0)
                for (const NetworkTerm& term : m_axes.terms(Axis::tensor))
                    out[Component::tensor_parallel] +=
                        m_pricer.transfer(*term.network, system::NetworkOperation::all_reduce,
                                          weights.replicated * m_gradient_bytes * term.share, term.participants) *
                        times;
        });
    if (stage.copied_tables > 0) {
        const std::int64_t t = strategy::tensor_degree(m_program.execution);
        const auto table =
            static_cast<double>(model::padded_vocabulary(*m_program.model.vocabulary, t).value_or(0) / t) *
            static_cast<double>(m_program.model.hidden);
        // The first and the last stage lie as far apart as any two: the outer network alone connects them.
        if (const auto& terms = m_axes.terms(Axis::pipeline); !terms.empty())
            out[Component::embedding_head] +=
                m_pricer.transfer(*terms.back().network, system::NetworkOperation::all_reduce, table * m_gradient_bytes,
                                  2) *
                static_cast<double>(stage.copied_tables);
    }
    return out;
}

} // namespace blueprinting::program
