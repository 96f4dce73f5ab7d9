#include "core/search/findings_json.h"
#include "core/search/found_file.h"
#include "core/strategy/derived.h"
#include "core/strategy/mapping.h"
#include "tests/support/test_main.h"

#include <map>
#include <set>

using namespace blueprinting;
using search::FoundFile;

namespace {

search::Question asked(const char* devices)
{
    search::Asked out;
    out.devices = devices;
    out.batch = 16;
    return *search::question_of(*model::find_preset("megatron-22B"), *system::find_preset("a100_80g"),
                                cost::View::system_evidence, out);
}

/// What a table does not say of its strategies.
strategy::Execution base() { return search::layouts_of(asked("8"))->front().at(0); }

std::string table(const search::Question& question, search::TableForm form, const char* shard = "1/1")
{
    std::string out;
    const auto done = search::write_strategies(question, *search::Shard::parse(shard), form, nullptr,
                                               TextSink([&](std::string_view text) {
                                                   out += text;
                                                   return true;
                                               }),
                                               CancelToken());
    if (!done)
        qFatal("no table");
    return out;
}

const std::string kHead = "number,tensor_par,pipeline_par,data_par,pipeline_interleaving,microbatch_size,"
                          "activation_recompute,tensor_par_comm_type,total_seconds,memory_bytes,fits\r\n";

} // namespace

/// Files of a search, read again.
class FoundFileTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void tablesComeBack_data();
    void tablesComeBack();
    void answersComeBack_data();
    void answersComeBack();
    void refusedByLine_data();
    void refusedByLine();
    void knownByTheFirstLine();
};

void FoundFileTest::tablesComeBack_data()
{
    QTest::addColumn<bool>("csv");
    QTest::addColumn<QString>("devices");
    QTest::newRow("CSV") << true << "8";
    QTest::newRow("JSONL") << false << "8";
    QTest::newRow("CSV of several numbers of devices") << true << "4,8";
    QTest::newRow("JSONL of several numbers of devices") << false << "4,8";
}

/// Each strategy with the figures that were found, number by number.
void FoundFileTest::tablesComeBack()
{
    QFETCH(bool, csv);
    QFETCH(QString, devices);
    const auto question = asked(devices.toUtf8().constData());
    const std::string text = table(question, csv ? search::TableForm::csv : search::TableForm::jsonl);
    QVERIFY(search::names_found(text));
    const auto read = search::read_found(text, "found", base());
    QVERIFY2(read, read ? "" : read.diagnostics().front().message.c_str());
    std::size_t at = 0;
    const auto layouts = search::layouts_of(question);
    for (const search::Layout& layout : *layouts) {
        const auto done = search::each_legal(
            {.model = question.model, .system = question.system, .layout = layout, .judgement = question.judgement()},
            [&](const search::Found& one) {
                if (at >= read->rows.size())
                    return false;
                const search::FileRow& row = read->rows[at];
                strategy::Execution wanted = layout.at(one.number);
                strategy::forget_redundant_processors(wanted);
                const bool same = row.found == one && row.execution == wanted && row.line == at + (csv ? 2 : 1);
                at += same ? 1 : 0;
                return same;
            },
            CancelToken());
        QVERIFY(done);
    }
    QVERIFY2(at == read->rows.size(), qPrintable(QStringLiteral("row %1 is another").arg(at)));
    QVERIFY(at > 500);
    // A part of a search is no whole one.
    const auto part = search::read_found(
        table(question, csv ? search::TableForm::csv : search::TableForm::jsonl, "2/8"), "p", base());
    QCOMPARE(part.diagnostics().front().code, std::string("search.file.part"));
}

void FoundFileTest::answersComeBack_data()
{
    QTest::addColumn<QString>("devices");
    QTest::newRow("one") << "8";
    QTest::newRow("several") << "4,8";
}

/// The front and the first by rank, each strategy once.
void FoundFileTest::answersComeBack()
{
    QFETCH(QString, devices);
    const auto question = asked(devices.toUtf8().constData());
    const auto answers = search::answer(question, {}, 10, {}, CancelToken());
    QVERIFY(answers);
    const auto json = search::answers_json(*answers);
    QVERIFY(json);
    const auto read = search::read_found(json->dump(1), "answer.json", base());
    QVERIFY2(read, read ? "" : read.diagnostics().front().message.c_str());
    QCOMPARE(read->model, std::string("megatron-22B"));
    QCOMPARE(read->system, std::string("a100_80g"));
    std::size_t wanted = 0;
    for (std::size_t i = 0; i < answers->found.size(); ++i) {
        std::map<std::uint64_t, search::Found> all;
        for (const auto* list : {&answers->found[i].top, &answers->found[i].front})
            for (const search::Found& each : *list)
                all[each.number] = each;
        wanted += all.size();
        for (const search::FileRow& row : read->rows)
            if (strategy::world_size(row.execution) == question.devices[i]) {
                QVERIFY(all.contains(row.found.number));
                QVERIFY(all[row.found.number] == row.found);
            }
    }
    QCOMPARE(read->rows.size(), wanted);
}

void FoundFileTest::refusedByLine_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("code");
    QTest::addColumn<int>("line");
    const auto row = [](const char* name, const std::string& text, const char* code, int line) {
        QTest::newRow(name) << QString::fromStdString(text) << code << line;
    };
    const std::string good = "7,8,1,1,1,1,full,ar,11.5,6.4e10,true\r\n";
    row("no rows", kHead, "search.file.empty", 1);
    row("another column", "number,colour\r\n", "search.file.column", 1);
    row("a column twice", "number," + kHead + "7," + good, "search.file.column", 1);
    row("a column missing", "number,tensor_par,total_seconds,memory_bytes\r\n7,8,1,1\r\n", "search.file.column", 1);
    row("too few cells", kHead + good + "8,8\r\n", "search.file.cells", 3);
    row("no number", kHead + "7,eight,1,1,1,1,full,ar,11.5,6.4e10,true\r\n", "search.file.value", 2);
    row("no degree", kHead + "7,0,1,1,1,1,full,ar,11.5,6.4e10,true\r\n", "search.file.value", 2);
    row("a word that is none", kHead + "7,8,1,1,1,1,some,ar,11.5,6.4e10,true\r\n", "search.file.value", 2);
    row("no time", kHead + good + "8,8,1,1,1,1,full,ar,0,6.4e10,true\r\n", "search.file.value", 3);
    row("a time that is no number", kHead + "7,8,1,1,1,1,full,ar,nan,6.4e10,true\r\n", "search.file.value", 2);
    row("fits in other words", kHead + "7,8,1,1,1,1,full,ar,11.5,6.4e10,yes\r\n", "search.file.value", 2);
    row("a strategy twice", kHead + good + good, "search.file.repeated", 3);
    row("an open quote", kHead + "\"7,8,1,1,1,1,full,ar,11.5,6.4e10,true\r\n", "search.file.csv", 2);
    const std::string execution = strategy::to_calculon(base()).dump();
    const std::string line =
        R"({"number": 7, "execution": )" + execution + R"(, "total_seconds": 2.5, "memory_bytes": 1e9, "fits": true})";
    row("a line cut short", line + "\n" + line.substr(0, 40) + "\n", "json.syntax", 2);
    row("another key",
        line + "\n" + R"({"number": 8, "execution": )" + execution +
            R"(, "total_seconds": 2.5, "memory_bytes": 1e9, "fits": true, "colour": 1})",
        "reader.unknown_key", 2);
    row("no memory",
        line + "\n" + R"({"number": 8, "execution": )" + execution + R"(, "total_seconds": 2.5, "fits": true})",
        "reader.missing", 2);
    row("an execution with a key too few",
        R"({"number": 8, "execution": {"tensor_par": 8}, "total_seconds": 2.5, "memory_bytes": 1e9, "fits": true})",
        "reader.missing", 1);
    row("an answer without lists", R"({"model": "m", "system": "s", "strategies": 1})", "reader.missing", 1);
    row("a part of an answer", R"({"model": "m", "system": "s", "part": {}, "top": [], "front": []})",
        "search.file.part", 1);
}

void FoundFileTest::refusedByLine()
{
    QFETCH(QString, text);
    QFETCH(QString, code);
    QFETCH(int, line);
    const auto read = search::read_found(text.toStdString(), "found.csv", base());
    QVERIFY(!read && !read.cancelled());
    const Diagnostic& first = read.diagnostics().front();
    QCOMPARE(QString::fromStdString(first.code), code);
    QVERIFY(first.location.has_value());
    QCOMPARE(first.location->file, std::string("found.csv"));
    QCOMPARE(static_cast<int>(first.location->line), line);
    QVERIFY(!first.message.empty());
}

void FoundFileTest::knownByTheFirstLine()
{
    QVERIFY(search::names_found(kHead));
    QVERIFY(search::names_found("\xef\xbb\xbf" + kHead));
    QVERIFY(search::names_found(R"({"number":1,"execution":{},"total_seconds":1,"memory_bytes":1})"));
    QVERIFY(!search::names_found("model,system,gpus\n"));
    QVERIFY(!search::names_found(R"({"number":1})"));
    QVERIFY(!search::names_found(""));
    QVERIFY(!search::names_found("{"));
}

BLUEPRINTING_CORE_TEST(FoundFileTest)
#include "found_file_test.moc"
