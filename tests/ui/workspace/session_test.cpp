#include "core/base/canonical_json.h"
#include "core/base/file.h"
#include "core/strategy/derived.h"
#include "tests/support/test_main.h"
#include "ui/style/foreign_text.h"
#include "ui/workspace/comparison.h"
#include "ui/workspace/letters.h"
#include "ui/workspace/session_json.h"

#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTextDocument>

using namespace blueprinting;
using namespace blueprinting::ui;

namespace {

Result<Session> reread(const Session& session)
{
    const Result<std::string> text = pretty_json(to_json(session));
    if (!text)
        return text.failure_as<Session>();
    const Result<JsonDocument> document = JsonDocument::parse(*text, "session.json");
    return document ? session_from_json(*document) : document.failure_as<Session>();
}

/// Everything that can differ from the starting session does.
Session elaborate()
{
    Session session = starting_session();
    SessionStrategy& second = session.strategies[1];
    second.name = "séqsel – “B”\n\t";
    second.visible = false;
    second.last_legal = LegalForm{second.model, second.system, second.execution};
    second.model.name = "my model";
    second.model.hidden = 12289;
    second.system.networks[0].latency = 1.25e-5;
    second.execution.num_procs = 63;
    second.execution.datatype = Datatype::bfloat16;
    second.execution.global_batch = kMaxInteger;
    SessionStrategy third = session.strategies[0];
    third.id = "s9";
    third.name = "serving";
    third.letter = 27;
    second.letter = 2;
    strategy::TransformerInferenceParallelism inference;
    inference.tensor.degree = 8;
    inference.replicas.replicas = 3;
    third.execution.parallelism = inference;
    session.strategies.push_back(third);
    session.selected = "s9";
    session.baseline = "s2";
    session.view = "timing";
    session.selection = {"recompute", "attn.q/forward", 3};
    session.rules = strategy::Rules::calculon_compatible;
    session.findings = {{second.model,
                         "config.json",
                         {{Severity::finding, "model.gated", "/model_type", "a gate, “of” its own"},
                          {Severity::finding, "model.experts", "", "eight"}}},
                        {session.strategies[0].model, "other.json", {{Severity::finding, "x", "", "y"}}}};
    session.views["timing"] = {{"filter", "share"}, {"least", 0.5}};
    session.views["ir"] = Json::array({1, 2});
    PartState table;
    table.sorted = "total";
    table.descending = true;
    table.hidden = {"bytes", "no column of this build"};
    table.shown = {"peak_only"};
    table.folded = {"phase/forward"};
    table.widths = {{"task", 212}};
    table.row = "séqsel";
    session.parts["timing"]["taskTable"] = table;
    session.parts["timing"]["roofline"].x = Span{1e-3, 0.1 + 0.2};
    session.parts["timing"]["roofline"].y = Span{-4, 1e12};
    session.parts["ir"]["irGraph"].sight = Sight{1.0 / 3, 0, 2.44140625};
    session.parts["ir"]["belowSwitch"].current = "task";
    session.parts["no view of this build"]["form"].fields = {{"memory", "24"}};
    return session;
}

} // namespace

class SessionTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void startsOnSomethingWorthLookingAt()
    {
        const Session session = starting_session();
        QCOMPARE(session.strategies.size(), std::size_t{2});
        QCOMPARE(session.strategies[0].name, std::string("GPT-175B full"));
        QCOMPARE(session.strategies[1].name, std::string("GPT-175B seqsel"));
        QCOMPARE(session.baseline, session.strategies[0].id);
        QCOMPARE(session.selected, session.strategies[1].id);
        for (const SessionStrategy& strategy : session.strategies) {
            QCOMPARE(strategy.model.blocks, std::int64_t{96});
            QCOMPARE(strategy::world_size(strategy.execution), std::int64_t{64}); // 8·8·1
            QVERIFY(!strategy.execution.num_procs); // so that changing a degree contradicts nothing
        }
        QCOMPARE(strategy::recompute(session.strategies[0].execution), strategy::RecomputePolicy::full);
        QCOMPARE(strategy::recompute(session.strategies[1].execution), strategy::RecomputePolicy::attention_only);
    }

    void roundTrip_data()
    {
        QTest::addColumn<bool>("elaborate");
        QTest::newRow("starting") << false;
        QTest::newRow("everything set, illegal strategies") << true;
    }
    void roundTrip()
    {
        QFETCH(bool, elaborate);
        const Session session = elaborate ? ::elaborate() : starting_session();
        const Result<Session> again = reread(session);
        QVERIFY2(again, again.diagnostics().empty() ? "" : to_line(again.diagnostics().front()).c_str());
        QVERIFY(*again == session);
    }

    void saveReplacesWholeFile()
    {
        QTemporaryDir folder;
        const std::string path = folder.filePath(QStringLiteral("a.json")).toStdString();
        QVERIFY(save_session(starting_session(), path));
        QVERIFY(save_session(elaborate(), path));
        const Result<JsonDocument> document = JsonDocument::read(path);
        QVERIFY(document);
        const Result<Session> read = session_from_json(*document);
        QVERIFY(read);
        QVERIFY(*read == elaborate());
        QCOMPARE(QDir(folder.path()).entryList(QDir::Files).size(), 1); // nothing temporary left
    }

    void refuses_data()
    {
        QTest::addColumn<QString>("pointer"); // where the value is put
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("code");
        QTest::addColumn<QString>("path");
        QTest::newRow("schema") << "/schema"
                                << "\"blueprinting.session.v9\""
                                << "session.schema"
                                << "/schema";
        QTest::newRow("no strategies") << "/strategies"
                                       << "[]"
                                       << "session.empty"
                                       << "/strategies";
        QTest::newRow("strategies of the wrong type") << "/strategies"
                                                      << "{}"
                                                      << "reader.type"
                                                      << "/strategies";
        QTest::newRow("strategy of the wrong type") << "/strategies/0"
                                                    << "3"
                                                    << "reader.type"
                                                    << "/strategies/0";
        QTest::newRow("empty id") << "/strategies/0/id"
                                  << "\"\""
                                  << "session.id"
                                  << "/strategies/0/id";
        QTest::newRow("id twice") << "/strategies/1/id"
                                  << "\"s1\""
                                  << "session.id"
                                  << "/strategies/1/id";
        QTest::newRow("selected names nothing") << "/selected"
                                                << "\"s7\""
                                                << "session.id"
                                                << "/selected";
        QTest::newRow("baseline names nothing") << "/baseline"
                                                << "\"\""
                                                << "session.id"
                                                << "/baseline";
        QTest::newRow("empty name") << "/strategies/0/name"
                                    << "\"\""
                                    << "session.name"
                                    << "/strategies/0/name";
        QTest::newRow("name of blanks") << "/strategies/1/name"
                                        << "\" \\t\""
                                        << "session.name"
                                        << "/strategies/1/name";
        QTest::newRow("name of the wrong type") << "/strategies/0/name"
                                                << "1"
                                                << "reader.type"
                                                << "/strategies/0/name";
        QTest::newRow("model with a string") << "/strategies/0/model/shape/hidden"
                                             << "\"12288\""
                                             << "reader.type"
                                             << "/strategies/0/model/shape/hidden";
        QTest::newRow("unknown key in a model") << "/strategies/0/model/shape/comment"
                                                << "\"x\""
                                                << "reader.unknown_key"
                                                << "/strategies/0/model/shape/comment";
        QTest::newRow("unknown key") << "/colour"
                                     << "\"red\""
                                     << "reader.unknown_key"
                                     << "/colour";
        QTest::newRow("letter of the wrong type") << "/strategies/0/letter"
                                                  << "1"
                                                  << "reader.type"
                                                  << "/strategies/0/letter";
        QTest::newRow("letter that is none") << "/strategies/0/letter"
                                             << "\"a\""
                                             << "session.letter"
                                             << "/strategies/0/letter";
        QTest::newRow("letter twice") << "/strategies/1/letter"
                                      << "\"A\""
                                      << "session.letter"
                                      << "/strategies/1/letter";
        QTest::newRow("findings of the wrong type") << "/findings"
                                                    << "{}"
                                                    << "reader.type"
                                                    << "/findings";
        QTest::newRow("findings of no model") << "/findings"
                                              << R"([{"file": "a", "findings": []}])"
                                              << "reader.missing"
                                              << "/findings/0/model";
        QTest::newRow("a finding that is an error")
            << "/findings"
            << R"([{"file": "a", "model": {}, "findings": [{"severity": "error", "code": "", "path": "", "message": ""}]}])"
            << "reader.choice"
            << "/findings/0/findings/0/severity";
        QTest::newRow("visible as a number") << "/strategies/0/visible"
                                             << "1"
                                             << "reader.type"
                                             << "/strategies/0/visible";
        QTest::newRow("rules") << "/rules"
                               << "\"lax\""
                               << "reader.choice"
                               << "/rules";
        QTest::newRow("stage") << "/selection/stage"
                               << "2147483648"
                               << "reader.range"
                               << "/selection/stage";
        QTest::newRow("stage below") << "/selection/stage"
                                     << "-2"
                                     << "reader.range"
                                     << "/selection/stage";
        const char* const part = "/parts/timing/taskTable";
        QTest::newRow("parts of the wrong type") << "/parts"
                                                 << "[]"
                                                 << "reader.type"
                                                 << "/parts";
        QTest::newRow("parts of a view of the wrong type") << "/parts/timing"
                                                           << "1"
                                                           << "reader.type"
                                                           << "/parts/timing";
        QTest::newRow("part of the wrong type") << part << "\"total\""
                                                << "reader.type" << part;
        QTest::newRow("part with an unknown key") << part << "{\"sorted\": \"total\"}"
                                                  << "reader.unknown_key"
                                                  << "/parts/timing/taskTable/sorted";
        QTest::newRow("sort by a place") << part << "{\"sort\": 3}"
                                         << "reader.type"
                                         << "/parts/timing/taskTable/sort";
        QTest::newRow("hidden by a place") << part << "{\"hidden\": [\"bytes\", 3]}"
                                           << "session.part"
                                           << "/parts/timing/taskTable/hidden";
        QTest::newRow("width of nothing") << part << "{\"widths\": {\"task\": 0}}"
                                          << "reader.range"
                                          << "/parts/timing/taskTable/widths/task";
        QTest::newRow("width of a mile") << part << "{\"widths\": {\"task\": 32768}}"
                                         << "session.part"
                                         << "/parts/timing/taskTable/widths/task";
        QTest::newRow("range turned round") << part << "{\"x\": [2, 1]}"
                                            << "session.part"
                                            << "/parts/timing/taskTable/x";
        QTest::newRow("range of one end") << part << "{\"y\": [2]}"
                                          << "session.part"
                                          << "/parts/timing/taskTable/y";
        QTest::newRow("sight past the whole") << part << "{\"sight\": {\"zoom\": 2, \"left\": 1.5, \"top\": 0}}"
                                              << "session.part"
                                              << "/parts/timing/taskTable/sight/left";
        QTest::newRow("sight of no zoom") << part << "{\"sight\": {\"zoom\": 0, \"left\": 0, \"top\": 0}}"
                                          << "session.part"
                                          << "/parts/timing/taskTable/sight/zoom";
        QTest::newRow("sight in part") << part << "{\"sight\": {\"zoom\": 2}}"
                                       << "reader.missing"
                                       << "/parts/timing/taskTable/sight/left";
        QTest::newRow("field of a number") << part << "{\"fields\": {\"memory\": 24}}"
                                           << "reader.type"
                                           << "/parts/timing/taskTable/fields/memory";
    }
    void refuses()
    {
        QFETCH(QString, pointer);
        QFETCH(QString, value);
        QFETCH(QString, code);
        QFETCH(QString, path);
        Json json = to_json(starting_session());
        json[Json::json_pointer(pointer.toStdString())] = Json::parse(value.toStdString());
        const Result<JsonDocument> document = JsonDocument::parse(*pretty_json(json), "bad.json");
        QVERIFY(document);
        const Result<Session> session = session_from_json(*document);
        QVERIFY(!session);
        const auto matches = [&](const Diagnostic& d) {
            return d.code == code.toStdString() && d.path == path.toStdString() && d.location && d.location->line > 0 &&
                   d.location->file == "bad.json";
        };
        QVERIFY(std::any_of(session.diagnostics().begin(), session.diagnostics().end(), matches));
    }

    /// What is as at first is not written: such a file is that of before there were parts.
    void partsAreWrittenOnlyWhereTheyDiffer()
    {
        Session session = starting_session();
        QVERIFY(!to_json(session).contains("parts"));
        session.parts["timing"]["taskTable"] = {};
        QVERIFY(!to_json(session).contains("parts"));
        session.parts["timing"]["taskTable"].sorted = "";
        QCOMPARE(to_json(session).at("parts"), (Json{{"timing", {{"taskTable", {{"sort", ""}}}}}}));
    }

    void lettersAreWords_data()
    {
        QTest::addColumn<int>("letter");
        QTest::addColumn<QString>("word");
        QTest::newRow("first") << 0 << "A";
        QTest::newRow("last of one") << 25 << "Z";
        QTest::newRow("first of two") << 26 << "AA";
        QTest::newRow("second of two") << 27 << "AB";
        QTest::newRow("last of two") << 701 << "ZZ"; // 26 + 26·26 − 1
        QTest::newRow("first of three") << 702 << "AAA";
        QTest::newRow("none") << -1 << "";
    }
    void lettersAreWords()
    {
        QFETCH(int, letter);
        QFETCH(QString, word);
        QCOMPARE(QString::fromStdString(letters_of(letter)), word);
        QCOMPARE(letter_from(word.toStdString()), letter < 0 ? std::nullopt : std::optional(letter));
        for (const char* no : {"a", "A1", "ABCD", " A", "É"})
            QVERIFY(!letter_from(no));
    }

    /// As version 0.1 saved it: of its three strategies, one hidden, one illegal, the last that was added stands first.
    void opensWhatAnOlderVersionSaved()
    {
        const Result<JsonDocument> document =
            JsonDocument::read(BLUEPRINTING_SOURCE_DIR "/tests/ui/workspace/saved/session-0.1.json");
        QVERIFY(document);
        const Result<Session> session = session_from_json(*document);
        QVERIFY2(session, session.diagnostics().empty() ? "" : to_line(session.diagnostics().front()).c_str());
        QCOMPARE(session->strategies.size(), std::size_t{3});
        const std::vector<std::string> ids{"s3", "s2", "s1"};
        const std::vector<std::string> names{"megatron-1T mine", "GPT-175B seqsel", "GPT-175B full"};
        for (std::size_t i = 0; i < 3; ++i) {
            QCOMPARE(session->strategies[i].id, ids[i]);
            QCOMPARE(session->strategies[i].name, names[i]);
            QCOMPARE(session->strategies[i].letter, static_cast<int>(i)); // as that version drew them
        }
        QCOMPARE(session->strategies[0].model.name, std::string("my 1T"));
        QCOMPARE(session->strategies[0].model.blocks, std::int64_t{112});
        QVERIFY(!session->strategies[0].visible);
        QVERIFY(session->strategies[1].last_legal);
        QCOMPARE(session->strategies[1].execution.microbatch_size, std::int64_t{3});
        QCOMPARE(session->strategies[1].last_legal->execution.microbatch_size, std::int64_t{1});
        QCOMPARE(session->baseline, std::string("s3"));
        QCOMPARE(session->selected, std::string("s2"));
        QCOMPARE(session->view, std::string("timing"));
        QVERIFY(session->selection == (Selection{"recompute", "attn.q/forward", 1}));
        QCOMPARE(session->parts.at("timing").at("taskTable").sorted, std::optional<std::string>("total"));
    }

    void reportsEveryProblemAtOnce()
    {
        Json json = to_json(starting_session());
        json["strategies"][0]["name"] = 5;
        json["strategies"][1].erase("system");
        json["extra"] = 1;
        const Result<JsonDocument> document = JsonDocument::parse(json.dump(), "bad.json");
        const Result<Session> session = session_from_json(*document);
        QVERIFY(!session);
        QCOMPARE(session.diagnostics().size(), std::size_t{3});
    }

    void freshNamesCountOn_data()
    {
        QTest::addColumn<QString>("wanted");
        QTest::addColumn<QString>("got");
        QTest::newRow("free") << "trial"
                              << "trial";
        QTest::newRow("taken") << "GPT-175B full"
                               << "GPT-175B full 2";
        QTest::newRow("counts on") << "GPT-175B seqsel 2"
                                   << "GPT-175B seqsel 2";
    }
    void freshNamesCountOn()
    {
        QFETCH(QString, wanted);
        QFETCH(QString, got);
        QCOMPARE(fresh_name(starting_session(), wanted.toStdString()), got.toStdString());
        Session session = starting_session();
        session.strategies[0].name = "full 2";
        QCOMPARE(fresh_name(session, "full 2"),
                 std::string("full 3")); // "full" is not taken but "full 2" is: counts past it
    }

    void forgetsOnlyRedundantProcessors_data()
    {
        QTest::addColumn<qint64>("stated");
        QTest::addColumn<bool>("kept");
        QTest::newRow("agrees") << qint64{64} << false;
        QTest::newRow("one fewer") << qint64{63} << true;
        QTest::newRow("one more") << qint64{65} << true;
    }
    void forgetsOnlyRedundantProcessors()
    {
        QFETCH(qint64, stated);
        QFETCH(bool, kept);
        strategy::Execution execution = starting_session().strategies[0].execution;
        execution.num_procs = stated;
        forget_redundant_processors(execution);
        QCOMPARE(execution.num_procs.has_value(), kept);
    }

    /// The pinned baseline holds while it is shown; hidden, the first that is shown stands for it, and that is said.
    void hiddenBaseline()
    {
        Session session = starting_session(); // s1, the baseline, and s2
        QCOMPARE(compared_baseline(session).strategy->id, std::string("s1"));
        QCOMPARE(baseline_words(compared_baseline(session)), QString());
        session.strategies.push_back(session.strategies[1]);
        session.strategies[2].id = "s3";
        session.strategies[2].name = "third";
        session.baseline = "s3";
        session.strategies[2].visible = false;
        const ComparedBaseline hidden = compared_baseline(session);
        QCOMPARE(hidden.strategy->id, std::string("s1"));
        QCOMPARE(hidden.pinned->id, std::string("s3"));
        QCOMPARE(
            baseline_words(hidden),
            QStringLiteral("The baseline third is hidden; GPT-175B full, the first that is shown, is used instead."));
        const auto usable = [](const SessionStrategy& s) { return s.id != "s1"; };
        QCOMPARE(compared_baseline(session, usable).strategy->id, std::string("s2"));
        session.baseline = "s1";
        QCOMPARE(baseline_words(compared_baseline(session, usable)),
                 QStringLiteral("The baseline GPT-175B full has no legal figures; GPT-175B seqsel, the first that has "
                                "some, is used instead."));
        for (SessionStrategy& strategy : session.strategies)
            strategy.visible = false;
        QVERIFY(!compared_baseline(session).strategy);
        QCOMPARE(baseline_words(compared_baseline(session)), QString());
    }

    void namesInSentences_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("said");
        QTest::newRow("short") << QStringLiteral("GPT-175B full") << QStringLiteral("GPT-175B full");
        QTest::newRow("of 48") << QString(48, QLatin1Char('x')) << QString(48, QLatin1Char('x'));
        QTest::newRow("of 900") << QString(450, QLatin1Char('x')) + QString(450, QLatin1Char('y'))
                                << QString(24, QLatin1Char('x')) + QChar(u'\u2026') + QString(23, QLatin1Char('y'));
        QTest::newRow("lines") << QStringLiteral("two\nlines\t") << QStringLiteral("two lines");
        QTest::newRow("Hebrew") << QString::fromUtf8("שלום") << QString::fromUtf8("\u2068שלום\u2069");
        QTest::newRow("Arabic in Latin") << QString::fromUtf8("a مرحبا") << QString::fromUtf8("\u2068a مرحبا\u2069");
    }
    void namesInSentences()
    {
        QFETCH(QString, name);
        QFETCH(QString, said);
        QCOMPARE(name_in_sentence(name), said);
    }

    void foreignTooltipsArePlain()
    {
        QCOMPARE(plain_tooltip(QStringLiteral("a < b")), QStringLiteral("a < b"));
        const QString name = QStringLiteral("<b>bold</b>\n<img src=x> & more");
        QCOMPARE(plain_tooltip(name), name); // letter by letter: the style lets no tool tip take markup
    }

    void killedWhileSavingLeavesAWholeFile()
    {
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("session.json"));
        Session odd = starting_session();
        Session even = odd;
        even.view = "timing";
        for (int round = 0; round < 15; ++round) {
            QProcess saver;
            saver.start(QStringLiteral(BLUEPRINTING_SAVER), {path});
            QVERIFY(saver.waitForReadyRead(60000));
            QThread::usleep(static_cast<unsigned long>(1300 * round)); // at another point of a save each time
            saver.kill();
            QVERIFY(saver.waitForFinished(60000));
            const Result<JsonDocument> document = JsonDocument::read(path.toStdString());
            QVERIFY2(document, document.diagnostics().empty() ? "" : to_line(document.diagnostics().front()).c_str());
            const Result<Session> session = session_from_json(*document);
            QVERIFY(session);
            QVERIFY(*session == odd || *session == even);
        }
    }
};

BLUEPRINTING_UI_TEST(SessionTest)
#include "session_test.moc"
