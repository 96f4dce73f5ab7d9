#include "core/program/stage_times.h"

#include "core/schedule/orders.h"
#include "core/schedule/simulate.h"
#include "core/strategy/derived.h"

#include <algorithm>
#include <map>

namespace blueprinting::program {
namespace {

using block::PieceKind;
using strategy::Axis;
using strategy::StateSharding;

/// One transfer between stages.
Seconds transfer(const Program& program, const cost::Pricer& pricer, const AxisCost& axes)
{
    const auto& terms = axes.terms(Axis::pipeline);
    if (terms.empty())
        return {};
    return pricer.transfer(*terms.back().network, system::NetworkOperation::p2p,
                           static_cast<double>(program.kinds.front().plan.program.pipeline_message_bytes), 2);
}

class ChunkTimer {
public:
    ChunkTimer(const Program& program, const cost::Pricer& pricer, const AxisCost& axes, const Exchanges& exchanges)
        : m_program(program),
          m_pricer(pricer),
          m_axes(axes),
          m_exchanges(exchanges),
          m_data(strategy::data(program.execution)),
          m_sharding(strategy::sharding(program.execution)),
          m_training(strategy::is_training(program.execution)),
          m_send(transfer(program, pricer, axes))
    {
    }

    Result<ChunkTime> of(const strategy::ChunkContent& chunk)
    {
        ChunkTime out;
        std::vector<Unit> forward, backward;
        Diagnostics problems;
        for_each_plan(m_program, chunk, [&](const ir::PortablePlanIR& plan, std::int64_t count, PieceKind) {
            const PieceTimes* times = priced(plan, problems);
            if (!times)
                return;
            const auto n = static_cast<double>(count);
            out.forward += times->forward.times(n);
            if (!m_training)
                return;
            out.backward += times->recompute.times(n);
            out.backward += times->backward.times(n);
            if (m_sharding == StateSharding::gradients)
                out.backward[Component::data_parallel] += m_exchanges.scatter(plan) * n;
            if (m_sharding == StateSharding::full)
                add_units(plan, *times, count, forward, backward);
        });
        if (!problems.empty())
            return problems;
        out.forward[Component::pipeline_parallel] += m_send;
        if (!m_training)
            return out;
        out.backward[Component::pipeline_parallel] += m_send;
        std::reverse(backward.begin(), backward.end());
        out.forward[Component::parameter_gather] += Seconds(exposed(forward, m_data.prefetch));
        out.backward[Component::parameter_gather] += Seconds(exposed(backward, m_data.prefetch));
        return out;
    }

private:
    const PieceTimes* priced(const ir::PortablePlanIR& plan, Diagnostics& problems)
    {
        const auto known = m_priced.find(&plan);
        if (known != m_priced.end())
            return &known->second;
        auto times = piece_times(plan, m_pricer, m_axes);
        if (times)
            return &m_priced.emplace(&plan, *std::move(times)).first->second;
        problems.insert(problems.end(), times.diagnostics().begin(), times.diagnostics().end());
        return nullptr;
    }

    void add_units(const ir::PortablePlanIR& plan, const PieceTimes& times, std::int64_t count,
                   std::vector<Unit>& forward, std::vector<Unit>& backward) const
    {
        const double gather = m_exchanges.gather(plan).value(), scatter = m_exchanges.scatter(plan).value();
        forward.insert(forward.end(), static_cast<std::size_t>(count), {gather, times.forward.total().value(), 0});
        const double work = (times.recompute.total() + times.backward.total()).value();
        backward.insert(backward.end(), static_cast<std::size_t>(count),
                        {m_data.reshard_after_forward ? gather : 0, work, scatter});
    }

    const Program& m_program;
    const cost::Pricer& m_pricer;
    const AxisCost& m_axes;
    const Exchanges& m_exchanges;
    const strategy::DataParallel& m_data;
    StateSharding m_sharding;
    bool m_training;
    Seconds m_send;
    std::map<const ir::PortablePlanIR*, PieceTimes> m_priced;
};

/// All chunks alike: the arithmetic of equal stages needs no simulation.
bool all_alike(const std::vector<std::vector<double>>& times)
{
    for (const auto& stage : times)
        for (const double each : stage)
            if (each != times.front().front())
                return false;
    return true;
}

} // namespace

Breakdown StageTime::microbatch() const
{
    Breakdown out;
    for (const ChunkTime& chunk : chunks) {
        out += chunk.forward;
        out += chunk.backward;
    }
    return out;
}

Result<std::vector<StageTime>> stage_times(const Program& program, const std::vector<StageContent>& stages,
                                           const cost::Pricer& pricer, const AxisCost& axes)
{
    const Exchanges exchanges(program, pricer, axes);
    ChunkTimer timer(program, pricer, axes, exchanges);
    std::vector<StageTime> out;
    for (const StageContent& stage : stages) {
        StageTime times;
        for (const strategy::ChunkContent& chunk : stage.chunks) {
            auto each = timer.of(chunk);
            if (!each)
                return each.failure_as<std::vector<StageTime>>();
            times.chunks.push_back(*std::move(each));
        }
        times.step = exchanges.step(stage);
        out.push_back(std::move(times));
    }
    return out;
}

Result<double> makespan(schedule::Kind kind, const CommandTimes& times, std::int64_t microbatches)
{
    const std::int64_t p = std::ssize(times.forward), v = std::ssize(times.forward.front());
    const auto m = static_cast<double>(microbatches);
    const bool backward = schedule::has_backward(kind);
    if (p == 1) {
        double all = 0;
        for (std::size_t c = 0; c < times.forward.front().size(); ++c)
            all += times.forward[0][c] + (backward ? times.backward[0][c] : 0);
        return m * all;
    }
    schedule::Request request;
    request.kind = kind;
    request.stages = p;
    request.microbatches = microbatches;
    request.chunks = v;
    const bool ordered = schedule::goes_round(request);
    if (!ordered || (all_alike(times.forward) && (!backward || all_alike(times.backward)))) {
        double slowest = 0;
        for (std::size_t i = 0; i < times.forward.size(); ++i)
            for (std::size_t c = 0; c < times.forward[i].size(); ++c)
                slowest = std::max(slowest, times.forward[i][c] + (backward ? times.backward[i][c] : 0));
        const std::int64_t over = microbatches % p;
        const auto extra = static_cast<double>(over == 0 ? 0 : (v - 1) * (p - over));
        return slowest * (m * static_cast<double>(v) + static_cast<double>(p - 1) + extra);
    }
    schedule::ChunkTimes any;
    any.forward = any.backward = 1;
    auto plan = schedule::plan_in_seconds(request, any);
    if (!plan)
        return plan.failure_as<double>();
    auto graph = schedule::build_graph(*plan);
    if (!graph)
        return graph.failure_as<double>();
    for (schedule::CommandId id = 0; id < graph->size(); ++id) {
        const auto& of = graph->kind[id] == schedule::CommandKind::forward ? times.forward : times.backward;
        graph->ticks[id] = of[graph->stage[id]][graph->chunk[id]] * graph->plan.times.ticks_per_unit;
    }
    auto simulation = schedule::simulate(*std::move(graph));
    if (!simulation)
        return simulation.failure_as<double>();
    return simulation->timeline.makespan;
}

Bounds makespan_bounds(const std::vector<double>& forward, const std::vector<double>& backward,
                       std::int64_t microbatches)
{
    const std::size_t p = forward.size();
    const auto m = static_cast<double>(microbatches);
    Bounds out;
    double before = 0, all_forward = 0, all_backward = 0;
    for (std::size_t i = 0; i < p; ++i) {
        all_forward += forward[i];
        all_backward += backward[i];
    }
    out.queue = all_forward + all_backward;
    for (std::size_t i = 0; i < p; ++i) {
        out.queue = std::max(out.queue, before + m * (forward[i] + backward[i]));
        before += forward[i] + backward[i];
        const auto in_flight = static_cast<double>(
            std::min<std::int64_t>(microbatches, static_cast<std::int64_t>(p) - static_cast<std::int64_t>(i)));
        out.way_back = std::max(out.way_back, all_forward + (all_backward - backward[i]) + m * backward[i] +
                                                  (m - in_flight) * forward[i]);
    }
    return out;
}

} // namespace blueprinting::program
