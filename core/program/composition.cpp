#include "core/program/composition.h"

#include "core/program/chunk_units.h"
#include "core/strategy/derived.h"

#include <algorithm>

namespace blueprinting::program {

using strategy::StateSharding;

Composition::Chunk Composition::chunk(const std::vector<Portion>& portions) const
{
    const strategy::Execution& execution = m_program->execution;
    const StateSharding sharding = strategy::sharding(execution);
    const bool training = strategy::is_training(execution);
    Chunk out;
    for (const Portion& portion : portions) {
        const PieceWork& work = m_prices->work[portion.piece];
        const PieceExchange& exchange = m_prices->exchanges[portion.piece];
        const auto n = static_cast<double>(portion.count);
        out.time.forward += work.forward.times(n);
        if (!training)
            continue;
        out.time.backward += work.recompute.times(n);
        out.time.backward += work.backward.times(n);
        out.time.recompute += work.recompute.total() * n;
        out.time.weight_gradient += work.weight_gradient * n;
        if (sharding == StateSharding::gradients)
            out.time.backward[Component::data_parallel] += exchange.scatter * n;
    }
    out.time.forward[Component::pipeline_parallel] += m_prices->send;
    if (training) {
        out.time.backward[Component::pipeline_parallel] += m_prices->send;
        const ChunkUnits units = chunk_units(*m_program, *m_prices, portions);
        const std::int64_t prefetch = strategy::data(execution).prefetch;
        out.time.forward[Component::parameter_gather] += Seconds(exposed(units.forward, prefetch));
        out.time.backward[Component::parameter_gather] += Seconds(exposed(units.backward, prefetch));
    }
    out.forward = out.time.forward.total().value();
    out.backward = out.time.backward.total().value();
    out.bytes = held_bytes_of(*m_program, portions);
    return out;
}

Breakdown Composition::step(const StageKind& stage) const
{
    Breakdown out;
    if (!strategy::is_training(m_program->execution))
        return out;
    for (const std::size_t chunk : stage.chunks)
        for (const Portion& portion : m_laid->chunks[chunk]) {
            const PieceExchange& exchange = m_prices->exchanges[portion.piece];
            const auto times = static_cast<double>(portion.count);
            out[Component::optimizer] += exchange.optimizer * times;
            out[Component::data_parallel] += exchange.exchanged * times;
            for (const Seconds each : exchange.replicated)
                out[Component::tensor_parallel] += each * times;
        }
    if (stage.copied_tables > 0)
        out[Component::embedding_head] += m_prices->table * static_cast<double>(stage.copied_tables);
    return out;
}

void Composition::put_together(const Program& program, const Laid& laid, const Prices& prices)
{
    m_program = &program;
    m_laid = &laid;
    m_prices = &prices;
    const strategy::Execution& execution = program.execution;
    const std::size_t p = laid.of_stage.size(), v = laid.stages.front().chunks.size();
    const std::int64_t microbatches = strategy::microbatch_count(execution);
    m_chunks.clear();
    for (const auto& portions : laid.chunks)
        m_chunks.push_back(chunk(portions));
    m_stages.clear();
    const double share = static_cast<double>(microbatches) * (1.0 / static_cast<double>(p));
    for (const StageKind& stage : laid.stages) {
        Stage& made = m_stages.emplace_back();
        for (const std::size_t each : stage.chunks) {
            made.microbatch += m_chunks[each].time.forward;
            made.microbatch += m_chunks[each].time.backward;
        }
        made.microbatch = made.microbatch.times(share);
        made.step = step(stage);
        made.step_total = made.step.total();
    }
    const auto kind = *schedule::kind_of_typed(strategy::schedule_name(strategy::pipeline(execution).schedule));
    m_pipeline.set(kind, static_cast<std::int64_t>(p), static_cast<std::int64_t>(v), microbatches);
    for (std::size_t i = 0; i < p; ++i)
        for (std::size_t c = 0; c < v; ++c) {
            const Chunk& each = m_chunks[laid.stages[laid.of_stage[i]].chunks[c]];
            m_pipeline.time(i, c, each.forward, each.backward);
        }
    std::vector<double> bytes;
    for (const Chunk& each : m_chunks)
        bytes.push_back(each.bytes);
    m_memory = stage_memory(program, laid, bytes, m_held);
    m_fullest = 0;
    double most = m_memory.front().total();
    for (std::size_t i = 1; i < p; ++i)
        if (const double needed = m_memory[i].total(); needed > most) {
            most = needed;
            m_fullest = i;
        }
}

StageTime Composition::time(std::size_t stage) const
{
    const std::size_t kind = m_laid->of_stage[stage];
    StageTime out;
    for (const std::size_t chunk : m_laid->stages[kind].chunks)
        out.chunks.push_back(m_chunks[chunk].time);
    out.step = m_stages[kind].step;
    return out;
}

Breakdown Composition::breakdown(double span) const
{
    Breakdown out;
    std::size_t longest_step = m_laid->of_stage.front();
    for (const std::size_t kind : m_laid->of_stage) {
        out += m_stages[kind].microbatch;
        if (m_stages[kind].step_total > m_stages[longest_step].step_total)
            longest_step = kind;
    }
    if (stages() > 1) // a single stage waits for no one
        out[Component::pipeline_bubble] = Seconds(span) - out.total();
    out += m_stages[longest_step].step;
    return out;
}

} // namespace blueprinting::program
