#include "ui/measured/evaluation.h"

#include "core/strategy/derived.h"
#include "ui/workspace/figures.h"
#include "ui/workspace/letters.h"
#include "ui/workspace/published_runs.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>

namespace blueprinting::ui {
namespace {

using measured::Grade;
using measured::Judged;
using measured::Runs;

bool same(const std::vector<Judged>& a, const std::vector<Judged>& b)
{
    return std::ranges::equal(a, b, [](const Judged& one, const Judged& other) {
        return one.row == other.row && one.error_percent == other.error_percent;
    });
}

/// A summary is drawn two thousand times (measured/summary.h): it is made again only for other rows or errors.
measured::Summary summary_of(const Runs& runs, const std::vector<Judged>& of, const std::vector<RunGroup>& known)
{
    for (const RunGroup& each : known)
        if (same(each.of, of))
            return each.summary;
    return summarise(runs, of);
}

std::vector<RunGroup> groups_of(const Runs& runs, const std::vector<Judged>& of, RunFact by,
                                const std::vector<RunGroup>& known)
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
        group.summary = summary_of(runs, group.of, known);
    std::stable_sort(out.begin(), out.end(), [](const RunGroup& a, const RunGroup& b) {
        return std::fabs(a.summary.median_percent) > std::fabs(b.summary.median_percent);
    });
    return out;
}

std::optional<measured::Summary> summary_of(const Runs& runs, const std::vector<Judged>& of,
                                            const std::vector<Judged>& before,
                                            const std::optional<measured::Summary>& known)
{
    if (of.empty())
        return std::nullopt;
    return known && same(of, before) ? known : summarise(runs, of);
}

/// Rows in the order of the runs.
std::vector<Judged> merged(const std::vector<Judged>& a, const std::vector<Judged>& b)
{
    std::vector<Judged> out;
    std::ranges::merge(a, b, std::back_inserter(out), {}, &Judged::row, &Judged::row);
    return out;
}

/// What a strategy's nearest runs are looked for among, in one view.
struct Pool {
    std::vector<Judged> headline;              ///< published, of grades A and B
    std::optional<std::vector<Judged>> listed; ///< what they are listed from, where that is not the same
};

Pool pool_of(const RunQuestion& question, const std::vector<Judged>& counted, const std::vector<Judged>& derived,
             const std::vector<Judged>& own)
{
    Pool out{counted, std::nullopt};
    if (question.derived_near || question.own_near)
        out.listed = counted;
    if (question.derived_near)
        out.listed = merged(*out.listed, derived);
    if (question.own_near)
        out.listed = merged(*out.listed, own);
    return out;
}

/// The same of a view that is not on the screen.
Pool pool_in(cost::View view, const RunSet& set, const RunQuestion& question)
{
    std::vector<Judged> counted, derived, own;
    for (std::size_t i = 0; i < set.runs.size(); ++i)
        if (const auto error = set.runs.error_percent(i, view); error && question.filter.lets(set.runs.row(i)))
            (set.runs.row(i).grade == Grade::c ? derived : set.own(i) ? own : counted).push_back({i, *error});
    return pool_of(question, counted, derived, own);
}

/// What it runs, as a run says it.
measured::Row as_row(const SessionStrategy& strategy)
{
    measured::Row out;
    out.system = strategy.system.name;
    if (is_modern(strategy.model, strategy.execution))
        out.modern = {strategy.model.whole(), strategy.execution};
    else
        out.plain = {strategy.model.numbers(), strategy.execution};
    return out;
}

/// Those that are visible and legal now; the selected one, which the answer is about, first.
std::vector<RunSubject> subjects_of(const RunSet& set, const RunQuestion& question, const Pool& shown,
                                    const Session& session,
                                    const std::function<const StrategyResult&(const std::string&)>& results)
{
    std::vector<RunSubject> out;
    std::optional<Pool> other; // of the view that is not shown
    for (const SessionStrategy& strategy : session.strategies) {
        const StrategyResult& result = results(strategy.id);
        const bool selected = strategy.id == session.selected;
        const auto figures = figures_of(result);
        if ((!strategy.visible && !selected) || !result.current || !figures ||
            !strategy::is_training(strategy.execution))
            continue;
        RunSubject subject;
        subject.id = strategy.id;
        subject.letter = QString::fromStdString(letters_of(strategy.letter));
        subject.chip = chip_of(strategy);
        subject.selected = selected;
        subject.view = likened_in(strategy, question.view);
        if (subject.view != question.view && !other)
            other = pool_in(subject.view, set, question);
        const Pool& pool = subject.view == question.view ? shown : *other;
        const auto traits = traits_of(strategy);
        subject.likeness = measured::like(traits, set.runs, pool.headline, subject.view);
        // Only the selected one's are listed.
        subject.listed =
            selected && pool.listed ? measured::like(traits, set.runs, *pool.listed, subject.view) : subject.likeness;
        if (selected)
            tell_uncounted(subject.listed, set.runs, as_row(strategy));
        const double seconds =
            (result.evaluation ? result.evaluation->in(subject.view).total : result.program->in(subject.view).total)
                .value();
        subject.tokens_per_second_per_gpu = static_cast<double>(strategy.execution.global_batch) *
                                            static_cast<double>(strategy.model.sequence) /
                                            (seconds * static_cast<double>(strategy::world_size(strategy.execution)));
        out.push_back(std::move(subject));
    }
    std::stable_partition(out.begin(), out.end(), [](const RunSubject& each) { return each.selected; });
    return out;
}

} // namespace

RunEvaluation evaluate_runs(const RunSet& set, const RunQuestion& question, const Session& session,
                            const std::function<const StrategyResult&(const std::string&)>& results,
                            const RunEvaluation& before)
{
    const Runs& runs = set.runs;
    RunEvaluation out;
    out.view = question.view;
    std::vector<Judged> derived;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const measured::Row& row = runs.row(i);
        if (!question.filter.lets(row)) {
            out.filtered = out.filtered || (!set.own(i) && row.grade != Grade::c && row.execution());
            continue;
        }
        const auto error = runs.error_percent(i, question.view);
        if (!runs.prediction(i).in(question.view))
            (runs.prediction(i).in(cost::View::peak_only) ? out.not_calibrated : out.not_expressible).push_back(i);
        else if (!error && !row.candidates.empty())
            out.readings.push_back(i);
        if (!error)
            continue;
        out.drawn.push_back({i, *error});
        (row.grade == Grade::c ? derived : set.own(i) ? out.own : out.counted).push_back({i, *error});
    }
    out.all = summary_of(runs, out.counted, before.counted, before.all);
    out.all_own = summary_of(runs, out.own, before.own, before.all_own);
    out.groups = groups_of(runs, out.counted, question.by, before.groups);
    out.own_groups = groups_of(runs, out.own, RunFact::source, before.own_groups);
    out.derived = groups_of(runs, derived, question.by, before.derived);
    out.subjects = subjects_of(set, question, pool_of(question, out.counted, derived, out.own), session, results);
    std::vector<measured::Cell> published;
    for (measured::Cell& cell : cells(runs, out.drawn, question.view)) {
        const bool own = set.own(cell.candidates.front().rows.front());
        if (!own)
            published.push_back(cell);
        out.cells.push_back({std::move(cell), own});
    }
    out.choices = metrics(runs, published, measured::kHeadlineGrades);
    out.derived_choices = metrics(runs, published, measured::kDerivedGrades);
    const measured::Faults found = faults(runs);
    for (const auto list : {&measured::Faults::faster_than_peak, &measured::Faults::ran_but_predicted_not_to_fit})
        for (const std::size_t row : found.*list)
            if (question.filter.lets(runs.row(row)))
                ((set.own(row) ? out.own_faults : out.faults).*list).push_back(row);
    out.repeats = repeats(runs, out.counted);
    return out;
}

} // namespace blueprinting::ui
