#include "ui/report/report_text.h"

#include "ui/style/foreign_text.h"
#include "ui/style/words.h"

namespace blueprinting::ui {
namespace {

/// What is written by hand where nothing is known.
QString or_line(const QString& text) { return text.isEmpty() ? QStringLiteral("______________________") : text; }

} // namespace

QString facts_html(const ReportFacts& facts)
{
    if (facts.empty())
        return {};
    QString html = QStringLiteral("<table cellspacing=\"0\" cellpadding=\"3\">\n");
    for (const auto& [what, value] : facts)
        html += QStringLiteral("<tr><td>%1</td><td>%2</td></tr>\n").arg(markup_text(what), markup_text(value));
    return html + QStringLiteral("</table>\n");
}

QString table_html(const ReportTable& table)
{
    QString html;
    if (!table.title.isEmpty())
        html += QStringLiteral("<h3>%1</h3>\n").arg(markup_text(table.title));
    html += QStringLiteral("<table cellspacing=\"0\" cellpadding=\"3\">\n");
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        html += QStringLiteral("<tr>");
        const QStringList& fields = table.rows[row];
        for (qsizetype column = 0; column < fields.size(); ++column) {
            const auto at = static_cast<std::size_t>(column);
            const bool right = at < table.right_aligned.size() && table.right_aligned[at];
            html += QStringLiteral("<%1 align=\"%2\">%3</%1>")
                        .arg(row == 0 ? QStringLiteral("th") : QStringLiteral("td"),
                             right ? QStringLiteral("right") : QStringLiteral("left"), markup_text(fields[column]));
        }
        html += QStringLiteral("</tr>\n");
    }
    html += QStringLiteral("</table>\n");
    if (table.left_out > 0)
        html += QStringLiteral("<p>%1</p>\n")
                    .arg(markup_text(Words::tr("%1 more rows are not printed here.").arg(table.left_out)));
    return html;
}

QString head_html(const Report& report)
{
    return QStringLiteral("<h1>%1</h1>\n").arg(markup_text(report.title)) + facts_html(report.facts);
}

QString part_head_html(const ReportPart& part)
{
    QString html = QStringLiteral("<h2>%1</h2>\n").arg(markup_text(part.title));
    if (!part.headline.isEmpty())
        html += QStringLiteral("<p><b>%1</b></p>\n").arg(markup_text(part.headline));
    if (!part.why.isEmpty())
        html += QStringLiteral("<p>%1</p>\n").arg(markup_text(part.why));
    return html + facts_html(part.facts);
}

QString sign_off_html(const Report& report)
{
    return facts_html({{Words::tr("Reviewed by"), or_line(report.reviewer)},
                       {Words::tr("Date"), or_line(report.date)},
                       {Words::tr("Signature"), or_line({})}});
}

} // namespace blueprinting::ui
