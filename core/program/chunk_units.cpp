#include "core/program/chunk_units.h"

#include "core/strategy/derived.h"

#include <algorithm>

namespace blueprinting::program {

ChunkUnits chunk_units(const Program& program, const Prices& prices, const std::vector<Portion>& portions)
{
    ChunkUnits out;
    if (strategy::sharding(program.execution) != strategy::StateSharding::full)
        return out;
    const bool reshard = strategy::data(program.execution).reshard_after_forward;
    for (const Portion& portion : portions) {
        const PieceWork& work = prices.work[portion.piece];
        const PieceExchange& exchange = prices.exchanges[portion.piece];
        const double gather = exchange.gather.value(), scatter = exchange.scatter.value();
        const auto count = static_cast<std::size_t>(portion.count);
        out.forward.insert(out.forward.end(), count, {gather, work.forward.total().value(), 0});
        out.backward.insert(out.backward.end(), count,
                            {reshard ? gather : 0, (work.recompute.total() + work.backward.total()).value(), scatter});
        out.kinds.insert(out.kinds.end(), count, portion.kind);
    }
    std::reverse(out.backward.begin(), out.backward.end());
    return out;
}

Result<std::optional<UnitTimeline>> unit_timeline(const Program& program, const system::SystemProfile& system,
                                                  cost::View view, std::size_t stage)
{
    using Found = std::optional<UnitTimeline>;
    if (!strategy::is_training(program.execution) ||
        strategy::sharding(program.execution) != strategy::StateSharding::full)
        return Found();
    const auto pricer = cost::Pricer::make(system, program.execution.datatype, view);
    if (!pricer)
        return pricer.failure_as<Found>();
    const auto axes = AxisCost::make(program.execution, system);
    if (!axes)
        return axes.failure_as<Found>();
    const auto work = piece_work(program, *pricer, *axes);
    if (!work)
        return work.failure_as<Found>();
    const Prices prices = prices_of(program, *work, *pricer, *axes);
    const Laid all = laid(program);
    UnitTimeline out;
    out.units = chunk_units(program, prices, all.chunks[all.stages[all.of_stage[stage]].chunks.front()]);
    out.prefetch = strategy::data(program.execution).prefetch;
    out.forward = unit_spans(out.units.forward, out.prefetch);
    out.backward = unit_spans(out.units.backward, out.prefetch);
    out.exposed_forward = exposed(out.units.forward, out.prefetch);
    out.exposed_backward = exposed(out.units.backward, out.prefetch);
    return Found(std::move(out));
}

} // namespace blueprinting::program
