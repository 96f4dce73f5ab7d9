#include "ui/timing/component_rows.h"

#include "core/base/format.h"
#include "ui/style/shown.h"
#include "ui/style/words.h"
#include "ui/timing/task_rows.h"
#include "ui/widgets/component_names.h"
#include "ui/widgets/fit_words.h"
#include "ui/widgets/last_legal.h"

#include <algorithm>
#include <cmath>

namespace blueprinting::ui {
namespace {

using oracle::Figure;
using oracle::State;

Cell seconds_cell(double value, const format::Series& how, Tone tone, bool bold)
{
    return number_cell(value, shown(how.text(value)), value == 0 ? Tone::secondary : tone, bold);
}

/// A reference's figure, or why there is none; `answer` is null while it is being asked.
Cell figure_cell(const oracle::Source& source, const oracle::Answer* answer, const Figure& figure,
                 const format::Series& how, bool bold)
{
    if (!answer)
        return text_cell(QStringLiteral("…"), Tone::secondary);
    if (figure.has_value())
        return seconds_cell(figure.value, how, Tone::text, bold);
    Cell cell = text_cell(state_words(*answer, figure.state), Tone::secondary);
    cell.value = {};
    cell.tooltip = shown(answer->refusal); // why, in the words of who says so; else empty
    if (cell.tooltip.isEmpty() && figure.state == State::not_covered)
        cell.tooltip = not_covered(source);
    return cell;
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
struct RowFigures {
    double evidence = 0, peak_only = 0;
    std::vector<Figure> references;
};

RowFigures row_figures(const ReferenceComparison& comparison, std::optional<cost::Component> component)
{
    const search::Evaluation& evaluation = *comparison.evaluation;
    RowFigures out;
    const auto seconds = [&](const cost::Estimate& estimate) {
        return component ? estimate.breakdown[*component].value() : estimate.total.value();
    };
    out.evidence = seconds(evaluation.evidence);
    out.peak_only = seconds(evaluation.peak_only);
    for (const auto& answer : comparison.answers)
        out.references.push_back(!answer     ? Figure()
                                 : component ? answer->components[static_cast<std::size_t>(*component)]
                                             : answer->total_seconds);
    return out;
}

std::optional<double> error_of(double estimate, const Figure& reference)
{
    if (!reference.has_value())
        return std::nullopt;
    return oracle::relative_error_percent(estimate, reference.value);
}

/// Peak-only's error is against the first reference where that has figures, else against the evidence view.
std::optional<double> peak_error(const ReferenceComparison& comparison, const RowFigures& figures)
{
    return comparison.covered() ? error_of(figures.peak_only, figures.references.front())
                                : error_of(figures.peak_only, Figure::of(figures.evidence));
}

/// How all times of the table are written, whatever they are held against.
format::Series times_of(const ReferenceComparison& comparison)
{
    const double total = comparison.evaluation->evidence.total.value();
    format::Series times(0, total >= 1 ? 4 : total >= 0.01 ? 6 : 8);
    for (std::size_t i = 0; i <= cost::kComponents; ++i) {
        const RowFigures figures = row_figures(
            comparison, i < cost::kComponents ? std::optional(static_cast<cost::Component>(i)) : std::nullopt);
        const Figure& main = figures.references.front();
        times.against(figures.peak_only, comparison.covered() && main.has_value() ? main.value : figures.evidence);
        if (main.has_value())
            times.against(figures.evidence, main.value);
    }
    return times;
}

std::vector<Cell> cells_of(const ReferenceComparison& comparison, const RowFigures& figures,
                           const format::Series& times, Cell name, bool bold)
{
    const auto peak = peak_error(comparison, figures);
    Cell bar;
    if (peak)
        bar.value = *peak;
    if (peak && !comparison.current) // else the bar's own, by its sign
        bar.color = *peak < 0 ? ColorToken(&Theme::below_fill) : ColorToken(&Theme::above_fill);
    std::vector<Cell> cells{std::move(name), seconds_cell(figures.evidence, times, Tone::text, bold)};
    for (std::size_t i = 0; i < figures.references.size(); ++i) {
        const oracle::Source& source = oracle::sources()[i];
        const format::Series how = source.decimals < 0 ? times : format::Series(0, source.decimals); // as it prints
        cells.push_back(figure_cell(source, comparison.answers[i].get(), figures.references[i], how, bold));
        cells.push_back(error_cell(error_of(figures.evidence, figures.references[i]), figures.evidence, bold));
        if (i == 0)
            cells.insert(cells.end(), {seconds_cell(figures.peak_only, times, Tone::text, bold),
                                       error_cell(peak, figures.peak_only, bold), bar});
    }
    return cells;
}

/// Where the difference bars end: a round value that holds the largest error.
double bar_end(const ReferenceComparison& comparison)
{
    double largest = 10;
    for (const cost::Component component : kAllComponents)
        if (const auto error = peak_error(comparison, row_figures(comparison, component));
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
    return error < 0 ? Words::tr("%1 below").arg(size) : Words::tr("%1 above").arg(size);
}

/// What the first reference says.
QString main_words(const ReferenceComparison& comparison)
{
    const oracle::Answer* answer = comparison.main();
    const QString name = shown(oracle::sources().front().words.name);
    if (!answer)
        return Words::tr("%1 is being asked").arg(name);
    if (unanswered(*answer))
        return Words::tr("%1 gave no answer").arg(name);
    if (answer->total_seconds.state == State::refused)
        return Words::tr("%1 refuses it").arg(name);
    if (!comparison.covered())
        return Words::tr("%1 has no recorded figures for it").arg(name);
    int differing = 0;
    for (const cost::Component component : kAllComponents) {
        if (!cost::exists(component, comparison.evaluation->evidence.training))
            continue;
        const RowFigures figures = row_figures(comparison, component);
        const auto error = error_of(figures.evidence, figures.references.front());
        differing += !error || std::fabs(*error) >= kEqualPercent ? 1 : 0;
    }
    if (differing == 0)
        return (comparison.evaluation->evidence.training ? Words::tr("equal to %1 in all nine components")
                                                         : Words::tr("equal to %1 in every component"))
            .arg(name);
    const RowFigures total = row_figures(comparison, std::nullopt);
    const QString off = off_words(*error_of(total.evidence, total.references.front()));
    return differing == 1 ? Words::tr("%1 %2, one component differs").arg(off, name)
                          : Words::tr("%1 %2, %3 components differ").arg(off, name).arg(differing);
}

/// And the others.
QString other_words(const ReferenceComparison& comparison)
{
    const RowFigures total = row_figures(comparison, std::nullopt);
    QString out;
    for (std::size_t i = 1; i < total.references.size(); ++i)
        if (const auto error = error_of(total.evidence, total.references[i]))
            out += Words::tr(", %1 %2").arg(off_words(*error), shown(oracle::sources()[i].words.in_sentence));
    return out;
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
        return Words::tr("The %1 matrix tasks make %2 % of the tasks' time, vector tasks the rest; nothing is "
                         "sent within a block.")
            .arg(counts[0])
            .arg(percent_of(shares[0]));
    return Words::tr("The %1 matrix tasks make %2 % of the tasks' time, collectives %3 %, vector tasks the rest.")
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
    const QString error = brief ? Words::tr("%") : Words::tr("error %");
    const auto number = [brief](const char* id, const QString& header, const QString& saved, Glyph glyph,
                                const QString& tooltip) {
        Column column = saved_as(number_column(id, header, tooltip), saved);
        column.glyph = brief ? Glyph::none : glyph;
        return column;
    };
    const double end = bar_end(comparison);
    const QString end_text = shown(format::fixed(end, 0));
    const QString main = shown(oracle::sources().front().words.name);
    const QString against = comparison.covered()
                                ? Words::tr("Peak-only against %1").arg(main)
                                : Words::tr("Peak-only against the evidence view: %1 has no figures here").arg(main);
    const Column component{QStringLiteral("component"), Words::tr("Component")};
    Column bar{.id = QStringLiteral("peak_bar"),
               .header = QStringLiteral("−%1|0|+%1").arg(end_text),
               .tooltip = against,
               .kind = ColumnKind::difference,
               .stretch = true};
    bar.least = 100; // its words stand apart
    bar.bar_range = end;
    std::vector<Column> columns{component,
                                number("evidence", Words::tr("evidence"), Words::tr("evidence (s)"), Glyph::filled,
                                       Words::tr("Priced with the system's efficiency curves"))};
    for (std::size_t i = 0; i < oracle::sources().size(); ++i) {
        const oracle::Source& source = oracle::sources()[i];
        const QString header = shown(source.words.header), in_sentence = shown(source.words.in_sentence);
        columns.push_back(number(source.key.c_str(), header, Words::tr("%1 (s)").arg(header), glyph_of(source),
                                 shown(source.words.components)));
        columns.push_back(number((source.key + "_error").c_str(), error,
                                 Words::tr("evidence error against %1 (%)").arg(in_sentence), Glyph::none,
                                 Words::tr("Evidence against %1").arg(in_sentence)));
        // A reference that does not know the strategy would say so in every row.
        columns.back().hidden = columns[columns.size() - 2].hidden = !speaks(comparison.answers[i].get());
        if (i == 0)
            columns.insert(columns.end(),
                           {number("peak_only", Words::tr("peak-only"), Words::tr("peak-only (s)"), Glyph::outlined,
                                   Words::tr("Every efficiency at 1, latencies kept")),
                            number("peak_error", error,
                                   comparison.covered() ? Words::tr("peak-only error against %1 (%)").arg(main)
                                                        : Words::tr("peak-only error against evidence (%)"),
                                   Glyph::none, against),
                            bar});
    }
    return columns;
}

QStringList totals_columns(const ReferenceComparison& comparison)
{
    QStringList out;
    for (std::size_t i = 0; i < oracle::sources().size(); ++i)
        if (oracle::sources()[i].totals_alone && speaks(comparison.answers[i].get()))
            out << shown(oracle::sources()[i].key);
    return out;
}

LeftOut left_out_of(const ReferenceComparison& comparison) { return left_out(speaking(comparison.answers)); }

std::vector<TableRow> component_rows(const ReferenceComparison& comparison, bool brief)
{
    std::vector<TableRow> rows;
    const format::Series times = times_of(comparison);
    for (const cost::Component component : kAllComponents) {
        if (!cost::exists(component, comparison.evaluation->evidence.training))
            continue; // inference has none: no row rather than a row of zeros
        const RowFigures figures = row_figures(comparison, component);
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
    Cell name = text_cell(Words::tr("Iteration"), Tone::text, true);
    rows.push_back({QStringLiteral("total"),
                    cells_of(comparison, row_figures(comparison, std::nullopt), times, name, true), RowKind::total});
    if (!comparison.current)
        std::transform(rows.begin(), rows.end(), rows.begin(), [](const TableRow& row) { return last_legal(row); });
    return rows;
}

Answer timing_answer(const ReferenceComparison& comparison)
{
    const RowFigures total = row_figures(comparison, std::nullopt);
    Answer out;
    const cost::Estimate& estimate = comparison.evaluation->evidence;
    out.headline =
        (estimate.fits ? Words::tr("Evidence: %1, %2%3")
                       : does_not_fit_first(estimate) + Words::tr("evidence %1, %2%3"))
            .arg(shown(format::seconds(Seconds(total.evidence))), main_words(comparison), other_words(comparison));
    if (const auto peak = peak_error(comparison, total))
        out.why = Words::tr("Peak-only is %1 %2. ")
                      .arg(off_words(*peak),
                           comparison.covered() ? shown(oracle::sources().front().words.in_sentence) : Words::tr("it"));
    out.why += engines_text(*comparison.evaluation);
    // Why, in the words of who says so: no part of the result.
    if (const oracle::Answer* main = comparison.main();
        main && !main->total_seconds.has_value() && !main->refusal.empty())
        out.why =
            Words::tr("%1: %2. ").arg(shown(oracle::sources().front().words.name), shown(main->refusal)) + out.why;
    return out;
}

} // namespace blueprinting::ui
