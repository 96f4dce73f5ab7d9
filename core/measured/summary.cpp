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

/// Rows of one cell with equal errors.
struct Equal {
    double error = 0;
    std::uint32_t cell = 0;
    std::uint32_t rows = 0;
};

/// The rows of a set by error, each with its cell: what a draw of cells takes is counted along them.
std::vector<Equal> sorted_by_error(const Parts& cells, std::span<const Judged> of)
{
    std::vector<std::pair<double, std::uint32_t>> sorted;
    sorted.reserve(of.size());
    for (std::size_t i = 0; i < of.size(); ++i)
        sorted.emplace_back(of[i].error_percent, cells.place[i]);
    std::sort(sorted.begin(), sorted.end());
    std::vector<Equal> out;
    for (const auto& [error, cell] : sorted)
        if (!out.empty() && out.back().error == error && out.back().cell == cell)
            ++out.back().rows;
        else
            out.push_back({error, cell, 1});
    return out;
}

/// Median of all rows of the cells that were drawn, a cell as often as it was.
double median_of_drawn(const std::vector<Equal>& sorted, const std::vector<std::uint32_t>& times_drawn,
                       std::size_t rows)
{
    std::size_t passed = 0;
    std::optional<double> lower;
    for (const Equal& each : sorted) {
        passed += std::size_t{times_drawn[each.cell]} * each.rows;
        if (!lower && rows % 2 == 0 && passed >= rows / 2)
            lower = each.error;
        if (passed > rows / 2)
            return lower ? (*lower + each.error) / 2 : each.error;
    }
    return sorted.back().error;
}

std::optional<std::pair<double, double>> interval(const Parts& cells, std::span<const Judged> of)
{
    if (of.size() < kLeastRows || cells.sizes.size() < kLeastCells)
        return std::nullopt;
    const std::vector<Equal> sorted = sorted_by_error(cells, of);
    Draw draw;
    std::vector<double> medians;
    medians.reserve(kDraws);
    std::vector<std::uint32_t> times_drawn(cells.sizes.size());
    for (std::size_t i = 0; i < kDraws; ++i) {
        std::fill(times_drawn.begin(), times_drawn.end(), 0U);
        std::size_t rows = 0;
        for (std::size_t j = 0; j < times_drawn.size(); ++j) {
            const std::size_t cell = draw.below(times_drawn.size());
            ++times_drawn[cell];
            rows += cells.sizes[cell];
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
    const Parts cells = runs.parted_by_cell(of);
    const auto count = static_cast<double>(of.size());
    out.cells = cells.sizes.size();
    out.strategies = runs.parted_by_strategy(of).sizes.size();
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
        repeat.rows.reserve(same.size());
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
