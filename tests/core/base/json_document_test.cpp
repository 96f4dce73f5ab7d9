#include "core/base/json_document.h"
#include "core/base/json_lines.h"
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
    void locates_behind_many_lines();
    void locates_below_long_keys();
    void one_byte_order_mark_is_left_out();
    void values_are_shown_short_data();
    void values_are_shown_short();
    void a_line_is_placed_in_its_file();
    void object_reader_collects_everything();
    void many_unknown_keys_are_counted();
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
    QVERIFY2(std::abs(int(d.location->column) - column) <= 1, qPrintable(QString::fromStdString(to_line(d))));
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

/// Lines are counted by stretches of the text; every place of some thousand is where its line and column say.
void JsonDocumentTest::locates_behind_many_lines()
{
    std::string text = "[";
    std::vector<std::pair<std::size_t, std::size_t>> expected; // line and column, counted while it is written
    std::size_t line = 1;
    std::size_t line_begin = 0;
    for (std::size_t i = 0; i < 6000; ++i) {
        if (i > 0)
            text += ',';
        // Lines of many lengths, some longer than a stretch, some empty.
        for (std::size_t breaks = i % 7 == 0 ? i % 5 : 0; breaks > 0; --breaks) {
            text += '\n';
            ++line;
            line_begin = text.size();
        }
        text += std::string(i % 997 == 0 ? 9000 : i % 3, ' ');
        expected.emplace_back(line, text.size() - line_begin + 1);
        text += std::to_string(i);
    }
    const auto document = JsonDocument::parse(text + "]", "f.json");
    QVERIFY(document.has_value());
    for (std::size_t i = 0; i < expected.size(); ++i) {
        const SourceLocation where = document->locate(pointer_step(i));
        QCOMPARE(where.line, expected[i].first);
        QCOMPARE(where.column, expected[i].second);
    }
}

/// A long key is cut in pointers, and two that begin alike are still two.
void JsonDocumentTest::locates_below_long_keys()
{
    const std::string a = std::string(5000, 'k') + "a";
    const std::string b = std::string(5000, 'k') + "b";
    const auto document =
        JsonDocument::parse("{\"" + a + "\": 1,\n\"" + b + "\": {\"\\u00e9/~\": 2},\n\"c\": [3]}", "f.json");
    QVERIFY(document.has_value());
    for (int again = 0; again < 3; ++again) { // by a walk, and from what is kept
        QCOMPARE(document->locate(pointer_step(a)).line, std::size_t(1));
        QCOMPARE(document->locate(pointer_step(b)).line, std::size_t(2));
        QCOMPARE(document->locate(pointer_step(b) + "/\u00e9~1~0").line, std::size_t(2));
        QCOMPARE(document->locate("/c/0").line, std::size_t(3));
        QCOMPARE(document->locate(pointer_step(b) + "/c").line, std::size_t(0));
    }
    QVERIFY(pointer_step(a) != pointer_step(b));
    QVERIFY(pointer_step(a).size() < 120);
    QVERIFY(pointer_step(a).starts_with("/kkkkkkkkkk"));
    QCOMPARE(pointer_step(std::string(120, 'k')), "/" + std::string(120, 'k'));
}

void JsonDocumentTest::one_byte_order_mark_is_left_out()
{
    const std::string mark = "\xEF\xBB\xBF";
    const auto document = JsonDocument::parse(mark + "{\"a\": 1}", "f.json");
    QVERIFY(document.has_value());
    QCOMPARE(document->root().at("a").get<int>(), 1);
    QVERIFY(document->had_mark());
    QCOMPARE(document->text(), std::string("{\"a\": 1}"));
    QVERIFY(!JsonDocument::parse("{}", "f.json")->had_mark());

    const auto twice = JsonDocument::parse(mark + mark + "{}", "f.json");
    QVERIFY(!twice.has_value());
    QCOMPARE(to_line(twice.diagnostics().front()),
             std::string("f.json:1:1: here is a second byte-order mark; a file may begin with one [json.encoding]"));
    QCOMPARE(JsonDocument::parse(mark, "f.json").diagnostics().front().code, std::string("json.empty"));
    QVERIFY(JsonDocument::parse(mark + "{}", "f.jsonl", 1).has_value());
    const auto later = JsonDocument::parse(mark + "{}", "f.jsonl", 7);
    QVERIFY(!later.has_value());
    QCOMPARE(later.diagnostics().front().location->line, std::size_t(7));
}

void JsonDocumentTest::values_are_shown_short_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("expected");
    QTest::newRow("as it is") << QByteArray("{\"a\": [1, null, \"b\"]}") << QByteArray("{\"a\":[1,null,\"b\"]}");
    QTest::newRow("60") << ("\"" + QByteArray(58, 'x') + "\"") << ("\"" + QByteArray(58, 'x') + "\"");
    QTest::newRow("61") << ("\"" + QByteArray(59, 'x') + "\"") << ("\"" + QByteArray(59, 'x') + "…");
    QTest::newRow("a long text") << ("\"" + QByteArray(5000, 'x') + "\"") << ("\"" + QByteArray(59, 'x') + "…");
    QTest::newRow("whole characters") << ("\"" + QByteArray("é").repeated(5000) + "\"")
                                      << ("\"" + QByteArray("é").repeated(29) + "…");
    QTest::newRow("a long list") << ("[" + QByteArray("0,").repeated(5000) + "0]")
                                 << ("[" + QByteArray("0,").repeated(29) + "0…");
    QTest::newRow("deep") << (QByteArray(200, '[') + QByteArray(200, ']')) << (QByteArray(60, '[') + "…");
}

void JsonDocumentTest::values_are_shown_short()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, expected);
    QCOMPARE(QByteArray::fromStdString(shown(Json::parse(text.toStdString()))), expected);
}

void JsonDocumentTest::a_line_is_placed_in_its_file()
{
    const auto document = JsonDocument::parse("{\"a\": 1}", "f.jsonl", 12);
    QVERIFY(document.has_value());
    QCOMPARE(document->locate("/a"), (SourceLocation{"f.jsonl", 12, 7}));
    const auto broken = JsonDocument::parse("{\"a\": }", "f.jsonl", 12);
    QCOMPARE(broken.diagnostics().front().location->line, std::size_t(12));
    JsonLines lines("\n{}\r\n \t\n[1]");
    const auto first = lines.next();
    QCOMPARE(first->text, std::string_view("{}\r"));
    QCOMPARE(first->number, std::size_t(2));
    QVERIFY(first->terminated);
    const auto second = lines.next();
    QCOMPARE(second->text, std::string_view("[1]"));
    QCOMPARE(second->number, std::size_t(4));
    QVERIFY(!second->terminated);
    QVERIFY(!lines.next());
}

void JsonDocumentTest::object_reader_collects_everything()
{
    const auto document =
        JsonDocument::parse("{\"n\": \"8\", \"flag\": \"false\", \"kind\": \"selective\",\n\"comment\": 1}", "f.json");
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
    QCOMPARE(to_line(problems[2]),
             std::string(
                 "f.json:1:37: /kind: \"kind\" must be one of \"none\", \"full\", not \"selective\" [reader.choice]"));
    QCOMPARE(problems[3].code, std::string("reader.missing"));
    QCOMPARE(problems[4].code, std::string("reader.unknown_key"));
    QCOMPARE(int(problems[4].location->line), 2);
}

void JsonDocumentTest::many_unknown_keys_are_counted()
{
    std::string text = "{\"known\": 1";
    for (int i = 0; i < 50; ++i)
        text += ",\n\"k" + std::to_string(100 + i) + std::string(300, 'x') + "\": 0";
    const auto document = JsonDocument::parse(text + "}", "f.json");
    QVERIFY(document.has_value());
    Diagnostics problems;
    ObjectReader reader(*document, document->root(), "", problems);
    QCOMPARE(reader.integer("known"), std::optional<std::int64_t>(1));
    reader.finish();
    QCOMPARE(problems.size(), std::size_t(20));
    QCOMPARE(problems[0].location->line, std::size_t(2));
    QCOMPARE(problems[0].message, "the key \"k100" + std::string(76, 'x') + "…\" is not known here");
    QCOMPARE(problems[19].message, std::string("31 more keys of this object are not known here"));
    QCOMPARE(problems[19].location->line, std::size_t(1));
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
