#pragma once
#include "ui/schedule/lane_group.h"
#include "ui/widgets/charts/legend.h"
#include "ui/widgets/controls/answer.h"
#include "ui/widgets/tables/column_fit.h"
#include "ui/widgets/tables/row_table.h"

namespace blueprinting::ui {

/// What the view says of a chart, made from the chart alone.
Answer answer_of(const LaneChart& chart);

/// Right of a group's title: "makespan 33.0   bubble 9.0: 27.3 % of total, 37.5 % of ideal", and what stands there with
/// less room.
QStringList group_summaries(const LaneGroup& group);

/// Closed form against simulated, one row a group.
std::vector<Column> comparison_columns(const LaneChart& chart = {});
/// What is told by another column or by the lanes, in the order in which it gives way.
std::vector<GivesWay> comparison_columns_that_give_way();
std::vector<TableRow> comparison_rows(const LaneChart& chart);

/// Only what is drawn, in the order of the kinds.
std::vector<LegendItem> legend_of(const LaneChart& chart);

/// One line about the playhead's time in the selected group.
QString narration_of(const LaneChart& chart);

/// A number with as many decimals as it needs, one at least: "9.0", "4.5", "5.25".
QString brief(double value);
/// An activation count: "4", "5.5".
QString peak_text(double value);

} // namespace blueprinting::ui
