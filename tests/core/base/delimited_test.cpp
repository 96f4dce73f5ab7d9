#include "core/base/delimited.h"
#include "tests/support/hostile_names.h"
#include "tests/support/read_formats.h"
#include "tests/support/test_main.h"

#include <cmath>
#include <limits>

using namespace blueprinting;
using Separator = DelimitedWriter::Separator;

namespace {

QByteArray cell(const std::string& text, Separator separator = Separator::comma)
{
    std::string out;
    DelimitedWriter table(out, separator);
    table.text(text);
    table.text("end");
    table.end_row();
    return QByteArray::fromStdString(out);
}

} // namespace

/// Tables of cells parted by commas and tabs.
class DelimitedTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void cellsAreWrittenSo_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("comma");
        QTest::addColumn<QByteArray>("tab");
        const auto row = [](const char* name, const QByteArray& text, const QByteArray& comma, const QByteArray& tab) {
            QTest::newRow(name) << text << comma << tab;
        };
        row("plain", "a b", "a b", "a b");
        row("empty", "", "", "");
        row("comma", "a,b", "\"a,b\"", "a,b");
        row("semicolon", "a;b", "\"a;b\"", "a;b");
        row("quotes", "say \"x\"", "\"say \"\"x\"\"\"", "\"say \"\"x\"\"\"");
        row("line feed", "a\nb", "\"a\nb\"", "\"a\nb\"");
        row("lone return", "a\rb", "\"a\rb\"", "\"a\rb\"");
        row("tab", "a\tb", "\"a\tb\"", "\"a\tb\"");
        row("equals", "=1+1", "'=1+1", "'=1+1");
        row("plus", "+SUM(A1)", "'+SUM(A1)", "'+SUM(A1)");
        row("minus", "-a", "'-a", "'-a");
        row("at", "@x", "'@x", "'@x");
        row("wide equals", "\uff1d1", "'\uff1d1", "'\uff1d1");
        row("tab first", "\t=1", "\"'\t=1\"", "\"'\t=1\"");
        row("return first", "\r=1", "\"'\r=1\"", "\"'\r=1\"");
        row("blank first", " =1", "' =1", "' =1");
        row("apostrophe", "'a", "''a", "''a");
        row("formula within quotes", "=1,2", "\"'=1,2\"", "'=1,2");
        row("negative number", "-12.5", "-12.5", "-12.5");
        row("power of ten", "-1e-20", "-1e-20", "-1e-20");
        row("plus and digits", "+12", "'+12", "'+12"); // some programs take the plus off
        row("minus alone", "-", "'-", "'-");
        row("minus and a formula", "-1+1", "'-1+1", "'-1+1");
    }
    void cellsAreWrittenSo()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, comma);
        QFETCH(QByteArray, tab);
        QCOMPARE(cell(text.toStdString()), comma + ",end\r\n");
        QCOMPARE(cell(text.toStdString(), Separator::tab), tab + "\tend\n");
    }

    void numbersArePlain_data()
    {
        QTest::addColumn<double>("value");
        QTest::addColumn<QByteArray>("written");
        QTest::newRow("0") << 0.0 << QByteArray("0");
        QTest::newRow("negative zero") << -0.0 << QByteArray("0");
        QTest::newRow("bytes") << 88046829568.0 << QByteArray("88046829568");
        QTest::newRow("a round number of bytes") << 1e11 << QByteArray("100000000000");
        QTest::newRow("seconds past a thousand") << 12345.678 << QByteArray("12345.678");
        QTest::newRow("negative") << -0.25 << QByteArray("-0.25");
        QTest::newRow("small") << 1.5e-7 << QByteArray("1.5e-07");
        QTest::newRow("large") << 1e300 << QByteArray("1e+300");
        QTest::newRow("all digits") << 0.1 + 0.2 << QByteArray("0.30000000000000004");
        QTest::newRow("infinite") << std::numeric_limits<double>::infinity() << QByteArray();
        QTest::newRow("none") << std::nan("") << QByteArray();
    }
    void numbersArePlain()
    {
        QFETCH(double, value);
        QFETCH(QByteArray, written);
        QCOMPARE(QByteArray::fromStdString(plain_number(value)), written);
        std::string out;
        DelimitedWriter table(out, Separator::comma);
        table.number(value);
        table.integer(-3);
        table.boolean(true);
        table.end_row();
        QCOMPARE(QByteArray::fromStdString(out), written + ",-3,true\r\n");
    }

    void aRowOfNothingIsARow()
    {
        std::string out;
        DelimitedWriter table(out, Separator::comma);
        table.text("heading");
        table.end_row();
        table.text("");
        table.end_row();
        QCOMPARE(QByteArray::fromStdString(out), QByteArray("heading\r\n\"\"\r\n"));
    }

    /// Python reads each name as it was, but for the apostrophe that the format says.
    void pythonReadsEveryName()
    {
        testing::FormatReader reader;
        for (const auto& [separator, format] :
             {std::pair(Separator::comma, FileFormat::csv), std::pair(Separator::tab, FileFormat::tsv)}) {
            std::string out;
            DelimitedWriter table(out, separator);
            table.text("name");
            table.text("number");
            table.end_row();
            QStringList names;
            for (const std::string& name : testing::hostile_names()) {
                table.text(name);
                table.number(-1e9 / 7);
                table.end_row();
                names << QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
            }
            reader.add(QStringLiteral("names"), format, QByteArray(out.data(), static_cast<qsizetype>(out.size())),
                       names);
        }
        QCOMPARE(reader.faults(), QString());
    }

    /// The reader itself finds what must not be.
    void theReaderFindsFaults_data()
    {
        QTest::addColumn<int>("format");
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QByteArray>("fault");
        const auto row = [](const char* name, FileFormat format, const QByteArray& bytes, const QByteArray& fault) {
            QTest::newRow(name) << static_cast<int>(format) << bytes << fault;
        };
        row("thin space", FileFormat::csv, "a,b\r\nx,12\u2009345\r\n", "no plain number");
        row("true minus", FileFormat::csv, "a,b\r\nx,\u22125\r\n", "no plain number");
        row("unit", FileFormat::tsv, "a\tb\nx\t5.2 GiB\n", "no plain number");
        row("infinite", FileFormat::csv, "a,b\r\nx,∞\r\n", "no plain number");
        row("formula", FileFormat::csv, "a,b\r\nx,=1+1\r\n", "would evaluate");
        row("formula in quotes", FileFormat::csv, "a,b\r\nx,\"@SUM(1,2)\"\r\n", "would evaluate");
        row("lone return", FileFormat::csv, "a,b\r\nx\r,1\r\n", "cells where the header has 2");
        row("cells", FileFormat::csv, "a,b\r\nx,1,2\r\n", "cells where the header has 2");
        row("bare escape in JSON", FileFormat::json, "{\"a\": \"\u202e\"}", "U+202E");
        row("NaN", FileFormat::json, "{\"a\": NaN}", "is no JSON");
        row("not one value a line", FileFormat::jsonl, "{\"a\":\n1}\n", "");
        row("element in markdown", FileFormat::markdown, "| a |\n| --- |\n| <b>x |\n", "would be obeyed");
        row("pipe in markdown", FileFormat::markdown, "| a |\n| --- |\n| x | y |\n", "cells where the header has 1");
        row("control in SVG", FileFormat::svg, "<svg xmlns=\"http://www.w3.org/2000/svg\"><text>\x01</text></svg>",
            "U+0001");
        row("element in HTML", FileFormat::html, "<p><img src=x></p>", "is no part");
        row("escape in text", FileFormat::text, "a\x1b[31m", "U+001B");
    }
    void theReaderFindsFaults()
    {
        QFETCH(int, format);
        QFETCH(QByteArray, bytes);
        QFETCH(QByteArray, fault);
        testing::FormatReader reader;
        reader.add(QStringLiteral("wrong"), static_cast<FileFormat>(format), bytes);
        const QString said = reader.faults();
        QVERIFY2(said.startsWith(QStringLiteral("wrong (")) && said.contains(QString::fromUtf8(fault)),
                 qPrintable(said));
    }

    void everyFormatHasAReader()
    {
        testing::FormatReader reader;
#define BLUEPRINTING_FILE_FORMAT(name, ending) reader.add(QStringLiteral(#name), FileFormat::name, {});
#include "core/base/file_formats.def"
#undef BLUEPRINTING_FILE_FORMAT
        QVERIFY(reader.size() >= 10);
        const QString said = reader.faults();
        QVERIFY2(!said.contains(QStringLiteral("there is no reader")), qPrintable(said));
    }

    void formatsAreKnownByTheirEndings()
    {
        QCOMPARE(format_of("a/b.CSV"), FileFormat::csv);
        QCOMPARE(format_of("x.htm"), FileFormat::html);
        QCOMPARE(format_of("x.jsonl"), FileFormat::jsonl);
        QCOMPARE(format_of("x.json"), FileFormat::json);
        QCOMPARE(format_of("csv"), std::optional<FileFormat>());
        QCOMPARE(format_of("x.gif"), std::optional<FileFormat>());
    }
};

BLUEPRINTING_CORE_TEST(DelimitedTest)
#include "delimited_test.moc"
