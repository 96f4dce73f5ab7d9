#pragma once
#include "core/search/single.h"

namespace blueprinting::search {

/// A strategy with one knob moved to its next legal value, and what that needs and does.
struct Neighbour {
    strategy::Field field;
    int direction = 1;                     ///< −1 down, +1 up
    std::vector<strategy::Field> partners; ///< what else had to move: another degree, v
    Single to;
    Seconds seconds; ///< more than before; negative: faster
    Bytes bytes;
    std::optional<cost::Component> moved_most;      ///< nothing also where it is none that every iteration has
    std::optional<program::Component> moved_part{}; ///< the same of all components
};

/// Each knob's next legal value down and up, the devices and the batch as they are. A degree takes a partner, since
/// TP·CP·PP·DP is fixed: of both the one that fits and is fastest, else the fastest that does not. Where PP moves, v
/// goes to the nearest value that is legal. A knob without a next legal value has none. In the order of tables. Errors
/// as single() of the strategy itself, its broken laws, search.not_training. Pure; any thread.
Result<std::vector<Neighbour>> neighbours(const Question& question, const strategy::Execution& execution);

} // namespace blueprinting::search
