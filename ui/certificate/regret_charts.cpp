#include "ui/certificate/regret_charts.h"

#include "core/base/format.h"
#include "ui/certificate/review_text.h"
#include "ui/style/shown.h"
#include "ui/style/words.h"
#include "ui/widgets/tables/table_view.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace blueprinting::ui {
namespace {

namespace cert = certificate;

QString split_name(bool held_out) { return held_out ? Words::tr("held out") : Words::tr("fitted on"); }

ColorToken split_color(bool held_out) { return held_out ? &Theme::held_out : &Theme::fitted; }

/// The pointer is answered anywhere in the row.
void say(BarRow& row, const QString& hover)
{
    row.hover = hover;
    for (BarSegment& segment : row.segments)
        segment.hover = hover;
}

} // namespace

std::vector<BarGate> regret_gates()
{
    return {{cert::limit_of(cert::Gate::median_regret), Words::tr("median")},
            {cert::limit_of(cert::Gate::p95_regret), Words::tr("p95")},
            {cert::limit_of(cert::Gate::max_regret), Words::tr("largest")}};
}

double regret_axis_end(double largest) { return std::max(regret_gates().back().value * 1.14, largest * 1.2); }

BarChart regret_bars()
{
    BarChart chart{.axis_title = Words::tr("Regret (%)"),
                   .gates = regret_gates(),
                   .names = SegmentNames::none,
                   .bar_height = 14,
                   .most_bar = 20,
                   .row_gap = 6};
    return chart;
}

BarRow regret_row(const QString& key, const QString& label, const cert::CellOutcome& outcome, ColorToken color,
                  const QString& hover)
{
    const bool beyond = outcome.clear_miss || outcome.regret_pct > regret_gates().back().value;
    BarRow row{.key = key, .label = label, .bold = false};
    row.segments = {{.key = key, .name = label, .value = outcome.regret_pct, .color = color}};
    row.read_outs = {{percent_figure(outcome.regret_pct), beyond ? Tone::bad : Tone::text,
                      outcome.regret_pct > regret_gates().front().value}};
    if (outcome.clear_miss) {
        row.note = Words::tr("clear miss");
        row.note_tone = Tone::bad;
    }
    say(row, hover);
    return row;
}

std::array<BarChart, 2> regret_charts(const Review& review, const QString& selected)
{
    std::array<BarChart, 2> charts{regret_bars(), regret_bars()};
    const cert::Evaluation* evaluation = review.evaluation();
    double largest = 0;
    for (const bool held : {true, false}) {
        BarChart& chart = charts[held ? 0 : 1];
        chart.empty = Words::tr("No cell has a regret: the table could not be scored. The line at the top says "
                                "why; what was measured stands below.");
        if (!evaluation)
            continue;
        chart.columns = {{Words::tr("regret %")}};
        chart.data = {{Words::tr("split"), Words::tr("cell"), chart.axis_title}};
        std::size_t zeros = 0;
        const std::size_t cells = held ? evaluation->test.cells : evaluation->train.cells;
        const QString title = Words::tr("%1, %2 cells").arg(split_name(held), count_figure(cells));
        chart.empty = Words::tr("%1: none loses anything.").arg(title);
        for (std::size_t i = 0; i < evaluation->outcomes.size(); ++i) {
            const cert::CellOutcome& outcome = evaluation->outcomes[i];
            if (review.held_out[i] != held)
                continue;
            if (outcome.regret_pct <= 0) {
                ++zeros;
                continue;
            }
            const auto& candidates = review.cell(i).candidates;
            const QString label = review.names[i].whole();
            BarRow row = regret_row(
                QString::fromStdString(review.set().keys[i]), label, outcome, split_color(held),
                Words::tr("%1\nregret %2 %: chooses %3, fastest is %4\n%5 of %6 pairs in order")
                        .arg(label, percent_figure(outcome.regret_pct),
                             candidate_name(candidates[outcome.selected].label),
                             candidate_name(candidates[outcome.best].label), count_figure(outcome.right),
                             count_figure(outcome.pairs)) +
                    (outcome.clear_miss
                         ? Words::tr("\nclear miss: the fastest leads by %1 %").arg(percent_figure(outcome.lead_pct))
                         : QString()));
            row.group = title;
            row.selected = row.key == selected;
            chart.rows.push_back(std::move(row));
        }
        std::ranges::stable_sort(chart.rows, [](const BarRow& a, const BarRow& b) {
            return a.segments.front().value > b.segments.front().value;
        });
        for (const BarRow& row : chart.rows)
            chart.data.push_back({title, row.key, plain_figure(row.segments.front().value)});
        if (zeros > 0)
            chart.data.push_back({title, Words::tr("%1 cells").arg(zeros), QStringLiteral("0")});
        largest = std::max(largest, extent_of(chart));
    }
    for (BarChart& chart : charts)
        chart.axis_end = regret_axis_end(largest);
    return charts;
}

QString without_regret(const Review& review)
{
    const cert::Evaluation* evaluation = review.evaluation();
    if (!evaluation)
        return Words::tr("not recomputed");
    std::array<std::size_t, 2> zeros{};
    for (std::size_t i = 0; i < evaluation->outcomes.size(); ++i)
        zeros[review.held_out[i] ? 0 : 1] += evaluation->outcomes[i].regret_pct <= 0 ? 1 : 0;
    return Words::tr("at 0 %: %1 held out, %2 fitted on").arg(count_figure(zeros[0]), count_figure(zeros[1]));
}

BarChart regret_bands(const Review& review)
{
    BarChart chart{.axis_title = Words::tr("Cells (%)"),
                   .axis_end = 100,
                   .empty = Words::tr("Nothing could be scored, so no cell has a regret."),
                   .data = {{Words::tr("regret (%)"), Words::tr("held-out cells"), Words::tr("of held out"),
                             Words::tr("fitted cells"), Words::tr("of fitted")}},
                   .names = SegmentNames::none,
                   .bar_height = 12,
                   .most_bar = 18,
                   .row_gap = 4};
    const cert::Evaluation* evaluation = review.evaluation();
    if (!evaluation)
        return chart;
    chart.columns = {{Words::tr("cells")}};

    const auto limit = [](double value) { return shown(format::fixed(value, 0)); };
    std::vector<std::pair<QString, double>> bands{{QStringLiteral("0"), 0}};
    for (const BarGate& gate : regret_gates()) {
        const double from = bands.back().second;
        bands.emplace_back(from > 0 ? QStringLiteral("%1–%2").arg(limit(from), limit(gate.value))
                                    : QStringLiteral("≤ %1").arg(limit(gate.value)),
                           gate.value);
    }
    bands.emplace_back(QStringLiteral("> %1").arg(limit(bands.back().second)), std::numeric_limits<double>::infinity());

    double above = -1;
    for (const auto& [name, to] : bands) {
        QStringList saved{name};
        for (const bool held : {true, false}) {
            std::size_t all = 0, cells = 0;
            double most = -1;
            BarRow row;
            for (std::size_t i = 0; i < evaluation->outcomes.size(); ++i) {
                const double regret = evaluation->outcomes[i].regret_pct;
                all += review.held_out[i] == held ? 1 : 0;
                if (review.held_out[i] != held || regret <= above || regret > to)
                    continue;
                ++cells;
                if (regret > most) {
                    most = regret;
                    row.key = QString::fromStdString(review.set().keys[i]);
                }
            }
            const double share = all == 0 ? 0 : 100.0 * static_cast<double>(cells) / static_cast<double>(all);
            row.group = Words::tr("regret %1 %").arg(name);
            row.label = split_name(held);
            row.bold = false;
            row.segments = {{.key = row.key, .name = row.label, .value = share, .color = split_color(held)}};
            row.read_outs = {
                {all > 0 ? count_figure(cells) : QStringLiteral("–"), cells > 0 ? Tone::text : Tone::secondary}};
            QString hover =
                all == 0 ? Words::tr("%1: no cell").arg(row.label)
                         : Words::tr("%1, regret %2 %: %3 of %4 cells, %5 %")
                               .arg(row.label, name, count_figure(cells), count_figure(all), percent_figure(share, 1));
            if (above >= 0 && cells > 0)
                hover += Words::tr("\nmost: %1").arg(cell_names(row.key.toStdString()).whole());
            say(row, hover);
            chart.rows.push_back(std::move(row));
            saved << QString::number(cells) << QString::number(all);
        }
        chart.data.push_back(saved);
        above = to;
    }
    return chart;
}

BarChart moved_chart(const Review& review, const cert::Refit& refit, const QString& selected)
{
    BarChart chart = regret_bars();
    const cert::Evaluation* shipped = review.evaluation();
    if (!shipped)
        return chart;
    chart.columns = {{Words::tr("shipped"), Glyph::upright}, {Words::tr("refitted")}};
    chart.data = {{Words::tr("cell"), Words::tr("shipped regret (%)"), Words::tr("refitted regret (%)"),
                   Words::tr("clear miss")}};
    bool same = true;
    for (std::size_t i = 0; i < shipped->outcomes.size(); ++i) {
        const cert::CellOutcome& before = shipped->outcomes[i];
        const cert::CellOutcome& after = refit.evaluation.outcomes[i];
        same = same && before.selected == after.selected;
        if (before.regret_pct == after.regret_pct)
            continue;
        const bool worse = after.regret_pct > before.regret_pct;
        const bool beyond = after.clear_miss || after.regret_pct > regret_gates().back().value;
        const auto& candidates = review.cell(i).candidates;
        const QString label = review.names[i].whole();
        const ColorToken color = !worse   ? ColorToken(Tone::good)
                                 : beyond ? ColorToken(Tone::bad)
                                          : ColorToken(&Theme::above_fill);
        BarRow row = regret_row(QString::fromStdString(review.set().keys[i]), label, after, color,
                                Words::tr("%1\nregret %2 % → %3 %\nchoice %4 → %5")
                                    .arg(label, percent_figure(before.regret_pct), percent_figure(after.regret_pct),
                                         candidate_name(candidates[before.selected].label),
                                         candidate_name(candidates[after.selected].label)));
        row.marks = {{Glyph::upright, before.regret_pct}};
        row.read_outs.front().tone = beyond && worse ? Tone::bad : Tone::text;
        row.read_outs.insert(row.read_outs.begin(), {percent_figure(before.regret_pct), Tone::secondary});
        row.selected = row.key == selected;
        row.marks.front().hover = row.hover;
        chart.rows.push_back(std::move(row));
    }
    const auto change = [](const BarRow& row) {
        return std::fabs(row.segments.front().value - row.marks.front().value);
    };
    std::ranges::stable_sort(chart.rows, [&](const BarRow& a, const BarRow& b) { return change(a) > change(b); });
    for (const BarRow& row : chart.rows)
        chart.data.push_back({row.key, plain_figure(row.marks.front().value), plain_figure(row.segments.front().value),
                              row.note.isEmpty() ? Words::tr("no") : Words::tr("yes")});
    chart.axis_end = regret_axis_end(extent_of(chart));
    chart.empty = same ? Words::tr("No cell's regret changes: all %1 choose as under the shipped table.")
                             .arg(count_figure(shipped->outcomes.size()))
                       : Words::tr("No cell's regret changes.");
    return chart;
}

QString unmoved_text(const Review& review, const cert::Refit& refit)
{
    std::size_t keep = 0;
    std::size_t without_cost = 0;
    const cert::Evaluation* evaluation = review.evaluation();
    if (!evaluation)
        return {};
    const auto& shipped = evaluation->outcomes;
    for (std::size_t i = 0; i < shipped.size(); ++i) {
        const cert::CellOutcome& after = refit.evaluation.outcomes[i];
        if (shipped[i].selected == after.selected)
            ++keep;
        else if (shipped[i].regret_pct == after.regret_pct)
            ++without_cost;
    }
    QString out = Words::tr("%1 cells keep their choice").arg(count_figure(keep));
    if (without_cost > 0)
        out += Words::tr(", %1 change it at no cost").arg(count_figure(without_cost));
    return out;
}

} // namespace blueprinting::ui
