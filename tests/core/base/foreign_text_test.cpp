#include "core/base/diagnostic.h"
#include "core/base/foreign_text.h"
#include "core/base/json_document.h"
#include "tests/support/hostile_names.h"
#include "tests/support/read_formats.h"
#include "tests/support/test_main.h"

using namespace blueprinting;

namespace {

QByteArray bytes(const std::string& text) { return QByteArray(text.data(), static_cast<qsizetype>(text.size())); }

} // namespace

/// Text that people and files wrote, as a console, a line and a page of markup take it.
class ForeignTextTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void whatIsObeyedIsSpelledOut_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("block");
        QTest::addColumn<QByteArray>("line");
        const auto row = [](const char* name, const QByteArray& text, const QByteArray& block, const QByteArray& line) {
            QTest::newRow(name) << text << block << line;
        };
        row("words", "TP 8 · PP 4", "TP 8 · PP 4", "TP 8 · PP 4");
        row("µ, Hebrew, emoji with its joiner", "µ שלום 👩\u200d💻", "µ שלום 👩\u200d💻", "µ שלום 👩\u200d💻");
        row("escape", "a\x1b[31mb", "a\\u001b[31mb", "a\\u001b[31mb");
        row("NUL", QByteArray("a\0b", 3), "a\\u0000b", "a\\u0000b");
        row("DEL", "a\x7f", "a\\u007f", "a\\u007f");
        row("CSI as one character", "a\u009b", "a\\u009b", "a\\u009b");
        row("first after C1", "\u00a0", "\u00a0", "\u00a0");
        row("override of direction", "a\u202e!", "a\\u202e!", "a\\u202e!");
        row("isolates", "\u2066a\u2069", "\\u2066a\\u2069", "\\u2066a\\u2069");
        row("marks of direction", "\u200e\u200f\u061c", "\\u200e\\u200f\\u061c", "\\u200e\\u200f\\u061c");
        row("byte-order mark", "\ufeff", "\\ufeff", "\\ufeff");
        row("a tag", "\U000e0041", "\\U000e0041", "\\U000e0041");
        row("last before the tags", "\U000dffff", "\U000dffff", "\U000dffff");
        row("breaks", "a\nb\tc", "a\nb\tc", "a b c");
        row("return", "a\rb", "a\\u000db", "a b");
        row("separators of lines", "a\u2028b\u2029c\u0085d", "a\\u2028b\\u2029c\\u0085d", "a b c d");
        row("a stray byte", "a\x9b\xff", "a\\x9b\\xff", "a\\x9b\\xff");
        row("a longer form than needed", "\xc0\x9b", "\\xc0\\x9b", "\\xc0\\x9b");
        row("a surrogate", "\xed\xa0\x80", "\\xed\\xa0\\x80", "\\xed\\xa0\\x80");
        row("cut short", "a\xe2\x80", "a\\xe2\\x80", "a\\xe2\\x80");
        row("past Unicode", "\xf4\x90\x80\x80", "\\xf4\\x90\\x80\\x80", "\\xf4\\x90\\x80\\x80");
        row("nothing", "", "", "");
    }
    void whatIsObeyedIsSpelledOut()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, block);
        QFETCH(QByteArray, line);
        QCOMPARE(bytes(visible(text.toStdString())), block);
        QCOMPARE(bytes(visible_line(text.toStdString())), line);
        QCOMPARE(bytes(visible(block.toStdString())), block); // once is enough
        QCOMPARE(bytes(visible_line(line.toStdString())), line);
    }

    /// By Unicode's own tables, as Python has them.
    void nothingIsLeftToObey()
    {
        testing::FormatReader reader;
        std::string every; // each character that there is, 64 a line
        for (std::uint32_t c = 1; c < 0x110000; ++c) {
            if (c >= 0xD800 && c < 0xE000)
                continue;
            const char32_t character = c;
            every += QString::fromUcs4(&character, 1).toStdString();
            if (c % 64 == 0)
                every += '\n';
        }
        reader.add(QStringLiteral("every character"), FileFormat::text, bytes(visible(every)));
        for (const std::string& name : testing::hostile_names()) {
            reader.add(QStringLiteral("a name"), FileFormat::text, bytes(visible(name)));
            QVERIFY(visible_line(name).find_first_of("\n\t\r") == std::string::npos);
            reader.add(QStringLiteral("a name in markup"), FileFormat::html, bytes("<p>" + markup_text(name) + "</p>"),
                       {QString::fromStdString(visible(name))});
            reader.add(QStringLiteral("a name in an attribute"), FileFormat::svg,
                       bytes("<svg xmlns=\"http://www.w3.org/2000/svg\"><text id='" + markup_text(name) + "'>" +
                             markup_text(name) + "</text></svg>"),
                       {QString::fromStdString(visible(name))});
            reader.add(QStringLiteral("a name in JSON"), FileFormat::json,
                       bytes(visible_json("{\n  \"name\": " + Json(name).dump() + "\n}\n")),
                       {QString::fromStdString(name)});
        }
        QCOMPARE(reader.faults(), QString());
    }

    void jsonStaysTheSameValue()
    {
        QCOMPARE(visible_json("{\"a\": \"\u009b\u202e\x7f\U000e0041\"}"),
                 std::string("{\"a\": \"\\u009b\\u202e\\u007f\\udb40\\udc41\"}"));
        QCOMPARE(visible_json("{\n\t\"µ\": 1}\r\n"), std::string("{\n\t\"µ\": 1}\r\n"));
    }

    void whatShowsNothing_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<bool>("nothing");
        QTest::addColumn<uint>("unseen"); // the first unseen character; 0 for none
        QTest::newRow("empty") << "" << true << 0U;
        QTest::newRow("blanks") << QString::fromUtf8(" \u00a0\u2003\u3000") << true << 0U;
        QTest::newRow("no width") << QString::fromUtf8("\u200b\u200d\u2060\u00ad") << true << 0U;
        QTest::newRow("fillers") << QString::fromUtf8("\u3164\u2800") << true << 0U;
        QTest::newRow("an override") << QString::fromUtf8("\u202e") << true << 0x202EU;
        QTest::newRow("a control character") << QString::fromUtf8(" \u009b") << true << 0x9BU;
        QTest::newRow("a letter") << QString::fromUtf8("\u200b計") << false << 0U;
        QTest::newRow("letters and an override") << QString::fromUtf8("計\u202e\u0085") << false << 0x202EU;
    }
    void whatShowsNothing()
    {
        QFETCH(QString, text);
        QFETCH(bool, nothing);
        QFETCH(uint, unseen);
        QCOMPARE(shows_nothing(text.toStdString()), nothing);
        QCOMPARE(uint(first_unseen(text.toStdString())), unseen);
    }

    void aDiagnosticIsOneLine()
    {
        const Diagnostic about{Severity::error, "x.y", "/a\x1b", "is \"\u202e\r\n\x9b\"",
                               SourceLocation{"dir/\u009b.json", 3, 4}};
        QCOMPARE(to_line(about), std::string("dir/\\u009b.json:3:4: /a\\u001b: is \"\\u202e  \\x9b\" [x.y]"));
    }
};

BLUEPRINTING_CORE_TEST(ForeignTextTest)
#include "foreign_text_test.moc"
