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
    double tokens_per_second_per_gpu = 0; ///< as predicted
    measured::Likeness likeness;          ///< of grades A and B: what headlines say
    measured::Likeness listed;            ///< what is listed: the same, or of every grade where that is asked for
    bool selected = false;
};

/// Runs of one value of a fact.
struct RunGroup {
    std::string value;
    std::vector<measured::Judged> of;
    measured::Summary summary;
};

/// What follows from runs, a filter, a view and the session's strategies: all that the Measured view shows. No widget.
struct RunEvaluation {
    cost::View view = cost::View::system_evidence;
    std::vector<measured::Judged> drawn;      ///< of every grade that is shown
    std::vector<measured::Judged> counted;    ///< of grades A and B
    std::vector<std::size_t> readings;        ///< rows with several readings and no error
    std::vector<std::size_t> not_expressible; ///< that the filter lets through
    std::optional<measured::Summary> all;     ///< of what is counted
    std::vector<RunGroup> groups;             ///< of what is counted, by |median| from the greatest
    std::vector<RunGroup> derived;            ///< of grade C
    std::vector<RunSubject> subjects;         ///< visible strategies, the selected one first
    std::vector<measured::Cell> cells;
    certificate::Metrics choices, derived_choices;
    measured::Faults faults;
    std::vector<measured::Repeat> repeats;

    [[nodiscard]] const RunSubject* selected() const
    {
        return !subjects.empty() && subjects.front().selected ? &subjects.front() : nullptr;
    }
};

/// `derived_near`: runs of grade C are listed among the nearest, too.
RunEvaluation evaluate_runs(const measured::Runs& runs, const RunFilter& filter, cost::View view, RunFact by,
                            bool derived_near, const Session& session,
                            const std::function<const StrategyResult&(const std::string&)>& results);

} // namespace blueprinting::ui
