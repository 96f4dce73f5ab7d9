#include "ui/calibration/difference_rows.h"

#include "core/base/format.h"
#include "core/ir/diff.h"
#include "core/oracle/oracle.h"
#include "ui/calibration/case_rows.h"
#include "ui/style/shown.h"
#include "ui/style/words.h"

#include <QStringList>

#include <algorithm>

namespace blueprinting::ui {
namespace {

/// The report with its cases under their names instead of in a list, so that a missing case is one difference.
Json named(const calibration::Report& report)
{
    Json out = to_json(report);
    Json cases = Json::object();
    for (const Json& one : out["cases"])
        cases[case_title(one["case"].get<std::string>()).toStdString()] = one;
    out["cases"] = std::move(cases);
    return out;
}

Cell value_cell(const Json& value)
{
    if (value.is_null())
        return {{}, QStringLiteral("–"), Tone::secondary};
    if (value.is_number())
        return number_cell(value.get<double>(), shown(format::shortest(value.get<double>())));
    if (!value.is_string())
        return text_cell(shown(blueprinting::shown(value)));
    const QString text = shown(value.get<std::string>());
    Cell cell = text_cell(text.size() == 64 ? text.left(12) : text);
    cell.tooltip = text;
    return cell;
}

} // namespace

std::optional<double> ReportDifference::percent() const
{
    if (!left.is_number() || !right.is_number())
        return std::nullopt;
    return oracle::relative_error_percent(right.get<double>(), left.get<double>());
}

std::vector<ReportDifference> report_differences(const calibration::Report& left, const calibration::Report& right)
{
    std::vector<ReportDifference> out;
    for (const ir::FieldChange& change : ir::differences(named(left), named(right)))
        out.push_back(
            {shown(change.path).mid(1).replace(QStringLiteral("~1"), QStringLiteral("/")), change.left, change.right});
    return out;
}

QString difference_summary(const calibration::Report& left, const calibration::Report& right)
{
    QStringList parts;
    const auto say = [&](bool same, const QString& word) {
        if (!same)
            parts << word;
    };
    say(left.oracle == right.oracle, Words::tr("oracle"));
    say(left.hardware == right.hardware, Words::tr("evidence"));
    say(left.policy == right.policy, Words::tr("policy"));
    bool inputs = left.cases.size() == right.cases.size();
    bool plans = inputs, times = inputs, workload = inputs, memory = inputs, calculon = inputs;
    bool paper = inputs && left.paper_baseline == right.paper_baseline;
    for (std::size_t i = 0; i < std::min(left.cases.size(), right.cases.size()); ++i) {
        const calibration::CaseReport& a = left.cases[i];
        const calibration::CaseReport& b = right.cases[i];
        inputs = inputs && a.name == b.name && a.model == b.model && a.execution == b.execution && a.system == b.system;
        plans = plans && a.portable_digest == b.portable_digest;
        times = times && a.evidence_breakdown == b.evidence_breakdown && a.peak_only_breakdown == b.peak_only_breakdown;
        workload = workload && a.workload == b.workload;
        memory = memory && a.memory_bytes == b.memory_bytes;
        calculon = calculon && a.calculon_seconds == b.calculon_seconds && a.calculon_breakdown == b.calculon_breakdown;
        paper = paper && a.paper_seconds == b.paper_seconds;
    }
    say(inputs, Words::tr("inputs"));
    say(plans, Words::tr("plans"));
    say(workload, Words::tr("workload"));
    say(times, Words::tr("times"));
    say(memory, Words::tr("memory"));
    say(calculon, Words::tr("Calculon's times"));
    say(paper, Words::tr("the paper's times"));
    return parts.isEmpty() ? QString() : Words::tr("Not the same: %1.").arg(parts.join(QStringLiteral(", ")));
}

std::vector<Column> difference_columns(const QString& left, const QString& right)
{
    const auto value = [](const char* id, const QString& header) {
        Column column{.id = QString::fromLatin1(id), .header = header, .kind = ColumnKind::number};
        return column;
    };
    Column path{.id = QStringLiteral("path"), .header = Words::tr("Where"), .stretch = true};
    return {path, value("left", left), value("right", right),
            saved_as(value("percent", Words::tr("%")), Words::tr("difference (%)"))};
}

std::vector<TableRow> difference_rows(const std::vector<ReportDifference>& differences)
{
    std::vector<TableRow> rows;
    for (const ReportDifference& difference : differences) {
        const auto percent = difference.percent();
        rows.push_back({difference.path,
                        {text_cell(difference.path), value_cell(difference.left), value_cell(difference.right),
                         percent ? number_cell(*percent, shown(format::with_sign(*percent, 2)), sign_tone(*percent))
                                 : Cell{{}, QStringLiteral("–"), Tone::secondary}}});
    }
    return rows;
}

} // namespace blueprinting::ui
