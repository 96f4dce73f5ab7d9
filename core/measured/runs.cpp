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

/// `numbers` are by row, each below their count.
Parts parted(std::span<const Judged> of, const std::vector<std::uint32_t>& numbers)
{
    constexpr std::uint32_t none = ~std::uint32_t{0};
    std::vector<std::uint32_t> places(numbers.size(), none);
    Parts out;
    out.place.reserve(of.size());
    for (const Judged& each : of) {
        std::uint32_t& place = places[numbers[each.row]];
        if (place == none) {
            place = static_cast<std::uint32_t>(out.sizes.size());
            out.sizes.push_back(0);
        }
        ++out.sizes[place];
        out.place.push_back(place);
    }
    return out;
}

Groups grouped(const Parts& parts)
{
    Groups out(parts.sizes.size());
    for (std::size_t i = 0; i < out.size(); ++i)
        out[i].reserve(parts.sizes[i]);
    for (std::size_t i = 0; i < parts.place.size(); ++i)
        out[parts.place[i]].push_back(i);
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
    Runs out;
    std::vector<Row> rows = first.rows();
    rows.insert(rows.end(), second.rows().begin(), second.rows().end());
    out.m_rows = std::make_shared<const std::vector<Row>>(std::move(rows));
    const auto put = [](auto& into, const auto& one, const auto& other) {
        into = one;
        into.insert(into.end(), other.begin(), other.end());
    };
    put(out.m_predictions, first.m_predictions, second.m_predictions);
    put(out.m_traits, first.m_traits, second.m_traits);
    const auto behind = [](auto& into, const auto& one, const auto& other) {
        const std::uint32_t from = one.empty() ? 0 : *std::ranges::max_element(one) + 1;
        into = one;
        for (const std::uint32_t each : other)
            into.push_back(from + each);
    };
    behind(out.m_cells, first.m_cells, second.m_cells);
    behind(out.m_strategies, first.m_strategies, second.m_strategies);
    return out;
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

Parts Runs::parted_by_cell(std::span<const Judged> of) const { return parted(of, m_cells); }

Parts Runs::parted_by_strategy(std::span<const Judged> of) const { return parted(of, m_strategies); }

Groups by_strategy(const Runs& runs, std::span<const Judged> of) { return grouped(runs.parted_by_strategy(of)); }

} // namespace blueprinting::measured
