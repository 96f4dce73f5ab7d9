#pragma once
#include "core/certificate/metrics.h"
#include "core/measured/summary.h"

namespace blueprinting::measured {

/// One strategy of a cell: the median of its runs.
struct Candidate {
    std::vector<std::size_t> rows; ///< one, or a run repeated
    double measured_seconds = 0;
    double predicted_seconds = 0;
};

/// Strategies of one thing that were measured side by side, judged as a layout-cost certificate judges its candidates:
/// the predicted time is the score.
struct Cell {
    Grade grade = Grade::a;            ///< the worst of its rows
    std::vector<Candidate> candidates; ///< in the order of their first rows
    certificate::CellOutcome outcome;
};

/// At least this many different strategies make a cell.
inline constexpr std::size_t kLeastStrategies = 3;

/// The cells of rows with an error, in the order of their first rows.
std::vector<Cell> cells(const Runs& runs, std::span<const Judged> of, cost::View view);

/// Metrics of the cells of some grades, by the certificate's own formulas.
certificate::Metrics metrics(const Runs& runs, std::span<const Cell> cells, std::span<const Grade> grades);

} // namespace blueprinting::measured
