#include "ui/accounting/paper_rows.h"
#include "ui/style/shown.h"
#include "ui/style/words.h"

#include "core/base/format.h"

#include <QStringList>

#include <algorithm>
#include <cmath>
#include <optional>

namespace blueprinting::ui {

using namespace accounting;

namespace {

/// One decimal more than the paper prints: enough to see why it rounds as it does.
QString one_more_decimal(Bytes bytes, const PrintedFigure& printed)
{
    return shown(format::fixed(gibibytes(bytes), printed.decimals + 1));
}

QString group_name(const GroupComparison& group)
{
    return Words::tr("%1  %2, %3").arg(shown(group.table), shown(group.model), shown(group.optimizer));
}

QString count_text(const CountCheck& count)
{
    const QString implied = shown(format::integer(std::llround(count.implied)));
    const QString known = shown(format::integer(count.architecture));
    const QString off = shown(format::percent(count.deviation_percent, 1, false));
    return count.within_printing ? Words::tr("The reference row implies %1 parameters; the architecture has "
                                             "%2, %3 apart, which prints the same.")
                                       .arg(implied, known, off)
                                 : Words::tr("The reference row implies %1 parameters; the architecture has "
                                             "%2, %3 apart, more than its printed digits allow.")
                                       .arg(implied, known, off);
}

/// One line for all groups; each group's numbers are in its tooltip.
QString counts_text(const Report& report)
{
    const auto within = [](const GroupComparison& group) { return group.count.within_printing; };
    const auto agreeing = std::ranges::count_if(report.groups, within);
    if (agreeing == static_cast<std::ptrdiff_t>(report.groups.size()))
        return Words::tr(
            "Every reference row implies the parameter count of its architecture, within its printed digits.");
    return Words::tr(
               "%1 of %2 reference rows imply the parameter count of their architecture, within their printed digits.")
        .arg(agreeing)
        .arg(report.groups.size());
}

/// Of a row's two figures the one that speaks: what does not round to the paper's, else what is further off.
struct Telling {
    PrintedFigure printed;
    Bytes ours;
    [[nodiscard]] double percent() const { return 100 * std::abs(gibibytes(ours) / printed.value - 1); }
    [[nodiscard]] QString rounded() const { return shown(format::fixed(gibibytes(ours), printed.decimals)); }
};
Telling telling(const RowComparison& row)
{
    const Telling parameters{row.published.parameters, row.predicted.parameters};
    const Telling state{row.published.optimizer_state, row.predicted.optimizer_state};
    if (row.parameters_match != row.optimizer_state_match)
        return row.parameters_match ? state : parameters;
    return parameters.percent() > state.percent() ? parameters : state;
}

/// Why one row is checked and another is not that is nearer: "0.025 is 15.7 % off 0.03 and rounds to it; 0.074 is 7.0 %
/// off 0.08 and rounds to 0.07." Empty where no two rows stand so.
QString rounding_text(const Report& report)
{
    std::optional<Telling> furthest, nearest;
    for (const GroupComparison& group : report.groups)
        for (const RowComparison& row : group.rows) {
            const Telling own = telling(row);
            if (row.matches() && (!furthest || own.percent() > furthest->percent()))
                furthest = own;
            if (!row.matches() && (!nearest || own.percent() < nearest->percent()))
                nearest = own;
        }
    if (!furthest || !nearest || furthest->percent() <= nearest->percent())
        return {};
    const auto number = [](const Telling& one) { return one_more_decimal(one.ours, one.printed); };
    const auto percent = [](const Telling& one) { return shown(format::percent(one.percent(), 1, false)); };
    return Words::tr("%1 is %2 off %3 and rounds to it; %4 is %5 off %6 and rounds to %7.")
        .arg(number(*furthest), percent(*furthest), shown(furthest->printed.text), number(*nearest), percent(*nearest),
             shown(nearest->printed.text), nearest->rounded());
}

Cell deviation_cell(const RowComparison& row)
{
    Cell cell = number_cell(row.deviation_percent, shown(format::fixed(row.deviation_percent, 1)),
                            row.matches() ? Tone::secondary : Tone::caution);
    cell.tooltip = Words::tr("The larger relative error of the two figures, whether or not they round to the paper's");
    return cell;
}

Cell match_cell(const RowComparison& row)
{
    Cell cell{.value = row.matches(),
              .icon = row.matches() ? Icon::check : Icon::warning,
              .icon_tone = row.matches() ? Tone::good : Tone::caution};
    if (row.matches())
        cell.tooltip = Words::tr("Both figures round to the paper's at its printed decimals. Of a small "
                                 "figure that rounding is many percent");
    else if (row.parameters_match)
        cell.tooltip = Words::tr("The optimizer state does not round to the paper's figure");
    else
        cell.tooltip = row.optimizer_state_match ? Words::tr("The parameters do not round to the paper's figure")
                                                 : Words::tr("Neither figure rounds to the paper's");
    return cell;
}

} // namespace

std::vector<Column> paper_columns()
{
    const QString parameters = Words::tr("parameters"), state = Words::tr("optimizer state"),
                  deviation = Words::tr("deviation");
    const auto number = [](const char* id, const QString& header, const QString& group, const QString& saved) {
        Column column = saved_as(number_column(id, header, {}), saved);
        column.group = group;
        return column;
    };
    Column name{.id = QStringLiteral("group"), .header = Words::tr("Table, model, optimizer"), .stretch = true};
    Column match{.id = QStringLiteral("match"),
                 .header = {},
                 .tooltip = Words::tr("Whether both figures round to the paper's at its printed decimals"),
                 .group = deviation,
                 .saved_as = Words::tr("rounds to the paper's")};
    return {name,
            {QStringLiteral("variant"), Words::tr("Variant")},
            number("paper_parameters", Words::tr("paper"), parameters, Words::tr("parameters, paper (GiB)")),
            number("our_parameters", Words::tr("ours"), parameters, Words::tr("parameters, ours (GiB)")),
            number("paper_state", Words::tr("paper"), state, Words::tr("optimizer state, paper (GiB)")),
            number("our_state", Words::tr("ours"), state, Words::tr("optimizer state, ours (GiB)")),
            match,
            number("deviation", Words::tr("%"), deviation, Words::tr("deviation (%)"))};
}

std::vector<TableRow> paper_rows(const Report& report, bool repeat_groups)
{
    std::vector<TableRow> out;
    for (const GroupComparison& group : report.groups)
        for (std::size_t i = 0; i < group.rows.size(); ++i) {
            const RowComparison& row = group.rows[i];
            const QString name = group_name(group);
            Cell title = text_cell(i == 0 || repeat_groups ? name : QString());
            title.value = name;
            title.tooltip = count_text(group.count);
            const auto figure = [](const PrintedFigure& printed) {
                return number_cell(printed.value, shown(printed.text), Tone::secondary);
            };
            const auto ours = [](Bytes bytes, const PrintedFigure& printed) {
                return number_cell(gibibytes(bytes), one_more_decimal(bytes, printed));
            };
            const PublishedRow& paper = row.published;
            TableRow line{.key = name + u'/' + shown(paper.variant),
                          .cells = {title, text_cell(shown(paper.variant)), figure(paper.parameters),
                                    ours(row.predicted.parameters, paper.parameters), figure(paper.optimizer_state),
                                    ours(row.predicted.optimizer_state, paper.optimizer_state), match_cell(row),
                                    deviation_cell(row)},
                          .tint = row.matches() ? RowTint::none : RowTint::caution,
                          .joined = !repeat_groups && i + 1 < group.rows.size()};
            out.push_back(std::move(line));
        }
    if (const QString rounding = rounding_text(report); !rounding.isEmpty())
        out.push_back({QStringLiteral("rounding"), {text_cell(rounding, Tone::secondary)}, RowKind::note});
    out.push_back({QStringLiteral("counts"), {text_cell(counts_text(report), Tone::secondary)}, RowKind::note});
    return out;
}

std::vector<Column> count_columns()
{
    Column name{.id = QStringLiteral("group"), .header = Words::tr("Reference row"), .stretch = true};
    Column match{.id = QStringLiteral("match"),
                 .header = {},
                 .tooltip = Words::tr("Whether the architecture's count prints as the reference row does"),
                 .saved_as = Words::tr("prints the same")};
    return {name,
            number_column("implied", Words::tr("implied"),
                          Words::tr("Parameters that the printed size of the reference row implies")),
            number_column("architecture", Words::tr("architecture"), Words::tr("Parameters of the architecture")),
            match, saved_as(number_column("apart", Words::tr("apart %"), {}), Words::tr("apart (%)"))};
}

std::vector<TableRow> count_rows(const Report& report)
{
    std::vector<TableRow> rows;
    for (const GroupComparison& group : report.groups) {
        const CountCheck& count = group.count;
        const auto number = [](std::int64_t value) {
            return number_cell(static_cast<double>(value), shown(format::integer(value)));
        };
        Cell match{.value = count.within_printing,
                   .icon = count.within_printing ? Icon::check : Icon::warning,
                   .icon_tone = count.within_printing ? Tone::good : Tone::caution,
                   .tooltip = count_text(count)};
        rows.push_back(
            {group_name(group),
             {text_cell(group_name(group)), number(std::llround(count.implied)), number(count.architecture), match,
              number_cell(count.deviation_percent, shown(format::fixed(count.deviation_percent, 1)),
                          count.within_printing ? Tone::secondary : Tone::caution)}});
    }
    return rows;
}

std::vector<Column> checkpoint_columns(const CheckpointComparison& checkpoint)
{
    const auto number = [](const char* id, const QString& header, const QString& unit) {
        return saved_as(number_column(id, header, {}), QStringLiteral("%1 (%2)").arg(header, unit));
    };
    const QString gib = QStringLiteral("GiB");
    const QString optimizer = shown(checkpoint.published.optimizer);
    Column what{.id = QStringLiteral("what"),
                .header = Words::tr("%1 parameters").arg(shown(format::integer(checkpoint.predicted.parameters))),
                .stretch = true};
    return {what, number("reference", optimizer, gib), number("flash", Words::tr("Flash%1").arg(optimizer), gib),
            number("smaller", Words::tr("smaller"), QStringLiteral("%")), number("paper", Words::tr("paper"), gib)};
}

std::vector<TableRow> checkpoint_rows(const CheckpointComparison& checkpoint)
{
    const CheckpointPrediction& p = checkpoint.predicted;
    format::Series sizes(0);
    for (const Bytes bytes : {p.reference, p.flash, p.flash_with_scales})
        sizes.exactly(gibibytes(bytes));
    const auto gib = [&sizes](Bytes bytes) {
        return number_cell(gibibytes(bytes), shown(sizes.text(gibibytes(bytes))));
    };
    const auto percent = [](double value) { return number_cell(value, shown(format::percent(value, 1, false))); };
    Cell paper = text_cell(Words::tr("%1 → %2").arg(shown(checkpoint.published.reference_gibibytes.text),
                                                    shown(checkpoint.published.flash_gibibytes.text)),
                           Tone::secondary);
    paper.icon = checkpoint.matches ? Icon::check : Icon::warning;
    paper.icon_tone = checkpoint.matches ? Tone::good : Tone::caution;
    paper.tooltip = shown(checkpoint.published.source + ": " + checkpoint.published.claim);
    const QString whole = Words::tr("%1 against %2 bytes (GiB)")
                              .arg(shown(format::shortest(p.reference_bytes)), shown(format::shortest(p.flash_bytes)));
    const QString scaled =
        Words::tr("with scales, %1 bytes (GiB)").arg(shown(format::shortest(p.flash_bytes_with_scales)));
    return {{QStringLiteral("whole"),
             {text_cell(whole), gib(p.reference), gib(p.flash), percent(p.reduction_percent), paper}},
            {QStringLiteral("scales"),
             {text_cell(scaled), gib(p.reference), gib(p.flash_with_scales), percent(p.reduction_with_scales_percent),
              text_cell(Words::tr("not published"), Tone::secondary)}}};
}

QString matching_text(const Report& report)
{
    return Words::tr("%1 of %2 published rows match").arg(report.rows_matching()).arg(report.rows());
}

QString deviations_text(const Report& report)
{
    QStringList found;
    for (const GroupComparison& group : report.groups)
        for (const RowComparison& row : group.rows)
            if (!row.matches())
                found << Words::tr("%1 %2, %3, paper %4 / %5 against %6 / %7 GiB, %8")
                             .arg(shown(group.model), shown(group.optimizer), shown(row.published.variant),
                                  shown(row.published.parameters.text), shown(row.published.optimizer_state.text),
                                  one_more_decimal(row.predicted.parameters, row.published.parameters),
                                  one_more_decimal(row.predicted.optimizer_state, row.published.optimizer_state),
                                  shown(format::percent(row.deviation_percent, 1, false)));
    if (found.isEmpty())
        return Words::tr("Every published row follows from datatype widths alone.");
    if (found.size() == 1)
        return Words::tr("The one deviation: %1. A deviation is a finding, not a failure.").arg(found.first());
    return Words::tr("%1 deviations, the first: %2. A deviation is a finding, not a failure.")
        .arg(found.size())
        .arg(found.first());
}

} // namespace blueprinting::ui
