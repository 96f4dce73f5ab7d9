#pragma once
#include "core/program/exchanges.h"
#include "core/program/piece_times.h"

#include <span>

namespace blueprinting::program {

/// Times of a piece for one microbatch, without those of its tasks.
struct PieceWork {
    Breakdown forward, recompute, backward;
    Seconds weight_gradient; ///< of the backward pass
};
/// Of every piece by its number. A piece's work depends on its block key alone. Errors as piece_times().
Result<std::vector<PieceWork>> piece_work(const Program& program, const cost::Pricer& pricer, const AxisCost& axes);

/// All that a system has to do with an iteration.
struct Prices {
    std::span<const PieceWork> work;      ///< by piece
    std::vector<PieceExchange> exchanges; ///< by piece
    Seconds send;                         ///< a microbatch from one stage to the next
    Seconds table;                        ///< Exchanges::table()
};
/// `work` must outlive what comes of it.
Prices prices_of(const Program& program, std::span<const PieceWork> work, const cost::Pricer& pricer,
                 const AxisCost& axes);

} // namespace blueprinting::program
