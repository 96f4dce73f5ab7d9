#pragma once
#include "core/certificate/metrics.h"
#include "core/certificate/splits.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace blueprinting::certificate {

/// The measured half of a set of cells: what any score of their candidates is judged on.
struct MeasuredSet {
    std::vector<std::string> keys;
    std::vector<MeasuredCell> cells;
};

/// Metrics of a score over a measured set, split as asked.
struct Evaluation {
    Splits splits;
    std::vector<CellOutcome> outcomes; ///< one a cell
    Metrics all;
    Metrics train;
    Metrics test; ///< held out
    bool operator==(const Evaluation&) const = default;
};

Evaluation summarise(const MeasuredSet& set, Splits splits, std::vector<CellOutcome> outcomes);

/// `scores` has one list a cell and one score a candidate.
template <class Score>
Evaluation evaluate(const MeasuredSet& set, const std::vector<std::vector<Score>>& scores, Splits splits)
{
    std::vector<CellOutcome> outcomes;
    outcomes.reserve(set.cells.size());
    for (std::size_t i = 0; i < set.cells.size(); ++i)
        outcomes.push_back(judge(set.cells[i], std::span<const Score>(scores[i])));
    return summarise(set, std::move(splits), std::move(outcomes));
}

/// A separated pair that the score puts the wrong way round.
struct MisorderedPair {
    std::size_t cell = 0;
    std::size_t faster = 0; ///< candidates' places
    std::size_t slower = 0;
    double separation_pct = 0;
    bool operator==(const MisorderedPair&) const = default;
};

/// Widest separation first; of equals the first in file order.
template <class Score>
std::vector<MisorderedPair> misordered_pairs(const MeasuredSet& set, const std::vector<std::vector<Score>>& scores)
{
    std::vector<MisorderedPair> out;
    for (std::size_t i = 0; i < set.cells.size(); ++i)
        for (const Pair& pair : set.cells[i].pairs)
            if (!in_order(pair, std::span<const Score>(scores[i])))
                out.push_back({i, pair.first_faster ? pair.first : pair.second,
                               pair.first_faster ? pair.second : pair.first, pair.separation_pct});
    std::ranges::stable_sort(out, std::greater(), &MisorderedPair::separation_pct);
    return out;
}

/// Pairs in order by two groupings of the cells ("3.5-4B ellavox" × "TP1 CP4"). Rows and columns in order of first
/// appearance; a place with no cell has no entry.
struct PairMatrix {
    struct Entry {
        std::size_t cells = 0;
        std::size_t pairs = 0;
        std::size_t right = 0;
        [[nodiscard]] std::size_t misordered() const { return pairs - right; }
        bool operator==(const Entry&) const = default;
    };
    std::vector<std::string> rows;
    std::vector<std::string> columns;
    std::vector<std::vector<std::optional<Entry>>> entries; ///< [row][column]
    std::vector<Entry> row_totals;
    std::vector<Entry> column_totals;
    Entry total;
};

PairMatrix pair_matrix(std::span<const CellOutcome> outcomes, std::span<const std::string> row_of,
                       std::span<const std::string> column_of);

} // namespace blueprinting::certificate
