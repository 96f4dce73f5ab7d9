#include "tests/cli/complete.h"
#include "tests/cli/help.h"
#include "tests/support/execution.h"
#include "tests/support/files.h"
#include "tests/support/test_main.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QSet>
#include <QTemporaryDir>

using namespace blueprinting::testing;

namespace {

/// What people, scripts and other programs write for numbers and what is none of ours: octal for some, past every
/// integer, a float's spelling, a sign, a space, hexadecimal, nothing.
const QStringList kHostile{"0100", "99999999999999999999", "1e3", "+4", " 4", "0x10", ""};

/// An option's value with the hostile text where its first number stands.
QString value_of(const HelpOption& option, const QString& hostile)
{
    if (option.type == "NAME=DATATYPE[/NUMBER]")
        return "m=int8/" + hostile;
    if (option.type == "NUMBER/NUMBER")
        return hostile + "/2";
    if (option.type == "NUMBERxNUMBER")
        return hostile + "x600";
    return hostile;
}

const QStringList kAllKinds{"gpipe",        "1f1b",     "interleaved",    "zb-h1",   "zb-h2",
                            "forward-only", "bfs",      "interleaved-zb", "zb-v",    "v-half",
                            "v-min",        "dualpipe", "dualpipev",      "seq1f1b", "terapipe"};
const QStringList kSplit{"zb-h1", "zb-h2", "interleaved-zb", "zb-v", "v-half", "v-min", "dualpipe", "dualpipev"};
QStringList all_but(const QString& kind)
{
    QStringList out = kAllKinds;
    out.removeAll(kind);
    return out;
}

/// The kinds that have a use for an option of a schedule set by hand, as the papers of the kinds have it: GPipe and
/// 1F1B have one chunk a stage, zero-bubble, V-shaped and two-way schedules alone split the backward in two, serving
/// has no backward at all.
const QMap<QString, QStringList> kGoesWith{
    {"--chunks",
     {"interleaved", "forward-only", "bfs", "interleaved-zb", "zb-v", "v-half", "v-min", "dualpipe", "dualpipev"}},
    {"--group", {"interleaved", "interleaved-zb"}},
    {"--warm-up", {"1f1b", "interleaved"}},
    {"--slices", {"seq1f1b", "terapipe"}},
    {"--reverse", {"bfs"}},
    {"--hidden", {"dualpipe", "dualpipev"}},
    {"--forward", kAllKinds},
    {"--backward", all_but("forward-only")},
    {"--input-gradient", kSplit},
    {"--recompute", all_but("forward-only")},
    {"--separate-recompute", all_but("forward-only")},
    {"--transfer", kAllKinds},
    {"--transfers", kAllKinds},
};

const QMap<QString, QString> kValues{{"--chunks", "2"},         {"--forward", "2"},     {"--backward", "4"},
                                     {"--input-gradient", "2"}, {"--recompute", "0.5"}, {"--transfer", "0.1"},
                                     {"--transfers", "linked"}, {"--group", "4"},       {"--warm-up", "1"},
                                     {"--slices", "2"},         {"--hidden", "0.5"}};

} // namespace

/// Options of both programs as a whole: how numbers are read, and which options go together.
class OptionsTest : public QObject {
    Q_OBJECT
private slots:
    void numbers_are_never_read_by_the_parser_s_own_conversions();
    void hostile_numbers_data();
    void hostile_numbers();
    void numbers_within_a_list();
    void decimal_numbers();
    void range_is_said_data();
    void range_is_said();
    void a_sequence_wherever_a_model();
    void kinds_and_options_data();
    void kinds_and_options();
    void meaningless_options_data();
    void meaningless_options();
};

void OptionsTest::numbers_are_never_read_by_the_parser_s_own_conversions()
{
    int numeric = 0;
    for (const QStringList& subcommand : leaf_subcommands())
        for (const HelpOption& option : options_of(subcommand)) {
            // What CLI11 calls the types that it converts itself: octal and clipped.
            for (const char* own : {"INT", "UINT", "FLOAT"})
                QVERIFY2(!option.type.startsWith(own), qPrintable(subcommand.join(' ') + " " + option.name));
            numeric += option.is_numeric() ? 1 : 0;
            if (option.is_numeric())
                QVERIFY2(run_program(subcommand + QStringList{"--help"}).out.contains("0100"),
                         qPrintable(subcommand.join(' ')));
        }
    // search: devices, batch, eight bounds, three tiers, top, shard; schedule: eight; accounting: two; certificate
    // build: one.
    QVERIFY(numeric >= 15 + 8 + 2 + 1);
}

void OptionsTest::hostile_numbers_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("option");
    QTest::addColumn<QString>("hostile");
    for (const QStringList& subcommand : leaf_subcommands())
        for (const HelpOption& option : options_of(subcommand)) {
            if (!option.is_numeric())
                continue;
            const auto use = complete_use(subcommand);
            QVERIFY2(use, qPrintable(subcommand.join(' ') + " is not known here"));
            for (const QString& hostile : kHostile) {
                if (option.type.startsWith("DECIMAL") && hostile == "1e3")
                    continue; // which is 1000 there: decimal_numbers
                Use changed = *use;
                changed.options.remove(option.name);
                QTest::newRow(qPrintable(subcommand.join(' ') + " " + option.name + " \"" + hostile + "\""))
                    << changed.arguments(subcommand) + QStringList{option.name, value_of(option, hostile)}
                    << option.name << hostile;
            }
        }
#ifdef BLUEPRINTING_WITH_EXPLORER
    QProcess explorer;
    explorer.start(BLUEPRINTING_BIN_DIR "/blueprinting-explorer", {"--help"});
    QVERIFY(explorer.waitForFinished());
    int numeric = 0;
    for (const HelpOption& option : help_options(explorer.readAllStandardOutput()))
        for (const QString& hostile : option.is_numeric() ? kHostile : QStringList()) {
            ++numeric;
            QTest::newRow(qPrintable("explorer " + option.name + " \"" + hostile + "\""))
                << QStringList{"explorer", "--screenshot", "nowhere", option.name, value_of(option, hostile)}
                << option.name << hostile;
        }
    QCOMPARE(numeric, 2 * kHostile.size());
#endif
}

/// One line with the option's name, exit code 2, and nothing done.
void OptionsTest::hostile_numbers()
{
    QFETCH(QStringList, arguments);
    QFETCH(QString, option);
    QFETCH(QString, hostile);
    QTemporaryDir folder;
    Outcome outcome;
    if (arguments.first() == "explorer") {
        QProcess explorer;
        explorer.setWorkingDirectory(folder.path());
        explorer.start(BLUEPRINTING_BIN_DIR "/blueprinting-explorer", arguments.mid(1));
        QVERIFY(explorer.waitForFinished());
        outcome = {explorer.exitCode(), explorer.readAllStandardOutput(), explorer.readAllStandardError()};
    } else {
        outcome = run_program(arguments, {}, folder.path());
    }
    QCOMPARE(outcome.code, 2);
    QVERIFY(outcome.out.isEmpty());
    QCOMPARE(outcome.error_lines().size(), 1);
    const QString line = QString::fromUtf8(outcome.err);
    QVERIFY2(line.contains(option), outcome.err);
    if (hostile != "99999999999999999999") // a time that long is told as the number that it is
        QVERIFY2(line.contains("\"" + hostile) || line.contains(hostile + "\"") || line.contains("is empty"),
                 outcome.err);
    QVERIFY(QDir(folder.path()).isEmpty());
}

void OptionsTest::numbers_within_a_list()
{
    const QStringList search = complete_use({"search"})->arguments({"search"});
    const Outcome two = run_program(search + QStringList{"--data-tier", "0,1", "--pipeline-tier", "1"});
    QVERIFY2(two.code == 0, two.err);
    for (const QStringList& bad :
         {QStringList{"--tensor-tier", "0,01"}, QStringList{"--tensor-tier", "[0]"}, QStringList{"--top", "[4]"},
          QStringList{"--data-tier", "1,-1"}, QStringList{"--microbatch", "1,+2"}, QStringList{"--chunks", "1..0x4"},
          QStringList{"--shard", "1/02"}, QStringList{"--shard", "3/2"}}) {
        const Outcome outcome = run_program(search + bad);
        QCOMPARE(outcome.code, 2);
        QCOMPARE(outcome.error_lines().size(), 1);
        QVERIFY2(outcome.err.contains(bad[0].toUtf8()), outcome.err);
    }
}

void OptionsTest::decimal_numbers()
{
    // p − 1 + m = 11 forwards of 1000 and backwards of 0.5 on the longest way: 11 · 1000.5.
    const QStringList schedule{"schedule",       "--kind", "1f1b",     "--stages", "4",
                               "--microbatches", "8",      "--format", "json"};
    const Outcome outcome = run_program(schedule + QStringList{"--forward", "1e3", "--backward", "0.5"});
    QCOMPARE(outcome.code, 0);
    QCOMPARE(outcome.json()["makespan"].toDouble(), 11005.5);
    QCOMPARE(run_program({"accounting", "--optimizer", "AdamW", "--params", "1e3", "--json"})
                 .json()["bytes"]["total"]
                 .toDouble(),
             16000.0);
}

void OptionsTest::range_is_said_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("line");
    QTest::newRow("octal elsewhere")
        << QStringList{"search", "--model", "gpt3-175B", "--system", "a100_80g", "--devices", "64", "--batch", "0100"}
        << QByteArray("error: --batch: \"0100\" begins with a zero, which decimal numbers do not; allowed are "
                      "whole numbers from 1 to 2^53 (see blueprinting search --help) [usage]\n");
    QTest::newRow("clipped elsewhere")
        << QStringList{"search",    "--model", "gpt3-175B", "--system", "a100_80g", "--batch", "99999999999999999999",
                       "--devices", "64"}
        << QByteArray("error: --batch: \"99999999999999999999\" is past 2^53; allowed are whole numbers from 1 to 2^53 "
                      "(see blueprinting "
                      "search --help) [usage]\n");
    QTest::newRow("none")
        << QStringList{"schedule", "--kind", "1f1b", "--microbatches", "8", "--stages", "0"}
        << QByteArray(
               "error: --stages: \"0\" is out of range; allowed are whole numbers from 1 to 2^53 (see blueprinting "
               "schedule --help) [usage]\n");
    QTest::newRow("fewer than two") << QStringList{"certificate", "build", "e.jsonl", "--require-complete", "1"}
                                    << QByteArray("error: --require-complete: \"1\" is out of range; allowed are whole "
                                                  "numbers from 2 to 4294967296 (see blueprinting "
                                                  "certificate build --help) [usage]\n");
}

void OptionsTest::range_is_said()
{
    QFETCH(QStringList, arguments);
    QFETCH(QByteArray, line);
    const Outcome outcome = run_program(arguments);
    QCOMPARE(outcome.code, 2);
    QCOMPARE(outcome.err, line);
}

/// Whoever takes a model takes another sequence length for it, and answers as of a model that has it.
void OptionsTest::a_sequence_wherever_a_model()
{
    int found = 0;
    for (const QStringList& subcommand : leaf_subcommands()) {
        bool model = subcommand == QStringList{"model"}, sequence = false;
        for (const HelpOption& option : options_of(subcommand)) {
            model = model || option.name == "--model";
            sequence = sequence || option.name == "--sequence";
        }
        QVERIFY2(model == sequence, qPrintable(subcommand.join(' ')));
        found += model ? 1 : 0;
    }
    QVERIFY(found >= 7); // estimate, inspect, model, rates, recipe export, schedule, search
    QTemporaryDir folder;
    QJsonObject model;
    for (const auto& each : run_program({"presets", "models", "--json"}).json().array())
        if (each.toObject()["name"] == "megatron-22B")
            model = each.toObject()["model"].toObject();
    model["seq_size"] = 4096;
    const QString path = folder.filePath("megatron-22B.json"), execution = "seqsel-tab5/megatron-22B/seqsel";
    QVERIFY(write_file(path, QJsonDocument(model).toJson()));
    const QStringList commands[]{{"estimate", "--system", "a100_80g", "--json", "--execution", execution},
                                 {"inspect", "--stage", "portable", "--digest", "--execution", execution},
                                 {"schedule", "--system", "a100_80g", "--format", "json", "--execution", execution},
                                 {"search", "--system", "a100_80g", "--devices", "8", "--batch", "8", "--tp", "8",
                                  "--output", folder.filePath("all.csv")},
                                 {"rates", "--tokens-per-second-per-gpu", "100", "--json"}};
    for (const QStringList& command : commands) {
        const bool writes = command.first() == "search";
        const auto answer = [&](const QStringList& of) {
            const Outcome outcome = run_program(command + of);
            return outcome.code != 0 ? outcome.err : writes ? bytes_of(folder.filePath("all.csv")) : outcome.out;
        };
        const QByteArray told = answer({"--model", "megatron-22B", "--sequence", "4096"});
        QCOMPARE(told, answer({"--model", path}));
        QVERIFY2(told != answer({"--model", "megatron-22B"}), qPrintable(command.join(' ')));
    }
}

void OptionsTest::kinds_and_options_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("option");
    QStringList kinds;
    QStringList by_hand;
    for (const HelpOption& option : options_of({"schedule"})) {
        if (option.name == "--kind")
            kinds = option.words();
        else if (kGoesWith.contains(option.name))
            by_hand << option.name;
        else
            // What is new either goes with every kind and is named here, or belongs into the table.
            QVERIFY2((QSet<QString>{"--model",
                                    "--sequence",
                                    "--system",
                                    "--execution",
                                    "--view",
                                    "--calculon-compatible",
                                    "--stages",
                                    "--microbatches",
                                    "--format",
                                    "--output",
                                    "--order",
                                    "--times",
                                    "--transfer-times",
                                    "--reduce",
                                    "--tied",
                                    "--step",
                                    "--gather",
                                    "--no-overlap",
                                    "--norm",
                                    "--two-iterations",
                                    "--constant",
                                    "--activation",
                                    "--keep",
                                    "--temporary",
                                    "--cap",
                                    "--held-until",
                                    "--bound",
                                    "--print-order",
                                    "--arrows",
                                    "--lowered",
                                    "--layers",
                                    "--layout",
                                    "--slow",
                                    "--head-adds",
                                    "--embedding-adds",
                                    "--cap-bytes"})
                         .contains(option.name),
                     qPrintable(option.name));
    }
    QCOMPARE(by_hand.size(), kGoesWith.size());
    QVERIFY(!kinds.isEmpty());
    for (const QString& kind : kinds)
        for (const QString& option : by_hand)
            QTest::newRow(qPrintable(kind + " " + option)) << kind << option;
}

/// An option that the kind has no use for is refused by its name, with the kinds that it goes with; every other is
/// taken.
void OptionsTest::kinds_and_options()
{
    QFETCH(QString, kind);
    QFETCH(QString, option);
    // A kind that is new must be placed in the table: it goes with --forward at least.
    QVERIFY2(kGoesWith["--forward"].contains(kind), "the kind is in no row of the table");
    QStringList arguments{"schedule", "--kind", kind, "--stages", "4", "--microbatches", "8", option};
    if (kValues.contains(option))
        arguments << kValues[option];
    if (kind.startsWith("interleaved") && option != "--chunks")
        arguments << "--chunks"
                  << "2";
    if (option == "--transfers")
        arguments << "--transfer"
                  << "0.1";
    const bool goes = kGoesWith[option].contains(kind);
    if (option == "--separate-recompute" && goes)
        arguments << "--recompute"
                  << "0.5";
    const Outcome outcome = run_program(arguments);
    if (goes) {
        QVERIFY2(outcome.err.isEmpty(), outcome.err);
        QCOMPARE(outcome.code, 0);
        return;
    }
    QCOMPARE(outcome.code, 2);
    QVERIFY(outcome.out.isEmpty());
    QCOMPARE(outcome.error_lines().size(), 1);
    QCOMPARE(QString::fromUtf8(outcome.err), "error: " + option + " goes with --kind " + kGoesWith[option].join(", ") +
                                                 ", not with " + kind + ": leave it out [usage]\n");
}

void OptionsTest::meaningless_options_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QStringList>("named"); // one line each
    const QStringList strategy{
        "schedule", "--model", "gpt3-175B", "--system", "a100_80g", "--execution", "seqsel-tab5/gpt3-175B/full"};
    const QStringList search = complete_use({"search"})->arguments({"search"});
    const QStringList by_hand = complete_use({"schedule"})->arguments({"schedule"});
    QTest::newRow("several at once") << QStringList{"schedule",    "--kind",     "forward-only",
                                                    "--stages",    "4",          "--microbatches",
                                                    "8",           "--backward", "2",
                                                    "--recompute", "1",          "--separate-recompute"}
                                     << QStringList{"--backward", "--recompute", "--separate-recompute"};
    QTest::newRow("a mode of transfers that there are none of")
        << by_hand + QStringList{"--transfers", "linked"} << QStringList{"--transfers"};
    QTest::newRow("a kind for a strategy") << strategy + QStringList{"--kind", "forward-only", "--separate-recompute"}
                                           << QStringList{"--separate-recompute"};
    QTest::newRow("a strategy that recomputes nothing") << QStringList{"schedule",
                                                                       "--model",
                                                                       "megatron-22B",
                                                                       "--system",
                                                                       "a100_80g",
                                                                       "--execution",
                                                                       "seqsel-fig1/megatron-22B/none",
                                                                       "--separate-recompute"}
                                                        << QStringList{"--separate-recompute"};
    for (const HelpOption& option : options_of({"schedule"}))
        // The end of the iteration and the caps go with both; a length of the sequence is of a strategy's model.
        if ((option.type == "NUMBER" || option.type == "DECIMAL") &&
            !QSet<QString>{"--tied", "--cap", "--cap-bytes", "--sequence"}.contains(option.name))
            QTest::newRow(qPrintable("by hand and of a strategy: " + option.name))
                << strategy + QStringList{option.name, "2"} << QStringList{option.name};
    QTest::newRow("times of a strategy that there is none of")
        << by_hand + QStringList{"--view", "peak_only"} << QStringList{"--view"};
    QTest::newRow("the laws of a strategy that there is none of")
        << by_hand + QStringList{"--calculon-compatible"} << QStringList{"--calculon-compatible"};
    QTest::newRow("the front in JSON") << search + QStringList{"--pareto", "--json"} << QStringList{"--pareto"};
    QTest::newRow("the fastest of the front") << search + QStringList{"--pareto", "--top", "3"} << QStringList{"--top"};
    QTest::newRow("a sequence for a batch")
        << QStringList{"estimate", "--batch", "b.jsonl", "--sequence", "8"} << QStringList{"--sequence"};
    QTest::newRow("one estimate and a batch")
        << QStringList{"estimate", "--batch", "b.jsonl", "--model", "gpt3-175B", "--execution", "e.json"}
        << QStringList{"--model", "--execution"};
    QTest::newRow("a digest as text") << QStringList{"inspect", "--execution", "seqsel-tab5/gpt3-175B/full",
                                                     "--stage", "model",       "--digest",
                                                     "--text"}
                                      << QStringList{"--text"};
    QTest::newRow("a check of one optimizer")
        << QStringList{"accounting", "--check", "--gradient-release"} << QStringList{"--gradient-release"};
    QTest::newRow("a new contract and an old one")
        << QStringList{"gate", "--contract", "a.json", "--write-first-contract", "b.json"} << QStringList{"--contract"};
}

void OptionsTest::meaningless_options()
{
    QFETCH(QStringList, arguments);
    QFETCH(QStringList, named);
    const Outcome outcome = run_program(arguments);
    QCOMPARE(outcome.code, 2);
    QVERIFY(outcome.out.isEmpty());
    const QList<QByteArray> lines = outcome.error_lines();
    QCOMPARE(lines.size(), named.size());
    for (qsizetype i = 0; i < lines.size(); ++i)
        QVERIFY2(lines[i].contains(named[i].toUtf8()), lines[i]);
}

BLUEPRINTING_CORE_TEST(OptionsTest)
#include "options_test.moc"
