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

const QStringList kFormats{"megatron", "torchtitan", "deepspeed"};

/// What the frameworks' own readers find in the files (tests/support/read_recipes.py).
QJsonArray read_by_others(const QStringList& arguments)
{
    QProcess python;
    python.start("python3", QStringList{BLUEPRINTING_SOURCE_DIR "/tests/support/read_recipes.py"} + arguments);
    if (!python.waitForFinished(110000) || python.exitCode() != 0)
        qFatal("python3: %s", python.readAllStandardError().constData());
    return QJsonDocument::fromJson(python.readAllStandardOutput()).array();
}

bool is_half(const QJsonObject& execution) { return execution["datatype"] == "float16"; }

} // namespace

/// Strategies out of the program and back, read on the way by readers that are not ours.
class RecipeCommandTest : public QObject {
    Q_OBJECT
private slots:
    void every_preset_is_read_elsewhere();
    void every_preset_comes_back();
    void what_no_setting_says_is_a_comment();
    void a_launch_script_is_read();
    void what_a_file_does_not_say();
    void answer_in_json();
    void refusals_data();
    void refusals();

private:
    /// The carried executions, in Calculon's keys.
    static QJsonArray presets() { return run_program({"presets", "executions", "--json"}).json().array(); }
    QString file(const QString& name, const QByteArray& text)
    {
        const QString path = m_folder.filePath(name);
        if (!write_file(path, text))
            qFatal("%s cannot be written", qPrintable(path));
        return path;
    }
    QTemporaryDir m_folder;
};

void RecipeCommandTest::every_preset_is_read_elsewhere()
{
    const QJsonArray all = presets();
    QVERIFY(all.size() > 30);
    QStringList files;
    for (int i = 0; i < all.size(); ++i)
        for (const QString& format : kFormats) {
            const QString path = m_folder.filePath(format + QString::number(i));
            const Outcome outcome = run_program({"recipe", "export", "--to", format, "--execution",
                                                 all[i].toObject()["name"].toString(), "--output", path});
            QVERIFY2(outcome.code == 0 && outcome.err.isEmpty(), outcome.err);
            files << format + "=" + path;
        }
    const QJsonArray read = read_by_others(files);
    QCOMPARE(read.size(), files.size());
    for (int i = 0; i < all.size(); ++i) {
        const QJsonObject e = all[i].toObject()["execution"].toObject();
        const int t = e["tensor_par"].toInt(), p = e["pipeline_par"].toInt(), d = e["data_par"].toInt();
        const int v = e["pipeline_interleaving"].toInt(), batch = e["batch_size"].toInt();
        const int microbatch = e["microbatch_size"].toInt();
        const QString recompute = e["activation_recompute"].toString();
        const bool sharded = e["optimizer_sharding"].toBool();

        const QJsonObject megatron = read[3 * i].toObject();
        QCOMPARE(megatron["WORLD_SIZE"].toInt(), t * p * d);
        QCOMPARE(megatron["tensor_model_parallel_size"].toInt(), t);
        QCOMPARE(megatron["pipeline_model_parallel_size"].toInt(), p);
        QCOMPARE(megatron["num_layers_per_virtual_pipeline_stage"].isNull(), v == 1);
        if (v > 1)
            QCOMPARE(megatron["num_layers_per_virtual_pipeline_stage"].toInt() * v * p, megatron["num_layers"].toInt());
        QCOMPARE(megatron["micro_batch_size"].toInt(), microbatch);
        QCOMPARE(megatron["global_batch_size"].toInt(), batch);
        QCOMPARE(megatron["sequence_parallel"].toBool(), e["tensor_par_comm_type"] == "rs_ag" && t > 1);
        QCOMPARE(megatron["use_distributed_optimizer"].toBool(), sharded);
        QCOMPARE(megatron["fp16"].toBool(), is_half(e));
        QCOMPARE(megatron["recompute_granularity"].toString(), recompute == "full"        ? "full"
                                                               : recompute == "attn_only" ? "selective"
                                                                                          : "");

        const QJsonObject titan = read[3 * i + 1].toObject();
        const QJsonObject parallelism = titan["parallelism"].toObject();
        QCOMPARE(parallelism["tensor_parallel_degree"].toInt(), t);
        QCOMPARE(parallelism["pipeline_parallel_degree"].toInt(), p);
        QCOMPARE(parallelism["data_parallel_replicate_degree"].toInt(), d);
        QCOMPARE(parallelism["data_parallel_shard_degree"].toInt(), 1);
        if (p > 1)
            QCOMPARE(parallelism["pipeline_parallel_schedule"].toString(), v > 1 ? "Interleaved1F1B" : "1F1B");
        QCOMPARE(titan["training"]["global_batch_size"].toInt(), batch);
        QCOMPARE(titan["activation_checkpoint"]["mode"].toString(), recompute == "full" ? "full" : "none");

        const QJsonObject speed = read[3 * i + 2].toObject();
        QCOMPARE(speed["train_batch_size"].toInt(), batch);
        QCOMPARE(speed["train_micro_batch_size_per_gpu"].toInt(), microbatch);
        QCOMPARE(speed["gradient_accumulation_steps"].toInt() * d * microbatch, batch);
        QCOMPARE(speed["zero_optimization"]["stage"].toInt(), sharded ? 1 : 0);
        QCOMPARE(speed["fp16"]["enabled"].toBool(), is_half(e));
        QVERIFY(!speed["bf16"]["enabled"].toBool());
    }
}

/// All that Megatron-LM has a setting for is the same when it is read again: Calculon's keys say so.
void RecipeCommandTest::every_preset_comes_back()
{
    for (const auto& each : presets()) {
        const QString name = each.toObject()["name"].toString();
        const QString path = m_folder.filePath("recipe.txt"), typed = m_folder.filePath("typed.json");
        QCOMPARE(run_program({"recipe", "export", "--to", "megatron", "--execution", name, "--output", path}).code, 0);
        const Outcome imported = run_program({"recipe", "import", path, "--output", typed});
        QVERIFY2(imported.code == 0, imported.err);
        // What differs is what has no setting.
        const Outcome diff = run_program({"diff", name, typed});
        QVERIFY2(diff.code == 0, diff.err);
        const QJsonObject e = each.toObject()["execution"].toObject();
        const bool gathered_once = e["tensor_par_comm_type"] == "rs_ag" && !e["seq_par_ag_redo"].toBool();
        for (const auto& change : diff.json()["changes"].toArray()) {
            const QString field = change.toObject()["path"].toString();
            QVERIFY2(field.startsWith("/network_tiers/") || field == "/fused_activation" || field == "/num_procs" ||
                         (gathered_once && field == "/sequence_parallel_all_gather_redo"),
                     qPrintable(name + ": " + field));
        }
    }
}

void RecipeCommandTest::what_no_setting_says_is_a_comment()
{
    const Outcome titan =
        run_program({"recipe", "export", "--to", "torchtitan", "--execution", "seqsel-tab5/gpt3-175B/seqsel"});
    QCOMPARE(titan.code, 0);
    for (const char* words : {"# recompute attention_only has no counterpart", "# datatype float16 has no counterpart",
                              "# sequence_parallel_all_gather_redo has no counterpart"})
        QVERIFY2(titan.out.contains(words), titan.out);
    const Outcome speed =
        run_program({"recipe", "export", "--to", "deepspeed", "--execution", "seqsel-tab5/gpt3-175B/full"});
    QVERIFY2(speed.json()["_comment"].toArray().size() >= 3, speed.out);
    QVERIFY(speed.out.contains("pipeline parallelism of 8 stages"));
}

/// As people write them: breaks, quotes, comments, the torchrun before it, and much that says nothing of a strategy.
void RecipeCommandTest::a_launch_script_is_read()
{
    const QString path = file("run.sh", R"(#!/bin/bash
# GPT on two nodes
torchrun --nproc-per-node 8 --nnodes=2 \
    pretrain_gpt.py \
    --num-layers 24 --hidden-size 1024 --lr 1e-4 \
    --tensor-model-parallel-size 4 --pipeline-model-parallel-size=2 \
    --num-layers-per-virtual-pipeline-stage 3 \
    --micro-batch-size 2 --global-batch-size "64" \
    --sequence-parallel --use-distributed-optimizer --bf16 \
    --recompute-granularity full --recompute-method uniform --recompute-num-layers 1 \
    --data-path 'my data'
)");
    const Outcome outcome = run_program({"recipe", "import", path, "--json"});
    QVERIFY2(outcome.code == 0 && outcome.err.isEmpty(), outcome.err);
    const QJsonObject said = outcome.json().object();
    QCOMPARE(said["format"].toString(), QString("megatron"));
    const QJsonObject e = said["execution"].toObject(), parallelism = e["parallelism"].toObject();
    QCOMPARE(parallelism["tensor"]["degree"].toInt(), 4);
    QCOMPARE(parallelism["tensor"]["communication"].toString(), QString("reduce_scatter_all_gather"));
    QCOMPARE(parallelism["pipeline"]["degree"].toInt(), 2);
    QCOMPARE(parallelism["pipeline"]["schedule"]["virtual_stages"].toInt(), 24 / 2 / 3);
    QCOMPARE(parallelism["data"]["degree"].toInt(), 16 / 4 / 2);
    QCOMPARE(parallelism["data"]["optimizer_sharding"].toBool(), true);
    QCOMPARE(parallelism["recompute"].toString(), QString("full"));
    QCOMPARE(e["global_batch"].toInt(), 64);
    QCOMPARE(e["microbatch_size"].toInt(), 2);
    QCOMPARE(e["datatype"].toString(), QString("bfloat16"));
    QSet<QString> unused;
    for (const auto& each : said["not_used"].toArray())
        unused << each.toString();
    QCOMPARE(unused, (QSet<QString>{"torchrun", "pretrain_gpt.py", "hidden-size", "lr", "data-path"}));
}

void RecipeCommandTest::what_a_file_does_not_say()
{
    const QString path = file("arguments.txt", "--tensor-model-parallel-size 2\n--micro-batch-size 1\n"
                                               "--pipeline-model-parallel-size 2\n"
                                               "--num-layers-per-virtual-pipeline-stage 2\n--global-batch-size 8\n");
    const Outcome nothing = run_program({"recipe", "import", path});
    QCOMPARE(nothing.code, 2);
    QCOMPARE(nothing.error_lines().size(), 2); // processors and blocks
    QVERIFY2(nothing.err.contains("recipe.missing"), nothing.err);
    const Outcome given = run_program({"recipe", "import", path, "--gpus", "16", "--blocks", "8", "--json"});
    QVERIFY2(given.code == 0, given.err);
    const QJsonObject parallelism = given.json()["execution"]["parallelism"].toObject();
    QCOMPARE(parallelism["data"]["degree"].toInt(), 4);
    QCOMPARE(parallelism["pipeline"]["schedule"]["virtual_stages"].toInt(), 2);
}

void RecipeCommandTest::answer_in_json()
{
    const QString path = file("ds.json", R"({"train_batch_size": 64, "train_micro_batch_size_per_gpu": 4,
        "gradient_accumulation_steps": 2, "zero_optimization": {"stage": 1, "reduce_bucket_size": 5e8},
        "bf16": {"enabled": true}, "steps_per_print": 10})");
    const QJsonObject said = run_program({"recipe", "import", path, "--json"}).json().object();
    QCOMPARE(said["execution"]["parallelism"]["data"]["degree"].toInt(), 64 / 4 / 2);
    QCOMPARE(said["execution"]["parallelism"]["data"]["optimizer_sharding"].toBool(), true);
    QCOMPARE(said["not_used"].toArray(), (QJsonArray{"zero_optimization.reduce_bucket_size", "steps_per_print"}));
    // Without it, standard output is the strategy alone, and all else is said beside it.
    const Outcome plain = run_program({"recipe", "import", path});
    QCOMPARE(plain.json().object(), said["execution"].toObject());
    QVERIFY(plain.err.contains("steps_per_print") && plain.err.contains("recipe.not_used"));
}

void RecipeCommandTest::refusals_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("code");
    QTest::addColumn<QByteArray>("place"); ///< line and column, and the name
    const auto row = [](const char* name, const char* text, const char* code, const char* place) {
        QTest::newRow(name) << QByteArray(text) << QByteArray(code) << QByteArray(place);
    };
    row("nothing", "hello\n", "recipe.malformed", "");
    row("no number", "WORLD_SIZE=8\n--micro-batch-size x\n", "recipe.value", ":2:1: micro-batch-size");
    row("octal", "WORLD_SIZE=8\n--micro-batch-size 08\n", "recipe.value", ":2:1: micro-batch-size");
    row("contexts", "WORLD_SIZE=8 --micro-batch-size 1 --context-parallel-size 2", "strategy.unsupported.context",
        ":1:35: context-parallel-size");
    row("overlap", "WORLD_SIZE=8 --micro-batch-size 1 --overlap-grad-reduce", "strategy.unsupported.overlap",
        "overlap-grad-reduce");
    row("a module", "WORLD_SIZE=8 --micro-batch-size 1 --recompute-granularity selective --recompute-modules mlp",
        "recipe.unsupported", "recompute-modules");
    row("unknown of parallelism", "WORLD_SIZE=8 --micro-batch-size 1 --hyper-parallel-size 4", "recipe.unsupported",
        "hyper-parallel-size");
    row("indivisible", "WORLD_SIZE=9 --micro-batch-size 1 --tensor-model-parallel-size 2", "recipe.indivisible", "");
    row("two datatypes", "WORLD_SIZE=8 --micro-batch-size 1 --bf16 --fp16", "recipe.value", "fp16");
    row("8 bits", "WORLD_SIZE=8 --micro-batch-size 1 --bf16 --fp8-format e4m3", "strategy.unsupported.precision",
        "fp8-format");
    row("FSDP",
        "[training]\nlocal_batch_size = 1\n[parallelism]\ndata_parallel_shard_degree = 8\n[activation_checkpoint]\n"
        "mode = \"none\"\n",
        "recipe.unsupported", ":4:1: parallelism.data_parallel_shard_degree");
    row("TOML", "[training]\nlocal_batch_size 1\n", "recipe.malformed", ":2:18");
    row("JSON", "{\"train_batch_size\": 8,}", "json.syntax", ":1:");
    row("ZeRO-3", R"({"train_batch_size": 8, "train_micro_batch_size_per_gpu": 1, "zero_optimization": {"stage": 3}})",
        "recipe.unsupported", "zero_optimization.stage");
}

void RecipeCommandTest::refusals()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, code);
    QFETCH(QByteArray, place);
    const Outcome outcome = run_program({"recipe", "import", file("bad", text)});
    QCOMPARE(outcome.code, 2);
    QVERIFY(outcome.out.isEmpty());
    QCOMPARE(outcome.error_lines().size(), 1);
    QVERIFY2(outcome.err.contains("[" + code + "]") && outcome.err.contains(place), outcome.err);
}

BLUEPRINTING_CORE_TEST(RecipeCommandTest)
#include "recipe_test.moc"
