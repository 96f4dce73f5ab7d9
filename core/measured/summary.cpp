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

/// The rows of a set by error, each with its cell: what a draw of cells takes is counted along them.
struct Sorted {
    std::vector<std::pair<double, std::uint32_t>> errors; ///< ascending, with the place of the cell in `sizes`
    std::vector<std::size_t> sizes;                       ///< rows of each cell
};

Sorted sorted_by_error(const Groups& cells, std::span<const Judged> of)
{
    Sorted out;
    for (const auto& cell : cells) {
        for (const std::size_t at : cell)
            out.errors.emplace_back(of[at].error_percent, static_cast<std::uint32_t>(out.sizes.size()));
        out.sizes.push_back(cell.size());
    }
    std::sort(out.errors.begin(), out.errors.end());
    return out;
}

/// Median of all rows of the cells that were drawn, a cell as often as it was.
double median_of_drawn(const Sorted& sorted, const std::vector<std::uint32_t>& times_drawn, std::size_t rows)
{
    std::size_t passed = 0;
    std::optional<double> lower;
    for (const auto& [error, cell] : sorted.errors) {
        passed += times_drawn[cell];
        if (!lower && rows % 2 == 0 && passed >= rows / 2)
            lower = error;
        if (passed > rows / 2)
            return lower ? (*lower + error) / 2 : error;
    }
    return sorted.errors.back().first;
}

std::optional<std::pair<double, double>> interval(const Groups& cells, std::span<const Judged> of)
{
    if (of.size() < kLeastRows || cells.size() < kLeastCells)
        return std::nullopt;
    const Sorted sorted = sorted_by_error(cells, of);
    Draw draw;
    std::vector<double> medians;
    medians.reserve(kDraws);
    std::vector<std::uint32_t> times_drawn(cells.size());
    for (std::size_t i = 0; i < kDraws; ++i) {
        std::fill(times_drawn.begin(), times_drawn.end(), 0U);
        std::size_t rows = 0;
        for (std::size_t j = 0; j < cells.size(); ++j) {
            const std::size_t cell = draw.below(cells.size());
            ++times_drawn[cell];
            rows += sorted.sizes[cell];
        }
        medians.push_back(median_of_drawn(sorted, times_drawn, rows));
    }
    std::sort(medians.begin(), medians.end());
    return std::pair(medians[kLowest], medians[kHighest]);
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

Summary summarise(const Runs& runs, std::span<const Judged> of)
{
    Summary out;
    out.rows = of.size();
    out.least_percent = out.most_percent = of.front().error_percent;
    out.largest_id = runs.row(of.front().row).id;
    std::vector<double> errors;
    double absolute = 0;
    std::size_t within = 0;
    for (const Judged& each : of) {
        errors.push_back(each.error_percent);
        absolute += std::fabs(each.error_percent);
        within += std::fabs(each.error_percent) <= 10 ? 1 : 0;
        out.least_percent = std::min(out.least_percent, each.error_percent);
        out.most_percent = std::max(out.most_percent, each.error_percent);
        if (std::fabs(each.error_percent) > std::fabs(out.largest_percent)) {
            out.largest_percent = each.error_percent;
            out.largest_id = runs.row(each.row).id;
        }
    }
    const Groups cells = by_cell(runs, of);
    const auto count = static_cast<double>(of.size());
    out.cells = cells.size();
    out.strategies = by_strategy(runs, of).size();
    out.median_percent = median(std::move(errors));
    out.mean_absolute_percent = absolute / count;
    out.within_10_percent = 100 * static_cast<double>(within) / count;
    out.median_interval_percent = interval(cells, of);
    return out;
}

std::vector<std::pair<std::string, Summary>> by_source(const Runs& runs, std::span<const Judged> of)
{
    std::vector<std::pair<std::string, std::vector<Judged>>> sources;
    std::map<std::string_view, std::size_t> places;
    for (const Judged& each : of) {
        const std::string& source = runs.row(each.row).source;
        const auto [at, is_new] = places.try_emplace(source, sources.size());
        if (is_new)
            sources.emplace_back(source, std::vector<Judged>());
        sources[at->second].second.push_back(each);
    }
    std::vector<std::pair<std::string, Summary>> out;
    for (const auto& [source, theirs] : sources)
        out.emplace_back(source, summarise(runs, theirs));
    return out;
}

std::vector<Repeat> repeats(const Runs& runs, std::span<const Judged> of)
{
    std::vector<Repeat> out;
    for (const auto& same : by_strategy(runs, of)) {
        if (same.size() < 2)
            continue;
        Repeat repeat;
        std::vector<double> times;
        for (const std::size_t at : same) {
            repeat.rows.push_back(of[at].row);
            times.push_back(*runs.row(of[at].row).seconds());
        }
        const auto [least, most] = std::minmax_element(times.begin(), times.end());
        repeat.spread_percent = 100 * (*most / *least - 1);
        out.push_back(std::move(repeat));
    }
    return out;
}

Faults faults(const Runs& runs)
{
    Faults out;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        if (const auto error = runs.error_percent(i, cost::View::peak_only); error && *error > 0)
            out.faster_than_peak.push_back(i);
        if (!runs.prediction(i).fits)
            out.ran_but_predicted_not_to_fit.push_back(i);
    }
    return out;
}

} // namespace blueprinting::measured
