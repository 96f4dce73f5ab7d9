#pragma once
#include "core/measured/choices.h"
#include "core/measured/like.h"
#include "ui/measured/run_filter.h"
#include "ui/workspace/workspace.h"

#include <functional>

namespace blueprinting::ui {

/// A strategy of the session beside the runs.
struct RunSubject {
    std::string id;
    QString letter;
    std::size_t chip = 0;
    double tokens_per_second_per_gpu = 0;          ///< as predicted
    cost::View view = cost::View::system_evidence; ///< that its nearest are judged in (likened_in())
    measured::Likeness likeness;                   ///< of published runs of grades A and B: what headlines say
    measured::Likeness listed; ///< what is listed: the same, or with grade C or own runs where asked for
    bool selected = false;
};

/// Runs of one value of a fact.
struct RunGroup {
    std::string value;
    std::vector<measured::Judged> of;
    measured::Summary summary;
};

/// A cell of choices, and whether it is of one's own runs.
struct RunCell : measured::Cell {
    bool own = false;
};

/// Runs that are looked at: those that are published, and one's own behind them.
struct RunSet {
    const measured::Runs& runs;
    std::size_t published = 0; ///< so many of them
    [[nodiscard]] bool own(std::size_t row) const { return row >= published; }
};

/// What is asked of them.
struct RunQuestion {
    RunFilter filter;
    cost::View view = cost::View::system_evidence;
    RunFact by = RunFact::source;
    bool derived_near = false; ///< runs of grade C are listed among the nearest, too
    bool own_near = false;     ///< and one's own
};

/// What follows from runs, a filter, a view and the session's strategies: all that the Measured view shows. No widget.
/// One's own runs are in no sentence about published ones.
struct RunEvaluation {
    cost::View view = cost::View::system_evidence;
    bool filtered = false;                    ///< published runs of grades A and B are left out
    std::vector<measured::Judged> drawn;      ///< of every grade that is shown, own ones among them
    std::vector<measured::Judged> counted;    ///< published, of grades A and B
    std::vector<measured::Judged> own;        ///< one's own, of grades A and B
    std::vector<std::size_t> readings;        ///< rows with several readings and no error
    std::vector<std::size_t> not_expressible; ///< that the filter lets through
    std::vector<std::size_t> not_calibrated;  ///< priced, but not in this view: their system has no evidence
    std::optional<measured::Summary> all;     ///< of what is counted
    std::optional<measured::Summary> all_own;
    std::vector<RunGroup> groups;     ///< of what is counted, by |median| from the greatest
    std::vector<RunGroup> own_groups; ///< of one's own, by source
    std::vector<RunGroup> derived;    ///< of grade C
    std::vector<RunSubject> subjects; ///< visible strategies, the selected one first
    std::vector<RunCell> cells;
    certificate::Metrics choices, derived_choices; ///< of published runs
    measured::Faults faults, own_faults;           ///< of published runs and of one's own
    std::vector<measured::Repeat> repeats;

    [[nodiscard]] const RunSubject* selected() const
    {
        return !subjects.empty() && subjects.front().selected ? &subjects.front() : nullptr;
    }
};

/// `before` is what was found last of the same runs: what the question leaves as it was is taken from there.
RunEvaluation evaluate_runs(const RunSet& set, const RunQuestion& question, const Session& session,
                            const std::function<const StrategyResult&(const std::string&)>& results,
                            const RunEvaluation& before = {});

} // namespace blueprinting::ui
