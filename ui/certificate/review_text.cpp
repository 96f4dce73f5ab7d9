#include "ui/certificate/review_text.h"
#include "ui/style/foreign_text.h"
#include "ui/style/shown.h"
#include "ui/style/words.h"

#include "core/base/format.h"
#include "core/certificate/profile.h"

#include <QRegularExpression>

namespace blueprinting::ui {
namespace {

namespace cert = certificate;

/// "four" as people write small counts in a sentence.
QString spoken(std::size_t count)
{
    static const std::array<const char*, 13> words{
        QT_TR_NOOP("none"), "one",   "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven",           "twelve"};
    return count < words.size() ? Words::tr(words[count]) : count_figure(count);
}

QString listed(const QStringList& names, qsizetype most)
{
    if (names.size() <= most)
        return names.join(QStringLiteral(", "));
    return Words::tr("%1 and %2 more").arg(names.mid(0, most).join(QStringLiteral(", "))).arg(names.size() - most);
}

QString why_of(const Review& review)
{
    const cert::Evaluation* evaluation = review.evaluation();
    QString out = review.manifest ? Words::tr("Compared with %1: ").arg(name_in_sentence(review.manifest_file))
                                  : Words::tr("No manifest is open. ");
    out +=
        Words::tr("%1 cells, %2 candidates")
            .arg(count_figure(review.certificate->cells.size()), count_figure(review.certificate->candidate_count()));
    if (!evaluation)
        return out + Words::tr("; the figures on the left are those that the certificate states. Only its "
                               "evidence file ties it to measurements.");
    std::size_t fastest = 0;
    std::size_t above_two = 0;
    for (const cert::CellOutcome& outcome : evaluation->outcomes) {
        fastest += outcome.regret_pct == 0 ? 1 : 0;
        above_two += outcome.regret_pct > 2 ? 1 : 0;
    }
    out += Words::tr(", %1 pairs over 3 %. ").arg(count_figure(evaluation->all.ordered_pairs));
    out += Words::tr("%1 cells choose their fastest layout; %2 %3 more than 2 %.")
               .arg(count_figure(fastest), spoken(above_two), above_two < 2 ? Words::tr("loses") : Words::tr("lose"));
    out += Words::tr(" Only its evidence file ties it to measurements.");
    if (!review.set().reranked.empty())
        out += Words::tr(" %1 cells of %2 are decided by a re-ranker and are in none of these figures.")
                   .arg(count_figure(review.set().reranked.size()),
                        shown(cert::join_patterns(review.certificate->fit.rerank_shapes)));
    return out;
}

QStringList missed_gates(const Review& review)
{
    QStringList gates;
    for (const cert::GateResult& gate : review.assessment->gates)
        if (!gate.passed)
            gates << Words::tr("%1 %2 against %3")
                         .arg(gate_name(gate.gate).toLower(),
                              gate.gate == cert::Gate::clear_misses
                                  ? percent_figure(gate.value, 0)
                                  : percent_figure(gate.value, 1) + QStringLiteral(" %"),
                              gate_limit(gate.gate));
    return gates;
}

/// What the held-out cells say.
QString figures_of(const cert::Metrics& held)
{
    QString misses = held.clear_misses.empty() ? Words::tr("no clear miss")
                     : held.clear_misses.size() == 1
                         ? Words::tr("one clear miss")
                         : Words::tr("%1 clear misses").arg(spoken(held.clear_misses.size()));
    if (held.cells == 0)
        return Words::tr("no cell is held out, so nothing is judged");
    return Words::tr("%1 % of held-out pairs in order, largest regret %2 % of 10 % allowed, %3")
        .arg(held.pairwise_accuracy ? percent_figure(*held.pairwise_accuracy * 100, 1) : QStringLiteral("–"),
             percent_figure(held.max_regret_pct, 1), misses);
}

QString first_reason_of(const Review& review)
{
    QString first_reason;
    for (const cert::CheckResult& check : review.checks)
        if (check.state == cert::CheckState::failed) {
            const QString reason = check_reason(check);
            first_reason = (reason.endsWith(u'…') ? Words::tr("%1: %2 ") : Words::tr("%1: %2. "))
                               .arg(check_title(check, *review.certificate), reason);
            first_reason[0] = first_reason[0].toUpper();
            break;
        }
    return first_reason;
}

} // namespace

QString percent_figure(const std::optional<double>& value, int decimals)
{
    return value ? shown(format::fixed(*value, decimals)) : QStringLiteral("–");
}

QString count_figure(std::size_t value) { return shown(format::integer(static_cast<std::int64_t>(value))); }

QString gate_limit(cert::Gate gate)
{
    switch (gate) {
    case cert::Gate::pairs_in_order: return QStringLiteral("≥ 90");
    case cert::Gate::median_regret: return QStringLiteral("≤ 2");
    case cert::Gate::p95_regret: return QStringLiteral("≤ 5");
    case cert::Gate::max_regret: return QStringLiteral("≤ 10");
    case cert::Gate::clear_misses: return Words::tr("none");
    }
    return {};
}

QString gate_name(cert::Gate gate)
{
    switch (gate) {
    case cert::Gate::pairs_in_order: return Words::tr("Pairs in order");
    case cert::Gate::median_regret: return Words::tr("Median regret");
    case cert::Gate::p95_regret: return Words::tr("p95 regret");
    case cert::Gate::max_regret: return Words::tr("Largest regret");
    case cert::Gate::clear_misses: return Words::tr("Clear misses");
    }
    return {};
}

QString gate_tip(cert::Gate gate)
{
    const auto tip = [](const QString& meaning, const QString& unit, const QString& law) {
        return Words::tr("%1\nUnit: %2.\nGate: %3.").arg(meaning, unit, law);
    };
    const QString regret =
        Words::tr("Regret of a cell: how much longer the layout with the least score takes than the one "
                  "measured as fastest. ");
    const QString percent = Words::tr("percent of the fastest layout's time");
    switch (gate) {
    case cert::Gate::pairs_in_order:
        return tip(Words::tr("The share of pairs that the scores put in the measured order. A pair is two "
                             "layouts of one held-out cell whose times differ by more than 3 %."),
                   Words::tr("percent of the pairs"), Words::tr("at least 90"));
    case cert::Gate::median_regret:
        return tip(regret + Words::tr("Half of the held-out cells have at most this much."), percent,
                   Words::tr("at most 2"));
    case cert::Gate::p95_regret:
        return tip(regret + Words::tr("95 of 100 held-out cells have at most this much."), percent,
                   Words::tr("at most 5"));
    case cert::Gate::max_regret:
        return tip(regret + Words::tr("The worst of the held-out cells."), percent, Words::tr("at most 10"));
    case cert::Gate::clear_misses:
        return tip(Words::tr("Held-out cells with a clear winner that the scores miss by more than 5 %. A "
                             "clear winner leads the second by more than its own spread and 3 %."),
                   Words::tr("cells"), Words::tr("none is allowed"));
    }
    return {};
}

QString check_title(const cert::CheckResult& check, const cert::Certificate& certificate)
{
    switch (check.check) {
    case cert::Check::schema: return Words::tr("schema");
    case cert::Check::table_hash: return Words::tr("table hash");
    case cert::Check::metrics: return Words::tr("metrics recomputed");
    case cert::Check::refit: return Words::tr("refit gives the table");
    case cert::Check::expected_cells: return Words::tr("expected cells present");
    case cert::Check::unexpected_cells: return Words::tr("no unexpected cell");
    case cert::Check::exclusions: return Words::tr("exclusions have reasons");
    case cert::Check::holdout: return Words::tr("hold-out matches cells");
    case cert::Check::fingerprints: return Words::tr("one fingerprint per cell");
    case cert::Check::facts: return Words::tr("facts agree with keys");
    case cert::Check::plausible: return Words::tr("every fact is plausible");
    case cert::Check::manifests: return Words::tr("manifests agree");
    case cert::Check::rows: return Words::tr("rows ≥ %1 per candidate").arg(certificate.fit.require_complete);
    case cert::Check::terms: return Words::tr("terms = fit terms");
    case cert::Check::envelope: return Words::tr("envelope = cells");
    }
    return {};
}

QString check_reason(const cert::CheckResult& check)
{
    QString out = shown(check.reason);
    for (const cert::Term term : cert::kTerms) {
        const QString name = shown(cert::to_string(term));
        if (out.contains(name))
            out.replace(QRegularExpression(QStringLiteral("\\b%1\\b").arg(name)),
                        QStringLiteral("“%1”").arg(term_name(term)));
    }
    return out;
}

ChecksCount checks_count(const Review& review)
{
    const std::size_t passed = cert::count_of(review.checks, cert::CheckState::passed);
    const cert::Judgement& judgement = review.judgement;
    return {Words::tr("%1 of %2").arg(passed).arg(review.checks.size()), !judgement.failed.empty()     ? Tone::bad
                                                                         : judgement.unchecked.empty() ? Tone::good
                                                                         : is_being_checked(review)    ? Tone::secondary
                                                                                                       : Tone::caution};
}

QString subject_of(const Review& review)
{
    return review.path == QLatin1String(kPublishedPath) ? review.file : name_in_sentence(review.file);
}

Answer answer_of(const Review& review)
{
    const cert::Evaluation* evaluation = review.evaluation();
    QString subject = subject_of(review);
    if (review.path == QLatin1String(kPublishedPath))
        subject[0] = subject[0].toUpper(); // words begin a sentence; a file is called as it is called
    if (!evaluation) {
        QString reason = shown(review.assessment->problems.front().message);
        return {Words::tr("%1 cannot be judged: %2").arg(subject, reason), why_of(review)};
    }
    QStringList against;
    QStringList unchecked;
    for (const cert::CheckResult& check : review.checks) {
        if (check.state == cert::CheckState::failed)
            against << check_title(check, *review.certificate);
        else if (check.state == cert::CheckState::not_checked)
            unchecked << check_title(check, *review.certificate);
    }
    QString not_made;
    if (!unchecked.isEmpty() && !is_being_checked(review))
        not_made = unchecked.size() == 1
                       ? Words::tr("the check “%1” could not be made").arg(unchecked.front())
                       : Words::tr("%1 checks could not be made (%2)")
                             .arg(spoken(static_cast<std::size_t>(unchecked.size())), listed(unchecked, 3));
    const cert::Metrics& held = evaluation->test;
    const QStringList gates = missed_gates(review);
    const QString figures = figures_of(held);
    if (against.isEmpty() && gates.isEmpty()) {
        QString headline =
            is_being_checked(review) ? Words::tr("%1 is being refitted: %2").arg(subject, figures)
            : held.cells == 0 && not_made.isEmpty()
                ? Words::tr("No check fails for %1, but %2").arg(subject_of(review), figures)
            : held.cells == 0
                ? Words::tr("No check fails for %1, but %2, and %3").arg(subject_of(review), not_made, figures)
            : not_made.isEmpty() ? Words::tr("%1 holds: %2").arg(subject, figures)
                                 : Words::tr("%1 holds, but %2: %3").arg(subject, not_made, figures);
        return {headline, why_of(review)};
    }
    QStringList reasons;
    if (!against.isEmpty())
        reasons << (against.size() == 1
                        ? Words::tr("the check “%1” fails").arg(against.front())
                        : Words::tr("%1 checks fail (%2)")
                              .arg(spoken(static_cast<std::size_t>(against.size())), listed(against, 3)));
    if (!gates.isEmpty())
        reasons << (gates.size() == 1 ? Words::tr("a gate is missed (%1)").arg(gates.front())
                                      : Words::tr("%1 gates are missed (%2)")
                                            .arg(spoken(static_cast<std::size_t>(gates.size())), listed(gates, 2)));
    if (!not_made.isEmpty())
        reasons << not_made;
    const QString first_reason = first_reason_of(review);
    const QString last = reasons.takeLast();
    const QString why_not = reasons.isEmpty() ? last : reasons.join(QStringLiteral(", ")) + Words::tr(" and ") + last;
    return {Words::tr("%1 does not hold: %2").arg(subject, why_not), first_reason + why_of(review)};
}

QList<StatusItem> review_status(const Review& review)
{
    QList<StatusItem> items;
    const std::size_t failed = review.judgement.failed.size();
    const std::size_t open = review.judgement.unchecked.size();
    const QString checks = Words::tr("%1: %2 checks").arg(name_in_sentence(review.file, 32), checks_count(review).text);
    items.push_back(
        {failed > 0 ? Tone::bad : (open > 0 ? Tone::caution : Tone::good),
         open > 0 && !is_being_checked(review) ? Words::tr("%1, %2 not made").arg(checks).arg(open) : checks,
         {},
         review.path});
    const QString hash = shown(cert::table_hash(review.certificate->table));
    items.push_back({Tone::text, Words::tr("Table"), hash.left(12), hash});
    QStringList envelope;
    for (const std::string& device : review.certificate->envelope.device_names)
        envelope << shown(device);
    for (const std::string& dtype : review.certificate->envelope.param_dtypes)
        envelope << shown(cert::dtype_name(dtype));
    for (const std::int64_t size : review.certificate->envelope.hidden_sizes)
        envelope << Words::tr("hidden %1").arg(size);
    items.push_back({Tone::text, Words::tr("Envelope: %1").arg(envelope.join(QStringLiteral(", "))), {}, {}});
    const std::size_t cells = review.certificate->cells.size();
    if (review.manifest)
        items.push_back({Tone::text,
                         Words::tr("%1 of %2 expected cells, %3 excluded with reasons")
                             .arg(cells)
                             .arg(review.manifest->cells.size())
                             .arg(review.manifest->excluded.size()),
                         {},
                         review.manifest_path});
    else
        items.push_back({Tone::text, Words::tr("%1 cells, no manifest file open").arg(count_figure(cells)), {}, {}});
    return items;
}

} // namespace blueprinting::ui
