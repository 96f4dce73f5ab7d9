#include "core/measured/summary.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace blueprinting::measured {
namespace {

constexpr std::size_t kDraws = 2000;
constexpr std::size_t kLowest = 50, kHighest = 1949; ///< of the sorted draws: 95 %
constexpr std::size_t kLeastRows = 5, kLeastCells = 2;

/// SplitMix64 (Steele, Lea and Flood, OOPSLA 2014): the same draws on every machine.
class Draw {
public:
    /// A number from 0 to n − 1: ⌊x · n / 2⁶⁴⌋.
    std::size_t below(std::size_t n)
    {
        m_state += 0x9e3779b97f4a7c15U;
        std::uint64_t x = m_state;
        x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9U;
        x = (x ^ (x >> 27)) * 0x94d049bb133111ebU;
        x ^= x >> 31;
        return static_cast<std::size_t>(static_cast<unsigned __int128>(x) * n >> 64);
    }

private:
    std::uint64_t m_state = 0;
};

/// Errors by cell, cells in the order of their first row.
std::vector<std::vector<double>> by_cell(std::span<const Row> rows, std::span<const Judged> of)
{
    std::vector<std::vector<double>> out;
    std::map<std::string, std::size_t> places;
    for (const Judged& each : of) {
        const auto [at, is_new] = places.try_emplace(rows[each.row].cell_key(), out.size());
        if (is_new)
            out.emplace_back();
        out[at->second].push_back(each.error_percent);
    }
    return out;
}

std::optional<std::pair<double, double>> interval(const std::vector<std::vector<double>>& cells, std::size_t rows)
{
    if (rows < kLeastRows || cells.size() < kLeastCells)
        return std::nullopt;
    Draw draw;
    std::vector<double> medians;
    medians.reserve(kDraws);
    for (std::size_t i = 0; i < kDraws; ++i) {
        std::vector<double> drawn;
        for (std::size_t j = 0; j < cells.size(); ++j) {
            const auto& cell = cells[draw.below(cells.size())];
            drawn.insert(drawn.end(), cell.begin(), cell.end());
        }
        medians.push_back(median(std::move(drawn)));
    }
    std::sort(medians.begin(), medians.end());
    return std::pair(medians[kLowest], medians[kHighest]);
}

/// Rows of one cell with one strategy, in the order of their first.
std::vector<std::vector<std::size_t>> by_strategy(std::span<const Row> rows, std::span<const Judged> of)
{
    std::vector<std::vector<std::size_t>> out;
    std::map<std::pair<std::string, std::string>, std::size_t> places;
    for (const Judged& each : of) {
        const Row& row = rows[each.row];
        const auto [at, is_new] = places.try_emplace({row.cell_key(), row.strategy_key()}, out.size());
        if (is_new)
            out.emplace_back();
        out[at->second].push_back(each.row);
    }
    return out;
}

} // namespace

double median(std::vector<double> values)
{
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    if (values.size() % 2 != 0)
        return *middle;
    return (*std::max_element(values.begin(), middle) + *middle) / 2;
}

std::vector<Judged> judged(std::span<const Row> rows, std::span<const Prediction> predictions,
                           std::span<const Grade> grades, cost::View view)
{
    std::vector<Judged> out;
    for (std::size_t i = 0; i < rows.size(); ++i)
        if (std::find(grades.begin(), grades.end(), rows[i].grade) != grades.end())
            if (const auto error = error_percent(rows[i], predictions[i], view))
                out.push_back({i, *error});
    return out;
}

Summary summarise(std::span<const Row> rows, std::span<const Judged> of)
{
    Summary out;
    out.rows = of.size();
    std::vector<double> errors;
    double absolute = 0;
    std::size_t within = 0;
    for (const Judged& each : of) {
        errors.push_back(each.error_percent);
        absolute += std::fabs(each.error_percent);
        within += std::fabs(each.error_percent) <= 10 ? 1 : 0;
        if (std::fabs(each.error_percent) > std::fabs(out.largest_percent)) {
            out.largest_percent = each.error_percent;
            out.largest_id = rows[each.row].id;
        }
    }
    const auto cells = by_cell(rows, of);
    const auto count = static_cast<double>(of.size());
    out.cells = cells.size();
    out.strategies = by_strategy(rows, of).size();
    out.median_percent = median(std::move(errors));
    out.mean_absolute_percent = absolute / count;
    out.within_10_percent = 100 * static_cast<double>(within) / count;
    out.median_interval_percent = interval(cells, of.size());
    return out;
}

std::vector<Repeat> repeats(std::span<const Row> rows, std::span<const Judged> of)
{
    std::vector<Repeat> out;
    for (auto& same : by_strategy(rows, of)) {
        if (same.size() < 2)
            continue;
        std::vector<double> times;
        for (const std::size_t row : same)
            times.push_back(*rows[row].seconds());
        const auto [least, most] = std::minmax_element(times.begin(), times.end());
        out.push_back({std::move(same), 100 * (*most - *least) / *least});
    }
    return out;
}

Faults faults(std::span<const Row> rows, std::span<const Prediction> predictions)
{
    Faults out;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (const auto error = error_percent(rows[i], predictions[i], cost::View::peak_only); error && *error > 0)
            out.faster_than_peak.push_back(i);
        if (!predictions[i].fits)
            out.ran_but_predicted_not_to_fit.push_back(i);
    }
    return out;
}

} // namespace blueprinting::measured
