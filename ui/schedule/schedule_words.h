#pragma once
#include "core/schedule/explain.h"
#include "ui/schedule/lane_group.h"
#include "ui/schedule/schedule_layout.h"
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

/// What stands under the pointer or the keyboard, in words; while a question is open without its figures.
schedule::Explanation words_of_hit(const LaneGroup& group, const LaneHit& hit);
/// Decimals that a number of units needs, from 1 to 3.
int decimals_of(double value);
/// "forward 3 (chunk 2) of device 1".
QString unplaced_text(const LaneGroup& group, const schedule::Unplaced& command);
/// "46 of 64 commands placed"; empty where all of them are.
QString placed_text(const LaneGroup& group);
/// The stages of a device left of its name: "1 · 8", "1 → · 8 ←"; empty where each device has one, in order.
QString stages_text(const schedule::Request& request, std::uint32_t device);
/// "waits 3.99 for I 6 of device 2".
QString wait_text(const schedule::MeasuredRun& run, const schedule::Wait& wait);
/// What an edit of this field is called in the list of steps: "Set m to 10".
QString edit_title(const QString& field, const schedule::Scene& scene);

/// One line about the playhead's time in the selected group.
QString narration_of(const LaneChart& chart);

/// With a capital at its beginning.
QString capital(const QString& text);
/// A time of a group in its own unit: "33.0", "18.03 s".
QString time_of(const LaneGroup& group, double value);
/// A number with as many decimals as it needs, one at least: "9.0", "4.5", "5.25".
QString brief(double value);
/// An activation count: "4", "5.5".
QString peak_text(double value);

} // namespace blueprinting::ui
