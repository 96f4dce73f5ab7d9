#pragma once
#include "core/search/found.h"
#include "core/strategy/field_table.h"

#include <algorithm>

namespace blueprinting::search {

/// What can be reached with some strategies: of one value of a knob, all those that have it.
struct Tally {
    std::uint64_t legal = 0;
    std::uint64_t fitting = 0;
    std::uint64_t within = 0; ///< of those that count, how many are within what was asked (Wanted::within)
    double best_seconds = std::numeric_limits<double>::infinity();      ///< of those that count
    double best_memory_bytes = std::numeric_limits<double>::infinity(); ///< of all that are legal

    void add(const Tally& other)
    {
        legal += other.legal;
        fitting += other.fitting;
        within += other.within;
        best_seconds = std::min(best_seconds, other.best_seconds);
        best_memory_bytes = std::min(best_memory_bytes, other.best_memory_bytes);
    }
    bool operator==(const Tally&) const = default;
};

/// What each value of a field can reach: "PP 1 does not fit; PP 2 costs 11 %".
struct Marginal {
    strategy::Field field;
    std::int64_t value = 0;
    Tally tally;
    bool operator==(const Marginal&) const = default;
};

} // namespace blueprinting::search
