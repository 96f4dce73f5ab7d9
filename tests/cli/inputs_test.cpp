#include "tests/cli/program.h"
#include "tests/support/test_main.h"

#include <QJsonObject>
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

BLUEPRINTING_CORE_TEST(InputsTest)
#include "inputs_test.moc"
