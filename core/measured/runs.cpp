#include "core/measured/runs.h"

#include <algorithm>
#include <unordered_map>

namespace blueprinting::measured {
namespace {

/// Numbers given to keys in the order in which they come.
class Numbers {
public:
    std::uint32_t of(std::string key)
    {
        return m_known.try_emplace(std::move(key), static_cast<std::uint32_t>(m_known.size())).first->second;
    }

private:
    std::unordered_map<std::string, std::uint32_t> m_known;
};

template <class NumberOf>
Groups grouped(std::span<const Judged> of, NumberOf number_of)
{
    Groups out;
    std::unordered_map<std::uint32_t, std::size_t> places;
    for (std::size_t i = 0; i < of.size(); ++i) {
        const auto [at, is_new] = places.try_emplace(number_of(of[i].row), out.size());
        if (is_new)
            out.emplace_back();
        out[at->second].push_back(i);
    }
    return out;
}

} // namespace

Runs::Runs(std::vector<Row> rows, std::vector<Prediction> predictions)
    : Runs(std::make_shared<const std::vector<Row>>(std::move(rows)), std::move(predictions))
{
}

Runs::Runs(std::shared_ptr<const std::vector<Row>> rows, std::vector<Prediction> predictions)
    : m_rows(std::move(rows)), m_predictions(std::move(predictions))
{
    Numbers cells, strategies;
    for (const Row& row : *m_rows) {
        m_traits.push_back(row.execution() ? std::optional(measured::traits(row)) : std::nullopt);
        m_cells.push_back(cells.of(row.cell_key()));
        m_strategies.push_back(strategies.of(std::to_string(m_cells.back()) + row.strategy_key()));
    }
}

Result<Runs> Runs::of(std::vector<Row> rows, Reach reach, const CancelToken& cancel, const Progress& progress)
{
    auto predictions = predict(rows, reach, cancel, progress);
    if (!predictions)
        return predictions.failure_as<Runs>();
    return Runs(std::move(rows), *std::move(predictions));
}

Result<Runs> Runs::completed(const Runs& plain, const CancelToken& cancel, const Progress& progress)
{
    auto predictions = predict(plain.rows(), Reach::modern, cancel, progress);
    if (!predictions)
        return predictions.failure_as<Runs>();
    Runs out = plain;
    for (std::size_t i = 0; i < out.size(); ++i)
        if (out.row(i).modern)
            out.m_predictions[i] = std::move((*predictions)[i]);
    return out;
}

Runs Runs::joined(const Runs& first, const Runs& second)
{
    std::vector<Row> rows = first.rows();
    rows.insert(rows.end(), second.rows().begin(), second.rows().end());
    std::vector<Prediction> predictions = first.m_predictions;
    predictions.insert(predictions.end(), second.m_predictions.begin(), second.m_predictions.end());
    return {std::move(rows), std::move(predictions)};
}

std::vector<Judged> judged(const Runs& runs, std::span<const Grade> grades, cost::View view)
{
    std::vector<Judged> out;
    for (std::size_t i = 0; i < runs.size(); ++i)
        if (std::find(grades.begin(), grades.end(), runs.row(i).grade) != grades.end())
            if (const auto error = runs.error_percent(i, view))
                out.push_back({i, *error});
    return out;
}

Groups by_cell(const Runs& runs, std::span<const Judged> of)
{
    return grouped(of, [&](std::size_t row) { return runs.cell(row); });
}

Groups by_strategy(const Runs& runs, std::span<const Judged> of)
{
    return grouped(of, [&](std::size_t row) { return runs.strategy(row); });
}

} // namespace blueprinting::measured
