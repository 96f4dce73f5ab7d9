#include "ui/calibration/memory_charts.h"

#include "core/base/format.h"
#include "ui/style/shown.h"
#include "ui/style/words.h"
#include "ui/widgets/component_names.h"

#include <algorithm>
#include <cmath>

namespace blueprinting::ui {
namespace {

using calibration::MemoryFigures;
using calibration::MemoryQuantity;
using calibration::MemoryRow;
using oracle::Figure;

/// Nearer than this is equal, in percent.
constexpr double kEqual = 1e-9;

QString preset_model(const std::string& preset) { return shown(preset).section(u'/', 1, 1); }
QString preset_mode(const std::string& preset) { return shown(preset).section(u'/', 2); }

double unit_of(const MemoryRow& row) { return row.quantity == MemoryQuantity::activations_of_none ? 1 : kGibibyte; }
QString unit_name(const MemoryRow& row)
{
    return row.quantity == MemoryQuantity::activations_of_none ? QStringLiteral("%") : QStringLiteral("GiB");
}

QString quantity_title(MemoryQuantity quantity)
{
    switch (quantity) {
    case MemoryQuantity::parameters_and_optimizer: return Words::tr("Parameters and optimizer");
    case MemoryQuantity::activations: return Words::tr("Activations");
    case MemoryQuantity::activations_of_none: return Words::tr("Activations and checkpoints");
    }
    return {};
}

QString figure_text(const MemoryRow& row, const Figure& figure)
{
    return figure.has_value() ? shown(format::fixed(figure.value / unit_of(row), 2))
                              : Words::tr(std::string(to_string(figure.state)).c_str());
}

QString error_text(const calibration::Error& error, int decimals)
{
    return error.has_value() ? shown(format::with_sign(error.value, decimals)) : QStringLiteral("–");
}

ReadOut error_read_out(const calibration::Error& error)
{
    return {error_text(error, 1), error.has_value() ? sign_tone(error.value) : Tone::secondary};
}

QString hover_of(const MemoryRow& row)
{
    return Words::tr("%1, %2: %3 %4; Calculon %5, error %6 %; paper %7, error %8 %, Calculon's own %9 %")
        .arg(strategy_title(row.strategy), quantity_title(row.quantity).toLower(),
             figure_text(row, Figure::of(row.estimated)), unit_name(row), figure_text(row, row.calculon),
             error_text(row.estimated_vs_calculon, 2), figure_text(row, row.paper),
             error_text(row.estimated_vs_paper, 2), error_text(row.calculon_vs_paper, 2));
}

BarSegment segment_of(const MemoryRow& row, ColorToken color)
{
    BarSegment segment{.key = shown(std::string(to_string(row.quantity))),
                       .name = quantity_title(row.quantity),
                       .value = row.estimated / unit_of(row),
                       .color = color};
    segment.text = shown(format::fixed(segment.value, 1));
    segment.hover = hover_of(row);
    return segment;
}

/// Where the reference's and the paper's part ends that begins behind `base` bytes of theirs.
void add_calculon(BarRow& bar, const MemoryRow& row, double base = 0)
{
    if (row.calculon.has_value())
        bar.marks.push_back({Glyph::diamond, (base + row.calculon.value) / unit_of(row),
                             Words::tr("Calculon: %1 %2").arg(figure_text(row, row.calculon), unit_name(row))});
}

void add_paper(BarRow& bar, const MemoryRow& row, double base = 0)
{
    if (row.paper.has_value())
        bar.marks.push_back({Glyph::upright, (base + row.paper.value) / unit_of(row),
                             Words::tr("Paper: %1 %2").arg(figure_text(row, row.paper), unit_name(row))});
}

BarRow bar_of(const MemoryRow& row, const QString& selected)
{
    BarRow bar{.key = shown(row.strategy),
               .label = preset_mode(row.strategy),
               .bold = false,
               .group = preset_model(row.strategy),
               .group_bold = true};
    bar.selected = bar.key == selected;
    return bar;
}

} // namespace

QString strategy_title(const std::string& preset) { return shown(preset).section(u'/', 1).replace(u'/', u' '); }

BarChart parameter_chart(const MemoryFigures& figures, const QString& selected)
{
    BarChart chart{
        .columns = {{Words::tr("ours"), Glyph::filled, Words::tr("GiB per GPU"), 1},
                    {Words::tr("Calc."), Glyph::diamond, Words::tr("Calculon, GiB per GPU"), 2},
                    {Words::tr("paper"), Glyph::upright, Words::tr("Figure 1 of arXiv 2205.05198, GiB per GPU"), 3},
                    {Words::tr("param. %"), Glyph::none, Words::tr("Parameters and optimizer against the paper")},
                    {Words::tr("act. %"), Glyph::none, Words::tr("Activations against the paper")}},
        .axis_title = Words::tr("Memory per GPU (GiB)"),
        .bar_height = 22,
        .most_bar = 40};
    for (const MemoryRow& row : figures.rows) {
        if (row.quantity != MemoryQuantity::parameters_and_optimizer)
            continue;
        const auto activations = std::ranges::find_if(figures.rows, [&](const MemoryRow& other) {
            return other.strategy == row.strategy && other.quantity == MemoryQuantity::activations;
        });
        if (activations == figures.rows.end())
            continue;
        BarRow bar = bar_of(row, selected);
        bar.segments = {segment_of(row, memory_color(cost::MemoryPart::optimizer)),
                        segment_of(*activations, memory_color(cost::MemoryPart::activations))};
        add_calculon(bar, *activations, row.calculon.value); // at the end alone: the numbers of the parts stay free
        add_paper(bar, row);
        add_paper(bar, *activations, row.paper.value);
        const auto sum = [](const MemoryRow& a, const Figure& left, const Figure& right) {
            return left.has_value() && right.has_value()
                       ? shown(format::fixed((left.value + right.value) / unit_of(a), 1))
                       : figure_text(a, left.has_value() ? right : left);
        };
        bar.read_outs = {{sum(row, Figure::of(row.estimated), Figure::of(activations->estimated)), Tone::text, true},
                         {sum(row, row.calculon, activations->calculon)},
                         {sum(row, row.paper, activations->paper)},
                         error_read_out(row.estimated_vs_paper),
                         error_read_out(activations->estimated_vs_paper)};
        chart.rows.push_back(std::move(bar));
    }
    return chart;
}

BarChart activation_chart(const MemoryFigures& figures, const QString& selected)
{
    BarChart chart{.columns = {{Words::tr("ours"), Glyph::filled, Words::tr("Percent of \"none\"")},
                               {Words::tr("Calc."), Glyph::diamond, Words::tr("Calculon, percent of \"none\""), 1},
                               {Words::tr("paper"), Glyph::upright,
                                Words::tr("Figure 7 of arXiv 2205.05198, percent of \"none\"")},
                               {Words::tr("error %"), Glyph::none, Words::tr("Ours against the paper")}},
                   .axis_title = Words::tr("Activation memory (% of no recomputation and no sequence parallelism)"),
                   .names = SegmentNames::none,
                   .bar_height = 13,
                   .most_bar = 26,
                   .row_gap = 2};
    for (const MemoryRow& row : figures.rows) {
        if (row.quantity != MemoryQuantity::activations_of_none)
            continue;
        BarRow bar = bar_of(row, selected);
        bar.segments = {segment_of(row, memory_color(cost::MemoryPart::activations))};
        bar.segments.front().text.clear(); // it stands beside the bar
        add_calculon(bar, row);
        add_paper(bar, row);
        bar.read_outs = {{figure_text(row, Figure::of(row.estimated)), Tone::text, true},
                         {figure_text(row, row.calculon)},
                         {figure_text(row, row.paper)},
                         error_read_out(row.estimated_vs_paper)};
        chart.rows.push_back(std::move(bar));
    }
    return chart;
}

MemoryFinding memory_finding(const MemoryFigures& figures, const std::string& figure)
{
    std::size_t all = 0, equal = 0, refused = 0;
    for (const MemoryRow& row : figures.rows)
        if (row.figure == figure) {
            ++all;
            refused += row.calculon.state == oracle::State::refused ? 1 : 0;
            equal +=
                row.estimated_vs_calculon.has_value() && std::fabs(row.estimated_vs_calculon.value) <= kEqual ? 1 : 0;
        }
    MemoryFinding out;
    out.title = Words::tr("%1 against Calculon: %2 of %3 equal").arg(shown(figure)).arg(equal).arg(all);
    if (refused > 0)
        out.title += Words::tr(", %1 refused").arg(refused);
    if (const auto failed = std::ranges::count_if(figures.calculon_failures,
                                                  [&](const auto& one) {
                                                      return one.first.find(figure == "Figure 1" ? "fig1/" : "fig7/") !=
                                                             std::string::npos;
                                                  });
        failed > 0)
        out.title += Words::tr(", no answer for %1").arg(failed);
    const auto summary = std::ranges::find(figures.summary, figure, &calibration::MemoryFigureSummary::figure);
    if (summary == figures.summary.end())
        return out;
    const calibration::MemoryDeviation& ours = summary->estimated_vs_paper;
    const calibration::MemoryDeviation& theirs = summary->calculon_vs_paper;
    if (ours.rows == 0) {
        out.note = Words::tr("The paper prints none of these.");
        return out;
    }
    const auto size = [](double percent) { return shown(format::fixed(percent, 1)); };
    out.note =
        Words::tr("Finding: %1 % from the paper on average, %2 % at most (%3)")
            .arg(size(ours.mean_absolute_percent), size(ours.max_absolute_percent), strategy_title(ours.largest));
    out.note += theirs.rows == 0 ? Words::tr("; Calculon has nothing to compare.")
                                 : Words::tr("; Calculon itself %1 % and %2 %.")
                                       .arg(size(theirs.mean_absolute_percent), size(theirs.max_absolute_percent));
    return out;
}

} // namespace blueprinting::ui
