#pragma once
#include "core/search/found.h"

#include <cstddef>
#include <optional>

namespace blueprinting::search {

/// A grid over time and memory, for a density. Linear, or logarithmic where said; bounds above 0.
struct BinGrid {
    double from_seconds = 0, to_seconds = 1;
    double from_bytes = 0, to_bytes = 1;
    std::size_t columns = 64, rows = 48;
    bool logarithmic = false;
    bool operator==(const BinGrid&) const = default;

    /// The cell of a strategy: column + row · columns. Nothing outside.
    [[nodiscard]] std::optional<std::size_t> cell(const Found& found) const;
};

/// How many strategies lie in each cell, which is the first of them by rank, and how many lie outside.
struct Bins {
    struct Bin {
        std::uint64_t count = 0;
        std::uint64_t fitting = 0;
        Found best; ///< of all in the cell; only where count > 0
        bool operator==(const Bin&) const = default;
    };
    BinGrid grid;
    std::vector<Bin> cells;
    std::uint64_t slower = 0;  ///< beyond the last column
    std::uint64_t outside = 0; ///< elsewhere
    bool operator==(const Bins&) const = default;

    explicit Bins(const BinGrid& of) : grid(of), cells(of.columns * of.rows) {}
    void offer(const Found& found, const Judgement& judgement);
    void join(const Bins& other, const Judgement& judgement);
};

} // namespace blueprinting::search
