#include "core/program/plans.h"

#include "core/strategy/derived.h"

namespace blueprinting::program {

Result<ir::PortablePlanIR> Plans::of(const block::Piece& piece, const strategy::Execution& execution)
{
    const Key key{piece.kind, piece.block, piece.borrowed, strategy::block_values(execution),
                  strategy::optimizer_shards(execution)};
    auto known = m_known.find(key);
    if (known == m_known.end()) {
        auto plan = passes::piece_plan(m_model, piece, execution);
        if (!plan)
            return plan;
        known = m_known.emplace(key, *std::move(plan)).first;
    }
    ir::PortablePlanIR out = known->second;
    out.program.execution = execution; // its other fields are asked for, too
    out.program.execution.num_procs.reset();
    return out;
}

} // namespace blueprinting::program
