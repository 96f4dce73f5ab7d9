#pragma once
#include "ui/certificate/review.h"
#include "ui/widgets/charts/bar_chart.h"
#include "ui/widgets/charts/legend.h"
#include "ui/widgets/charts/xy_chart.h"
#include "ui/widgets/tables/row_table.h"

/// One cell's candidates and the misordered pairs, as charts and tables.
namespace blueprinting::ui {

/// A spread past this is marked: the runs of that candidate lie further apart than a quarter of their median, so that
/// the median of some eight of them says little. (Of the published 429 candidates, seven do.)
inline constexpr double kWideSpreadPct = 25;

/// Bars are scores with their terms stacked, the upright is the measured time; a score is not a time, so ranks stand
/// beside them. Fastest first. Without scores only the times are shown. `place` is the cell's in the review's set.
BarChart candidates_chart(const Review& review, std::size_t place);
/// The terms that this cell's scores hold, and the measured mark.
std::vector<LegendItem> candidates_legend(const Review& review, std::size_t place);

/// Score against measured time, one mark a candidate; candidates with equal scores are hollow.
XyChart candidates_scatter(const Review& review, std::size_t place);

/// Share of cells with at most that regret, one step curve a split, the gates dotted.
XyChart regret_distribution(const Review& review);
std::vector<LegendItem> distribution_legend();

std::vector<Column> misordered_columns();
/// Widest first; of one cell or of all. Keys are "cell key\nfaster\nslower".
std::vector<TableRow> misordered_rows(const Review& review, std::optional<std::size_t> only);
std::size_t misordered_in(const Review& review, std::size_t place);

/// Every cell with its outcome, made row by row for certificates of thousands of cells.
std::vector<Column> cell_columns();
Cell cell_value(const Review& review, std::size_t place, int column);

} // namespace blueprinting::ui
