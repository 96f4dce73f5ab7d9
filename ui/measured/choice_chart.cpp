#include "core/base/format.h"
#include "ui/certificate/regret_charts.h"
#include "ui/measured/error_rows.h"
#include "ui/measured/words.h"
#include "ui/style/shown.h"
#include "ui/widgets/tables/table_view.h"

#include <algorithm>

namespace blueprinting::ui {
namespace {

QString percent_words(double percent) { return shown(format::fixed(percent, 1)); }

BarRow choice_row(const measured::Runs& runs, const measured::Cell& cell, ColorToken color)
{
    const auto& outcome = cell.outcome;
    const measured::Row& chosen = runs.row(cell.candidates[outcome.selected].rows.front());
    const measured::Row& best = runs.row(cell.candidates[outcome.best].rows.front());
    BarRow row{.key = shown(chosen.id),
               .label = MeasuredWords::tr("%1, %2 GPUs")
                            .arg(shown(chosen.model_name), shown(format::integer(chosen.gpus.value_or(0)))),
               .bold = false};
    row.hover = MeasuredWords::tr("%1\nregret %2 %: chooses %3, fastest is %4\n%5 of %6 pairs in order")
                    .arg(shown(chosen.source), percent_words(outcome.regret_pct), row.key, shown(best.id))
                    .arg(outcome.right)
                    .arg(outcome.pairs);
    row.segments = {
        {.key = row.key, .name = row.label, .value = outcome.regret_pct, .color = color, .hover = row.hover}};
    row.read_outs = {{percent_words(outcome.regret_pct),
                      outcome.clear_miss || outcome.regret_pct > regret_gates().back().value ? Tone::bad : Tone::text}};
    if (outcome.clear_miss) {
        row.note = MeasuredWords::tr("clear miss");
        row.note_tone = Tone::bad;
    }
    return row;
}

/// Groups of the bars: published runs, one's own, and what is derived.
enum class CellKind { counted, own, derived };
CellKind kind_of(const RunCell& cell)
{
    return cell.grade == measured::Grade::c ? CellKind::derived : cell.own ? CellKind::own : CellKind::counted;
}
QString name_of(CellKind kind)
{
    return kind == CellKind::counted ? MeasuredWords::tr("A and B")
           : kind == CellKind::own   ? MeasuredWords::tr("own")
                                     : MeasuredWords::tr("C");
}

} // namespace

BarChart choice_chart(const RunPicture& picture)
{
    BarChart chart{.columns = {{MeasuredWords::tr("regret %")}},
                   .axis_title = MeasuredWords::tr("Regret (%)"),
                   .gates = regret_gates(),
                   .empty = MeasuredWords::tr("No cell of three strategies loses anything by the prediction's choice."),
                   .data = {{MeasuredWords::tr("grades"), MeasuredWords::tr("cell"), MeasuredWords::tr("regret (%)")}},
                   .names = SegmentNames::none,
                   .bar_height = 14,
                   .most_bar = 20,
                   .row_gap = 6};
    for (const CellKind kind : {CellKind::counted, CellKind::own, CellKind::derived}) {
        std::vector<BarRow> rows;
        std::size_t cells = 0;
        for (const RunCell& cell : picture.shown.cells) {
            if (kind_of(cell) != kind)
                continue;
            ++cells;
            if (cell.outcome.regret_pct > 0)
                rows.push_back(
                    choice_row(picture.runs, cell, kind == CellKind::derived ? &Theme::fitted : &Theme::held_out));
        }
        const QString title = MeasuredWords::tr("%1, %2 cells").arg(name_of(kind)).arg(cells);
        std::ranges::stable_sort(
            rows, [](const BarRow& a, const BarRow& b) { return a.segments.front().value > b.segments.front().value; });
        const std::size_t zeros = cells - rows.size();
        for (BarRow& row : rows) {
            row.group = title;
            row.selected = row.key == shown(picture.selected);
            chart.data.push_back({title, row.key, plain_figure(row.segments.front().value)});
            chart.rows.push_back(std::move(row));
        }
        if (zeros > 0) {
            chart.data.push_back({title, MeasuredWords::tr("%1 cells").arg(zeros), QStringLiteral("0")});
            chart.aside = (chart.aside.isEmpty() ? MeasuredWords::tr("at 0 %: ") : chart.aside + QStringLiteral(", ")) +
                          MeasuredWords::tr("%1 of %2").arg(zeros).arg(name_of(kind));
        }
    }
    chart.axis_end = regret_axis_end(extent_of(chart));
    return chart;
}

} // namespace blueprinting::ui
