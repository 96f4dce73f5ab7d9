#include "ui/timing/component_rows.h"

#include "core/base/format.h"
#include "ui/style/shown.h"
#include "ui/timing/task_rows.h"
#include "ui/timing/words.h"
#include "ui/widgets/component_names.h"
#include "ui/widgets/fit_words.h"
#include "ui/widgets/last_legal.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace blueprinting::ui {
namespace {

using oracle::Figure;
using oracle::State;

QString state_words(State state)
{
    switch (state) {
    case State::value: return {};
    case State::not_covered: return TimingWords::tr("not covered");
    case State::not_published: return TimingWords::tr("not published");
    case State::refused: return TimingWords::tr("refused");
    }
    return {};
}

/// A time-out, a crash: whether the reference knows the case is not known.
bool unanswered(const oracle::Answer& answer)
{
    return answer.total_seconds.state == State::not_covered && !answer.refusal.empty();
}

Cell seconds_cell(double value, const format::Series& how, Tone tone, bool bold)
{
    return number_cell(value, shown(how.text(value)), value == 0 ? Tone::secondary : tone, bold);
}

/// A reference's figure, or why there is none; `answer` is null while it is being asked.
Cell figure_cell(const oracle::Answer* answer, const Figure& figure, const format::Series& how,
                 const QString& not_covered, Tone tone, bool bold)
{
    if (!answer)
        return text_cell(QStringLiteral("…"), Tone::secondary);
    if (!figure.has_value()) {
        Cell cell =
            text_cell(unanswered(*answer) ? TimingWords::tr("no answer") : state_words(figure.state), Tone::secondary);
        cell.value = {};
        cell.tooltip = shown(answer->refusal); // why, in the words of who says so; else empty
        if (cell.tooltip.isEmpty() && figure.state == State::not_covered)
            cell.tooltip = not_covered;
        return cell;
    }
    return seconds_cell(figure.value, how, tone, bold);
}

/// "0" where both sides are zero, "0.00" where they are equal.
Cell error_cell(std::optional<double> error, double estimate, bool bold)
{
    if (!error)
        return {};
    if (*error == 0 && estimate == 0)
        return number_cell(0, QStringLiteral("0"), Tone::secondary, bold);
    return number_cell(*error, shown(format::with_sign(*error, 2)), sign_tone(*error), bold);
}

/// A row of figures: one component, or the total.
struct Figures {
    double evidence = 0, peak_only = 0;
    Figure calculon, paper;
};

Figures figures_of(const ReferenceComparison& comparison, std::optional<cost::Component> component)
{
    const search::Evaluation& evaluation = *comparison.evaluation;
    Figures out;
    if (component) {
        const auto i = static_cast<std::size_t>(*component);
        out.evidence = evaluation.evidence.breakdown.seconds[i].value();
        out.peak_only = evaluation.peak_only.breakdown.seconds[i].value();
        if (comparison.calculon)
            out.calculon = comparison.calculon->components[i];
        if (comparison.paper)
            out.paper = comparison.paper->components[i];
        return out;
    }
    out.evidence = evaluation.evidence.total.value();
    out.peak_only = evaluation.peak_only.total.value();
    if (comparison.calculon)
        out.calculon = comparison.calculon->total_seconds;
    if (comparison.paper)
        out.paper = comparison.paper->total_seconds;
    return out;
}

std::optional<double> error_of(double estimate, const Figure& reference)
{
    if (!reference.has_value())
        return std::nullopt;
    return oracle::relative_error_percent(estimate, reference.value);
}

/// Peak-only's error is against Calculon where that has figures, else against the evidence view.
std::optional<double> peak_error(const ReferenceComparison& comparison, const Figures& figures)
{
    return comparison.covered() ? error_of(figures.peak_only, figures.calculon)
                                : error_of(figures.peak_only, Figure::of(figures.evidence));
}

/// How all times of the table are written, whatever they are held against.
format::Series times_of(const ReferenceComparison& comparison)
{
    const double total = comparison.evaluation->evidence.total.value();
    format::Series times(0, total >= 1 ? 4 : total >= 0.01 ? 6 : 8);
    for (std::size_t i = 0; i <= cost::kComponents; ++i) {
        const Figures figures = figures_of(
            comparison, i < cost::kComponents ? std::optional(static_cast<cost::Component>(i)) : std::nullopt);
        times.against(figures.peak_only,
                      comparison.covered() && figures.calculon.has_value() ? figures.calculon.value : figures.evidence);
        if (figures.calculon.has_value())
            times.against(figures.evidence, figures.calculon.value);
    }
    return times;
}

/// And those of the paper, with the decimals that it prints.
format::Series printed_times() { return format::Series(0, 2); }

std::vector<Cell> cells_of(const ReferenceComparison& comparison, const Figures& figures, const format::Series& times,
                           Cell name, bool bold)
{
    constexpr Tone tone = Tone::text;
    const auto peak = peak_error(comparison, figures);
    Cell bar;
    if (peak)
        bar.value = *peak;
    if (peak && !comparison.current) // else the bar's own, by its sign
        bar.color = *peak < 0 ? ColorToken(&Theme::below_fill) : ColorToken(&Theme::above_fill);
    return {std::move(name),
            seconds_cell(figures.evidence, times, tone, bold),
            figure_cell(comparison.calculon, figures.calculon, times, calculon_not_covered(), tone, bold),
            error_cell(error_of(figures.evidence, figures.calculon), figures.evidence, bold),
            seconds_cell(figures.peak_only, times, tone, bold),
            error_cell(peak, figures.peak_only, bold),
            bar,
            figure_cell(comparison.paper, figures.paper, printed_times(), paper_not_covered(), tone, bold),
            error_cell(error_of(figures.evidence, figures.paper), figures.evidence, bold)};
}

/// Where the difference bars end: a round value that holds the largest error.
double bar_end(const ReferenceComparison& comparison)
{
    double largest = 10;
    for (const cost::Component component : kAllComponents)
        if (const auto error = peak_error(comparison, figures_of(comparison, component));
            error && std::isfinite(*error))
            largest = std::max(largest, std::fabs(*error));
    return std::ceil(largest / 10) * 10;
}

QString percent_of(double share) { return shown(format::fixed(100 * share, 0)); }

/// "0.81 % below"
QString off_words(double error)
{
    const format::Series percent(0, std::fabs(error) < 10 ? 2 : 1); // "< 0.01 %" of what differs
    const QString size = shown(percent.text(std::fabs(error))) + QStringLiteral(" %");
    return error < 0 ? TimingWords::tr("%1 below").arg(size) : TimingWords::tr("%1 above").arg(size);
}

QString calculon_words(const ReferenceComparison& comparison)
{
    if (!comparison.calculon)
        return TimingWords::tr("Calculon is being asked");
    if (unanswered(*comparison.calculon))
        return TimingWords::tr("Calculon gave no answer");
    if (comparison.calculon->total_seconds.state == State::refused)
        return TimingWords::tr("Calculon refuses it");
    if (!comparison.covered())
        return TimingWords::tr("Calculon is not recorded for it");
    int differing = 0;
    for (const cost::Component component : kAllComponents) {
        if (!cost::exists(component, comparison.evaluation->evidence.training))
            continue;
        const Figures figures = figures_of(comparison, component);
        const auto error = error_of(figures.evidence, figures.calculon);
        differing += !error || std::fabs(*error) >= kEqualPercent ? 1 : 0;
    }
    if (differing == 0)
        return comparison.evaluation->evidence.training ? TimingWords::tr("equal to Calculon in all nine components")
                                                        : TimingWords::tr("equal to Calculon in every component");
    const Figures total = figures_of(comparison, std::nullopt);
    const QString off = off_words(*error_of(total.evidence, total.calculon));
    return differing == 1 ? TimingWords::tr("%1 Calculon, one component differs").arg(off)
                          : TimingWords::tr("%1 Calculon, %2 components differ").arg(off).arg(differing);
}

QString paper_words(const ReferenceComparison& comparison)
{
    const Figures total = figures_of(comparison, std::nullopt);
    const auto error = error_of(total.evidence, total.paper);
    return error ? TimingWords::tr(", %1 the paper").arg(off_words(*error)) : QString();
}

/// How many tasks run where, and what part of the time they take.
QString engines_text(const search::Evaluation& evaluation)
{
    std::array<double, 3> shares{};
    std::array<int, 3> counts{};
    for (const TimedTask& task : timed_tasks(evaluation)) {
        const QString key = engine_key(*task.task);
        const std::size_t at = key == u"matrix" ? 0 : key == u"network" ? 1 : 2;
        shares[at] += task.share;
        ++counts[at];
    }
    if (counts[1] == 0)
        return TimingWords::tr("The %1 matrix tasks make %2 % of the tasks' time, vector tasks the rest; nothing is "
                               "sent within a block.")
            .arg(counts[0])
            .arg(percent_of(shares[0]));
    return TimingWords::tr("The %1 matrix tasks make %2 % of the tasks' time, collectives %3 %, vector tasks the rest.")
        .arg(counts[0])
        .arg(percent_of(shares[0]), percent_of(shares[1]));
}

} // namespace

std::vector<GivesWay> component_columns_that_give_way()
{
    return {{{QStringLiteral("peak_bar")}}, {{QStringLiteral("peak_error")}}, {{QStringLiteral("peak_only")}}};
}

std::vector<Column> component_columns(const ReferenceComparison& comparison, bool brief)
{
    const QString error = brief ? TimingWords::tr("%") : TimingWords::tr("error %");
    const auto number = [brief](const char* id, const QString& header, const QString& saved, Glyph glyph,
                                const QString& tooltip) {
        Column column = saved_as(number_column(id, header, tooltip), saved);
        column.glyph = brief ? Glyph::none : glyph;
        return column;
    };
    const double end = bar_end(comparison);
    const QString end_text = shown(format::fixed(end, 0));
    const QString against = comparison.covered()
                                ? TimingWords::tr("Peak-only against Calculon")
                                : TimingWords::tr("Peak-only against the evidence view: Calculon has no figures here");
    const Column component{QStringLiteral("component"), TimingWords::tr("Component")};
    Column bar{QStringLiteral("peak_bar"), QStringLiteral("−%1|0|+%1").arg(end_text), against};
    bar.kind = ColumnKind::difference;
    bar.stretch = true;
    bar.least = 100; // its words stand apart
    bar.bar_range = end;
    std::vector<Column> columns{component,
                                number("evidence", TimingWords::tr("evidence"), TimingWords::tr("evidence (s)"),
                                       Glyph::filled, TimingWords::tr("Priced with the system's efficiency curves")),
                                number("calculon", TimingWords::tr("Calculon"), TimingWords::tr("Calculon (s)"),
                                       Glyph::diamond, TimingWords::tr("What Calculon says for the same inputs")),
                                number("calculon_error", error, TimingWords::tr("evidence error against Calculon (%)"),
                                       Glyph::none, TimingWords::tr("Evidence against Calculon")),
                                number("peak_only", TimingWords::tr("peak-only"), TimingWords::tr("peak-only (s)"),
                                       Glyph::outlined, TimingWords::tr("Every efficiency at 1, latencies kept")),
                                number("peak_error", error,
                                       comparison.covered() ? TimingWords::tr("peak-only error against Calculon (%)")
                                                            : TimingWords::tr("peak-only error against evidence (%)"),
                                       Glyph::none, against),
                                bar,
                                number("paper", TimingWords::tr("paper"), TimingWords::tr("paper (s)"), Glyph::upright,
                                       TimingWords::tr("As published; a table of totals has no components")),
                                number("paper_error", error, TimingWords::tr("evidence error against the paper (%)"),
                                       Glyph::none, TimingWords::tr("Evidence against the paper"))};
    // A reference that does not know the strategy would say so in every row.
    const auto hide = [&columns](std::initializer_list<const char*> ids) {
        for (Column& column : columns)
            for (const char* id : ids)
                column.hidden = column.hidden || column.id == QLatin1String(id);
    };
    if (!speaks(comparison.calculon))
        hide({"calculon", "calculon_error"});
    if (!speaks(comparison.paper))
        hide({"paper", "paper_error"});
    return columns;
}

LeftOut left_out_of(const ReferenceComparison& comparison)
{
    return left_out(speaks(comparison.calculon), speaks(comparison.paper));
}

std::vector<TableRow> component_rows(const ReferenceComparison& comparison, bool brief)
{
    std::vector<TableRow> rows;
    const format::Series times = times_of(comparison);
    for (const cost::Component component : kAllComponents) {
        if (!cost::exists(component, comparison.evaluation->evidence.training))
            continue; // inference has none: no row rather than a row of zeros
        const Figures figures = figures_of(comparison, component);
        const Tone tone = figures.evidence == 0 ? Tone::secondary : Tone::text;
        Cell name = text_cell(component_title(component), tone);
        name.color = component_color(component);
        name.hatched = component_hatched(component);
        if (const QString word = component_short_title(component); brief && word != name.text) {
            name.tooltip = name.text;
            name.text = word;
        }
        rows.push_back({component_key(component), cells_of(comparison, figures, times, name, false)});
    }
    Cell name = text_cell(TimingWords::tr("Iteration"), Tone::text, true);
    rows.push_back({QStringLiteral("total"),
                    cells_of(comparison, figures_of(comparison, std::nullopt), times, name, true), RowKind::total});
    if (!comparison.current)
        std::transform(rows.begin(), rows.end(), rows.begin(), [](const TableRow& row) { return last_legal(row); });
    return rows;
}

TimingAnswer timing_answer(const ReferenceComparison& comparison)
{
    const Figures total = figures_of(comparison, std::nullopt);
    TimingAnswer out;
    const cost::Estimate& estimate = comparison.evaluation->evidence;
    out.headline =
        (estimate.fits ? TimingWords::tr("Evidence: %1, %2%3")
                       : does_not_fit_first(estimate) + TimingWords::tr("evidence %1, %2%3"))
            .arg(shown(format::seconds(Seconds(total.evidence))), calculon_words(comparison), paper_words(comparison));
    if (const auto peak = peak_error(comparison, total))
        out.why = (comparison.covered() ? TimingWords::tr("Peak-only is %1 Calculon. ")
                                        : TimingWords::tr("Peak-only is %1 it. "))
                      .arg(off_words(*peak));
    out.why += engines_text(*comparison.evaluation);
    // Why, in the words of who says so: no part of the result.
    if (comparison.calculon && !comparison.calculon->total_seconds.has_value() && !comparison.calculon->refusal.empty())
        out.why = TimingWords::tr("Calculon: %1. ").arg(shown(comparison.calculon->refusal)) + out.why;
    return out;
}

} // namespace blueprinting::ui
