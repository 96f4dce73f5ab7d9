#include "tests/cli/program.h"
#include "tests/support/execution.h"
#include "tests/support/test_main.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QTemporaryDir>

using blueprinting::testing::execution_text;
using blueprinting::testing::Outcome;
using blueprinting::testing::run_program;
using blueprinting::testing::write_file;

namespace {

const QStringList kSeqsel{
    "estimate", "--model", "gpt3-175B", "--system", "a100_80g", "--execution", "seqsel-tab5/gpt3-175B/seqsel"};

QJsonObject object(const QByteArray& line) { return QJsonDocument::fromJson(line).object(); }

} // namespace

class EstimateCommandTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void summary()
    {
        const Outcome out = run_program(kSeqsel);
        QCOMPARE(out.code, 0);
        QVERIFY(out.err.isEmpty());
        // The answer first; components as Calculon prints them for this case.
        QVERIFY(out.out.startsWith("gpt3-175B on a100_80g: 13.64 s per iteration (evidence), fits: 54.07 GiB of 80.00 "
                                   "GiB, 25.93 GiB free (32.4 %)\n"
                                   "TP 8 · PP 8 · DP 1 = 64 GPUs · interleaved 1F1B, 3 chunks per stage"));
        QVERIFY(out.out.contains("\nforward                 3.3335   24.4 %        2.9722\n"));
        QVERIFY(out.out.contains("\niteration              13.6381  100.0 %       11.5500\n"));
    }

    void summaryOfInferenceLeavesOutWhatDoesNotExist()
    {
        QTemporaryDir folder;
        const QString path = folder.filePath("serve.json");
        QVERIFY(write_file(path, execution_text({{"tensor_par", 8},
                                                 {"pipeline_par", 4},
                                                 {"data_par", 2},
                                                 {"batch_size", 64},
                                                 {"microbatch_size", 2},
                                                 {"training", false}})));
        const Outcome out =
            run_program({"estimate", "--model", "gpt3-175B", "--system", "a100_80g", "--execution", path});
        QCOMPARE(out.code, 0);
        QVERIFY(out.out.contains("replicas 2 = 64 GPUs · forward only"));
        QVERIFY(out.out.contains("\npipeline bubble "));
        QVERIFY(!out.out.contains("\nbackward "));
        QVERIFY(!out.out.contains("data parallel"));
    }

    void json()
    {
        const Outcome out = run_program(kSeqsel + QStringList{"--json"});
        QCOMPARE(out.code, 0);
        QCOMPARE(out.out.count('\n'), 1);
        const QJsonObject answer = object(out.out);
        QCOMPARE(answer["id"].toString(), QString("seqsel-tab5/gpt3-175B/seqsel"));
        QCOMPARE(answer["ok"], QJsonValue(true));
        QCOMPARE(answer["view"].toString(), QString("system_evidence"));
        const double total = answer["total_seconds"].toDouble();
        QVERIFY(std::abs(total - 13.6381) < 5e-5);
        const QJsonObject peak = object(run_program(kSeqsel + QStringList{"--json", "--view", "peak_only"}).out);
        QCOMPARE(peak["total_seconds"], answer["peak_only_total_seconds"]);
        QVERIFY(std::abs(peak["total_seconds"].toDouble() - 11.5500) < 5e-5);
        QCOMPARE(peak["memory_bytes"], answer["memory_bytes"]);
    }

    /// 300 billion tokens in batches of 64 · 2048 that take 13.6381 s each, or 11.5500 s at peak, on 64 GPUs.
    void daysOfARun()
    {
        const QStringList run{"--tokens", "300e9"};
        const double batches = 300e9 / (64 * 2048);
        const QJsonObject answer = object(run_program(kSeqsel + QStringList{"--json"} + run).out);
        const QJsonObject said = answer["run"].toObject();
        QCOMPARE(said["tokens"].toDouble(), 300e9);
        QCOMPARE(said["gpus"].toInt(), 64);
        QVERIFY(std::abs(said["days"].toDouble() / (batches * 13.6381 / 86400) - 1) < 1e-5);
        QVERIFY(std::abs(said["gpu_hours"].toDouble() / (64 * batches * 13.6381 / 3600) - 1) < 1e-5);
        const QJsonObject peak =
            object(run_program(kSeqsel + QStringList{"--json", "--view", "peak_only"} + run).out)["run"].toObject();
        QVERIFY(std::abs(peak["days"].toDouble() / (batches * 11.55 / 86400) - 1) < 1e-5);
        // 361.3 days; and nothing of it where nobody asks.
        const Outcome text = run_program(kSeqsel + run);
        QVERIFY2(text.out.contains("\na run of 3.000·10¹¹ tokens: "), text.out.constData());
        QVERIFY2(text.out.contains("361.3 days on 64 GPUs"), text.out.constData());
        QVERIFY(!object(run_program(kSeqsel + QStringList{"--json"}).out).contains("run"));
        QVERIFY(!run_program(kSeqsel).out.contains("days"));
        // A model beyond six numbers, of whose system only the data sheet is known.
        const QStringList modern{"estimate",
                                 "--model",
                                 "Llama-3.1-8B",
                                 "--system",
                                 "h100_sxm",
                                 "--execution",
                                 R"({"parallelism": {"kind": "training",
            "tensor": {"degree": 8, "communication": "reduce_scatter_all_gather"},
            "pipeline": {"degree": 1, "schedule": {"kind": "single_stage"}},
            "data": {"degree": 8, "optimizer_sharding": false}, "recompute": "none"}, "global_batch": 64,
            "microbatch_size": 1, "datatype": "bfloat16", "attention_type": "multihead", "fused_activation": false,
            "fused_attention": true, "sequence_parallel_all_gather_redo": false, "network_tiers": {}})"};
        const QJsonObject llama = object(run_program(modern + QStringList{"--json"} + run).out);
        QVERIFY(llama.contains("run"));
        QVERIFY(std::abs(llama["run"].toObject()["days"].toDouble() /
                             (300e9 / (64 * 8192) * llama["total_seconds"].toDouble() / 86400) -
                         1) < 1e-9);
        QVERIFY(run_program(modern + run).out.contains(" tokens: at least "));
    }

    void daysOfWhatServesAreRefused()
    {
        QTemporaryDir folder;
        const QString path = folder.filePath("serve.json");
        QVERIFY(write_file(path, execution_text({{"tensor_par", 8},
                                                 {"pipeline_par", 8},
                                                 {"data_par", 1},
                                                 {"batch_size", 64},
                                                 {"microbatch_size", 1},
                                                 {"training", false}})));
        const Outcome out = run_program(
            {"estimate", "--model", "gpt3-175B", "--system", "a100_80g", "--execution", path, "--tokens", "1e12"});
        QCOMPARE(out.code, 2);
        QVERIFY2(out.err.contains("--tokens goes with training"), out.err.constData());
    }

    void aPresetNamesItsModelAndSystem()
    {
        const Outcome whole = run_program(kSeqsel + QStringList{"--json"});
        const Outcome brief = run_program({"estimate", "--execution", "seqsel-tab5/gpt3-175B/seqsel", "--json"});
        QCOMPARE(brief.code, 0);
        QCOMPARE(brief.out, whole.out);
    }

    /// The six numbers of GPT-3 in the form of a description give what the preset gives.
    void aPlainDescriptionIsSixNumbers()
    {
        const QString description =
            QStringLiteral("{\"hidden\": 12288, \"blocks\": 96, \"sequence\": 2048, \"attention\": {\"heads\": 96, "
                           "\"head_size\": 128}, \"mlp\": {\"feedforward\": 49152}, \"dropout\": true}");
        const Outcome out = run_program({"estimate", "--model", description, "--system", "a100_80g", "--execution",
                                         "seqsel-tab5/gpt3-175B/seqsel", "--json"});
        QCOMPARE(out.code, 0);
        QCOMPARE(object(out.out)["total_seconds"],
                 object(run_program(kSeqsel + QStringList{"--json"}).out)["total_seconds"]);
    }

    /// What another family means is not guessed from six of its numbers.
    void anotherFamilyIsNotReadAsSixNumbers()
    {
        const QString config = QStringLiteral(
            "{\"model_type\": \"nemotron_h\", \"hidden_size\": 12288, \"num_attention_heads\": 96, "
            "\"num_hidden_layers\": 96, \"intermediate_size\": 49152, \"max_position_embeddings\": 2048, "
            "\"hybrid_override_pattern\": \"M-M*\"}");
        const Outcome out = run_program(
            {"estimate", "--model", config, "--system", "a100_80g", "--execution", "seqsel-tab5/gpt3-175B/seqsel"});
        QCOMPARE(out.code, 2);
        QCOMPARE(out.out, QByteArray());
        QVERIFY2(out.err.contains("[model.hf.hybrid]"), out.err.constData());
    }

    // Trap 12: a trillion parameters on 3072 devices fit, by 0.6 % of the memory.
    void aNarrowFitShowsItsMargin()
    {
        QTemporaryDir folder;
        const QString path = folder.filePath("trillion.json");
        QVERIFY(write_file(path, execution_text({{"num_procs", 3072},
                                                 {"tensor_par", 4},
                                                 {"pipeline_par", 64},
                                                 {"data_par", 12},
                                                 {"batch_size", 3072},
                                                 {"microbatch_size", 4},
                                                 {"activation_recompute", "full"},
                                                 {"tensor_par_comm_type", "rs_ag"},
                                                 {"optimizer_sharding", true},
                                                 {"fused_activation", true}})));
        const QStringList arguments{"estimate", "--model", "megatron-1T", "--system", "a100_80g", "--execution", path};
        const QJsonObject answer = object(run_program(arguments + QStringList{"--json"}).out);
        QVERIFY(std::abs(answer["total_seconds"].toDouble() - 131.9006) < 5e-5);
        QVERIFY(std::abs(answer["memory_bytes"].toObject()["total"].toDouble() / (1 << 30) - 79.554) < 5e-4);
        QCOMPARE(answer["fits"], QJsonValue(true));
        const Outcome text = run_program(arguments);
        QVERIFY2(text.out.startsWith("megatron-1T on a100_80g: 131.9 s per iteration (evidence), fits: 79.55 GiB of "
                                     "80.00 GiB, 0.45 GiB free (0.6 %)\n"),
                 text.out);
    }

    void whatDoesNotFitIsAFinding()
    {
        const Outcome out = run_program({"estimate", "--model", "megatron-1T", "--system", "a100_80g", "--execution",
                                         "seqsel-fig1/megatron-1T/none", "--json"});
        QCOMPARE(out.code, 0);
        const QJsonObject answer = object(out.out);
        QCOMPARE(answer["fits"], QJsonValue(false));
        QCOMPARE(answer["findings"].toArray().at(0).toObject()["code"].toString(), QString("memory.exceeds_capacity"));
        QCOMPARE(object(out.err)["severity"].toString(), QString("finding"));
        // A person reads that first, and by how much: of the 80 GiB of that GPU.
        const double need = answer["memory_bytes"].toObject()["total"].toDouble() / 1073741824.0;
        const QString by = QStringLiteral("does not fit by %1 GiB").arg(QString::number(need - 80, 'f', 2));
        const Outcome text = run_program({"estimate", "--model", "megatron-1T", "--system", "a100_80g", "--execution",
                                          "seqsel-fig1/megatron-1T/none"});
        const QString first = QString::fromUtf8(text.out).section('\n', 0, 0);
        QVERIFY2(first.startsWith(
                     QStringLiteral("megatron-1T on a100_80g: %1 (needs %2 GiB of 80.00 GiB); an iteration would take ")
                         .arg(by, QString::number(need, 'f', 2))),
                 qPrintable(first));
        QVERIFY2(QString::fromUtf8(text.err).startsWith("finding: ") && QString::fromUtf8(text.err).contains(by),
                 text.err);
        // The times of its schedule are of what cannot run, whatever form they are written in.
        for (const char* format : {"summary", "csv"}) {
            const Outcome schedule = run_program({"schedule", "--model", "megatron-1T", "--system", "a100_80g",
                                                  "--execution", "seqsel-fig1/megatron-1T/none", "--format", format});
            QCOMPARE(schedule.code, 0);
            QVERIFY2(QString::fromUtf8(schedule.err).contains(by), schedule.err);
        }
    }

    void refused_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QByteArray>("says");
        QTest::newRow("nothing given") << QStringList{"estimate"} << QByteArray("--model is missing");
        QTest::newRow("unknown model") << QStringList{"estimate",
                                                      "--model",
                                                      "gpt3-175",
                                                      "--system",
                                                      "a100_80g",
                                                      "--execution",
                                                      "seqsel-tab5/gpt3-175B/full"}
                                       << QByteArray("gpt3-175B");
        QTest::newRow("unknown view") << (kSeqsel + QStringList{"--view", "optimist"}) << QByteArray("peak_only");
        QTest::newRow("a broken law") << QStringList{"estimate",
                                                     "--model",
                                                     "gpt3-13B",
                                                     "--system",
                                                     "a100_80g",
                                                     "--execution",
                                                     "seqsel-tab5/gpt3-175B/full"}
                                      << QByteArray("[strategy.hidden.indivisible]");
        QTest::newRow("a batch of no name")
            << QStringList{"estimate", "--batch", ""} << QByteArray("--batch is empty; a value is expected");
        QTest::newRow("batch and single")
            << (kSeqsel + QStringList{"--batch", "x.jsonl"})
            << QByteArray("--execution goes with one estimate; --batch reads it from its lines: leave it out");
        QTest::newRow("missing batch") << QStringList{"estimate", "--batch", "no-such-file.jsonl"}
                                       << QByteArray("no-such-file.jsonl");
    }
    void refused()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QByteArray, says);
        const Outcome out = run_program(arguments);
        QCOMPARE(out.code, 2);
        QVERIFY(out.out.isEmpty());
        QVERIFY2(out.err.contains(says), out.err.constData());
    }

    void refusedInJson()
    {
        const Outcome out = run_program({"estimate", "--model", "gpt3-13B", "--system", "a100_80g", "--execution",
                                         "seqsel-tab5/gpt3-175B/full", "--json"});
        QCOMPARE(out.code, 2);
        const QJsonObject answer = object(out.out);
        QCOMPARE(answer["ok"], QJsonValue(false));
        QStringList codes;
        for (const QJsonValue diagnostic : answer["diagnostics"].toArray())
            codes << diagnostic.toObject()["code"].toString();
        QVERIFY2(codes.contains("strategy.hidden.indivisible") &&
                     codes.contains("strategy.pipeline.exceeds_blocks") == false,
                 qPrintable(codes.join(' ')));
        QCOMPARE(out.error_lines().size(), codes.size());
    }

    void batch()
    {
        QTemporaryDir folder;
        const QByteArray lines =
            R"({"id": "good", "model": "gpt3-175B", "system": "a100_80g", "execution": "seqsel-tab5/gpt3-175B/full"}
{"id": "bad", "model": "gpt4", "system": "a100_80g", "execution": "seqsel-tab5/gpt3-175B/full"}
{"id":
{"id": 4, "model": "megatron-22B", "system": "a100_80g", "execution": "seqsel-tab5/megatron-22B/full"}
)";
        const QString path = folder.filePath("jobs.jsonl");
        QVERIFY(write_file(path, lines));
        const Outcome file = run_program({"estimate", "--batch", path});
        QCOMPARE(file.code, 2); // a line was refused; the others are answered all the same
        const QList<QByteArray> answers = file.out.trimmed().split('\n');
        QCOMPARE(answers.size(), 4);
        QCOMPARE(object(answers[0])["ok"], QJsonValue(true));
        QVERIFY(std::abs(object(answers[0])["total_seconds"].toDouble() - 18.0288) < 5e-5);
        QCOMPARE(object(answers[1])["id"].toString(), QString("bad"));
        QCOMPARE(object(answers[1])["diagnostics"].toArray().at(0).toObject()["code"].toString(),
                 QString("model.unknown"));
        QCOMPARE(object(answers[2])["id"], QJsonValue(QJsonValue::Null));
        QCOMPARE(object(answers[2])["diagnostics"].toArray().at(0).toObject()["line"].toInt(), 3);
        QVERIFY(std::abs(object(answers[3])["total_seconds"].toDouble() - 1.3956) < 5e-5);
        QCOMPARE(file.error_lines().size(), 1);
        const QJsonObject told = object(file.err);
        QCOMPARE(told["severity"].toString(), QString("error"));
        QCOMPARE(told["file"].toString(), path);
        QCOMPARE(told["message"].toString(), QString("2 of 4 lines were refused; each answer says why"));

        const Outcome piped = run_program({"estimate", "--batch", "-"}, lines);
        QCOMPARE(piped.code, 2);
        QCOMPARE(object(piped.out.split('\n')[0]), object(answers[0]));
    }

    void wholeBatch()
    {
        const QByteArray line =
            R"({"id": 1, "model": "megatron-22B", "system": "a100_80g", "execution": "seqsel-tab5/megatron-22B/full"})";
        const Outcome out = run_program({"estimate", "--batch", "-"}, line + "\n\n" + line);
        QCOMPARE(out.code, 0);
        QVERIFY(out.err.isEmpty());
        QCOMPARE(out.out.count('\n'), 2);
    }

    void emptyBatch_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("nothing") << QByteArray();
        QTest::newRow("one line break") << QByteArray("\n");
        QTest::newRow("blank lines") << QByteArray("  \n\t\r\n   ");
    }
    void emptyBatch()
    {
        QFETCH(QByteArray, text);
        QTemporaryDir folder;
        QVERIFY(write_file(folder.filePath("jobs.jsonl"), text));
        const Outcome out = run_program({"estimate", "--batch", "jobs.jsonl"}, {}, folder.path());
        QCOMPARE(out.code, 2);
        QVERIFY(out.out.isEmpty());
        QCOMPARE(out.error_lines().size(), 1);
        QCOMPARE(object(out.err)["code"].toString(), QString("batch.empty"));
        QCOMPARE(object(out.err)["file"].toString(), QString("jobs.jsonl"));
        const Outcome piped = run_program({"estimate", "--batch", "-"}, text);
        QCOMPARE(piped.code, 2);
        QCOMPARE(object(piped.err)["file"].toString(), QString("stdin"));
    }

    // What files in the field leave out was once filled in with another answer: 13.36 s where the publication's set-up
    // takes 13.64 s.
    void nothingIsFilledIn()
    {
        QTemporaryDir folder;
        const QByteArray given =
            R"({"tensor_par": 8, "pipeline_par": 8, "data_par": 1, "batch_size": 64, "microbatch_size": 1,
            "activation_recompute": "attn_only", "pipeline_interleaving": 3, "optimizer_sharding": false, "tensor_par_comm_type": "rs_ag"})";
        QVERIFY(write_file(folder.filePath("e.json"), given));
        const Outcome out = run_program(
            {"estimate", "--model", "gpt3-175B", "--system", "a100_80g", "--execution", "e.json"}, {}, folder.path());
        QCOMPARE(out.code, 2);
        QVERIFY(out.out.isEmpty());
        QCOMPARE(out.error_lines().size(), 13);
        for (const char* key : {"tensor_par_net", "pipeline_par_net", "data_par_net", "datatype", "fused_activation",
                                "attention_type", "tensor_par_overlap", "seq_par_ag_redo", "data_par_overlap",
                                "weight_offload", "activations_offload", "optimizer_offload", "training"})
            QVERIFY2(out.err.contains("error: e.json:1:1: /" + QByteArray(key) + ": the key \"" + key +
                                      "\" is missing [reader.missing]\n"),
                     key);
    }

    // Every group of 1, so that nothing is sent over any tier; each must exist all the same, on either side of the
    // switch.
    void aTierMustExistWhereNothingUsesIt_data()
    {
        QTest::addColumn<QString>("key");
        QTest::newRow("tensor") << "tensor_par_net";
        QTest::newRow("pipeline") << "pipeline_par_net";
        QTest::newRow("data") << "data_par_net";
    }
    void aTierMustExistWhereNothingUsesIt()
    {
        QFETCH(QString, key);
        QTemporaryDir folder;
        for (const QStringList& rules : {QStringList{}, QStringList{"--calculon-compatible"}}) {
            QVERIFY(write_file(folder.filePath("e.json"), execution_text({{key, 1}})));
            const QStringList arguments =
                QStringList{"estimate", "--model", "megatron-126M", "--system", "a100_80g", "--execution", "e.json"} +
                rules;
            QCOMPARE(run_program(arguments, {}, folder.path()).code, 0);
            QVERIFY(write_file(folder.filePath("e.json"), execution_text({{key, 2}})));
            const Outcome out = run_program(arguments, {}, folder.path());
            QCOMPARE(out.code, 2);
            QCOMPARE(out.error_lines().size(), 1);
            QVERIFY2(out.err.startsWith("error: e.json:1:") &&
                         out.err.contains("placed on network tier 2, but the system has tiers 0 to 1; nearest "
                                          "legal value 1; the system is a100_80g [strategy.network.unknown_tier]"),
                     out.err);
        }
    }

    // The largest memory that a system may have leaves figures that can be read; no memory and one without end are
    // none.
    void memoryHasBounds()
    {
        QTemporaryDir folder;
        QJsonObject system;
        for (const auto& each : run_program({"presets", "systems", "--json"}).json().array())
            if (each.toObject()["name"] == "a100_80g")
                system = each.toObject()["system"].toObject();
        const auto with = [&](const QByteArray& gib) {
            const bool written = write_file(folder.filePath("s.json"),
                                            QJsonDocument(system).toJson().replace("\"GiB\": 80", "\"GiB\": " + gib));
            return written
                       ? run_program({"estimate", "--execution", "seqsel-tab5/gpt3-175B/full", "--system", "s.json"},
                                     {}, folder.path())
                       : Outcome();
        };
        const Outcome most = with("1e12");
        QCOMPARE(most.code, 0);
        QVERIFY2(!most.out.contains("∞") && !most.out.contains("–"), most.out);
        QVERIFY2(most.out.contains("(100.0 %)"), most.out);
        for (const char* bad : {"0", "-1", "1e13", "1e300"}) {
            const Outcome refused = with(bad);
            QCOMPARE(refused.code, 2);
            QCOMPARE(refused.error_lines().size(), 1);
            QVERIFY2(refused.err.contains("/mem1/GiB: \"GiB\" must be above 0 and at most 1e12, not "), refused.err);
        }
    }

    void compatibleBatch()
    {
        // 96 blocks on 5 stages: Calculon's uneven stages.
        const QByteArray line = R"({"id": 1, "model": "gpt3-175B", "system": "a100_80g", "execution": )" +
                                execution_text({{"tensor_par", 8}, {"pipeline_par", 5}, {"batch_size", 10}}) + "}";
        QCOMPARE(object(run_program({"estimate", "--batch", "-"}, line).out)["diagnostics"]
                     .toArray()
                     .at(0)
                     .toObject()["code"]
                     .toString(),
                 QString("strategy.blocks.indivisible"));
        QCOMPARE(object(run_program({"estimate", "--batch", "-", "--calculon-compatible"}, line).out)["ok"],
                 QJsonValue(true));
    }
};

BLUEPRINTING_CORE_TEST(EstimateCommandTest)
#include "estimate_test.moc"
