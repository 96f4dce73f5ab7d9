#pragma once
#include "core/search/evaluate.h"
#include "ui/widgets/tables/column_fit.h"
#include "ui/widgets/tables/row_table.h"
#include "ui/workspace/pieces.h"
#include "ui/workspace/session.h"

#include <QString>

#include <array>
#include <set>
#include <vector>

namespace blueprinting::ui {

/// One task of a plan with its price and its share, as every chart and table of the Timing view reads it. Points into
/// the evaluation.
struct TimedTask {
    QString key;  ///< "attn.q/forward", as a session's selection names it; "/edge" behind it for the edge block's own
    QString name; ///< "attn.q"
    const ir::PortableTask* task = nullptr;
    const cost::TaskCost* evidence = nullptr;
    const cost::TaskCost* peak_only = nullptr;
    program::Component component = program::Component::forward; ///< the nine of a plain strategy, or one of the others
    double share = 0;                                           ///< of a stage's busy time, 0 to 1
};
std::vector<TimedTask> timed_tasks(const search::Evaluation& evaluation);
/// Of a piece; the share is of the time that its own tasks take.
std::vector<TimedTask> timed_tasks(const program::PieceEvaluation& evaluation);

inline constexpr std::array kPhases{ir::Phase::forward,         ir::Phase::recompute, ir::Phase::activation_gradient,
                                    ir::Phase::weight_gradient, ir::Phase::optimizer, ir::Phase::recommunication};
QString phase_key(ir::Phase phase);   ///< "activation_gradient"
QString phase_words(ir::Phase phase); ///< "act. gradient"
/// Where a task's time goes: "matrix", "vector" or "network".
QString engine_key(const ir::PortableTask& task);
QString engine_words(const QString& key);

/// What of the session's filters the task table knows; an empty set lets all through.
struct TaskFilters {
    QString name;              ///< part of a name, whatever its case
    double share = 0;          ///< smaller shares are left out
    std::set<QString> engines; ///< engine_key
    std::set<QString> phases;  ///< phase_key
    bool operator==(const TaskFilters&) const = default;
};
inline constexpr double kSmallShare = 0.005;

bool lets_through(const TaskFilters& filters, const TimedTask& task);
/// What is not understood counts as not set.
TaskFilters task_filters_of(const Session& session);

/// What is shown at first where there is room; people can show the rest. In inference every task is a forward one, so
/// that the phase is left out and names have its room. `bound`: files say of every time that nobody measured it.
std::vector<Column> task_columns(bool training = true, bool bound = false);
/// The order in which they give way: the share, its percentage and the time stay.
std::vector<GivesWay> task_columns_that_give_way();
/// In the plan's order; rows of `component` (a key, may be empty) are marked.
std::vector<TableRow> task_rows(const std::vector<TimedTask>& tasks, const QString& component);

} // namespace blueprinting::ui
