#include "ui/calibration/gate_rows.h"

#include "core/base/format.h"
#include "ui/calibration/case_rows.h"
#include "ui/style/shown.h"
#include "ui/style/words.h"
#include "ui/widgets/verdict_word.h"

#include <QStringList>

#include <algorithm>
#include <cmath>

namespace blueprinting::ui {
namespace {

using calibration::Check;
using calibration::CheckKind;

/// Less head-room than this deserves a look.
constexpr double kTight = 0.05;

/// A row of the table: one check, or several under one budget.
struct Budget {
    QString key, name;
    QString unit;       ///< behind the figures
    QString saved_unit; ///< in a column of its own
    bool passed = true;
    double figure = 0, allowed = 0, used = 0;
    QString tooltip;
    oracle::State state = oracle::State::value; ///< of the figure: what was not compared has none
};

QString figure_text(double value, const QString& unit)
{
    const std::string text =
        value == 0 || value >= 0.001 ? format::significant(value, 4) : format::significant(value, 2);
    return shown(text) + (unit.isEmpty() ? QString() : u' ' + unit);
}

QString allowed_text(double value, const QString& unit)
{
    const double power = std::round(std::log10(value));
    const bool small = value < 0.001 && std::fabs(std::log10(value) - power) < 1e-9;
    // A bare power of ten reads better than 1.0·10⁻⁹.
    const QString text =
        small ? shown(format::significant(value, 1)).remove(QStringLiteral("1·")) : shown(format::shortest(value));
    return QStringLiteral("≤ ") + text + (unit.isEmpty() ? QString() : u' ' + unit);
}

/// What people call a budget, and what its figure is.
struct BudgetWords {
    const char* name;
    const char* meaning;
};

const std::map<std::string, BudgetWords>& budget_words()
{
    static const std::map<std::string, BudgetWords> words{
        {"paper mean",
         {QT_TRANSLATE_NOOP("blueprinting::ui", "Paper, mean"),
          QT_TRANSLATE_NOOP("blueprinting::ui", "Mean of the eight cases' errors against the times that the paper "
                                                "measured, without signs, in percent: evidence view "
                                                "against Table 5 of arXiv 2205.05198.")}},
        {"paper maximum",
         {QT_TRANSLATE_NOOP("blueprinting::ui", "Paper, largest"),
          QT_TRANSLATE_NOOP("blueprinting::ui", "Largest of the eight cases' errors against the times that the paper "
                                                "measured, without signs, in percent: evidence "
                                                "view against Table 5 of arXiv 2205.05198.")}},
        {"workload",
         {QT_TRANSLATE_NOOP("blueprinting::ui", "Workload, all checks"),
          QT_TRANSLATE_NOOP("blueprinting::ui", "Largest error of a block's operations, bytes, messages and memory "
                                                "against Calculon, over the eight cases, in percent. "
                                                "What the limit leaves is rounding.")}},
        {"memory",
         {QT_TRANSLATE_NOOP("blueprinting::ui", "Memory"),
          QT_TRANSLATE_NOOP(
              "blueprinting::ui",
              "Largest difference of the memory of a GPU from Calculon's, over the eight cases, in bytes.")}},
        {"golden peak-only MAPE",
         {QT_TRANSLATE_NOOP("blueprinting::ui", "Peak-only, frozen"),
          QT_TRANSLATE_NOOP("blueprinting::ui",
                            "How far the mean error of the peak-only view against Calculon has moved from its value in "
                            "the contract, in percentage points. It is the mean absolute percentage error (MAPE).")}},
        {"golden paper mean",
         {QT_TRANSLATE_NOOP("blueprinting::ui", "Paper, mean, frozen"),
          QT_TRANSLATE_NOOP("blueprinting::ui", "How far the mean error against the paper has moved from its value in "
                                                "the contract, in percentage points. A better value fails too.")}},
        {"golden paper maximum",
         {QT_TRANSLATE_NOOP("blueprinting::ui", "Paper, largest, frozen"),
          QT_TRANSLATE_NOOP("blueprinting::ui", "How far the largest error against the paper has moved from its value "
                                                "in the contract, in percentage points. A better value fails too.")}},
    };
    return words;
}

QString budget_name(const Check& check)
{
    const auto known = budget_words().find(check.name);
    return known == budget_words().end() ? shown(check.name) : Words::tr(known->second.name);
}

/// What the figure is, its law, and the check with all digits.
QString budget_tip(const Check& check, const QString& unit)
{
    const auto known = budget_words().find(check.name);
    const QString law = Words::tr("Passes while it is %1.").arg(allowed_text(check.allowed, unit));
    return (known == budget_words().end() ? law : Words::tr(known->second.meaning) + u' ' + law) + u'\n' +
           shown(to_line(check));
}

std::vector<Budget> budgets(const std::vector<Check>& checks)
{
    std::vector<Budget> out;
    Budget times{QStringLiteral("timing"), {}, QStringLiteral("%"), QStringLiteral("%"), true, 0, 0, 0, {}};
    int figures = 0;
    for (const Check& check : checks) {
        if (!check.used)
            continue;
        if (check.name.starts_with("timing ")) {
            ++figures;
            times.passed = times.passed && check.passed;
            times.allowed = check.allowed;
            // The worst of them; an infinite one stays infinite.
            if (figures == 1 || *check.used > times.used) {
                times.figure = check.figure;
                times.used = *check.used;
                times.state = check.state;
            }
            if (!check.passed)
                times.tooltip += (times.tooltip.isEmpty() ? QString() : QString(u'\n')) + shown(to_line(check));
            continue;
        }
        const bool golden = check.kind == CheckKind::golden;
        const QString unit = golden ? QString() : check.name == "memory" ? QStringLiteral("B") : QStringLiteral("%");
        out.push_back({shown(check.name), budget_name(check), unit, golden ? Words::tr("percentage points") : unit,
                       check.passed, check.figure, check.allowed, *check.used, budget_tip(check, unit), check.state});
    }
    if (figures > 0) {
        times.name = Words::tr("Timing, %1 figures").arg(figures);
        const QString meaning = Words::tr("Largest error of the nine components' times and of the total "
                                          "against Calculon, over the eight cases, in percent: "
                                          "evidence view. Passes while it is %1.")
                                    .arg(allowed_text(times.allowed, times.unit));
        times.tooltip = times.tooltip.isEmpty() ? meaning : meaning + u'\n' + times.tooltip;
        out.push_back(times);
    }
    std::ranges::stable_sort(out, [](const Budget& a, const Budget& b) { return a.used > b.used; });
    return out;
}

TableRow provenance_row(const QString& what, const QString& value)
{
    return {what, {text_cell(what, Tone::secondary), text_cell(value)}};
}

} // namespace

std::vector<Column> gate_columns(bool with_bar, bool ample)
{
    Column name{.id = QStringLiteral("budget"), .header = Words::tr("Budget"), .stretch = true};
    name.least = 156; // "Paper, largest, frozen" behind its tick
    Column used{.id = QStringLiteral("used"),
                .header = Words::tr("used"),
                .tooltip = Words::tr("Part of the allowance that is used"),
                .kind = ColumnKind::share,
                .stretch = ample,
                .least = 56,
                .hidden = !with_bar,
                .width = ample ? 0 : 56,
                .bar_range = 1,
                .bar_track = true};
    name.stretch = !ample;
    Column verdict{QStringLiteral("verdict"), Words::tr("verdict")}; // a mark on the screen
    Column unit{QStringLiteral("unit"), Words::tr("unit")};          // budgets differ; figures show their own
    verdict.saved_only = unit.saved_only = true;
    return {name,
            saved_as(number_column("actual", Words::tr("actual"),
                                   Words::tr("The figure of this report, in the unit beside it")),
                     Words::tr("actual, in the unit")),
            saved_as(number_column("allowed", Words::tr("allowed"), Words::tr("The most that the contract allows")),
                     Words::tr("allowed at most, in the unit")),
            used,
            saved_as(number_column("headroom", Words::tr("head-room"), Words::tr("What is left of the allowance")),
                     Words::tr("head-room (% of the allowance)"), 0.01),
            verdict,
            unit};
}

std::vector<TableRow> gate_rows(const std::vector<Check>& checks)
{
    std::vector<TableRow> rows;
    for (const Budget& budget : budgets(checks)) {
        const double room = 1 - budget.used;
        const Tone tone = !budget.passed ? Tone::bad : room < kTight ? Tone::caution : Tone::secondary;
        Cell name = verdict_cell(budget.passed, budget.name);
        name.tooltip = budget.tooltip;
        const bool compared = budget.state == oracle::State::value;
        Cell bar;
        if (compared)
            bar.value = std::clamp(budget.used, 0.0, 1.0);
        bar.color = !budget.passed ? Tone::bad : room < kTight ? Tone::caution : Tone::good;
        Cell left = number_cell(room,
                                budget.passed ? shown(format::fixed(100 * room, 1)) + QStringLiteral(" %")
                                : compared    ? Words::tr("over")
                                              : QStringLiteral("–"),
                                tone, !budget.passed);
        const Cell actual = compared ? number_cell(budget.figure, figure_text(budget.figure, budget.unit))
                                     : Cell{{}, state_title(budget.state), Tone::secondary};
        rows.push_back(
            {budget.key,
             {name, actual, number_cell(budget.allowed, allowed_text(budget.allowed, budget.unit), Tone::secondary),
              bar, left, text_cell(verdict_word(budget.passed)), text_cell(budget.saved_unit)},
             RowKind::plain,
             budget.passed ? RowTint::none : RowTint::bad});
    }
    return rows;
}

std::vector<IdentityCount> identity_counts(const std::vector<Check>& checks)
{
    struct Kind {
        CheckKind kind;
        QString name, meaning;
    };
    const std::vector<Kind> kinds{
        {CheckKind::report_schema, Words::tr("Report schema"),
         Words::tr("The form of the report, by its name. It must be the one that the contract was written for.")},
        {CheckKind::oracle_identity, Words::tr("Reference identity"),
         Words::tr("Name, version, repository, digest and provider of the Calculon that was asked. Each "
                   "must be the contract's.")},
        {CheckKind::input, Words::tr("Inputs, SHA-256"),
         Words::tr(
             "Digests of the model, execution and system files of the eight cases. Each must be the contract's.")},
        {CheckKind::evidence_revision, Words::tr("Evidence revision"),
         Words::tr("Digest of the hardware profile with its efficiency curves. It must be the contract's.")},
        {CheckKind::policy, Words::tr("Rules of calibrating"),
         Words::tr(
             "Three flags of the report: whether evidence was fitted to the outputs of the cases, and "
             "whether a reference was read while plans were made or priced. Each must be as the contract has it.")},
        {CheckKind::case_names, Words::tr("Case names, in order"),
         Words::tr("The names of the eight cases in their order. They must be the contract's.")},
        {CheckKind::plan_digest, Words::tr("Plan digests"),
         Words::tr("Digest of the portable plan of each case: it changes with whatever the program plans. "
                   "Each must be the contract's.")}};
    std::vector<IdentityCount> out;
    for (const auto& [kind, name, meaning] : kinds) {
        IdentityCount count{name, meaning, 0, 0, {}};
        for (const Check& check : checks) {
            if (check.kind != kind)
                continue;
            ++count.all;
            count.passed += check.passed ? 1 : 0;
            if (!check.passed)
                count.failures += (count.failures.isEmpty() ? QString() : QString(u'\n')) + shown(to_line(check));
        }
        out.push_back(std::move(count));
    }
    return out;
}

namespace {

/// How many cases equal Calculon, and what it says of the others.
QString calculon_words(const calibration::Report& report)
{
    const auto all = static_cast<std::ptrdiff_t>(report.cases.size());
    const auto count = [&](auto has) { return std::ranges::count_if(report.cases, has); };
    const auto equal = count([](const calibration::CaseReport& one) {
        return one.evidence_vs_calculon.has_value() && std::fabs(one.evidence_vs_calculon.value) <= 1e-9;
    });
    const auto refused =
        count([](const calibration::CaseReport& one) { return one.calculon_seconds.state == oracle::State::refused; });
    const auto compared =
        count([](const calibration::CaseReport& one) { return one.evidence_vs_calculon.has_value(); });
    if (equal == all)
        return all == 8 ? Words::tr("All eight cases equal Calculon") : Words::tr("All cases equal Calculon");
    if (refused == all)
        return all == 8 ? Words::tr("Calculon refuses all eight cases") : Words::tr("Calculon refuses all cases");
    if (compared == 0 && refused == 0)
        return Words::tr("Calculon covers none of the cases");
    QString out = Words::tr("%1 of %2 cases equal Calculon").arg(equal).arg(all);
    if (refused > 0)
        out += Words::tr(", it refuses %1").arg(refused);
    const auto failed = count([](const calibration::CaseReport& one) { return !one.calculon_failure.empty(); });
    if (failed > 0)
        out += Words::tr(", it failed at %1").arg(failed);
    if (const auto rest = all - compared - refused - failed; rest > 0)
        out += Words::tr(", %1 it does not cover").arg(rest);
    return out;
}

QString paper_words(const calibration::Summary& summary)
{
    const oracle::Figure& mean = summary.evidence_vs_paper_mean_absolute_percent;
    const oracle::Figure& largest = summary.evidence_vs_paper_max_absolute_percent;
    if (!mean.has_value() || !largest.has_value())
        return Words::tr("the paper: %1").arg(state_title(mean.state));
    return Words::tr("against the paper %1 % on average, %2 % at most")
        .arg(shown(format::fixed(mean.value, 2)), shown(format::fixed(largest.value, 2)));
}

/// The first case of which these words of Calculon are known, and how many more there are of the kind.
QString first_case_words(const calibration::Report& report, std::string calibration::CaseReport::*words,
                         const QString& one, const QString& more)
{
    const auto has = [&](const calibration::CaseReport& each) { return !(each.*words).empty(); };
    const auto first = std::ranges::find_if(report.cases, has);
    if (first == report.cases.end())
        return {};
    const auto others = std::count_if(std::next(first), report.cases.end(), has);
    return others == 0 ? one.arg(case_title(first->name), shown((*first).*words))
                       : more.arg(case_title(first->name)).arg(others).arg(shown((*first).*words));
}

} // namespace

Answer calibration_answer(const calibration::Report& report, const std::vector<Check>& checks)
{
    Answer out;
    const auto failed = std::ranges::count_if(checks, [](const Check& check) { return !check.passed; });
    // Another Calculon than the one that the contract was frozen on fails the gate, whatever it says.
    const auto first = std::ranges::find_if(
        checks, [](const Check& check) { return !check.passed && check.kind != CheckKind::oracle_identity; });
    const bool only_who = failed > 0 && first == checks.end();
    const QString gate = failed == 0 ? Words::tr("Gate passed. ")
                         : only_who  ? Words::tr("The gate does not apply to Calculon %1, %2. ")
                                          .arg(shown(report.oracle.package_version), shown(report.oracle.provider))
                                    : Words::tr("Gate failed: %1 of %2 checks. ").arg(failed).arg(checks.size());
    out.headline = gate + calculon_words(report) + QStringLiteral("; ") + paper_words(report.summary);

    QStringList why;
    const auto say = [&](std::string calibration::CaseReport::*words, const QString& one, const QString& more) {
        if (const QString line = first_case_words(report, words, one, more); !line.isEmpty())
            why << line;
    };
    say(&calibration::CaseReport::calculon_failure, Words::tr("No answer for %1: %2."),
        Words::tr("No answer for %1 and %2 more: %3."));
    say(&calibration::CaseReport::calculon_refusal, Words::tr("Calculon refuses %1: %2."),
        Words::tr("Calculon refuses %1 and %2 more: %3."));
    const calibration::CaseReport* largest = nullptr;
    for (const calibration::CaseReport& one : report.cases)
        if (one.evidence_vs_paper.has_value() &&
            (!largest || std::fabs(one.evidence_vs_paper.value) > std::fabs(largest->evidence_vs_paper.value)))
            largest = &one;
    if (largest) {
        const double off = largest->evidence_seconds - largest->paper_seconds.value;
        const QString size = shown(format::seconds(Seconds(std::fabs(off))));
        const QString published = shown(format::fixed(largest->paper_seconds.value, 2));
        why << (off < 0 ? Words::tr("The largest is %1: %2 below the published %3 s.")
                        : Words::tr("The largest is %1: %2 above the published %3 s."))
                   .arg(case_title(largest->name), size, published);
    }
    const auto room = [&](const char* name) -> QString {
        const auto at = std::ranges::find(checks, name, &Check::name);
        return at == checks.end() || !at->used ? QString() : shown(format::percent(100 * (1 - *at->used), 1, false));
    };
    if (const QString most = room("paper maximum"), mean = room("paper mean");
        failed == 0 && !most.isEmpty() && !mean.isEmpty())
        why << Words::tr("Head-room to the paper budgets: %1 and %2.").arg(most, mean);
    if (only_who)
        why << Words::tr("The gate was set on another Calculon; the other %1 of %2 checks pass.")
                   .arg(checks.size() - static_cast<std::size_t>(failed))
                   .arg(checks.size());
    else if (first != checks.end())
        why << Words::tr("First failure: %1.").arg(budget_name(*first));
    out.why = why.join(u' ');
    return out;
}

std::vector<Column> provenance_columns()
{
    Column value{
        .id = QStringLiteral("value"), .header = Words::tr("Value"), .kind = ColumnKind::fixed, .stretch = true};
    return {{QStringLiteral("what"), Words::tr("What")}, value};
}

std::vector<TableRow> provenance_rows(const calibration::Report& report)
{
    const auto flag = [](bool on) { return on ? Words::tr("yes") : Words::tr("no"); };
    const auto list = [](const std::vector<std::string>& words) {
        QStringList out;
        for (const std::string& word : words)
            out << shown(word);
        return out.join(QStringLiteral("; "));
    };
    std::vector<TableRow> rows{
        provenance_row(Words::tr("schema"), shown(std::string(calibration::Report::kSchema))),
        provenance_row(Words::tr("oracle"),
                       shown(report.oracle.name + " " + report.oracle.package_version + ", " + report.oracle.provider)),
        provenance_row(Words::tr("reference repository"), shown(report.oracle.source_repository)),
        provenance_row(Words::tr("reference source"), shown(report.oracle.source_digest)),
        provenance_row(Words::tr("paper"), shown(report.paper_baseline.paper + ", " + report.paper_baseline.name)),
        provenance_row(Words::tr("paper source"), shown(report.paper_baseline.source)),
        provenance_row(Words::tr("hardware"), shown(report.hardware.name)),
        provenance_row(Words::tr("evidence revision"), shown(report.hardware.evidence_revision)),
        provenance_row(Words::tr("policy: scope"), shown(report.policy.scope)),
        provenance_row(Words::tr("policy: evidence"), list(report.policy.evidence)),
        provenance_row(Words::tr("policy: one evidence for all cases"), flag(report.policy.shared_across_cases)),
        provenance_row(Words::tr("policy: fitted against case outputs"), flag(report.policy.fit_against_case_outputs)),
        provenance_row(Words::tr("policy: reference read during lowering"),
                       flag(report.policy.oracle_read_during_lowering)),
        provenance_row(Words::tr("policy: reference read during costing"),
                       flag(report.policy.oracle_read_during_costing)),
        provenance_row(Words::tr("policy: forbidden inputs"), list(report.policy.forbidden_inputs)),
    };
    for (const calibration::CaseReport& one : report.cases) {
        const auto add = [&](const QString& what, const std::string& value) {
            rows.push_back(provenance_row(case_title(one.name) + QStringLiteral(": ") + what, shown(value)));
        };
        for (const calibration::InputFile* file : {&one.model, &one.execution, &one.system})
            add(shown(file->file), file->sha256);
        add(Words::tr("model IR"), one.model_digest);
        add(Words::tr("distributed IR"), one.distributed_digest);
        add(Words::tr("portable plan"), one.portable_digest);
        for (const calibration::CheckpointStamp& stamp : one.checkpoints)
            add(shown(stamp.pass), stamp.digest);
    }
    return rows;
}

} // namespace blueprinting::ui
