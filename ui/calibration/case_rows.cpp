#include "ui/calibration/case_rows.h"

#include "core/base/format.h"
#include "ui/style/shown.h"
#include "ui/style/words.h"
#include "ui/widgets/component_names.h"

#include <algorithm>
#include <cmath>

namespace blueprinting::ui {
namespace {

using calibration::CaseReport;
using calibration::Comparison;
using ir::BlockMetric;
using oracle::Figure;
using oracle::State;

Cell seconds_cell(const Figure& figure, int decimals)
{
    return figure.has_value() ? number_cell(figure.value, shown(format::fixed(figure.value, decimals)))
                              : Cell{{}, state_title(figure.state), Tone::secondary};
}

Cell error_cell(const Figure& error, int decimals)
{
    return error.has_value()
               ? number_cell(error.value, shown(format::with_sign(error.value, decimals)), sign_tone(error.value))
               : Cell{{}, QStringLiteral("–"), Tone::secondary};
}

/// "megatron-22B/full" → "megatron-22B" and "full"
QString model_of(const std::string& name) { return shown(name).section(u'/', 0, 0); }
QString mode_of(const std::string& name) { return shown(name).section(u'/', 1); }
/// "22B"
QString size_of(const std::string& name) { return model_of(name).section(u'-', -1); }

std::vector<HeatColumn> case_heads(const calibration::Report& report)
{
    std::vector<HeatColumn> out;
    for (const CaseReport& one : report.cases)
        out.push_back({shown(one.name), mode_of(one.name), size_of(one.name),
                       mode_of(one.name) == u"seqsel" ? Words::tr("sel") : QString()});
    return out;
}

struct MetricName {
    BlockMetric metric;
    const char* group;
    const char* label;
};

/// The nineteen in the report's order, named within their kind.
constexpr std::array<MetricName, ir::kBlockMetrics> kMetrics{{
    {BlockMetric::forward_operations, QT_TRANSLATE_NOOP("blueprinting::ui", "operations"),
     QT_TRANSLATE_NOOP("blueprinting::ui", "forward")},
    {BlockMetric::activation_gradient_operations, "operations",
     QT_TRANSLATE_NOOP("blueprinting::ui", "activation gradient")},
    {BlockMetric::weight_gradient_operations, "operations", QT_TRANSLATE_NOOP("blueprinting::ui", "weight gradient")},
    {BlockMetric::optimizer_operations, "operations", QT_TRANSLATE_NOOP("blueprinting::ui", "optimizer")},
    {BlockMetric::forward_memory_bytes, QT_TRANSLATE_NOOP("blueprinting::ui", "memory traffic"), "forward"},
    {BlockMetric::activation_gradient_memory_bytes, "memory traffic", "activation gradient"},
    {BlockMetric::weight_gradient_memory_bytes, "memory traffic", "weight gradient"},
    {BlockMetric::optimizer_memory_bytes, "memory traffic", "optimizer"},
    {BlockMetric::forward_tp_message_bytes, QT_TRANSLATE_NOOP("blueprinting::ui", "messages"),
     QT_TRANSLATE_NOOP("blueprinting::ui", "forward TP")},
    {BlockMetric::backward_tp_message_bytes, "messages", QT_TRANSLATE_NOOP("blueprinting::ui", "backward TP")},
    {BlockMetric::recommunication_message_bytes, "messages", QT_TRANSLATE_NOOP("blueprinting::ui", "recommunication")},
    {BlockMetric::weight_bytes, QT_TRANSLATE_NOOP("blueprinting::ui", "memory held"),
     QT_TRANSLATE_NOOP("blueprinting::ui", "weights")},
    {BlockMetric::activation_working_bytes, "memory held",
     QT_TRANSLATE_NOOP("blueprinting::ui", "activations, working")},
    {BlockMetric::activation_storage_bytes, "memory held",
     QT_TRANSLATE_NOOP("blueprinting::ui", "activations, storage")},
    {BlockMetric::activation_checkpoint_bytes, "memory held", QT_TRANSLATE_NOOP("blueprinting::ui", "checkpoints")},
    {BlockMetric::weight_gradient_bytes, "memory held", QT_TRANSLATE_NOOP("blueprinting::ui", "weight gradients")},
    {BlockMetric::weight_gradient_unsharded_bytes, "memory held",
     QT_TRANSLATE_NOOP("blueprinting::ui", "weight gradients, unsharded")},
    {BlockMetric::activation_gradient_bytes, "memory held",
     QT_TRANSLATE_NOOP("blueprinting::ui", "activation gradients")},
    {BlockMetric::optimizer_bytes, "memory held", "optimizer"},
}};

enum class Verdict { equal, both_zero, within, over, missing };

Verdict verdict_of(const Comparison& comparison, double limit)
{
    if (!comparison.error_percent.has_value())
        return Verdict::missing;
    if (comparison.blueprinting == 0 && comparison.reference.value == 0)
        return Verdict::both_zero;
    if (comparison.error_percent.value == 0)
        return Verdict::equal;
    return std::fabs(comparison.error_percent.value) <= limit ? Verdict::within : Verdict::over;
}

/// Why Calculon says nothing of the case, in its own words where it has said any.
QString refusal_line(const CaseReport& one)
{
    return one.calculon_refusal.empty() ? shown(one.calculon_failure)
                                        : Words::tr("Calculon refuses it: %1").arg(shown(one.calculon_refusal));
}

HeatCell workload_cell(const Comparison& comparison, const QString& what, const QString& refused, double limit)
{
    HeatCell cell;
    cell.value = comparison.error_percent.value;
    const auto number = [](double value) { return shown(format::integer(static_cast<std::int64_t>(value))); };
    switch (verdict_of(comparison, limit)) {
    case Verdict::equal: cell.fill = &Theme::equal_cell; break;
    case Verdict::both_zero:
        cell.hollow = true;
        cell.fill = &Theme::equal_cell;
        cell.text = QStringLiteral("0");
        cell.tone = Tone::secondary;
        break;
    case Verdict::within: cell.fill = Tone::caution; break;
    case Verdict::over: cell.fill = Tone::bad; break;
    case Verdict::missing:
        cell.hollow = true;
        cell.fill = &Theme::outline;
        cell.text = QStringLiteral("–");
        cell.tone = Tone::secondary;
        cell.hover = refused.isEmpty()
                         ? Words::tr("%1: %2, Calculon %3")
                               .arg(what, number(comparison.blueprinting), state_title(comparison.reference.state))
                         : Words::tr("%1: %2. %3").arg(what, number(comparison.blueprinting), refused);
        return cell;
    }
    cell.hover = Words::tr("%1: %2, Calculon %3, error %4 %")
                     .arg(what, number(comparison.blueprinting), number(comparison.reference.value),
                          shown(format::significant(comparison.error_percent.value, 2)));
    return cell;
}

HeatCell parity_cell(double ours, const Figure& reference, const QString& what, const QString& refused)
{
    HeatCell cell;
    if (!reference.has_value()) {
        cell.text = QStringLiteral("–");
        cell.tone = Tone::secondary;
        cell.hover = refused.isEmpty() ? Words::tr("%1: Calculon %2").arg(what, state_title(reference.state))
                                       : Words::tr("%1. %2").arg(what, refused);
        return cell;
    }
    const double error = oracle::relative_error_percent(ours, reference.value);
    cell.value = error;
    cell.hover = Words::tr("%1: %2 s, Calculon %3 s, error %4 %")
                     .arg(what, shown(format::significant(ours)), shown(format::significant(reference.value)),
                          shown(format::significant(error, 3)));
    if (std::fabs(error) < 1e-9) {
        cell.text = QStringLiteral("0");
        cell.tone = Tone::secondary;
        return cell;
    }
    cell.text = std::fabs(error) < 0.05 ? QStringLiteral("≈ 0") : shown(format::with_sign(error, 1));
    // From a hint at a few percent to half the full colour at 40.
    const double share = std::isfinite(error) ? 0.12 + 0.43 * std::min(1.0, std::fabs(error) / 40) : 1;
    cell.fill = ColorToken(error < 0 ? &Theme::below_fill : &Theme::above_fill).mixedWithPanel(share);
    return cell;
}

Cell mean_cell(const Figure& mean, int decimals)
{
    return mean.has_value() ? number_cell(mean.value, shown(format::fixed(mean.value, decimals)), Tone::text, true)
                            : Cell{{}, state_title(mean.state), Tone::secondary};
}

} // namespace

QString case_title(const std::string& name) { return shown(name).replace(u'/', u' '); }

QString state_title(State state)
{
    switch (state) {
    case State::value: return {};
    case State::not_covered: return Words::tr("not covered");
    case State::not_published: return Words::tr("not published");
    case State::refused: return Words::tr("refused");
    }
    return {};
}

std::vector<Column> case_columns(double paper_limit, CaseNames names, CaseRoom room)
{
    const auto number = [](const char* id, const QString& header, const QString& saved, Glyph glyph,
                           const QString& tooltip) {
        Column column = saved_as(number_column(id, header, tooltip), saved);
        column.glyph = glyph;
        return column;
    };
    const QString error = room == CaseRoom::least ? QStringLiteral("%") : Words::tr("error %");
    Column name{.id = QStringLiteral("case"), .header = Words::tr("Case"), .stretch = true};
    name.least = 96; // "175B seqsel" is not cut; the table scrolls before that
    const QString end = shown(format::fixed(paper_limit > 0 ? paper_limit : 10, 1));
    Column bar{.id = QStringLiteral("paper_bar"),
               .header =
                   (names == CaseNames::whole ? QStringLiteral("−%1|0|+%1") : QStringLiteral("−%1| |+%1")).arg(end),
               .tooltip = Words::tr("Evidence against the paper; the dotted lines are the budget"),
               .kind = ColumnKind::difference,
               .stretch = room == CaseRoom::ample,
               .width = names == CaseNames::whole ? 76 : 62,
               .bar_range = (paper_limit > 0 ? paper_limit : 10) * 1.05,
               .bar_limit = paper_limit};
    name.stretch = room != CaseRoom::ample; // else the bars are long, not the way from a name to its figures
    bar.least = bar.width;
    if (bar.stretch)
        bar.width = 0;
    std::vector<Column> columns{name,
                                number("peak_only", Words::tr("peak"), Words::tr("peak-only (s)"), Glyph::outlined,
                                       Words::tr("Every efficiency at 1, seconds")),
                                number("peak_error", error, Words::tr("peak-only error against Calculon (%)"),
                                       Glyph::none, Words::tr("Peak-only against Calculon")),
                                number("evidence", Words::tr("evid."), Words::tr("evidence (s)"), Glyph::filled,
                                       Words::tr("With the system's efficiency curves, seconds")),
                                number("calculon", Words::tr("Calc."), Words::tr("Calculon (s)"), Glyph::diamond,
                                       Words::tr("Calculon, seconds")),
                                number("calculon_error", error, Words::tr("evidence error against Calculon (%)"),
                                       Glyph::none, Words::tr("Evidence against Calculon")),
                                number("paper", Words::tr("paper"), Words::tr("paper (s)"), Glyph::upright,
                                       Words::tr("Table 5 of arXiv 2205.05198, seconds")),
                                number("paper_error", error, Words::tr("evidence error against the paper (%)"),
                                       Glyph::none, Words::tr("Evidence against the paper")),
                                bar};
    // What is asked first is how evidence stands to the references: that stays in sight.
    columns[1].hidden = columns[2].hidden = room == CaseRoom::without_peak || room == CaseRoom::least;
    columns.back().hidden = room == CaseRoom::least; // its number stands beside it
    return columns;
}

std::vector<TableRow> case_rows(const calibration::Report& report, CaseNames names)
{
    std::vector<TableRow> rows;
    for (const CaseReport& one : report.cases) {
        Cell bar;
        if (one.evidence_vs_paper.has_value())
            bar.value = one.evidence_vs_paper.value;
        Cell name =
            text_cell(names == CaseNames::whole ? case_title(one.name)
                                                : QStringLiteral("%1 %2").arg(size_of(one.name), mode_of(one.name)));
        name.tooltip = case_title(one.name);
        Cell calculon = one.calculon_failure.empty() ? seconds_cell(one.calculon_seconds, 3)
                                                     : Cell{{}, Words::tr("no answer"), Tone::bad};
        calculon.tooltip = refusal_line(one);
        rows.push_back(
            {shown(one.name),
             {name, seconds_cell(Figure::of(one.peak_only_seconds), 3), error_cell(one.peak_only_vs_calculon, 1),
              seconds_cell(Figure::of(one.evidence_seconds), 3), calculon, error_cell(one.evidence_vs_calculon, 2),
              seconds_cell(one.paper_seconds, 2), error_cell(one.evidence_vs_paper, 2), bar}});
    }
    const calibration::Summary& summary = report.summary;
    rows.push_back(
        {QStringLiteral("mean"),
         {text_cell(names == CaseNames::whole ? Words::tr("Mean of |error|") : Words::tr("Mean"), Tone::text, true),
          {},
          mean_cell(summary.peak_only_mean_absolute_percent, 1),
          {},
          {},
          mean_cell(summary.evidence_mean_absolute_percent, 2),
          {},
          mean_cell(summary.evidence_vs_paper_mean_absolute_percent, 2),
          {}},
         RowKind::total});
    return rows;
}

WorkloadCounts workload_counts(const calibration::Report& report, double limit)
{
    WorkloadCounts out;
    for (const CaseReport& one : report.cases)
        for (const Comparison& comparison : one.workload)
            switch (verdict_of(comparison, limit)) {
            case Verdict::equal: ++out.equal; break;
            case Verdict::both_zero: ++out.both_zero; break;
            case Verdict::within: ++out.within; break;
            case Verdict::over: ++out.over; break;
            case Verdict::missing: ++out.missing; break;
            }
    return out;
}

HeatChart workload_chart(const calibration::Report& report, double limit, const QString& selected)
{
    HeatChart chart{.columns = case_heads(report),
                    .column_title = Words::tr("Case"),
                    .row_title = Words::tr("Workload"),
                    .most_row_height = 36,
                    .selected_column = selected};
    for (const MetricName& name : kMetrics) {
        HeatRow row{.key = shown(std::string(name_of(name.metric))),
                    .label = Words::tr(name.label),
                    .group = Words::tr(name.group)};
        for (const CaseReport& one : report.cases)
            row.cells.push_back(workload_cell(
                one.workload[static_cast<std::size_t>(name.metric)],
                QStringLiteral("%1, %2 %3").arg(case_title(one.name), row.group, row.label), refusal_line(one), limit));
        chart.rows.push_back(std::move(row));
    }
    return chart;
}

HeatChart parity_chart(const calibration::Report& report, bool peak_only, const QString& selected)
{
    HeatChart chart{.columns = case_heads(report),
                    .column_title = Words::tr("Case"),
                    .row_title = Words::tr("Component"),
                    .labels_right = false,
                    .row_height = 23,
                    .most_row_height = 48,
                    .selected_column = selected};
    for (const cost::Component component : kAllComponents) {
        HeatRow row{.key = component_key(component),
                    .label = component_title(component),
                    .swatch = component_color(component),
                    .hatched = component_hatched(component)};
        const auto i = static_cast<std::size_t>(component);
        for (const CaseReport& one : report.cases)
            row.cells.push_back(parity_cell(
                (peak_only ? one.peak_only_breakdown : one.evidence_breakdown)[i], one.calculon_breakdown[i],
                QStringLiteral("%1, %2").arg(case_title(one.name), row.label), refusal_line(one)));
        chart.rows.push_back(std::move(row));
    }
    return chart;
}

} // namespace blueprinting::ui
