#pragma once
#include "ui/timing/task_rows.h"
#include "ui/widgets/charts/legend.h"
#include "ui/widgets/charts/xy_chart.h"

#include <map>

namespace blueprinting::ui {

/// A chart of tasks. Tasks that coincide are one mark by component, its area their summed share; the mark has the key
/// of the first of them, and `tasks` tells by that key all that it stands for, in the plan's order.
struct TaskChart {
    XyChart chart;
    std::map<QString, std::vector<QString>> tasks;
    std::ptrdiff_t shapes = 0;      ///< how many items of the legend, at its front, are shapes
    std::vector<LegendItem> legend; ///< shapes of the engines, then the components that have marks, in stack order

    /// The task that picking a mark selects: the first, or the one behind `selected`, so that picking again walks
    /// through them.
    [[nodiscard]] QString next(const QString& mark, const QString& selected) const;
};

/// Achieved rate over arithmetic intensity, both logarithmic, under the roofs of the engines and of memory. Collectives
/// are no part of it: their time is the network's. `selected` is a task's key; the marks of `component` (a key, may be
/// empty) are picked, too. Tasks that `filters` leave out have no marks; the axes stay. `narrow`: linear layers run in
/// float8, whose roof stands beside the datatype's.
TaskChart roofline_chart(const std::vector<TimedTask>& tasks, const system::SystemProfile& system, Datatype datatype,
                         const QString& selected, const QString& component = {}, const TaskFilters& filters = {},
                         bool narrow = false);

enum class CurveOf { matrix, vector, memory };
/// An efficiency curve with the tasks as marks at the work that they bring to it.
TaskChart efficiency_chart(const std::vector<TimedTask>& tasks, const system::SystemProfile& system, Datatype datatype,
                           CurveOf which, const QString& selected, const QString& component = {},
                           const TaskFilters& filters = {});

/// The chart of a strategy that breaks laws now: marks faded and without labels, roofs and curves in secondary.
TaskChart last_legal(TaskChart chart);

} // namespace blueprinting::ui
