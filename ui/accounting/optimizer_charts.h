#pragma once
#include "ui/accounting/memory_groups.h"
#include "ui/widgets/charts/bar_chart.h"
#include "ui/widgets/charts/legend.h"

namespace blueprinting::ui {

/// Bytes per parameter, part by part, one row an optimizer, with the total and the total under gradient release beside
/// it.
BarChart bytes_chart(const std::vector<OptimizerRow>& rows);
/// The parts that some row has, in stack order.
std::vector<LegendItem> bytes_legend(const std::vector<OptimizerRow>& rows);

/// Memory of one GPU of each strategy, "as modelled" on top, then under each optimizer. `selected` is the selection's
/// component ("memory.weights"), `selected_strategy` the id of the picked strategy. Row keys are "group/strategy id".
BarChart memory_chart(const MemoryUnderOptimizers& memory, const QString& selected);
std::vector<LegendItem> memory_legend();

/// Whether a capacity is so far past what is used that a line for it would only flatten the bars (one preset has 8·10¹⁰
/// GiB).
bool is_out_of_sight(Bytes capacity, Bytes used);

} // namespace blueprinting::ui
