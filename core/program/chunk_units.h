#pragma once
#include "core/program/laid.h"
#include "core/program/prices.h"
#include "core/program/unit_gathers.h"

namespace blueprinting::program {

/// The units of a chunk under full sharding, in the order in which each pass meets them: the embedding, each block, the
/// head. Empty where the parameters are not sharded. With what each is of, by unit of the forward pass.
struct ChunkUnits {
    std::vector<Unit> forward, backward; ///< backward from the last unit to the first, with what is recomputed
    std::vector<block::PieceKind> kinds; ///< of `forward`
};
ChunkUnits chunk_units(const Program& program, const Prices& prices, const std::vector<Portion>& portions);

/// When each unit of the first chunk of a stage has the link and computes, in both passes of a microbatch. Seconds from
/// the beginning of each pass.
struct UnitTimeline {
    ChunkUnits units;
    std::vector<UnitSpan> forward, backward;
    double exposed_forward = 0, exposed_backward = 0; ///< not hidden behind computing
    std::int64_t prefetch = 1;
};
/// Nothing where parameters are not sharded. Errors as estimate(). Pure; any thread.
Result<std::optional<UnitTimeline>> unit_timeline(const Program& program, const system::SystemProfile& system,
                                                  cost::View view, std::size_t stage = 0);

} // namespace blueprinting::program
