#pragma once
#include "core/base/units.h"

#include <cstdint>
#include <limits>
#include <vector>

namespace blueprinting::search {

/// A legal strategy of a space, priced.
struct Found {
    std::uint64_t number = 0; ///< in its Layout
    Seconds total;            ///< one iteration, in the view that was searched
    Bytes memory;             ///< of one device at its fullest
    bool fits = true;         ///< into the device's first memory, less the reserve
    bool operator==(const Found&) const = default;
};

/// What a search orders by. With one number of devices, tokens a second and the cost of a token go as the time does.
enum class RankBy { time, tokens, cost, memory };

/// What counts in a search, and in which order.
struct Judgement {
    Bytes limit{std::numeric_limits<double>::infinity()}; ///< what may be held
    bool must_fit = true;                                 ///< what does not fit does not count
    RankBy rank = RankBy::time;

    [[nodiscard]] bool counts(const Found& found) const { return found.fits || !must_fit; }
    /// What is compared first.
    [[nodiscard]] double score(const Found& found) const
    {
        return rank == RankBy::memory ? found.memory.value() : found.total.value();
    }
    /// By rank; ties by memory (of memory by time), then by number.
    [[nodiscard]] bool before(const Found& a, const Found& b) const
    {
        const bool memory_first = rank == RankBy::memory;
        if (memory_first ? a.memory != b.memory : a.total != b.total)
            return memory_first ? a.memory < b.memory : a.total < b.total;
        if (memory_first ? a.total != b.total : a.memory != b.memory)
            return memory_first ? a.total < b.total : a.memory < b.memory;
        return a.number < b.number;
    }
};

} // namespace blueprinting::search
