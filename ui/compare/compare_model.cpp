#include "ui/compare/compare_model.h"

#include "ui/compare/compare_text.h"
#include "ui/workspace/comparison.h"
#include "ui/workspace/letters.h"

namespace blueprinting::ui::compare {

namespace {

int index_of(const std::vector<Contender>& contenders, const std::string& id)
{
    for (std::size_t i = 0; i < contenders.size(); ++i)
        if (contenders[i].id == id)
            return static_cast<int>(i);
    return -1;
}

/// The iteration and the fullest GPU of a program.
cost::Estimate summary_of(const program::ProgramEstimate& estimate)
{
    using program::StageMemoryPart;
    cost::Estimate out;
    out.view = estimate.view;
    for (std::size_t i = 0; i < cost::kComponents; ++i)
        out.breakdown.seconds[i] = estimate.breakdown.seconds[i];
    out.total = estimate.total;
    const program::StageMemory& memory = estimate.stages[estimate.fullest].memory;
    out.memory[cost::MemoryPart::weights] = Bytes(memory[StageMemoryPart::weights]);
    out.memory[cost::MemoryPart::weight_gradients] = Bytes(memory[StageMemoryPart::gradients]);
    out.memory[cost::MemoryPart::optimizer] = Bytes(memory[StageMemoryPart::optimizer]);
    out.memory[cost::MemoryPart::activations] = Bytes(memory[StageMemoryPart::activations]);
    out.memory[cost::MemoryPart::activation_gradients] = Bytes(memory[StageMemoryPart::transient]);
    out.capacity = estimate.capacity;
    out.fits = estimate.fits();
    out.training = estimate.training;
    out.findings = estimate.findings;
    return out;
}

void price(Contender& one)
{
    const StrategyResult& result = *one.result;
    one.bound = is_bound(result.evaluated);
    if (result.evaluation) {
        one.priced = {std::shared_ptr<const cost::Estimate>(result.evaluation, &result.evaluation->peak_only),
                      std::shared_ptr<const cost::Estimate>(result.evaluation, &result.evaluation->evidence)};
        return;
    }
    for (const cost::View view : {cost::View::peak_only, cost::View::system_evidence}) {
        const auto at = static_cast<std::size_t>(view == cost::View::peak_only ? 0 : 1);
        const program::ProgramEstimate& estimate = result.program->in(view);
        one.priced[at] = std::make_shared<const cost::Estimate>(summary_of(estimate));
        for (std::size_t i = 0; i < one.further[at].size(); ++i)
            one.further[at][i] = estimate.breakdown.seconds[cost::kComponents + i];
    }
}

} // namespace

Contest contest_of(const Session& session, const ResultOf& results)
{
    Contest contest;
    QStringList names;
    for (const SessionStrategy& strategy : session.strategies)
        if (strategy.visible)
            names << QString::fromStdString(strategy.name);
    const QStringList shorts = short_names(names);
    qsizetype shown = 0;
    for (std::size_t place = 0; place < session.strategies.size(); ++place) {
        const SessionStrategy& strategy = session.strategies[place];
        if (!strategy.visible)
            continue;
        const QString name = shorts.value(shown++);
        const QString letter = QString::fromStdString(letters_of(strategy.letter));
        const StrategyResult& result = results(strategy.id);
        if (!result.evaluation && !result.program) {
            contest.without.push_back({strategy.id, name, letter, chip_of(strategy), place});
            if (strategy.id == session.selected)
                contest.picked_without = name;
            continue;
        }
        contest.contenders.push_back({strategy.id, name, letter, chip_of(strategy), place, &strategy, &result});
        price(contest.contenders.back());
    }
    auto& all = contest.contenders;
    // As every view has it where the pinned baseline is hidden.
    const ComparedBaseline baseline = compared_baseline(session, [&results](const SessionStrategy& one) {
        const StrategyResult& result = results(one.id);
        return result.evaluation || result.program;
    });
    contest.baseline = baseline.strategy ? index_of(all, baseline.strategy->id) : -1;
    contest.stand_in = all.size() > 1 ? baseline_words(baseline) : QString();
    contest.other = index_of(all, session.selected);
    if (contest.other < 0 || contest.other == contest.baseline) {
        contest.other = -1;
        for (std::size_t i = 0; i < all.size() && contest.other < 0; ++i)
            if (static_cast<int>(i) != contest.baseline)
                contest.other = static_cast<int>(i);
    }
    const auto legal = [&all](int index) { return index >= 0 && all[static_cast<std::size_t>(index)].current(); };
    // What fits comes before what does not, whatever time that would take.
    const auto before = [&all](int i, int j) {
        const cost::Estimate& a = all[static_cast<std::size_t>(i)].evidence();
        const cost::Estimate& b = all[static_cast<std::size_t>(j)].evidence();
        return a.fits != b.fits ? a.fits : a.fits ? a.total < b.total : a.excess() < b.excess();
    };
    const auto best_but = [&](int but) {
        int best = -1;
        for (int i = 0; i < static_cast<int>(all.size()); ++i)
            if (i != but && legal(i) && (best < 0 || before(i, best)))
                best = i;
        return best;
    };
    contest.against = legal(contest.baseline) ? contest.baseline : -1;
    const int selected = index_of(all, session.selected);
    contest.subject = legal(selected) && selected != contest.against ? selected : best_but(contest.against);
    if (contest.against < 0 && contest.subject >= 0)
        contest.against = best_but(contest.subject);
    if (contest.subject < 0)
        std::swap(contest.subject, contest.against);
    // What is picked is not drawn, or is the baseline: table and answer speak of the same two.
    if (contest.other != selected && contest.subject >= 0 && contest.against == contest.baseline)
        contest.other = contest.subject;
    return contest;
}

} // namespace blueprinting::ui::compare
