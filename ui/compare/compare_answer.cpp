#include "ui/compare/compare_model.h"

#include "ui/compare/compare_ranking.h"
#include "ui/compare/compare_reasons.h"
#include "ui/compare/compare_text.h"
#include "ui/widgets/fit_words.h"

#include <algorithm>
#include <cmath>

namespace blueprinting::ui::compare {

namespace {

QString rate_text(double rate) { return shown(rate >= 1000 ? format::fixed(rate, 0) : format::significant(rate, 4)); }

/// "24.4 % less than full (18.03 s)"
QString held_against(double a, double b, const Contender& against, const QString& figure)
{
    if (std::abs(a - b) <= Ranking::kSame * std::max(a, b))
        return Words::tr("the same as %1").arg(said(against));
    if (a >= 10 * b)
        return Words::tr("%1 times %2 (%3)").arg(shown(format::significant(a / b, 3)), said(against), figure);
    return (a < b ? Words::tr("%1 less than %2 (%3)") : Words::tr("%1 more than %2 (%3)"))
        .arg(shown(format::percent(100 * std::abs(a - b) / b, 1, false)), said(against), figure);
}

/// Whether tokens per s and GPU say more than the iteration: the same work, done on other numbers of GPUs or in other
/// batches.
bool fair_per_gpu(const Contender& subject, const Contender& against)
{
    return same_work(subject, against) && !same_size(subject, against);
}

/// "13.64 s an iteration", "150.2 tokens per s and GPU": what they are ranked by.
QString figure_of(const Contender& one, const Ranking& ranking, const TimeUnit& unit)
{
    return ranking.per_gpu ? Words::tr("%1 tokens per s and GPU").arg(rate_text(tokens_per_gpu(one)))
                           : Words::tr("%1 per iteration").arg(unit.with_unit(one.evidence().total.value()));
}

/// "6", "the 4 that fit", "the 3 with its model".
QString those_ranked(const Ranking& ranking)
{
    const bool all_fit = ranking.running.size() == ranking.peers;
    if (ranking.all)
        return all_fit ? QString::number(ranking.peers) : Words::tr("the %1 that fit").arg(ranking.running.size());
    return all_fit ? Words::tr("the %1 with its model").arg(ranking.peers)
                   : Words::tr("the %1 with its model that fit").arg(ranking.running.size());
}

QString superlative(const Ranking& ranking)
{
    return ranking.per_gpu ? Words::tr("the fastest per GPU") : Words::tr("the fastest");
}

/// Behind its figure, where it leads: ", the fastest of 6". Of two the comparison itself says it.
QString lead_text(const Contender& subject, const Ranking& ranking)
{
    if (ranking.peers < 3 || !ranking.leads(subject))
        return {};
    if (ranking.running.size() == 1)
        return Words::tr(", the only one of %1 that fits").arg(ranking.peers);
    const auto as_fast =
        std::ranges::count_if(ranking.running, [&ranking](const Contender* one) { return ranking.leads(*one); });
    return as_fast > 1 ? Words::tr(", as fast as any of %1").arg(those_ranked(ranking))
                       : Words::tr(", %1 of %2").arg(superlative(ranking), those_ranked(ranking));
}

/// At the end, where another leads: "; seqsel is the fastest of 6 with 13.64 s an iteration".
QString leader_text(const Contender& subject, const Ranking& ranking, const TimeUnit& unit)
{
    if (ranking.peers < 3 || ranking.leads(subject))
        return {};
    const Contender& best = *ranking.running.front();
    return Words::tr("; %1 is %2 of %3 with %4")
        .arg(said(best), superlative(ranking), those_ranked(ranking), figure_of(best, ranking, unit));
}

/// Behind what does not fit: "; full is the fastest of the 4 that fit with 18.03 s an iteration".
QString instead_text(const Contender& subject, const Contest& contest, const Ranking& ranking)
{
    if (ranking.running.empty()) {
        if (ranking.peers == 2)
            for (const Contender& one : contest.contenders)
                if (one.current() && &one != &subject && same_work(one, subject))
                    return Words::tr("; %1 does not fit either").arg(said(one));
        return ranking.peers > 2 ? Words::tr("; none of %1 fits")
                                       .arg(ranking.all ? QString::number(ranking.peers)
                                                        : Words::tr("the %1 with its model").arg(ranking.peers))
                                 : QString();
    }
    const Contender& best = *ranking.running.front();
    const QString figure = figure_of(best, ranking, time_unit(best.evidence().total.value()));
    if (ranking.running.size() > 1)
        return Words::tr("; %1 is %2 of %3 with %4")
            .arg(said(best), superlative(ranking), those_ranked(ranking), figure);
    return (ranking.peers > 2 ? Words::tr("; %1 alone fits, with %2") : Words::tr("; %1 fits, with %2"))
        .arg(said(best), figure);
}

/// Of one that does not fit: by how much, and what there is instead. Its time is no offer and stands below.
Answer unfit_answer(const Contender& subject, const Contender* against, const Contest& contest, const Ranking& ranking)
{
    const cost::Estimate& estimate = subject.evidence();
    Answer answer;
    answer.headline = does_not_fit_first(estimate) + Words::tr("%1 needs %2").arg(said(subject), needs_of(estimate)) +
                      instead_text(subject, contest, ranking);
    TimeUnit unit = time_unit(std::max(estimate.total.value(), against ? against->evidence().total.value() : 0));
    QStringList whys;
    if (against) {
        unit.against(estimate.total.value(), against->evidence().total.value());
        const QStringList differences = unlike(subject, *against);
        const QString times = Words::tr("An iteration of it would take %1 against %2 of %3")
                                  .arg(unit.with_unit(estimate.total.value()),
                                       unit.with_unit(against->evidence().total.value()), said(*against));
        whys << (differences.isEmpty() ? times + QLatin1Char('.')
                                       : Words::tr("%1 (%2).").arg(times, differences.join(QStringLiteral(", "))))
             << memory_reason(subject, *against);
    } else {
        whys << Words::tr("An iteration of it would take %1.").arg(unit.with_unit(estimate.total.value()))
             << share_reason(subject);
    }
    if (ranking.running.empty() && ranking.nearest != &subject)
        whys << Words::tr("%1 is nearest to fitting: it %2.")
                    .arg(said(*ranking.nearest), does_not_fit(ranking.nearest->evidence()));
    answer.why = whys.join(QLatin1Char(' '));
    return answer;
}

Answer lone_answer(const Contender& one)
{
    return {Words::tr("%1 takes %2 per iteration")
                .arg(said(one), time_unit(one.evidence().total.value()).with_unit(one.evidence().total.value())),
            share_reason(one) + QLatin1Char(' ') + lone_memory_reason(one)};
}

/// Of one that fits, held against another.
Answer pair_answer(const Contender& subject, const Contender& against, const Ranking& ranking)
{
    const double a = subject.evidence().total.value();
    const double b = against.evidence().total.value();
    TimeUnit unit = time_unit(std::max(a, b));
    unit.against(a, b);
    const QStringList differences = unlike(subject, against);
    const bool per_gpu = fair_per_gpu(subject, against);
    Answer answer;
    if (!differences.isEmpty()) {
        const QString first = differences.join(QStringLiteral(", "));
        answer.headline = Words::tr("%1: ").arg(first.left(1).toUpper() + first.mid(1));
    }
    const double mine = per_gpu ? tokens_per_gpu(subject) : a;
    const double theirs = per_gpu ? tokens_per_gpu(against) : b;
    answer.headline += per_gpu ? Words::tr("%1 processes %2 tokens per s and GPU").arg(said(subject), rate_text(mine))
                               : Words::tr("%1 takes %2 per iteration").arg(said(subject), unit.with_unit(a));
    answer.headline += lead_text(subject, ranking);
    if (against.fits())
        answer.headline +=
            QStringLiteral(", ") + held_against(mine, theirs, against, per_gpu ? rate_text(theirs) : unit.with_unit(b));
    answer.headline += leader_text(subject, ranking, unit);
    // No share of a time that cannot be had.
    if (!against.fits())
        answer.headline += Words::tr("; %1 %2").arg(said(against), does_not_fit(against.evidence()));
    QStringList whys;
    if (!against.fits())
        whys << Words::tr("An iteration of %1 would take %2.").arg(said(against), unit.with_unit(b));
    else if (per_gpu)
        whys << Words::tr("An iteration takes %1 against %2.").arg(unit.with_unit(a), unit.with_unit(b));
    if (against.fits())
        whys << time_reason(subject, against);
    whys << memory_reason(subject, against);
    // A bound against a measured time says less than two of one kind.
    if (subject.bound != against.bound)
        whys << Words::tr("The time of %1 is an upper bound of its speed, not calibrated; that of %2 is.")
                    .arg(said(subject.bound ? subject : against), said(subject.bound ? against : subject));
    whys.removeAll(QString());
    answer.why = whys.join(QLatin1Char(' '));
    return answer;
}

} // namespace

Answer answer_of(const Contest& contest)
{
    if (contest.subject < 0) {
        if (contest.contenders.empty() && contest.without.empty())
            return {Words::tr("No strategy is shown"), Words::tr("Show one with the eye in the list of strategies.")};
        return {Words::tr("No legal strategy is shown"),
                contest.contenders.empty()
                    ? Words::tr("None of those shown was ever legal; correct the fields that the list marks.")
                    : Words::tr("The charts show last legal figures.")};
    }
    const Contender& subject = contest.contenders[static_cast<std::size_t>(contest.subject)];
    const Contender* against =
        contest.against < 0 ? nullptr : &contest.contenders[static_cast<std::size_t>(contest.against)];
    const Ranking ranking = ranking_of(contest, subject);
    Answer answer = !subject.fits() ? unfit_answer(subject, against, contest, ranking)
                    : against       ? pair_answer(subject, *against, ranking)
                                    : lone_answer(subject);
    if (const QString illegal = illegal_text(contest); !illegal.isEmpty())
        answer.why = illegal;
    if (against && !contest.stand_in.isEmpty())
        answer.why = contest.stand_in + QLatin1Char(' ') + answer.why;
    return answer;
}

} // namespace blueprinting::ui::compare
