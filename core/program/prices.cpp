#include "core/program/prices.h"

namespace blueprinting::program {

Result<std::vector<PieceWork>> piece_work(const Program& program, const cost::Pricer& pricer, const AxisCost& axes)
{
    std::vector<PieceWork> out;
    Diagnostics problems;
    for (std::size_t piece = 0; piece < program.pieces(); ++piece) {
        PieceWork& work = out.emplace_back();
        const ir::PortablePlanIR* plan = program.plan(piece);
        if (!plan)
            continue;
        auto times = piece_times(*plan, pricer, axes);
        if (times)
            work = {times->forward, times->recompute, times->backward, times->weight_gradient};
        problems.insert(problems.end(), times.diagnostics().begin(), times.diagnostics().end());
    }
    if (!problems.empty())
        return problems;
    return out;
}

Prices prices_of(const Program& program, std::span<const PieceWork> work, const cost::Pricer& pricer,
                 const AxisCost& axes)
{
    const Exchanges exchanges(program, pricer, axes);
    Prices out{work, {}, {}, exchanges.table()};
    for (const PieceNumbers& piece : program.numbers)
        out.exchanges.push_back(exchanges.of(piece));
    if (const auto& terms = axes.terms(strategy::Axis::pipeline); !terms.empty())
        out.send = pricer.transfer(*terms.back().network, system::NetworkOperation::p2p,
                                   static_cast<double>(program.pipeline_message_bytes), 2);
    return out;
}

} // namespace blueprinting::program
