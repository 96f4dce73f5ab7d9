#include "ui/frame/status_items.h"

#include "core/base/format.h"
#include "ui/frame/strategy_facts.h"
#include "ui/style/foreign_text.h"
#include "ui/style/shown.h"
#include "ui/style/words.h"
#include "ui/widgets/fit_words.h"
#include "ui/workspace/figures.h"

namespace blueprinting::ui {
namespace {

QString gib(Bytes bytes) { return QString::fromStdString(format::fixed(bytes.value() / kGibibyte, 1)); }

/// "80", not "80.0".
QString whole_gib(Bytes bytes)
{
    const double value = bytes.value() / kGibibyte;
    return value == static_cast<double>(static_cast<std::int64_t>(value))
               ? QString::fromStdString(format::integer(static_cast<std::int64_t>(value)))
               : gib(bytes);
}

StatusItem fit(const SessionStrategy& strategy, const StrategyResult& result)
{
    const QString name = name_in_sentence(shown(strategy.name));
    if (!result.current) {
        // The memory of the last legal form stays, and says that it is of that form.
        QString last;
        if (const auto figures = figures_of(result))
            last = figures->fits ? Words::tr(" (last legal: fits, %1 GiB)").arg(gib(figures->needed))
                                 : Words::tr(" (last legal: %1 GiB, does not fit)").arg(gib(figures->needed));
        const auto count = result.violations.size();
        const QString laws = count == 0   ? Words::tr("cannot be computed")
                             : count == 1 ? Words::tr("1 law broken")
                                          : Words::tr("%1 laws broken").arg(count);
        const QString whole = count == 0 ? Words::tr("%1 %2").arg(name, laws) : Words::tr("%1: %2").arg(name, laws);
        return {Tone::bad, whole + last, {}, whole + last, laws + last};
    }
    const auto figures = figures_of(result);
    const Bytes used = figures->needed, capacity = figures->capacity;
    const Need need(used, capacity);
    if (!figures->fits)
        return {Tone::bad, does_not_fit_first(need) + needs_of(need), {}, {}, does_not_fit(need)};
    if (capacity.value() > 1e6 * kGibibyte)
        return {Tone::good,
                Words::tr("Needs %1 GiB; this system has no memory limit").arg(gib(used)),
                {},
                {},
                Words::tr("Fits, %1 GiB").arg(gib(used))};
    const double reserved = strategy.system.reserved_bytes.value_or(0);
    if (used.value() + reserved > capacity.value())
        return {Tone::caution,
                Words::tr("Fits with %1 GiB, %2 GiB into the reserve")
                    .arg(gib(capacity - used), gib(Bytes(used.value() + reserved - capacity.value()))),
                {},
                {},
                Words::tr("Fits, into the reserve")};
    return {Tone::good,
            Words::tr("Fits: %1 of %2 GiB, %3 GiB free").arg(gib(used), whole_gib(capacity), gib(capacity - used)),
            {},
            {},
            Words::tr("Fits, %1 GiB free").arg(gib(capacity - used))};
}

StatusItem oracle_item(const Workspace& workspace, const SessionStrategy& strategy, const StrategyResult& result)
{
    if (result.program)
        return {Tone::text, Words::tr("No reference covers this model"), {}, {}, Words::tr("Reference: none")};
    const oracle::Answer* answer = result.references.empty() ? nullptr : result.references.front().get();
    const QString name = name_in_sentence(shown(strategy.name));
    if (answer && answer->total_seconds.state == oracle::State::not_covered && !answer->refusal.empty())
        return {Tone::caution,
                Words::tr("Reference: no answer for %1").arg(name),
                {},
                QString::fromStdString(answer->refusal),
                Words::tr("Reference: no answer")};
    const oracle::Identity identity = workspace.oracleIdentity(oracle::sources().front().key);
    if (identity.name.empty())
        return {Tone::text, Words::tr("Reference: being asked")};
    QString brief = Words::tr("Reference: %1").arg(QString::fromStdString(identity.provider));
    QString text = Words::tr("Reference: %1 %2, %3")
                       .arg(QString::fromStdString(identity.name), QString::fromStdString(identity.package_version),
                            QString::fromStdString(identity.provider));
    if (answer && answer->total_seconds.state == oracle::State::not_covered)
        text += Words::tr("; %1 not covered").arg(name), brief += Words::tr(", not covered");
    else if (answer && answer->total_seconds.state == oracle::State::refused)
        text += Words::tr("; refuses %1").arg(name), brief += Words::tr(", refuses");
    if (!answer && result.evaluation)
        text += Words::tr("; being asked");
    // What the figures come from, and what it says itself.
    QString tooltip = QString::fromStdString(identity.source_repository + "\n" + identity.source_digest);
    if (answer && !answer->refusal.empty())
        tooltip.prepend(QString::fromStdString(answer->refusal) + QLatin1Char('\n'));
    return {Tone::text, text, {}, text + QLatin1Char('\n') + tooltip, brief};
}

/// A data sheet has no evidence: it is named instead.
StatusItem evidence_item(const system::SystemProfile& system)
{
    if (!system::has_evidence(system))
        return {Tone::text, Words::tr("Datasheet"), shown(system.name),
                Words::tr("%1 is a data sheet: times are an upper bound of speed, not calibrated")
                    .arg(name_in_sentence(shown(system.name)))};
    const Digest evidence = system::evidence_revision(system);
    return {Tone::text, Words::tr("Evidence"), QString::fromStdString(evidence.short_hex()),
            Words::tr("Revision of the evidence in %1: %2")
                .arg(QString::fromStdString(system.name), QString::fromStdString(evidence.hex()))};
}

/// How long the last change took that compiled anything, and how many strategies that was.
StatusItem compiled(const Workspace& workspace)
{
    const CompileRun last = workspace.lastCompile();
    std::size_t legal = 0;
    std::size_t shown = 0;
    const auto& strategies = workspace.session().strategies;
    for (const SessionStrategy& strategy : strategies) {
        const StrategyResult& result = workspace.result(strategy.id);
        legal += result.current ? 1 : 0;
        shown += result.evaluation || result.program ? 1 : 0;
    }
    const QString time = QString::fromStdString(format::fixed(last.milliseconds, 1));
    if (shown == 0)
        return {Tone::text, Words::tr("No strategy compiled yet"), {}, {}, Words::tr("not compiled")};
    QString text;
    if (legal < strategies.size())
        text =
            Words::tr("%1 of %2 strategies legal; last compiled in %3 ms").arg(legal).arg(strategies.size()).arg(time);
    else
        text = last.strategies == 1 ? Words::tr("1 strategy compiled in %1 ms").arg(time)
                                    : Words::tr("%1 strategies compiled in %2 ms").arg(last.strategies).arg(time);
    return {Tone::text, text, {}, text, Words::tr("compiled %1 ms").arg(time)};
}

} // namespace

QList<StatusItem> session_status(const Workspace& workspace)
{
    const SessionStrategy* strategy = workspace.selected();
    if (!strategy)
        return {};
    const StrategyResult& result = workspace.result(strategy->id);
    QList<StatusItem> items{fit(*strategy, result), evidence_item(strategy->system),
                            oracle_item(workspace, *strategy, result), compiled(workspace)};
    // What is legal, and so what is compiled, follows from the rules: where they are not the strict ones it is said.
    if (workspace.session().rules == strategy::Rules::calculon_compatible)
        items.insert(1, {Tone::caution,
                         rules_label(strategy::Rules::calculon_compatible),
                         {},
                         rules_label(strategy::Rules::calculon_compatible) + QLatin1Char('\n') + rules_meaning(),
                         Words::tr("Calculon rules")});
    return items;
}

} // namespace blueprinting::ui
