#include "core/certificate/evaluation.h"

#include <algorithm>

namespace blueprinting::certificate {

Evaluation summarise(const MeasuredSet& set, Splits splits, std::vector<CellOutcome> outcomes)
{
    Evaluation out;
    out.all = summarise(outcomes, set.keys, splits.all);
    out.train = summarise(outcomes, set.keys, splits.train);
    out.test = summarise(outcomes, set.keys, splits.held_out);
    out.splits = std::move(splits);
    out.outcomes = std::move(outcomes);
    return out;
}

namespace {

std::size_t place_of(std::vector<std::string>& names, const std::string& name)
{
    const auto at = std::find(names.begin(), names.end(), name);
    if (at != names.end())
        return static_cast<std::size_t>(at - names.begin());
    names.push_back(name);
    return names.size() - 1;
}

void count(PairMatrix::Entry& entry, const CellOutcome& outcome)
{
    ++entry.cells;
    entry.pairs += outcome.pairs;
    entry.right += outcome.right;
}

} // namespace

PairMatrix pair_matrix(std::span<const CellOutcome> outcomes, std::span<const std::string> row_of,
                       std::span<const std::string> column_of)
{
    PairMatrix out;
    std::vector<std::pair<std::size_t, std::size_t>> places;
    for (std::size_t i = 0; i < outcomes.size(); ++i)
        places.emplace_back(place_of(out.rows, row_of[i]), place_of(out.columns, column_of[i]));
    out.entries.assign(out.rows.size(), std::vector<std::optional<PairMatrix::Entry>>(out.columns.size()));
    out.row_totals.resize(out.rows.size());
    out.column_totals.resize(out.columns.size());
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
        const auto [row, column] = places[i];
        auto& entry = out.entries[row][column];
        if (!entry)
            entry.emplace();
        count(*entry, outcomes[i]);
        count(out.row_totals[row], outcomes[i]);
        count(out.column_totals[column], outcomes[i]);
        count(out.total, outcomes[i]);
    }
    return out;
}

} // namespace blueprinting::certificate
