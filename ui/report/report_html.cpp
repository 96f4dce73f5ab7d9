#include "ui/report/report.h"

#include "core/base/overloaded.h"
#include "ui/report/report_text.h"
#include "ui/style/foreign_text.h"
#include "ui/style/theme.h"

namespace blueprinting::ui {
namespace {

/// The drawing alone: what stands before <svg> belongs to a file of its own.
QString inline_svg(const QByteArray& svg)
{
    const qsizetype start = svg.indexOf("<svg");
    return start < 0 ? QString() : QString::fromUtf8(svg.mid(start));
}

} // namespace

QString report_html(const Report& report)
{
    const Theme theme = light_theme();
    QString html =
        QStringLiteral("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>%1</title>\n<style>\n"
                       "body{font-family:'Noto Sans','DejaVu Sans',sans-serif;font-size:13px;color:%2;max-width:1200px;"
                       "margin:24px auto;padding:0 16px}\n"
                       "h1{font-size:1.5em}h2{font-size:1.25em;margin:32px 0 6px}h3{font-size:1em;margin:20px 0 6px}"
                       "svg{max-width:100%;height:auto}\n"
                       "table{border-collapse:collapse}th{color:%3}td,th{padding:3px 10px;border-bottom:1px solid %4}\n"
                       "@media print{svg,tr{break-inside:avoid}}\n"
                       "</style></head><body>\n")
            .arg(markup_text(report.title), theme.text.name(), theme.secondary.name(), theme.hairline.name());
    html += head_html(report);
    for (const ReportPart& part : report.parts) {
        html += part_head_html(part);
        for (const auto& piece : part.shown)
            html += std::visit(Overloaded{[](const ReportTable& table) { return table_html(table); },
                                          [](const ReportDrawing& drawing) {
                                              return QStringLiteral("<div>%1</div>\n").arg(inline_svg(drawing.svg));
                                          }},
                               piece);
        if (part.sign_off)
            html += sign_off_html(report);
    }
    return html + QStringLiteral("</body></html>\n");
}

} // namespace blueprinting::ui
