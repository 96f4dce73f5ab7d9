#pragma once
#include "core/search/evaluate.h"
#include "ui/widgets/row_table.h"

#include <QString>

#include <array>
#include <set>
#include <vector>

namespace blueprinting::ui {

/// One task of a plan with its price and its share, as every chart and table of the Timing view reads it. Points into the
/// evaluation.
struct TimedTask {
    QString key;  ///< "attn.q/forward", as a session's selection names it; "/edge" behind it for the edge block's own
    QString name; ///< "attn.q"
    const ir::PortableTask* task = nullptr;
    const cost::TaskCost* evidence = nullptr;
    const cost::TaskCost* peak_only = nullptr;
    cost::Component component = cost::Component::forward;
    double share = 0; ///< of a stage's busy time, 0 to 1
};
std::vector<TimedTask> timed_tasks(const search::Evaluation& evaluation);

inline constexpr std::array kPhases{ir::Phase::forward,         ir::Phase::recompute, ir::Phase::activation_gradient,
                                    ir::Phase::weight_gradient, ir::Phase::optimizer, ir::Phase::recommunication};
QString phase_key(ir::Phase phase);   ///< "activation_gradient"
QString phase_words(ir::Phase phase); ///< "act. gradient"
/// Where a task's time goes: "matrix", "vector" or "network".
QString engine_key(const ir::PortableTask& task);
QString engine_words(const QString& key);

/// What the table leaves out.
struct TaskFilters {
    bool small = true; ///< shares below kSmallShare
    std::set<QString> engines; ///< the only ones shown, by key; empty: all
    std::set<QString> phases;
    bool operator==(const TaskFilters&) const = default;
};
inline constexpr double kSmallShare = 0.005;

/// Whether a task stays; empty sets let all through.
bool lets_through(const TaskFilters& filters, const TimedTask& task);
Json to_json(const TaskFilters& filters);
/// What a session kept; what is not understood counts as not set.
TaskFilters task_filters_from(const Json& state);

/// What is shown at first where the table is this wide; people can show the rest.
std::vector<Column> task_columns(int width);
/// In the plan's order; rows of `component` (a key, may be empty) are marked.
std::vector<TableRow> task_rows(const std::vector<TimedTask>& tasks, const QString& component);

} // namespace blueprinting::ui
