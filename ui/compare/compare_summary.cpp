#include "ui/compare/compare_summary.h"

#include "core/base/overloaded.h"
#include "core/strategy/derived.h"
#include "core/system/system_profile.h"
#include "ui/compare/compare_text.h"
#include "ui/style/fonts.h"
#include "ui/style/foreign_text.h"
#include "ui/widgets/fit_words.h"
#include "ui/widgets/last_legal.h"

#include <QBuffer>
#include <QPainter>
#include <QPdfWriter>
#include <QPicture>
#include <QTextDocument>

#include <algorithm>

namespace blueprinting::ui::compare {

namespace {

bool is_bar(const Column& column) { return column.kind == ColumnKind::difference || column.kind == ColumnKind::share; }

QString cell_html(const Cell& cell, const Column& column, bool total, const Theme& theme)
{
    QString text = markup_text(cell.text);
    if (!cell.note.isEmpty())
        text += QStringLiteral(" <small>%1</small>").arg(markup_text(cell.note));
    if (total || cell.bold)
        text = QStringLiteral("<b>%1</b>").arg(text);
    return QStringLiteral("<td align=\"%1\" style=\"color:%2\">%3</td>")
        .arg(column.kind == ColumnKind::number ? QStringLiteral("right") : QStringLiteral("left"),
             color_of(theme, cell.tone).name(), text);
}

QString table_html(const TableContent& table, const Theme& theme)
{
    if (table.columns.empty())
        return {};
    QString html;
    if (!table.title.isEmpty())
        html += QStringLiteral("<h2>%1</h2>\n").arg(markup_text(table.title));
    html += QStringLiteral("<table cellspacing=\"0\" cellpadding=\"3\">\n<tr>");
    for (const Column& column : table.columns)
        if (!is_bar(column))
            html += QStringLiteral("<th align=\"%1\">%2</th>")
                        .arg(column.kind == ColumnKind::number ? QStringLiteral("right") : QStringLiteral("left"),
                             markup_text(column.header));
    html += QStringLiteral("</tr>\n");
    for (const TableRow& row : table.rows) {
        html += QStringLiteral("<tr>");
        if (row.kind == RowKind::note) {
            html += QStringLiteral("<td colspan=\"%1\" style=\"color:%2\">%3</td>")
                        .arg(table.columns.size())
                        .arg(theme.secondary.name(), markup_text(row.cells.front().text));
        } else {
            for (std::size_t i = 0; i < table.columns.size() && i < row.cells.size(); ++i)
                if (!is_bar(table.columns[i]))
                    html += cell_html(row.cells[i], table.columns[i], row.kind == RowKind::total, theme);
        }
        html += QStringLiteral("</tr>\n");
    }
    return html + QStringLiteral("</table>\n");
}

/// The drawing alone: what stands before <svg> belongs to a file of its own.
QByteArray inline_svg(const QByteArray& svg)
{
    const qsizetype start = svg.indexOf("<svg");
    return start < 0 ? QByteArray() : svg.mid(start);
}

QString schedule_text(const strategy::Execution& execution)
{
    return std::visit(Overloaded{[](const strategy::SingleStage&) { return Words::tr("one stage"); },
                                 [](const strategy::OneForwardOneBackward&) { return Words::tr("1F1B"); },
                                 [](const strategy::InterleavedOneForwardOneBackward& s) {
                                     return Words::tr("interleaved 1F1B, v %1").arg(s.virtual_stages);
                                 },
                                 [](const strategy::ForwardOnly&) { return Words::tr("forward only"); }},
                      strategy::pipeline(execution).schedule);
}

/// Every contender in full, as the figures are of: its last legal form where the present one breaks a law.
TableContent strategies_table(const Contest& contest)
{
    TableContent table;
    table.columns = {{QStringLiteral("letter"), QString()},
                     {QStringLiteral("name"), Words::tr("Strategy")},
                     {QStringLiteral("model"), Words::tr("Model")},
                     {QStringLiteral("system"), Words::tr("System")},
                     {QStringLiteral("degrees"), Words::tr("Degrees")},
                     {QStringLiteral("schedule"), Words::tr("Schedule")},
                     {QStringLiteral("gpus"), Words::tr("GPUs"), {}, ColumnKind::number}};
    for (const Contender& one : contest.contenders) {
        const auto& form = one.result->evaluated;
        Cell name = text_cell(shown(one.strategy->name));
        if (!one.current())
            name.note = last_legal_words();
        if (!one.fits()) {
            name.note += (name.note.isEmpty() ? QString() : QStringLiteral(", ")) + does_not_fit(one.evidence());
            name.tone = Tone::bad;
        }
        table.rows.push_back({shown(one.id),
                              {text_cell(one.letter, Tone::text, true), name, text_cell(shown(form.model.name)),
                               text_cell(shown(form.system.name)),
                               text_cell(Words::tr("TP %1 · PP %2 · DP %3")
                                             .arg(strategy::tensor_degree(form.execution))
                                             .arg(strategy::pipeline_degree(form.execution))
                                             .arg(strategy::data_degree(form.execution))),
                               text_cell(schedule_text(form.execution)),
                               number_cell(double(strategy::world_size(form.execution)),
                                           QString::number(strategy::world_size(form.execution)))}});
    }
    return table;
}

} // namespace

Summary summary_of(const Contest& contest, const oracle::Identity& reference)
{
    Summary summary;
    summary.answer = answer_of(contest);
    summary.strategies = strategies_table(contest);
    summary.tables = {difference_table(contest, Difference::time), difference_table(contest, Difference::memory),
                      changes_table(contest), rates_table(contest)};
    QStringList revisions;
    for (const Contender& one : contest.contenders) {
        const system::SystemProfile& system = one.result->evaluated.system;
        const QString text =
            QStringLiteral("%1 %2").arg(shown(system.name), shown(system::evidence_revision(system).short_hex()));
        if (!revisions.contains(text))
            revisions << text;
    }
    summary.provenance = Words::tr("Evidence %1.").arg(revisions.join(QStringLiteral(", ")));
    if (!reference.name.empty())
        summary.provenance += QLatin1Char(' ') + Words::tr("%1 %2, %3.")
                                                     .arg(shown(reference.name), shown(reference.package_version),
                                                          shown(reference.provider));
    return summary;
}

QString summary_html(const Summary& summary, const QByteArray& time_svg, const QByteArray& memory_svg)
{
    const Theme theme = light_theme();
    QString html =
        QStringLiteral("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>%1</title>\n<style>\n"
                       "body{font-family:'Noto Sans','DejaVu "
                       "Sans',sans-serif;font-size:13px;color:%2;max-width:1200px;margin:24px auto;padding:0 16px}\n"
                       "h1{font-size:1.3em;margin:0 0 4px}h2{font-size:1em;margin:20px 0 6px}p{color:%3;margin:0 0 "
                       "12px}svg{max-width:100%;height:auto}\n"
                       "table{border-collapse:collapse}th{color:%3}td,th{padding:3px 10px;border-bottom:1px solid %4}\n"
                       "</style></head><body>\n")
            .arg(markup_text(summary.answer.headline), theme.text.name(), theme.secondary.name(),
                 theme.hairline.name());
    html += QStringLiteral("<h1>%1</h1>\n<p>%2</p>\n")
                .arg(markup_text(summary.answer.headline), markup_text(summary.answer.why));
    html += table_html(summary.strategies, theme);
    html += QString::fromUtf8(inline_svg(time_svg)) + QString::fromUtf8(inline_svg(memory_svg));
    for (const TableContent& table : summary.tables)
        html += table_html(table, theme);
    return html + QStringLiteral("<p>%1</p>\n</body></html>\n").arg(markup_text(summary.provenance));
}

QByteArray summary_pdf(const Summary& summary, const StackedBars& time, const StackedBars& memory)
{
    const Theme theme = light_theme();
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setTitle(line_text(summary.answer.headline));
    writer.setPageSize(QPageSize(QPageSize::A4));
    writer.setPageOrientation(QPageLayout::Landscape);
    writer.setPageMargins(QMarginsF(10, 10, 10, 10), QPageLayout::Millimeter);
    writer.setResolution(96);
    // Laid out on 1400 units across, then scaled to the page whatever its height.
    const double width = 1400;
    QPicture drawn;
    QPainter painter(&drawn);
    double y = 0;
    const auto line = [&](const QFont& font, const QColor& color, const QString& text) {
        painter.setFont(font);
        painter.setPen(color);
        QRectF used;
        painter.drawText(QRectF(0, y, width, 200), Qt::AlignLeft | Qt::TextWordWrap, label_text(text), &used);
        y = used.bottom() + 4;
    };
    line(headline_font(), theme.text, summary.answer.headline);
    line(body_font(), theme.secondary, summary.answer.why);
    const auto tables_at = [&](double x, double from, double room, const std::vector<const TableContent*>& tables) {
        QTextDocument document;
        document.setDefaultFont(body_font());
        document.setDocumentMargin(0);
        document.setTextWidth(room);
        QString html;
        for (const TableContent* table : tables)
            html += table_html(*table, theme);
        document.setHtml(html);
        painter.save();
        painter.translate(x, from);
        document.drawContents(&painter);
        painter.restore();
        return from + document.size().height();
    };
    y = tables_at(0, y, width, {&summary.strategies}) + 8;
    for (const StackedBars* chart : {&time, &memory}) {
        const double height = chart->sizeHint().height() + 60;
        chart->paintWhole(painter, QRectF(0, y, width, height), theme);
        y += height + 4;
    }
    // Two tables beside each other: the comparison, and what is changed with the rates.
    const double top = y;
    const double bottom =
        std::max({tables_at(0, top, 480, {&summary.tables[0]}), tables_at(500, top, 430, {&summary.tables[1]}),
                  tables_at(950, top, 450, {&summary.tables[2], &summary.tables[3]})});
    y = bottom + 8;
    line(small_font(), theme.secondary, summary.provenance);
    painter.end();
    QPainter page(&writer);
    const double scale = std::min(page.viewport().width() / width, page.viewport().height() / y);
    page.scale(scale, scale);
    page.drawPicture(0, 0, drawn);
    page.end();
    buffer.close();
    return bytes;
}

} // namespace blueprinting::ui::compare
