#include "ui/report/report.h"

#include "core/base/overloaded.h"
#include "ui/report/chart_object.h"
#include "ui/report/pdf_date.h"
#include "ui/report/report_text.h"
#include "ui/style/fonts.h"
#include "ui/style/foreign_text.h"

#include <QAbstractTextDocumentLayout>
#include <QBuffer>
#include <QPainter>
#include <QPdfWriter>
#include <QTextCursor>
#include <QTextDocument>

namespace blueprinting::ui {
namespace {

constexpr int kResolution = 96; ///< dots an inch: pictures are recorded so
constexpr double kMarginMillimetres = 12;

std::vector<const ReportDrawing*> drawings_of(const Report& report)
{
    std::vector<const ReportDrawing*> out;
    for (const ReportPart& part : report.parts)
        for (const auto& piece : part.shown)
            if (const auto* drawing = std::get_if<ReportDrawing>(&piece))
                out.push_back(drawing);
    return out;
}

void write_text(QTextDocument& document, const Report& report)
{
    QTextCursor cursor(&document);
    int drawn = 0;
    const auto html = [&](const QString& text) {
        cursor.movePosition(QTextCursor::End);
        cursor.insertBlock(QTextBlockFormat(), QTextCharFormat());
        cursor.insertHtml(text);
    };
    html(head_html(report));
    for (const ReportPart& part : report.parts) {
        cursor.movePosition(QTextCursor::End);
        cursor.insertBlock(QTextBlockFormat(), QTextCharFormat()); // room above: Qt leaves none behind a table
        html(part_head_html(part));
        for (const auto& piece : part.shown)
            std::visit(Overloaded{[&](const ReportTable& table) { html(table_html(table)); },
                                  [&](const ReportDrawing&) {
                                      QTextCharFormat format;
                                      format.setObjectType(ChartObject::kType);
                                      format.setProperty(ChartObject::kWhich, drawn++);
                                      cursor.movePosition(QTextCursor::End);
                                      cursor.insertBlock(QTextBlockFormat(), QTextCharFormat());
                                      cursor.insertText(QString(QChar::ObjectReplacementCharacter), format);
                                  }},
                       piece);
        if (part.sign_off)
            html(sign_off_html(report));
    }
}

} // namespace

QByteArray report_pdf(const Report& report)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setTitle(line_text(report.title));
    writer.setResolution(kResolution);
    writer.setPageSize(QPageSize(QPageSize::A4));
    writer.setPageOrientation(QPageLayout::Landscape);
    writer.setPageMargins(QMarginsF(kMarginMillimetres, kMarginMillimetres, kMarginMillimetres, kMarginMillimetres),
                          QPageLayout::Millimeter);
    const QSizeF page(writer.width(), writer.height());
    ChartObject charts(drawings_of(report),
                       page - QSizeF(8, 8)); // a chart that is as high as the page would not fit it
    QTextDocument document;
    document.setDocumentMargin(0);
    document.setDefaultFont(body_font());
    document.documentLayout()->setPaintDevice(&writer);
    document.documentLayout()->registerHandler(ChartObject::kType, &charts);
    document.setPageSize(page);
    write_text(document, report);
    QPainter painter(&writer);
    for (int number = 0; number < document.pageCount(); ++number) {
        if (number > 0)
            writer.newPage();
        painter.save();
        painter.translate(0, -number * page.height());
        QAbstractTextDocumentLayout::PaintContext context;
        context.clip = QRectF(QPointF(0, number * page.height()), page);
        context.palette.setColor(QPalette::Text, Qt::black);
        painter.setClipRect(context.clip);
        document.documentLayout()->draw(&painter, context);
        painter.restore();
    }
    painter.end();
    buffer.close();
    return with_pdf_date(bytes, report.date);
}

} // namespace blueprinting::ui
