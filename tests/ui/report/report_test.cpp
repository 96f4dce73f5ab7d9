#include "tests/support/read_formats.h"
#include "tests/support/test_main.h"
#include "ui/report/pdf_date.h"
#include "ui/report/report.h"

#include <QPainter>

using namespace blueprinting;
using namespace blueprinting::ui;

namespace {

ReportDrawing square()
{
    ReportDrawing out{QStringLiteral("Square"),
                      "<?xml version=\"1.0\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"10\" height=\"10\">"
                      "<rect width=\"10\" height=\"10\"/></svg>",
                      QPicture(),
                      {4000, 200}}; // wider than any page
    QPainter painter(&out.picture);
    painter.fillRect(QRectF(0, 0, 4000, 200), Qt::darkGreen);
    painter.end();
    return out;
}

Report sample(const QString& date)
{
    Report report;
    report.title = QStringLiteral("Report of <b>x</b>");
    report.reviewer = QStringLiteral("R & Co");
    report.date = date;
    report.facts = {{QStringLiteral("Session"), QStringLiteral("SHA-256 of it")}};
    ReportPart part;
    part.title = QStringLiteral("Compare");
    part.headline = QStringLiteral("A is fastest");
    part.why = QStringLiteral("it sends less");
    ReportTable table{QStringLiteral("Times"), {{QStringLiteral("part"), QStringLiteral("seconds")}}, {false, true}, 7};
    for (int i = 0; i < 120; ++i) // more than a page
        table.rows.push_back({QStringLiteral("row <i>%1</i>").arg(i), QString::number(i)});
    part.shown = {table, square()};
    part.sign_off = true;
    report.parts = {part};
    return report;
}

} // namespace

/// What a person hands on, as HTML and PDF.
class ReportTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void othersReadThem()
    {
        testing::FormatReader reader;
        const Report report = sample(QStringLiteral("2026-03-04"));
        reader.add(QStringLiteral("html"), FileFormat::html, report_html(report).toUtf8(),
                   {QStringLiteral("Report of <b>x</b>"), QStringLiteral("R & Co"), QStringLiteral("2026-03-04"),
                    QStringLiteral("A is fastest"), QStringLiteral("row <i>119</i>"),
                    QStringLiteral("7 more rows are not printed here.")});
        reader.add(QStringLiteral("pdf"), FileFormat::pdf, report_pdf(report));
        const QString faults = reader.faults();
        QVERIFY2(faults.isEmpty(), qPrintable(faults));
    }

    void theyNeedNoOtherFileAndRunNothing()
    {
        const QString html = report_html(sample({}));
        for (const char* outside : {"<script", "<link", "<img", "src=", "href=", "@import", "url("})
            QVERIFY2(!html.contains(QString::fromLatin1(outside)), outside);
        QVERIFY(html.contains(QStringLiteral("<svg")));
        QVERIFY(html.contains(QStringLiteral("______"))); // no date: a line to write on
    }

    /// Each place that the table of the file names holds the object that it says, and the last page is there.
    void placesOfThePdfAreRight()
    {
        const QByteArray pdf = report_pdf(sample(QStringLiteral("2026-03-04")));
        const qsizetype start = pdf.lastIndexOf("startxref\n");
        const qsizetype table = pdf.mid(start + 10).split('\n').value(0).toLongLong();
        QCOMPARE(pdf.mid(table, 5), QByteArray("xref\n"));
        const QList<QByteArray> lines = pdf.mid(table).split('\n');
        const int count = lines.value(1).split(' ').value(1).toInt();
        QVERIFY(count > 10);
        int seen = 0;
        for (int i = 1; i < count; ++i) {
            const QByteArray& entry = lines.value(2 + i);
            if (!entry.contains(" n"))
                continue;
            const QByteArray wanted = QByteArray::number(i) + " 0 obj";
            QCOMPARE(pdf.mid(entry.left(10).toLongLong(), wanted.size()), wanted);
            ++seen;
        }
        QVERIFY(seen > 10);
        QVERIFY(pdf.count("/Type /Page\n") > 1);
        QVERIFY(pdf.contains("/CreationDate (D:20260304000000Z)"));
    }

    /// A clock of another zone writes six characters more; the file is the same.
    void theClockIsNotInIt()
    {
        const QByteArray head = "%PDF-1.4\n";
        const auto file = [&](const QByteArray& date) {
            const QByteArray first = "1 0 obj\n<<\n/CreationDate (" + date + ")\n>>\nendobj\n";
            const QByteArray second = "2 0 obj\n<<\n>>\nendobj\n";
            const auto place = [](qsizetype at) {
                return QByteArray::number(at).rightJustified(10, '0') + " 00000 n \n";
            };
            return head + first + second + "\nxref\n0 3\n0000000000 65535 f \n" + place(head.size()) +
                   place(head.size() + first.size()) + "trailer\n<<>>\nstartxref\n" +
                   QByteArray::number(head.size() + first.size() + second.size() + 1) + "\n%%EOF\n";
        };
        const QByteArray wanted = file("D:20250102000000Z");
        QCOMPARE(with_pdf_date(file("D:20261130213901+01'00'"), QStringLiteral("2025-01-02")), wanted);
        QCOMPARE(with_pdf_date(file("D:20261130213901Z"), QStringLiteral("2025-01-02")), wanted);
        QCOMPARE(with_pdf_date(wanted, QStringLiteral("2025-01-02")), wanted);
        QCOMPARE(with_pdf_date(file("D:20261130213901Z"), QStringLiteral("no date")), file("D:19700101000000Z"));
        QCOMPARE(with_pdf_date("no PDF", QStringLiteral("2025-01-02")), QByteArray("no PDF"));
    }
};

BLUEPRINTING_UI_TEST(ReportTest)
#include "report_test.moc"
