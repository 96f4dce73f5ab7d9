#pragma once
#include "core/search/neighbours.h"

namespace blueprinting::search {

/// Why a strategy is not the answer: where it stands among the others of its space.
struct Explanation {
    Single mine;                         ///< where it breaks laws, these are the reason and nothing else is said
    std::optional<std::uint64_t> number; ///< in the space; nothing where a bound leaves it out
    std::uint64_t counting = 0;          ///< strategies that are ranked
    std::optional<std::uint64_t> rank;   ///< from 1; nothing where it does not count, since it does not fit
    std::optional<Found> best;           ///< of the space; nothing where nothing counts
    strategy::Execution best_execution;
    double behind_percent = 0; ///< of the best's score
    /// The move to a neighbour that counts, changes only what the question's bounds let in, and comes nearest to the
    /// best, where it is better than to stay.
    std::optional<Neighbour> change;
    double change_behind_percent = 0;
    /// What holding a value costs: the best of the space that has it, against the best of all.
    struct Held {
        strategy::Field field;
        std::int64_t value = 0;
        std::optional<double> best_seconds; ///< nothing where none that counts has it
        double cost_percent = 0;
    };
    std::vector<Held> held; ///< of each knob with more than one value
};

/// The execution's own devices must be among the question's and its batch theirs: search.other_devices,
/// search.other_batch; search.not_training. Goes through the whole space; cancelled as explore(). Any thread.
Result<Explanation> explain(const Question& question, const strategy::Execution& execution, const CancelToken& cancel);

} // namespace blueprinting::search
