#include "ui/compare/compare_model.h"

#include "core/base/format.h"
#include "core/search/evaluate.h"
#include "core/strategy/derived.h"
#include "ui/compare/compare_text.h"
#include "ui/style/foreign_text.h"
#include "ui/widgets/component_names.h"
#include "ui/workspace/comparison.h"
#include "ui/workspace/letters.h"

#include <algorithm>
#include <cmath>

namespace blueprinting::ui::compare {

namespace {

/// Two times closer than this share of either are the same to a reader.
constexpr double kSameShare = 0.0005;

int index_of(const std::vector<Contender>& contenders, const std::string& id)
{
    for (std::size_t i = 0; i < contenders.size(); ++i)
        if (contenders[i].id == id)
            return static_cast<int>(i);
    return -1;
}

QString said(const Contender& one) { return name_in_sentence(one.name); }

QString lower_first(const QString& text) { return text.isEmpty() ? text : text.left(1).toLower() + text.mid(1); }

struct Change {
    cost::Component component;
    double seconds;
};

/// "Recompute makes −3.33 of −4.39 s; pipeline parallel −0.75, backward −0.56, tensor parallel +0.89 s."
QString reason(const Contender& subject, const Contender& against)
{
    const double total = (subject.evidence().total - against.evidence().total).value();
    const double largest = std::max(subject.evidence().total.value(), against.evidence().total.value());
    if (std::abs(total) <= kSameShare * largest)
        return {};
    std::vector<Change> changes;
    for (const cost::Component component : kAllComponents)
        changes.push_back({component, (subject.evidence().breakdown[component] - against.evidence().breakdown[component]).value()});
    const bool down = total < 0;
    // What pulls the same way first, each group by size.
    std::stable_sort(changes.begin(), changes.end(), [down](const Change& a, const Change& b) {
        const bool with_a = (a.seconds < 0) == down;
        const bool with_b = (b.seconds < 0) == down;
        return with_a != with_b ? with_a : std::abs(a.seconds) > std::abs(b.seconds);
    });
    const TimeUnit unit = time_unit(largest);
    const auto number = [&unit](double seconds) { return shown(format::with_sign(seconds * unit.per_second, unit.decimals)); };
    QString text = Words::tr("%1 makes %2 of %3 %4").arg(component_title(changes.front().component), number(changes.front().seconds), number(total), unit.name);
    QStringList others;
    for (std::size_t i = 1; i < changes.size(); ++i)
        if (std::abs(changes[i].seconds) >= 0.1 * std::abs(total))
            others << lower_first(component_title(changes[i].component)) + QLatin1Char(' ') + number(changes[i].seconds);
    if (!others.isEmpty())
        text += QStringLiteral("; ") + others.join(QStringLiteral(", ")) + QLatin1Char(' ') + unit.name;
    return text + QLatin1Char('.');
}

/// "optimizer +30.4, activations +24.6 GiB": the kinds of memory that make most of the difference.
QString kinds_text(const cost::Estimate& a, const cost::Estimate& b)
{
    std::vector<std::pair<double, QString>> changes;
    for (const cost::MemoryPart part : kMemoryStack)
        changes.emplace_back((a.memory[part] - b.memory[part]).value(), memory_title(part));
    std::stable_sort(changes.begin(), changes.end(), [](const auto& x, const auto& y) { return x.first > y.first; });
    const double total = (a.memory.total() - b.memory.total()).value();
    QStringList texts;
    for (const auto& [change, kind] : changes)
        if (change >= 0.1 * total)
            texts << lower_first(kind) + QLatin1Char(' ') + shown(format::with_sign(change / kGibibyte, 1));
    return texts.join(QStringLiteral(", "));
}

QString capacity_text(const cost::Estimate& estimate) { return capacity_gib(estimate.capacity) + QStringLiteral(" GiB"); }

/// "Both fit in 80 GiB; seqsel keeps 6.0 GiB more."
QString memory_reason(const Contender& subject, const Contender& against)
{
    const cost::Estimate& a = subject.evidence();
    const cost::Estimate& b = against.evidence();
    QString text;
    const auto missing = [](const Contender& one) {
        const cost::Estimate& estimate = one.evidence();
        return Words::tr("%1 does not fit: %2 GiB past %3").arg(said(one), gib(estimate.memory.total() - estimate.capacity, 1), capacity_text(estimate));
    };
    if (a.fits && b.fits) {
        if (boundless(a.capacity) && boundless(b.capacity))
            text = Words::tr("Memory is no limit");
        else if (a.capacity == b.capacity)
            text = Words::tr("Both fit in %1").arg(capacity_text(a));
        else
            text = Words::tr("Both fit, %1 in %2 and %3 in %4")
                       .arg(said(subject), boundless(a.capacity) ? Words::tr("boundless memory") : capacity_text(a), said(against),
                            boundless(b.capacity) ? Words::tr("boundless memory") : capacity_text(b));
    } else if (!a.fits && !b.fits) {
        text = a.capacity == b.capacity ? Words::tr("Neither fits in %1").arg(capacity_text(a)) : Words::tr("Neither fits");
    } else {
        text = missing(a.fits ? against : subject); // begins with a name, which is spelled as it is
    }
    const double change = (a.memory.total() - b.memory.total()).value();
    const QString size = gib(Bytes(std::abs(change)), 1);
    if (size == QStringLiteral("0.0"))
        return text + Words::tr("; both keep as much.");
    // Why it does not fit where the other does.
    if (!a.fits && b.fits && change > 0)
        return text + Words::tr("; it keeps %1 GiB more than %2: %3.").arg(size, said(against), kinds_text(a, b));
    return text + (change > 0 ? Words::tr("; %1 keeps %2 GiB more.") : Words::tr("; %1 keeps %2 GiB less.")).arg(said(subject), size);
}

/// Of one strategy alone.
Answer lone_answer(const Contender& one)
{
    const cost::Estimate& estimate = one.evidence();
    const TimeUnit unit = time_unit(estimate.total.value());
    cost::Component most = cost::Component::forward;
    for (const cost::Component component : kAllComponents)
        if (estimate.breakdown[component] > estimate.breakdown[most])
            most = component;
    Answer answer;
    answer.headline = Words::tr("%1 takes %2 %3 an iteration").arg(said(one), shown(format::fixed(estimate.total.value() * unit.per_second, unit.decimals)), unit.name);
    answer.why = Words::tr("%1 makes %2 %3, %4.")
                     .arg(component_title(most), shown(format::fixed(estimate.breakdown[most].value() * unit.per_second, unit.decimals)), unit.name,
                          shown(format::percent(100 * (estimate.breakdown[most] / estimate.total), 1, false)));
    const double free = (estimate.capacity - estimate.memory.total()).value();
    if (boundless(estimate.capacity))
        answer.why += Words::tr(" It keeps %1 GiB a GPU.").arg(gib(estimate.memory.total(), 1));
    else if (free >= 0)
        answer.why += Words::tr(" It fits in %1 with %2 GiB free.").arg(capacity_text(estimate), gib(Bytes(free), 1));
    else
        answer.why += Words::tr(" It does not fit: %1 GiB past %2.").arg(gib(Bytes(-free), 1), capacity_text(estimate));
    return answer;
}

/// "The illegal one is not ranked until its two fields are mended."
QString illegal_text(const Contest& contest)
{
    std::vector<const Contender*> illegal;
    for (const Contender& one : contest.contenders)
        if (!one.current())
            illegal.push_back(&one);
    const std::size_t all = illegal.size() + contest.without.size();
    if (all == 0)
        return {};
    if (all > 1)
        return Words::tr("Legal strategies only. The %1 illegal ones are not ranked until they are mended.").arg(all);
    const std::size_t fields = illegal.empty() ? 0 : illegal.front()->result->blocks.size();
    if (fields == 1)
        return Words::tr("Legal strategies only. The illegal one is not ranked until its one field is mended.");
    if (fields == 2)
        return Words::tr("Legal strategies only. The illegal one is not ranked until its two fields are mended.");
    return Words::tr("Legal strategies only. The illegal one is not ranked until it is mended.");
}

/// What the two do not have in common, so that an iteration of one is not an iteration of the other; empty where they do.
/// "inference against training, 32 against 64 GPUs".
QStringList unlike(const Contender& subject, const Contender& against)
{
    const SessionStrategy& a = subject.result->evaluated;
    const SessionStrategy& b = against.result->evaluated;
    QStringList out;
    const auto purpose = [](const Contender& one) { return one.training() ? Words::tr("training") : Words::tr("inference"); };
    if (subject.training() != against.training())
        out << Words::tr("%1 against %2").arg(purpose(subject), purpose(against));
    const auto add = [&out](bool same, const std::string& left, const std::string& right, const QString& one, const QString& two) {
        if (left != right)
            out << one.arg(name_in_sentence(shown(left)), name_in_sentence(shown(right)));
        else if (!same)
            out << two.arg(name_in_sentence(shown(left)));
    };
    add(a.model == b.model, a.model.name, b.model.name, Words::tr("model %1 against %2"), Words::tr("two models called %1"));
    add(a.system == b.system, a.system.name, b.system.name, Words::tr("system %1 against %2"), Words::tr("two systems called %1"));
    const auto size = [&out](std::int64_t left, std::int64_t right, const QString& words) {
        if (left != right)
            out << words.arg(shown(format::integer(left)), shown(format::integer(right)));
    };
    size(strategy::world_size(a.execution), strategy::world_size(b.execution), Words::tr("%1 against %2 GPUs"));
    size(a.execution.global_batch, b.execution.global_batch, Words::tr("batch %1 against %2"));
    return out;
}

/// Whether tokens per s and GPU say more than the iteration: the same work, done on other numbers of GPUs or in other batches.
bool fair_per_gpu(const Contender& subject, const Contender& against)
{
    const SessionStrategy& a = subject.result->evaluated;
    const SessionStrategy& b = against.result->evaluated;
    return subject.training() == against.training() && a.model == b.model &&
           (strategy::world_size(a.execution) != strategy::world_size(b.execution) || a.execution.global_batch != b.execution.global_batch);
}

/// "24.4 % less than full (18.03 s)"
QString held_against(double a, double b, const Contender& against, const QString& figure)
{
    if (std::abs(a - b) <= kSameShare * std::max(a, b))
        return Words::tr("the same as %1").arg(said(against));
    if (a >= 10 * b)
        return Words::tr("%1 times %2 (%3)").arg(shown(format::significant(a / b, 3)), said(against), figure);
    return (a < b ? Words::tr("%1 less than %2 (%3)") : Words::tr("%1 more than %2 (%3)"))
        .arg(shown(format::percent(100 * std::abs(a - b) / b, 1, false)), said(against), figure);
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
        if (!result.evaluation) {
            contest.without.push_back({strategy.id, name, letter, chip_of(strategy), place});
            if (strategy.id == session.selected)
                contest.picked_without = name;
            continue;
        }
        contest.contenders.push_back({strategy.id, name, letter, chip_of(strategy), place, &strategy, &result});
    }
    auto& all = contest.contenders;
    // As every view has it where the pinned baseline is hidden.
    const ComparedBaseline baseline = compared_baseline(session, [&results](const SessionStrategy& one) { return static_cast<bool>(results(one.id).evaluation); });
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
    const auto fastest_but = [&](int but) {
        int best = -1;
        for (int i = 0; i < static_cast<int>(all.size()); ++i)
            if (i != but && legal(i) &&
                (best < 0 || all[static_cast<std::size_t>(i)].evidence().total < all[static_cast<std::size_t>(best)].evidence().total))
                best = i;
        return best;
    };
    contest.against = legal(contest.baseline) ? contest.baseline : -1;
    const int selected = index_of(all, session.selected);
    contest.subject = legal(selected) && selected != contest.against ? selected : fastest_but(contest.against);
    if (contest.against < 0 && contest.subject >= 0)
        contest.against = fastest_but(contest.subject);
    if (contest.subject < 0)
        std::swap(contest.subject, contest.against);
    return contest;
}

Answer answer_of(const Contest& contest)
{
    if (contest.subject < 0) {
        if (contest.contenders.empty() && contest.without.empty())
            return {Words::tr("No strategy is shown"), Words::tr("Show one with the eye in the list of strategies.")};
        return {Words::tr("No legal strategy is shown"), contest.contenders.empty()
                                                             ? Words::tr("None of those shown ever was legal; mend the fields that the list marks.")
                                                             : Words::tr("What is drawn are last legal figures.")};
    }
    const Contender& subject = contest.contenders[static_cast<std::size_t>(contest.subject)];
    const QString illegal = illegal_text(contest);
    if (contest.against < 0) {
        Answer answer = lone_answer(subject);
        if (!illegal.isEmpty())
            answer.why = illegal;
        return answer;
    }
    const Contender& against = contest.contenders[static_cast<std::size_t>(contest.against)];
    const double a = subject.evidence().total.value();
    const double b = against.evidence().total.value();
    const TimeUnit unit = time_unit(std::max(a, b));
    const auto time = [&unit](double seconds) { return shown(format::fixed(seconds * unit.per_second, unit.decimals)); };
    const auto in_seconds = [&](double seconds) { return QStringLiteral("%1 %2").arg(time(seconds), unit.name); };
    const QStringList differences = unlike(subject, against);
    const bool per_gpu = fair_per_gpu(subject, against);
    Answer answer;
    if (!differences.isEmpty()) {
        const QString first = differences.join(QStringLiteral(", "));
        answer.headline = Words::tr("%1: ").arg(first.left(1).toUpper() + first.mid(1));
    }
    if (per_gpu) {
        const auto tokens = [](const Contender& one) { return search::rates(*one.result->evaluation, one.result->evaluated.system).tokens_per_second_per_gpu; };
        const auto number = [](double rate) { return shown(rate >= 1000 ? format::fixed(rate, 0) : format::significant(rate, 4)); };
        const double mine = tokens(subject);
        const double theirs = tokens(against);
        answer.headline += Words::tr("%1 processes %2 tokens per s and GPU, ").arg(said(subject), number(mine)) + held_against(mine, theirs, against, number(theirs));
    } else {
        answer.headline += Words::tr("%1 takes %2 an iteration, ").arg(said(subject), in_seconds(a)) + held_against(a, b, against, in_seconds(b));
    }
    answer.why = illegal;
    if (illegal.isEmpty()) {
        QStringList whys;
        if (per_gpu)
            whys << Words::tr("An iteration takes %1 against %2.").arg(in_seconds(a), in_seconds(b));
        whys << reason(subject, against) << memory_reason(subject, against);
        whys.removeAll(QString());
        answer.why = whys.join(QLatin1Char(' '));
    }
    if (!contest.stand_in.isEmpty())
        answer.why = contest.stand_in + QLatin1Char(' ') + answer.why;
    return answer;
}

} // namespace blueprinting::ui::compare
