#include "core/base/json_document.h"
#include "core/base/object_reader.h"
#include "tests/support/test_main.h"

using namespace blueprinting;

class JsonDocumentTest : public QObject {
    Q_OBJECT
private slots:
    void refuses_data();
    void refuses();
    void locates();
    void locatesMany();
    void strips_byte_order_mark();
    void object_reader_collects_everything();
    void integers_data();
    void integers();
};

void JsonDocumentTest::refuses_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("code");
    QTest::addColumn<int>("line");
    QTest::addColumn<int>("column");
    QTest::newRow("empty") << QByteArray("") << "json.empty" << 1 << 1;
    QTest::newRow("blank") << QByteArray(" \n\t") << "json.empty" << 1 << 1;
    QTest::newRow("utf-16") << QByteArray("\xFF\xFE{\0", 4) << "json.encoding" << 1 << 1;
    QTest::newRow("truncated") << QByteArray("{\"a\": 1,\n \"b\": \"me") << "json.syntax" << 2 << 10;
    QTest::newRow("trailing comma") << QByteArray("{\"a\": 1,}") << "json.syntax" << 1 << 9;
    QTest::newRow("comment") << QByteArray("{\n// no\n\"a\": 1}") << "json.syntax" << 2 << 1;
    QTest::newRow("single quotes") << QByteArray("{'a': 1}") << "json.syntax" << 1 << 2;
    QTest::newRow("second value") << QByteArray("{} {}") << "json.syntax" << 1 << 4;
    QTest::newRow("NaN") << QByteArray("{\"a\": NaN}") << "json.syntax" << 1 << 7;
    QTest::newRow("too large a number") << QByteArray("{\"a\": 1e999}") << "json.number" << 1 << 11;
    QTest::newRow("duplicate key") << QByteArray("{\"a\": 1,\n  \"a\": 2}") << "json.duplicate_key" << 2 << 3;
    QTest::newRow("10000 brackets") << QByteArray(10000, '[') << "json.depth" << 1 << 257;
    QTest::newRow("a byte of no text") << QByteArray("{\"a\": \"\xFF\"}") << "json.syntax" << 1 << 8;
    QTest::newRow("a key of no text") << QByteArray("{\"\xC3\": 1}") << "json.syntax" << 1 << 4;
    QTest::newRow("bad utf-8") << QByteArray("{\"a\": \"\xC3\x28\"}") << "json.syntax" << 1 << 8;
}

void JsonDocumentTest::refuses()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, code);
    QFETCH(int, line);
    QFETCH(int, column);
    const auto document = JsonDocument::parse(text.toStdString(), "f.json");
    QVERIFY(!document);
    const Diagnostic& d = document.diagnostics().front();
    QCOMPARE(QString::fromStdString(d.code), code);
    QVERIFY(QString::fromStdString(d.message).toStdString() == d.message); // text, whatever bytes it quotes
    QVERIFY(d.location.has_value());
    QCOMPARE(int(d.location->line), line);
    QVERIFY2(std::abs(int(d.location->column) - column) <= 1,
             qPrintable(QString::fromStdString(to_line(d))));
}

void JsonDocumentTest::locates()
{
    const auto document = JsonDocument::parse("{\"a\": [1, 22,\n   {\"b/c\": true}],\n \"d\":null}", "f.json");
    QVERIFY(document.has_value());
    const auto at = [&](const char* pointer) {
        const SourceLocation where = document->locate(pointer);
        return std::pair(int(where.line), int(where.column));
    };
    QCOMPARE(at(""), std::pair(1, 1));
    QCOMPARE(at("/a"), std::pair(1, 7));
    QCOMPARE(at("/a/1"), std::pair(1, 11));
    QCOMPARE(at("/a/2"), std::pair(2, 4));
    QCOMPARE(at("/a/2/b~1c"), std::pair(2, 12));
    QCOMPARE(at("/d"), std::pair(3, 6));
    QCOMPARE(at("/none"), std::pair(0, 0));
    QCOMPARE(at("/a/1"), std::pair(1, 11)); // as often as it is asked
}

/// Each of many values of a large text, in any order, without walking the text for each.
void JsonDocumentTest::locatesMany()
{
    std::string text = "[";
    constexpr int count = 20000;
    for (int i = 0; i < count; ++i)
        text += (i == 0 ? "\n  " : ",\n  ") + std::to_string(i);
    const auto document = JsonDocument::parse(text + "]", "f.json");
    QVERIFY(document.has_value());
    const JsonDocument copy = *document;
    for (int i = count - 1; i >= 0; --i) {
        const SourceLocation where = (i % 2 == 0 ? copy : *document).locate(pointer_step(std::size_t(i)));
        QCOMPARE(where.line, std::size_t(i + 2));
        QCOMPARE(where.column, std::size_t(3));
    }
    QCOMPARE(document->locate("/20000").line, std::size_t(0));
}

void JsonDocumentTest::strips_byte_order_mark()
{
    const auto document = JsonDocument::parse("\xEF\xBB\xBF{\"a\": 1}", "f.json");
    QVERIFY(document.has_value());
    QCOMPARE(document->root().at("a").get<int>(), 1);
}

void JsonDocumentTest::object_reader_collects_everything()
{
    const auto document = JsonDocument::parse("{\"n\": \"8\", \"flag\": \"false\", \"kind\": \"selective\",\n\"comment\": 1}", "f.json");
    QVERIFY(document.has_value());
    Diagnostics problems;
    ObjectReader reader(*document, document->root(), "", problems);
    QVERIFY(!reader.integer("n", 1));
    QVERIFY(!reader.boolean("flag"));
    QVERIFY(!reader.choice("kind", {"none", "full"}));
    QVERIFY(!reader.number("absent"));
    reader.finish();
    QCOMPARE(int(problems.size()), 5);
    QCOMPARE(problems[0].path, std::string("/n"));
    QCOMPARE(to_line(problems[2]), std::string("f.json:1:37: /kind: \"kind\" must be one of \"none\", \"full\", not \"selective\" [reader.choice]"));
    QCOMPARE(problems[3].code, std::string("reader.missing"));
    QCOMPARE(problems[4].code, std::string("reader.unknown_key"));
    QCOMPARE(int(problems[4].location->line), 2);
}

void JsonDocumentTest::integers_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("integer");
    QTest::newRow("8") << "8" << true;
    QTest::newRow("8.0") << "8.0" << true;
    QTest::newRow("5e8") << "5e8" << true;
    QTest::newRow("4096.4") << "4096.4" << false;
    QTest::newRow("2^53") << "9007199254740992" << true;
    QTest::newRow("2^53+1") << "9007199254740993" << false;
    QTest::newRow("2^63-1") << "9223372036854775807" << false;
    QTest::newRow("2^63") << "9223372036854775808" << false;
    QTest::newRow("1e30") << "1e30" << false;
    QTest::newRow("true") << "true" << false;
    QTest::newRow("string") << "\"8\"" << false;
}

void JsonDocumentTest::integers()
{
    QFETCH(QString, text);
    QFETCH(bool, integer);
    QCOMPARE(as_integer(Json::parse(text.toStdString())).has_value(), integer);
}

BLUEPRINTING_CORE_TEST(JsonDocumentTest)
#include "json_document_test.moc"
