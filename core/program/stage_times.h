#pragma once
#include "core/program/exchanges.h"
#include "core/program/piece_times.h"
#include "core/schedule/kind.h"

namespace blueprinting::program {

/// Times of one chunk for one microbatch, transfers among them.
struct ChunkTime {
    Breakdown forward, backward; ///< backward with what is recomputed
};
struct StageTime {
    std::vector<ChunkTime> chunks; ///< in the order of a microbatch
    Breakdown step;                ///< once
    [[nodiscard]] Breakdown microbatch() const;
};

/// Errors as those of the pricing. The arguments must outlive the call.
Result<std::vector<StageTime>> stage_times(const Program& program, const std::vector<StageContent>& stages,
                                           const cost::Pricer& pricer, const AxisCost& axes);

/// Seconds of a chunk's forward and backward command, by stage and chunk.
struct CommandTimes {
    std::vector<std::vector<double>> forward, backward;
};

/// From the first command to the last where every stage has times of its own, as the schedule's order runs them: a
/// stage never waits for an average. Where chunks have no order (interleaving of m with m mod p ≠ 0), every chunk is
/// taken to be as slow as the slowest. Errors as schedule::build_graph.
Result<double> makespan(schedule::Kind kind, const CommandTimes& times, std::int64_t microbatches);

/// Two lower bounds of a 1F1B makespan, exact where stages are equal; never an estimate: a stage's own work behind what
/// must come before it and what must follow; and the way there and back with the microbatches in flight.
struct Bounds {
    double queue = 0, way_back = 0;
};
Bounds makespan_bounds(const std::vector<double>& forward, const std::vector<double>& backward,
                       std::int64_t microbatches);

} // namespace blueprinting::program
