#include "ui/measured/evaluation.h"

#include "core/search/evaluate.h"
#include "core/strategy/derived.h"
#include "ui/workspace/letters.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace blueprinting::ui {
namespace {

using measured::Grade;
using measured::Judged;
using measured::Runs;

std::vector<RunGroup> groups_of(const Runs& runs, const std::vector<Judged>& of, RunFact by)
{
    std::vector<RunGroup> out;
    std::map<std::string, std::size_t> places;
    for (const Judged& each : of) {
        const std::string value = fact_of(runs.row(each.row), by);
        const auto [at, is_new] = places.try_emplace(value, out.size());
        if (is_new)
            out.push_back({value, {}, {}});
        out[at->second].of.push_back(each);
    }
    for (RunGroup& group : out)
        group.summary = summarise(runs, group.of);
    std::stable_sort(out.begin(), out.end(), [](const RunGroup& a, const RunGroup& b) {
        return std::fabs(a.summary.median_percent) > std::fabs(b.summary.median_percent);
    });
    return out;
}

/// Those that are visible and legal now; the selected one, which the answer is about, first.
/// `listed`: what the nearest are listed from.
std::vector<RunSubject> subjects_of(const Runs& runs, const std::vector<Judged>& of, const std::vector<Judged>& listed,
                                    cost::View view, const Session& session,
                                    const std::function<const StrategyResult&(const std::string&)>& results)
{
    std::vector<RunSubject> out;
    for (const SessionStrategy& strategy : session.strategies) {
        const StrategyResult& result = results(strategy.id);
        const bool selected = strategy.id == session.selected;
        if ((!strategy.visible && !selected) || !result.current || !result.evaluation ||
            !strategy::is_training(strategy.execution))
            continue;
        RunSubject subject;
        subject.id = strategy.id;
        subject.letter = QString::fromStdString(letters_of(strategy.letter));
        subject.chip = chip_of(strategy);
        subject.selected = selected;
        const auto traits = measured::traits(strategy.model, strategy.system.name, strategy.execution);
        subject.likeness = measured::like(traits, runs, of, view);
        // Only the selected one's are listed.
        subject.listed = selected && &listed != &of ? measured::like(traits, runs, listed, view) : subject.likeness;
        const double seconds = result.evaluation->in(view).total.value();
        subject.tokens_per_second_per_gpu = static_cast<double>(strategy.execution.global_batch) *
                                            static_cast<double>(strategy.model.sequence) /
                                            (seconds * static_cast<double>(strategy::world_size(strategy.execution)));
        out.push_back(std::move(subject));
    }
    std::stable_partition(out.begin(), out.end(), [](const RunSubject& each) { return each.selected; });
    return out;
}

} // namespace

RunEvaluation evaluate_runs(const Runs& runs, const RunFilter& filter, cost::View view, RunFact by, bool derived_near,
                            const Session& session,
                            const std::function<const StrategyResult&(const std::string&)>& results)
{
    RunEvaluation out;
    out.view = view;
    std::vector<Judged> derived;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const measured::Row& row = runs.row(i);
        if (!filter.lets(row))
            continue;
        const auto error = runs.error_percent(i, view);
        if (!runs.prediction(i).in(view))
            out.not_expressible.push_back(i);
        else if (!error && !row.candidates.empty())
            out.readings.push_back(i);
        if (!error)
            continue;
        out.drawn.push_back({i, *error});
        (row.grade == Grade::c ? derived : out.counted).push_back({i, *error});
    }
    if (!out.counted.empty())
        out.all = summarise(runs, out.counted);
    out.groups = groups_of(runs, out.counted, by);
    out.derived = groups_of(runs, derived, by);
    out.subjects = subjects_of(runs, out.counted, derived_near ? out.drawn : out.counted, view, session, results);
    out.cells = cells(runs, out.drawn, view);
    out.choices = metrics(runs, out.cells, measured::kHeadlineGrades);
    out.derived_choices = metrics(runs, out.cells, measured::kDerivedGrades);
    out.faults = faults(runs);
    const auto left_out = [&](std::size_t row) { return !filter.lets(runs.row(row)); };
    std::erase_if(out.faults.faster_than_peak, left_out);
    std::erase_if(out.faults.ran_but_predicted_not_to_fit, left_out);
    out.repeats = repeats(runs, out.counted);
    return out;
}

} // namespace blueprinting::ui
