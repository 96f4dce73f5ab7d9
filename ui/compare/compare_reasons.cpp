#include "ui/compare/compare_reasons.h"

#include "core/strategy/derived.h"
#include "ui/compare/compare_ranking.h"
#include "ui/style/foreign_text.h"
#include "ui/widgets/component_names.h"
#include "ui/widgets/fit_words.h"

#include <algorithm>
#include <cmath>

namespace blueprinting::ui::compare {

QString said(const Contender& one) { return name_in_sentence(one.name); }

namespace {

QString lower_first(const QString& text) { return text.isEmpty() ? text : text.left(1).toLower() + text.mid(1); }

struct Change {
    QString title;
    double seconds;
};

} // namespace

QString time_reason(const Contender& subject, const Contender& against)
{
    const double total = (subject.evidence().total - against.evidence().total).value();
    const double largest = std::max(subject.evidence().total.value(), against.evidence().total.value());
    if (std::abs(total) <= Ranking::kSame * largest)
        return {};
    std::vector<Change> changes;
    for (const cost::Component component : kAllComponents)
        changes.push_back(
            {component_title(component),
             (subject.evidence().breakdown[component] - against.evidence().breakdown[component]).value()});
    for (std::size_t i = 0; i < program::kFurtherComponents.size(); ++i)
        changes.push_back(
            {component_title(static_cast<program::Component>(cost::kComponents + i)),
             (subject.further_in(cost::View::system_evidence, i) - against.further_in(cost::View::system_evidence, i))
                 .value()});
    const bool down = total < 0;
    // What pulls the same way first, each group by size.
    std::ranges::stable_sort(changes, [down](const Change& a, const Change& b) {
        const bool with_a = (a.seconds < 0) == down;
        const bool with_b = (b.seconds < 0) == down;
        return with_a != with_b ? with_a : std::abs(a.seconds) > std::abs(b.seconds);
    });
    const TimeUnit unit = time_unit(largest);
    const auto number = [&unit](double seconds) { return unit.with_sign(seconds); };
    QString text = Words::tr("%1 makes %2 of %3 %4")
                       .arg(changes.front().title, number(changes.front().seconds), number(total), unit.name);
    QStringList others;
    for (std::size_t i = 1; i < changes.size(); ++i)
        if (std::abs(changes[i].seconds) >= 0.1 * std::abs(total))
            others << lower_first(changes[i].title) + QLatin1Char(' ') + number(changes[i].seconds);
    if (!others.isEmpty())
        text += QStringLiteral("; ") + others.join(QStringLiteral(", ")) + QLatin1Char(' ') + unit.name;
    return text + QLatin1Char('.');
}

QString share_reason(const Contender& one)
{
    const cost::Estimate& estimate = one.evidence();
    cost::Component most = cost::Component::forward;
    for (const cost::Component component : kAllComponents)
        if (estimate.breakdown[component] > estimate.breakdown[most])
            most = component;
    return Words::tr("%1 makes %2, %3.")
        .arg(component_title(most), time_unit(estimate.total.value()).with_unit(estimate.breakdown[most].value()),
             shown(format::percent(100 * (estimate.breakdown[most] / estimate.total), 1, false)));
}

namespace {

/// "optimizer +30.4, activations +24.6 GiB": the kinds of memory that make most of the difference.
QString kinds_text(const cost::Estimate& a, const cost::Estimate& b)
{
    std::vector<std::pair<double, QString>> changes;
    for (const cost::MemoryPart part : kMemoryStack)
        changes.emplace_back((a.memory[part] - b.memory[part]).value(), memory_title(part));
    std::ranges::stable_sort(changes, [](const auto& x, const auto& y) { return x.first > y.first; });
    const double total = (a.memory.total() - b.memory.total()).value();
    QStringList texts;
    for (const auto& [change, kind] : changes)
        if (change >= 0.1 * total)
            texts << lower_first(kind) + QLatin1Char(' ') + shown(format::with_sign(change / kGibibyte, 1));
    return texts.join(QStringLiteral(", "));
}

QString capacity_text(const cost::Estimate& estimate)
{
    return capacity_gib(estimate.capacity) + QStringLiteral(" GiB");
}

} // namespace

QString memory_reason(const Contender& subject, const Contender& against)
{
    const cost::Estimate& a = subject.evidence();
    const cost::Estimate& b = against.evidence();
    const double change = (a.memory.total() - b.memory.total()).value();
    const QString size = gib(Bytes(std::abs(change)), 1);
    // Why it does not fit where the other does.
    if (a.fits != b.fits) {
        const Contender& larger = a.fits ? against : subject;
        const Contender& other = a.fits ? subject : against;
        if ((larger.evidence().memory.total() > other.evidence().memory.total()) && size != QStringLiteral("0.0"))
            return Words::tr("%1 keeps %2 GiB more than %3: %4.")
                .arg(said(larger), size, said(other), kinds_text(larger.evidence(), other.evidence()));
        return Words::tr("%1 keeps %2 GiB, %3 keeps %4 GiB.")
            .arg(said(larger), needs_of(larger.evidence()), said(other), needs_of(other.evidence()));
    }
    QString text;
    if (a.fits) {
        if (boundless(a.capacity) && boundless(b.capacity))
            text = Words::tr("Memory is no limit");
        else if (a.capacity == b.capacity)
            text = Words::tr("Both fit in %1").arg(capacity_text(a));
        else
            text = Words::tr("Both fit, %1 in %2 and %3 in %4")
                       .arg(said(subject), boundless(a.capacity) ? Words::tr("unlimited memory") : capacity_text(a),
                            said(against), boundless(b.capacity) ? Words::tr("unlimited memory") : capacity_text(b));
    } else {
        text = a.capacity == b.capacity ? Words::tr("Neither fits in %1").arg(capacity_text(a))
                                        : Words::tr("Neither fits");
    }
    if (size == QStringLiteral("0.0"))
        return text + Words::tr("; both keep as much.");
    return text + (change > 0 ? Words::tr("; %1 keeps %2 GiB more.") : Words::tr("; %1 keeps %2 GiB less."))
                      .arg(said(subject), size);
}

QString lone_memory_reason(const Contender& one)
{
    const cost::Estimate& estimate = one.evidence();
    return boundless(estimate.capacity)
               ? Words::tr("It keeps %1 GiB per GPU.").arg(gib(estimate.memory.total(), 1))
               : Words::tr("It fits in %1 with %2 GiB free.")
                     .arg(capacity_text(estimate), gib(estimate.capacity - estimate.memory.total(), 1));
}

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
        return Words::tr("Legal strategies only. The %1 illegal ones are not ranked until they are corrected.")
            .arg(all);
    const std::size_t fields = illegal.empty() ? 0 : illegal.front()->result->blocks.size();
    if (fields == 1)
        return Words::tr("Legal strategies only. The illegal one is not ranked until its one field is corrected.");
    if (fields == 2)
        return Words::tr("Legal strategies only. The illegal one is not ranked until its two fields are corrected.");
    return Words::tr("Legal strategies only. The illegal one is not ranked until it is corrected.");
}

QStringList unlike(const Contender& subject, const Contender& against)
{
    const SessionStrategy& a = subject.result->evaluated;
    const SessionStrategy& b = against.result->evaluated;
    QStringList out;
    const auto purpose = [](const Contender& one) {
        return one.training() ? Words::tr("training") : Words::tr("inference");
    };
    if (subject.training() != against.training())
        out << Words::tr("%1 against %2").arg(purpose(subject), purpose(against));
    const auto add = [&out](bool same, const std::string& left, const std::string& right, const QString& one,
                            const QString& two) {
        if (left != right)
            out << one.arg(name_in_sentence(shown(left)), name_in_sentence(shown(right)));
        else if (!same)
            out << two.arg(name_in_sentence(shown(left)));
    };
    add(a.model == b.model, a.model.name, b.model.name, Words::tr("model %1 against %2"),
        Words::tr("two models called %1"));
    add(a.system == b.system, a.system.name, b.system.name, Words::tr("system %1 against %2"),
        Words::tr("two systems called %1"));
    const auto size = [&out](std::int64_t left, std::int64_t right, const QString& words) {
        if (left != right)
            out << words.arg(shown(format::integer(left)), shown(format::integer(right)));
    };
    size(strategy::world_size(a.execution), strategy::world_size(b.execution), Words::tr("%1 against %2 GPUs"));
    size(a.execution.global_batch, b.execution.global_batch, Words::tr("batch %1 against %2"));
    return out;
}

} // namespace blueprinting::ui::compare
