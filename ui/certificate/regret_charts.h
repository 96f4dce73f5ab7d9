#pragma once
#include "core/certificate/refit.h"
#include "ui/certificate/review.h"
#include "ui/widgets/charts/bar_chart.h"

#include <array>

/// What cells lose by the score's choice, as bars: pure, from a review.
namespace blueprinting::ui {

/// What the gates allow, in percent: "median", "p95", "largest".
std::vector<BarGate> regret_gates();

/// End of a regret axis that shows all gates and this value with some air.
double regret_axis_end(double largest);

/// A chart of regrets without rows: its axis, the gates across it.
BarChart regret_bars();

/// A cell's row: its bar, its figure, and whether it is one of those that must not be missed. `hover` is said anywhere
/// in the row.
BarRow regret_row(const QString& key, const QString& label, const certificate::CellOutcome& outcome, ColorToken color,
                  const QString& hover);

/// Of the held-out cells and of the fitted ones, on the same axis: a row a cell that loses something, the most first.
/// Their keys are the cells'.
std::array<BarChart, 2> regret_charts(const Review& review, const QString& selected);

/// The cells that have no row: "at 0 %: 7 held out, 40 fitted on".
QString without_regret(const Review& review);

/// How many cells of each split lose nothing, up to the first gate, from gate to gate, and past the last. The key of a
/// row is that of the cell in it that loses most, "" where there is none.
BarChart regret_bands(const Review& review);

/// Cells whose regret a refit changes, the largest change first; the regret as shipped is the upright mark.
BarChart moved_chart(const Review& review, const certificate::Refit& refit, const QString& selected);

/// What the others do: "54 cells keep their choice, 1 change it at no cost".
QString unmoved_text(const Review& review, const certificate::Refit& refit);

} // namespace blueprinting::ui
