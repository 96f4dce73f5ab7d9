#include "tests/cli/program.h"
#include "tests/support/test_main.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QSet>
#include <QTemporaryDir>

using blueprinting::testing::Outcome;
using blueprinting::testing::run_program;
using blueprinting::testing::write_file;

namespace {

const QByteArray kExecution = R"({
 "num_procs": 64, "tensor_par": 8, "pipeline_par": 8, "data_par": 1,
 "tensor_par_net": 0, "pipeline_par_net": 1, "data_par_net": 1,
 "batch_size": 64, "microbatch_size": 1, "datatype": "float16", "fused_activation": false,
 "attention_type": "multihead", "activation_recompute": "full",
 "pipeline_interleaving": 3,
 "optimizer_sharding": false, "tensor_par_comm_type": "ar", "tensor_par_overlap": "none",
 "seq_par_ag_redo": false, "data_par_overlap": false, "weight_offload": false,
 "activations_offload": false, "optimizer_offload": false, "training": true
})";

} // namespace

/// What a person sees of an input that cannot be used: a line that names file, place, value and what is allowed, exit
/// code 2, and nothing on standard output.
class InputsTest : public QObject {
    Q_OBJECT
private slots:
    void accepted();
    void refused_data();
    void refused();
    void all_laws_at_once();
    void as_json();
    void empty_values_data();
    void empty_values();
    void figures_without_end_name_their_place();
    void products_past_an_integer_name_the_model();
    void a_file_name_that_is_no_text();
};

void InputsTest::accepted()
{
    QTemporaryDir folder;
    QVERIFY(write_file(folder.filePath("e.json"), kExecution));
    const Outcome outcome = run_program(
        {"estimate", "--model", "gpt3-175B", "--system", "a100_80g", "--execution", "e.json"}, {}, folder.path());
    QCOMPARE(outcome.code, 0);
    QVERIFY(outcome.err.isEmpty());
}

void InputsTest::refused_data()
{
    QTest::addColumn<QByteArray>("before"); // replaced in the file; empty: the whole file
    QTest::addColumn<QByteArray>("after");
    QTest::addColumn<QByteArray>("line"); // how the one line on standard error starts
    const auto row = [](const char* name, const char* before, const QByteArray& after, const char* line) {
        QTest::newRow(name) << QByteArray(before) << after << QByteArray(line);
    };
    row("empty", "", "", "error: e.json:1:1: the file is empty");
    row("truncated", "", kExecution.left(40), "error: e.json:2:");
    row("a list", "", "[]", "error: e.json:1:1: an object is expected, not []");
    row("NaN", "64, \"microbatch", "NaN, \"microbatch", "error: e.json:4:");
    row("a number as text", "\"tensor_par\": 8", "\"tensor_par\": \"8\"",
        "error: e.json:2:33: /tensor_par: \"tensor_par\" must be an integer of at most 2^53, not \"8\"");
    row("2^63", "\"batch_size\": 64", "\"batch_size\": 9223372036854775808", "error: e.json:4:16: /batch_size: ");
    row("an unknown key", "\"training\": true", "\"training\": true, \"note\": 1", "error: e.json:9:");
    row("a missing key", "\"microbatch_size\": 1, ", "", "error: e.json:1:1: /microbatch_size: ");
    row("a duplicate key", "\"data_par\": 1,", "\"data_par\": 1, \"data_par\": 1,", "error: e.json:2:");
    row("a law", "\"pipeline_interleaving\": 3", "\"pipeline_interleaving\": 5",
        "error: e.json:6:27: pipeline.schedule.virtual_stages: 5 virtual stages do not divide the 12 blocks of a "
        "stage");
    row("a law of a datatype", "float16", "float32", "error: e.json:4:54: datatype: ");
    row("overlap", "\"tensor_par_overlap\": \"none\"", "\"tensor_par_overlap\": \"ring\"",
        "error: e.json:7:83: /tensor_par_overlap: \"tensor_par_overlap\" must be \"none\", not \"ring\"");
}

void InputsTest::refused()
{
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, after);
    QFETCH(QByteArray, line);
    QTemporaryDir folder;
    QByteArray text = kExecution;
    if (before.isEmpty())
        text = after;
    else
        QVERIFY(text.replace(before, after) != kExecution);
    QVERIFY(write_file(folder.filePath("e.json"), text));
    const Outcome outcome = run_program(
        {"estimate", "--model", "gpt3-175B", "--system", "a100_80g", "--execution", "e.json"}, {}, folder.path());
    QCOMPARE(outcome.code, 2);
    QVERIFY(outcome.out.isEmpty());
    QCOMPARE(outcome.error_lines().size(), 1);
    QVERIFY2(outcome.err.startsWith(line), outcome.err.constData());
}

void InputsTest::all_laws_at_once()
{
    QTemporaryDir folder;
    QByteArray text = kExecution;
    text.replace("\"tensor_par\": 8", "\"tensor_par\": 7").replace("\"pipeline_par\": 8", "\"pipeline_par\": 7");
    QVERIFY(write_file(folder.filePath("e.json"), text));
    const Outcome outcome = run_program(
        {"estimate", "--model", "gpt3-175B", "--system", "a100_80g", "--execution", "e.json"}, {}, folder.path());
    QCOMPARE(outcome.code, 2);
    // t: hidden 12288, feed-forward 49152 and 96 heads; p: 96 blocks; 49 processors, not 64; 7 on a tier of 8 to be
    // filled.
    for (const char* code :
         {"strategy.hidden.indivisible", "strategy.feedforward.indivisible", "strategy.heads.indivisible",
          "strategy.blocks.indivisible", "strategy.world_size.mismatch", "strategy.network.not_filled"})
        QVERIFY2(outcome.err.contains(code), code);
    QCOMPARE(outcome.error_lines().size(), 6);
}

void InputsTest::as_json()
{
    QTemporaryDir folder;
    QByteArray text = kExecution;
    text.replace("\"batch_size\": 64", "\"batch_size\": true");
    QVERIFY(write_file(folder.filePath("e.json"), text));
    const Outcome outcome =
        run_program({"estimate", "--model", "gpt3-175B", "--system", "a100_80g", "--execution", "e.json", "--json"}, {},
                    folder.path());
    QCOMPARE(outcome.code, 2);
    QCOMPARE(outcome.error_lines().size(), 1);
    const QJsonObject line = QJsonDocument::fromJson(outcome.err).object();
    QCOMPARE(line["severity"].toString(), QString("error"));
    QCOMPARE(line["code"].toString(), QString("reader.type"));
    QCOMPARE(line["path"].toString(), QString("/batch_size"));
    QVERIFY(line["message"].toString().contains("not true"));
    QCOMPARE(line["file"].toString(), QString("e.json"));
    QCOMPARE(line["line"].toInt(), 4);
}

void InputsTest::empty_values_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("option");
    QTest::newRow("a report") << QStringList{"calibrate", "--output", ""} << QByteArray("--output");
    QTest::newRow("with an equals sign") << QStringList{"calibrate", "--output="} << QByteArray("--output");
    QTest::newRow("a contract") << QStringList{"gate", "--contract", ""} << QByteArray("--contract");
    QTest::newRow("a checkpoint") << QStringList{"verify", ""} << QByteArray("checkpoint");
    QTest::newRow("a nested subcommand") << QStringList{"certificate", "verify", ""} << QByteArray("file");
}

/// What a shell makes of a variable that was never set is not taken for an option that was not given.
void InputsTest::empty_values()
{
    QFETCH(QStringList, arguments);
    QFETCH(QByteArray, option);
    const Outcome outcome = run_program(arguments);
    QCOMPARE(outcome.code, 2);
    QVERIFY(outcome.out.isEmpty());
    QCOMPARE(outcome.err, "error: " + option + " is empty; a value is expected [usage]\n");
}

void InputsTest::figures_without_end_name_their_place()
{
    QTemporaryDir folder;
    const QJsonArray systems = run_program({"presets", "systems", "--json"}).json().array();
    QJsonObject system = systems.at(0).toObject()["system"].toObject();
    QJsonArray networks = system["networks"].toArray();
    QJsonObject first = networks.at(0).toObject();
    first["latency"] = 1e308;
    networks[0] = first;
    system["networks"] = networks;
    QVERIFY(write_file(folder.filePath("s.json"), QJsonDocument(system).toJson()));
    const Outcome outcome =
        run_program({"estimate", "--execution", "seqsel-tab5/gpt3-175B/full", "--system", "s.json"}, {}, folder.path());
    QCOMPARE(outcome.code, 2);
    QCOMPARE(outcome.error_lines().size(), 1);
    QVERIFY2(outcome.err.startsWith("error: s.json:") &&
                 outcome.err.contains(": /networks/0/latency: \"latency\" must be from 0 to 1000, not 1e+308"),
             outcome.err);
}

void InputsTest::products_past_an_integer_name_the_model()
{
    QTemporaryDir folder;
    // b·s·h of the block and (a/t)·s²·b of the softmax pass 2^63.
    QVERIFY(
        write_file(folder.filePath("m.json"), R"({"hidden": 4096, "feedforward": 16384, "seq_size": 4503599627370496,
        "attn_heads": 32, "attn_size": 128, "num_blocks": 32})"));
    QByteArray text = kExecution;
    text.replace("\"pipeline_interleaving\": 3", "\"pipeline_interleaving\": 2");
    QVERIFY(write_file(folder.filePath("e.json"), text));
    const Outcome outcome = run_program(
        {"estimate", "--model", "m.json", "--system", "a100_80g", "--execution", "e.json"}, {}, folder.path());
    QCOMPARE(outcome.code, 2);
    QVERIFY(outcome.out.isEmpty());
    QList<QByteArray> lines = outcome.error_lines();
    QVERIFY(!lines.isEmpty());
    for (const QByteArray& line : lines)
        QVERIFY2(line.startsWith("error: m.json:1:1: ") && line.endsWith("[workload.overflow]"), line);
    QCOMPARE(QSet<QByteArray>(lines.begin(), lines.end()).size(), lines.size()); // nothing is said twice
}

void InputsTest::a_file_name_that_is_no_text()
{
    // Half of a two-byte letter; what QProcess is given must be text, so the shell spells it.
    QTemporaryDir folder;
    QVERIFY(write_file(folder.filePath("e.json"), kExecution));
    QProcess shell;
    shell.setWorkingDirectory(folder.path());
    shell.start(
        "sh",
        {"-c",
         "name=$(printf 'e\\303.json'); cp e.json \"$name\"; exec \"$0\" estimate --model gpt3-175B --system a100_80g "
         "--execution \"$name\" --json",
         BLUEPRINTING_BIN_DIR "/blueprinting"});
    QVERIFY(shell.waitForFinished());
    QCOMPARE(shell.exitCode(), 0);
    QCOMPARE(QJsonDocument::fromJson(shell.readAllStandardOutput())["id"].toString(), QString("e\uFFFD.json"));
    QVERIFY(shell.readAllStandardError().isEmpty());
}

BLUEPRINTING_CORE_TEST(InputsTest)
#include "inputs_test.moc"
