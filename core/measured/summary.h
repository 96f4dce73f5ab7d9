#pragma once
#include "core/measured/runs.h"

namespace blueprinting::measured {

/// Errors of a set of rows. At least one row.
struct Summary {
    std::size_t rows = 0;
    std::size_t cells = 0;
    std::size_t strategies = 0; ///< different ones: a run repeated is one
    double median_percent = 0;  ///< of an even count the mean of the two middle ones
    double mean_absolute_percent = 0;
    double largest_percent = 0; ///< of greatest magnitude, with its sign; the first of equals
    std::string largest_id;
    double within_10_percent = 0; ///< share of rows with |error| ≤ 10, in percent
    /// 95 % of the medians of 2 000 draws of whole cells with replacement; none below 5 rows or 2 cells.
    std::optional<std::pair<double, double>> median_interval_percent;
    double least_percent = 0, most_percent = 0;

    /// An interval over so few things says little, and is told with them.
    [[nodiscard]] bool few_cells() const { return cells < 5; }
};
Summary summarise(const Runs& runs, std::span<const Judged> of);

/// The same by exact source, in the order of their first rows; a source without a row among them has none.
std::vector<std::pair<std::string, Summary>> by_source(const Runs& runs, std::span<const Judged> of);

/// Runs of one cell with equal strategies: the yardstick that every error is read against.
struct Repeat {
    std::vector<std::size_t> rows;
    double spread_percent = 0; ///< most / least of the measured times − 1
};
std::vector<Repeat> repeats(const Runs& runs, std::span<const Judged> of);

/// Mean of the two middle values of an even count. At least one value.
double median(std::vector<double> values);

/// What must be looked at before any error: rows that ran faster than their peak-only price, and rows that ran though
/// they are predicted not to fit.
struct Faults {
    std::vector<std::size_t> faster_than_peak;
    std::vector<std::size_t> ran_but_predicted_not_to_fit;
};
Faults faults(const Runs& runs);

} // namespace blueprinting::measured
