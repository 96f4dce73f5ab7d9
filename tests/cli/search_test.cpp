#include "tests/cli/program.h"
#include "tests/support/test_main.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QRegularExpression>
#include <QTemporaryDir>

#include <cmath>

using blueprinting::testing::Outcome;
using blueprinting::testing::run_program;

namespace {

/// 64 A100s for GPT-175B with the degrees of Table 5: small enough to look at.
const QStringList kTable5{"search",  "--model", "gpt3-175B", "--system", "a100_80g", "--devices", "64",
                          "--batch", "64",      "--tp",      "8",        "--pp",     "8"};

QByteArray read(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

class SearchCommandTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void text()
    {
        const Outcome out =
            run_program(kTable5 + QStringList{"--chunks", "3", "--microbatch", "1", "--optimizer-sharding", "off"});
        QCOMPARE(out.code, 0);
        QVERIFY(out.err.isEmpty());
        // 3 policies × 2 communications × redo: redo needs reduce-scatter + all-gather and a policy other than full.
        QVERIFY2(out.out.startsWith("gpt3-175B on 64 × a100_80g, batch 64: 12 strategies, 8 legal, "),
                 out.out.constData());
        QVERIFY(out.out.contains("\nstrategy.redo.without_sequence_parallel           4      4\n"));
        // The two of Table 5, as they are published there.
        QVERIFY(out.out.contains("13.6381  54.07   8   8   1  3           1  attention only  RS + AG, redo"));
        QVERIFY(out.out.contains("18.0288  48.10   8   8   1  3           1  full            all-reduce"));
    }

    void json()
    {
        const Outcome out = run_program(kTable5 + QStringList{"--json", "--top", "5"});
        QCOMPARE(out.code, 0);
        const QJsonObject answer = out.json().object();
        for (const char* key :
             {"strategies", "legal", "refused", "fitting", "seconds", "rate_per_second", "front", "top"})
            QVERIFY2(answer.contains(QLatin1String(key)), key);
        // v of 96 blocks has 12 divisors, a batch of 64 has 7 microbatch sizes, 2 × 3 × 2 × 2 knobs.
        QCOMPARE(answer["strategies"].toInt(), 12 * 7 * 24);
        // Sharding needs DP > 1: half of them.
        QCOMPARE(answer["refused"]["strategy.optimizer_sharding.without_dp"].toInt(), 12 * 7 * 12);
        const QJsonArray top = answer["top"].toArray();
        QCOMPARE(top.size(), 5);
        double before = 0;
        for (const auto& each : top) {
            const QJsonObject one = each.toObject();
            QVERIFY(one["total_seconds"].toDouble() >= before);
            before = one["total_seconds"].toDouble();
            QCOMPARE(one["fits"], QJsonValue(true));
        }
        const QJsonArray front = answer["front"].toArray();
        QVERIFY(front.size() > 1);
        QCOMPARE(front.first().toObject()["id"], top.first().toObject()["id"]);
        for (qsizetype i = 1; i < front.size(); ++i) {
            const QJsonObject faster = front[i - 1].toObject();
            const QJsonObject smaller = front[i].toObject();
            QVERIFY(smaller["total_seconds"].toDouble() > faster["total_seconds"].toDouble());
            QVERIFY(smaller["memory_bytes"]["total"].toDouble() < faster["memory_bytes"]["total"].toDouble());
        }
    }

    /// What is written of a strategy is what `estimate` says of it.
    void writtenStrategiesAreEstimatedAlike()
    {
        QTemporaryDir folder;
        const QString jsonl = folder.filePath("all.jsonl");
        const QString csv = folder.filePath("all.csv");
        const QStringList bounds{"--microbatch", "1,4", "--chunks", "1..3", "--optimizer-sharding", "off"};
        QCOMPARE(run_program(kTable5 + bounds + QStringList{"--output", jsonl}).code, 0);
        QCOMPARE(run_program(kTable5 + bounds + QStringList{"--output", csv}).code, 0);
        const QList<QByteArray> lines = read(jsonl).trimmed().split('\n');
        const QList<QByteArray> rows = read(csv).trimmed().split('\n');
        QCOMPARE(rows.size(), lines.size() + 1);
        QCOMPARE(lines.size(), 3 * 2 * 8);
        QByteArray batch;
        for (const QByteArray& line : lines) {
            const QJsonObject one = QJsonDocument::fromJson(line).object();
            batch += QJsonDocument(QJsonObject{{"id", one["number"]},
                                               {"model", "gpt3-175B"},
                                               {"system", "a100_80g"},
                                               {"execution", one["execution"]}})
                         .toJson(QJsonDocument::Compact) +
                     '\n';
        }
        const QList<QByteArray> estimates = run_program({"estimate", "--batch", "-"}, batch).out.trimmed().split('\n');
        QCOMPARE(estimates.size(), lines.size());
        const QList<QByteArray> header = rows.first().split(',');
        for (qsizetype i = 0; i < lines.size(); ++i) {
            const QJsonObject found = QJsonDocument::fromJson(lines[i]).object();
            const QJsonObject alone = QJsonDocument::fromJson(estimates[i]).object();
            QCOMPARE(alone["ok"], QJsonValue(true));
            QCOMPARE(found["total_seconds"], alone["total_seconds"]);
            QCOMPARE(found["memory_bytes"], alone["memory_bytes"]["total"]);
            QCOMPARE(found["fits"], alone["fits"]);
            const QList<QByteArray> cells = rows[i + 1].split(',');
            QCOMPARE(cells.size(), header.size());
            QCOMPARE(cells[header.indexOf("number")].toInt(), found["number"].toInt());
            QCOMPARE(cells[header.indexOf("total_seconds")].toDouble(), found["total_seconds"].toDouble());
            QCOMPARE(cells[header.indexOf("pipeline_interleaving")].toInt(),
                     found["execution"]["pipeline_interleaving"].toInt());
        }
    }

    void theFrontIsWrittenAlone()
    {
        QTemporaryDir folder;
        const QString path = folder.filePath("front.csv");
        const Outcome out = run_program(kTable5 + QStringList{"--pareto", "--json", "--output", path});
        QCOMPARE(out.code, 0);
        QCOMPARE(read(path).trimmed().count('\n'), out.json()["front"].toArray().size());
    }

    void shardsAddUp()
    {
        const QJsonObject whole = run_program(kTable5 + QStringList{"--json", "--top", "0"}).json().object();
        QVERIFY(whole["top"].toArray().isEmpty());
        int strategies = 0;
        int legal = 0;
        for (const char* shard : {"1/3", "2/3", "3/3"}) {
            const QJsonObject part =
                run_program(kTable5 + QStringList{"--json", "--top", "0", "--shard", shard}).json().object();
            QCOMPARE(part["shard"].toString(), QString(shard));
            strategies += part["strategies"].toInt();
            legal += part["legal"].toInt();
        }
        QCOMPARE(strategies, whole["strategies"].toInt());
        QCOMPARE(legal, whole["legal"].toInt());
    }

    /// A model beyond six numbers, with the knobs that it brings; every written strategy is estimated alike.
    void aModernModel()
    {
        QTemporaryDir folder;
        const QString jsonl = folder.filePath("all.jsonl"), csv = folder.filePath("all.csv");
        const QStringList space{"search",
                                "--model",
                                "Mixtral-8x7B-v0.1",
                                "--system",
                                "h100_sxm",
                                "--devices",
                                "16",
                                "--batch",
                                "16",
                                "--sequence",
                                "4096",
                                "--tp",
                                "1,2",
                                "--cp",
                                "1,2",
                                "--ep",
                                "1,8",
                                "--sharding",
                                "optimizer,full",
                                "--chunks",
                                "1,2",
                                "--pp",
                                "2,4",
                                "--microbatch",
                                "1",
                                "--modules",
                                "none,core_attn+moe_act",
                                "--recompute",
                                "none",
                                "--communication",
                                "reduce_scatter_all_gather",
                                "--all-gather-redo",
                                "off"};
        const Outcome out = run_program(space + QStringList{"--json", "--top", "3", "--output", jsonl});
        QCOMPARE(out.code, 0);
        const QJsonObject answer = out.json().object();
        QCOMPARE(answer["calibration"].toString(), QString("datasheet"));
        QCOMPARE(answer["view"].toString(), QString("peak_only"));
        for (const char* knob :
             {"context.degree", "expert.degree", "data.sharding", "fused_attention", "recompute.modules"})
            QVERIFY2(answer["marginals"].toObject().contains(QLatin1String(knob)), knob);
        QCOMPARE(run_program(space + QStringList{"--output", csv}).code, 0);
        const QList<QByteArray> lines = read(jsonl).trimmed().split('\n');
        const QList<QByteArray> rows = read(csv).trimmed().split('\n');
        QCOMPARE(lines.size(), answer["legal"].toInt());
        QCOMPARE(rows.size(), lines.size() + 1);
        const QList<QByteArray> header = rows.first().trimmed().split(',');
        QSet<QByteArray> sharded, degrees;
        for (qsizetype i = 0; i < lines.size(); ++i) {
            const QJsonObject found = QJsonDocument::fromJson(lines[i]).object();
            QCOMPARE(found["calibration"].toString(), QString("datasheet"));
            const QList<QByteArray> cells = rows[i + 1].trimmed().split(',');
            QCOMPARE(cells.size(), header.size());
            QCOMPARE(cells[header.indexOf("calibration")], QByteArray("datasheet"));
            QCOMPARE(cells[header.indexOf("total_seconds")].toDouble(), found["total_seconds"].toDouble());
            const QJsonObject parallelism = found["execution"]["parallelism"].toObject();
            QCOMPARE(cells[header.indexOf("data.sharding")],
                     parallelism["data"]["sharding"]["kind"].toString("none").toUtf8());
            QCOMPARE(cells[header.indexOf("context.degree")].toInt(), parallelism["context"]["degree"].toInt(1));
            sharded << cells[header.indexOf("data.sharding")];
            degrees << cells[header.indexOf("expert.degree")];
            if (i % 16 != 0)
                continue;
            const QString path = folder.filePath("one.json");
            QVERIFY(blueprinting::testing::write_file(path, QJsonDocument(found["execution"].toObject()).toJson()));
            const QJsonObject alone = run_program({"estimate", "--model", "Mixtral-8x7B-v0.1", "--sequence", "4096",
                                                   "--system", "h100_sxm", "--execution", path, "--json"})
                                          .json()
                                          .object();
            QCOMPARE(found["total_seconds"], alone["total_seconds"]);
            QCOMPARE(found["memory_bytes"], alone["memory_bytes"]["total"]);
            QCOMPARE(found["fits"], alone["fits"]);
        }
        QCOMPARE(sharded, (QSet<QByteArray>{"optimizer", "full"}));
        QCOMPARE(degrees, (QSet<QByteArray>{"1", "8"}));

        // The text says what its times are, and so do explanations and neighbours.
        const QByteArray text = run_program(space).out;
        QVERIFY(text.contains("peak-only: upper bound, not calibrated") && text.contains("  EP  ") &&
                text.contains("  sharding  "));
        const QString worst = folder.filePath("worst.json");
        const QJsonObject some = QJsonDocument::fromJson(lines[lines.size() / 2]).object();
        QVERIFY(blueprinting::testing::write_file(worst, QJsonDocument(some["execution"].toObject()).toJson()));
        for (const char* asks : {"--explain", "--neighbours"}) {
            const Outcome said = run_program(space + QStringList{asks, worst});
            QCOMPARE(said.code, 0);
            QVERIFY2(said.out.contains("peak-only: upper bound, not calibrated"), asks);
        }
        const QJsonObject mine = run_program(space + QStringList{"--explain", worst, "--json"}).json().object();
        QCOMPARE(mine["number"], some["number"]);
        QCOMPARE(mine["calibration"].toString(), QString("datasheet"));
        QVERIFY(mine["execution"].toObject().contains("parallelism"));
        QSet<QString> knobs;
        for (const auto& each : run_program(space + QStringList{"--neighbours", worst, "--json"}).json().array()) {
            knobs << each.toObject()["knob"].toString();
            QCOMPARE(each.toObject()["calibration"].toString(), QString("datasheet"));
        }
        QVERIFY(knobs.contains("context.degree") && knobs.contains("expert.degree") && knobs.contains("data.sharding"));
    }

    /// Eight shards of a modern space and their merge are one run.
    void modernShardsMerge()
    {
        QTemporaryDir folder;
        const QStringList space{"search",  "--model", "Llama-3.2-1B", "--system", "h100_sxm",     "--devices", "8,16",
                                "--batch", "16",      "--cp",         "1,2",      "--microbatch", "1,2"};
        for (const char* ending : {"jsonl", "csv"}) {
            const QString whole = folder.filePath(QString("whole.") + ending);
            QCOMPARE(run_program(space + QStringList{"--output", whole}).code, 0);
            QStringList parts;
            for (int i = 1; i <= 8; ++i) {
                parts << folder.filePath(QString("part%1.%2").arg(i).arg(ending));
                QCOMPARE(
                    run_program(space + QStringList{"--shard", QString("%1/8").arg(i), "--output", parts.last()}).code,
                    0);
            }
            const QString merged = folder.filePath(QString("merged.") + ending);
            QCOMPARE(run_program(QStringList{"search", "--merge"} + parts + QStringList{"--output", merged}).code, 0);
            QVERIFY(read(whole).size() > 1000);
            QVERIFY(read(merged) == read(whole));
        }
    }

    void nothingFits()
    {
        const Outcome out =
            run_program({"search", "--model", "megatron-1T", "--system", "a100_80g", "--devices", "8", "--batch", "8"});
        QCOMPARE(out.code, 0); // a finding
        QVERIFY(out.out.contains(" 0 fit; "));
        QVERIFY(out.out.contains("None fits: the smallest needs "));
    }

    void refused_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("says");
        QTest::newRow("a bound") << QStringList{"--tp", "8..4"} << "\"8..4\" is no bound; allowed are";
        QTest::newRow("degrees that make no devices")
            << QStringList{"--dp", "3"} << "no TP × PP × DP within the bounds makes 64 devices";
        QTest::newRow("a microbatch") << QStringList{"--microbatch", "5"} << "no size within 5 divides the batch of 64";
        QTest::newRow("a policy") << QStringList{"--recompute", "some"} << "some not in";
        QTest::newRow("a shard") << QStringList{"--shard", "4/3"} << "\"4/3\" is no shard";
        QTest::newRow("an ending") << QStringList{"--output", "found.txt"}
                                   << "--output found.txt must end in .csv or .jsonl";
        QTest::newRow("a tier") << QStringList{"--data-tier", "2"}
                                << "--data-tier: the system has no network tier 2; it has 0 to 1";
        QTest::newRow("a tier below the first")
            << QStringList{"--tensor-tier", "-1"}
            << "--tensor-tier: \"-1\" is out of range; allowed are whole numbers from 0 to 2^53";
        QTest::newRow("fewer than none") << QStringList{"--top", "-1"}
                                         << "--top: \"-1\" is out of range; allowed are whole numbers from 0 to 2^53";
        QTest::newRow("no device")
            << QStringList{"--devices", "0"}
            << "--devices: \"0\" is no number of devices; allowed are whole numbers from 1 to 2^53";
        QTest::newRow("a model") << QStringList{"--model", "gpt9"} << "gpt9";
        QTest::newRow("more devices than the networks connect")
            << QStringList{"--devices", "1099511627776"}
            << "--devices: 1099511627776 devices are more than the 524288 that the networks within the bounds connect";
        QTest::newRow("a reserve as large as the memory")
            << QStringList{"--reserve-gib", "80"} << "--reserve-gib: 80 GiB";
        QTest::newRow("cost without a price") << QStringList{"--rank", "cost"} << "--rank: a rank by cost needs";
        QTest::newRow("a band") << QStringList{"--band", "-1"} << "--band: -1 % is no band";
        QTest::newRow("a front of a part") << QStringList{"--pareto", "--shard", "1/2", "--output", "front.csv"}
                                           << "--pareto goes with the whole space";
        QTest::newRow("an explanation of other devices")
            << QStringList{"--devices", "128", "--explain", "seqsel-tab5/gpt3-175B/full"}
            << "runs on 64 devices, which are not among those of the question";
    }
    void refused()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QString, says);
        QStringList all = kTable5;
        if (const qsizetype at = all.indexOf(arguments.first()); at > 0) {
            all[at + 1] = arguments[1];
            all += arguments.mid(2);
        } else {
            all += arguments;
        }
        const Outcome out = run_program(all);
        QCOMPARE(out.code, 2);
        QVERIFY(out.out.isEmpty());
        QCOMPARE(out.error_lines().size(), 1);
        QVERIFY2(QString::fromUtf8(out.err).contains(says), out.err.constData());
    }

    /// GPT-175B on 4096 A100s with a batch of 4096, as the design of the view drew it before there was a view.
    void aSpaceThatIsKnown()
    {
        const QStringList search{"search",    "--model", "gpt3-175B", "--system", "a100_80g",
                                 "--devices", "4096",    "--batch",   "4096"};
        const QJsonObject answer = run_program(search + QStringList{"--json", "--top", "13"}).json().object();
        QCOMPARE(answer["strategies"].toInt(), 296088);
        QCOMPARE(answer["legal"].toInt(), 9440);
        QCOMPARE(answer["fitting"].toInt(), 1580);
        QCOMPARE(answer["front"].toArray().size(), 19);
        QCOMPARE(answer["band"]["count"].toInt(), 11);
        QCOMPARE(answer["band"]["common"]["activation_recompute"].toString(), QString("attn_only"));
        QCOMPARE(answer["band"]["common"]["tensor_par_comm_type"].toString(), QString("rs_ag"));
        QCOMPARE(std::round(answer["band"]["leanest"]["memory_bytes"]["total"].toDouble() / (1 << 30) * 10) / 10, 30.8);
        const auto refuses = [&](const char* law, int all, int alone) {
            QCOMPARE(answer["refused"][QLatin1String(law)].toInt(), all);
            QCOMPARE(answer["refused_alone"][QLatin1String(law)].toInt(), alone);
        };
        refuses("strategy.network.too_small", 137592, 7696);
        refuses("strategy.redo.without_sequence_parallel", 98696, 4720);
        refuses("strategy.microbatch.indivisible", 84240, 16352);
        refuses("strategy.heads.indivisible", 80808, 0);
        refuses("strategy.pipeline.exceeds_blocks", 78624, 33408);
        refuses("strategy.interleave.exceeds_stage", 71760, 10080);
        refuses("strategy.blocks.indivisible", 26208, 6528);
        refuses("strategy.optimizer_sharding.without_dp", 22620, 0);
        refuses("strategy.interleave.indivisible", 15600, 1760);
        refuses("strategy.sequence.indivisible", 156, 0);
        const double times[] = {0, 0, 0, 11.965, 0, 12.049, 0, 0, 0, 12.160, 12.169, 12.197, 12.228};
        for (int rank = 0; rank < 13; ++rank)
            if (times[rank] > 0)
                QCOMPARE(std::round(answer["top"].toArray()[rank].toObject()["total_seconds"].toDouble() * 1000) / 1000,
                         times[rank]);

        QTemporaryDir folder;
        QJsonObject execution = answer["top"].toArray()[0].toObject()["execution"].toObject();
        for (const auto& [key, value] :
             {std::pair("tensor_par", 8), std::pair("pipeline_par", 8), std::pair("data_par", 64),
              std::pair("pipeline_interleaving", 3), std::pair("microbatch_size", 1)})
            execution[QLatin1String(key)] = value;
        execution["seq_par_ag_redo"] = true;
        execution["optimizer_sharding"] = false;
        const QString path = folder.filePath("b.json");
        QVERIFY(blueprinting::testing::write_file(path, QJsonDocument(execution).toJson()));
        const QJsonObject mine = run_program(search + QStringList{"--explain", path, "--json"}).json().object();
        QCOMPARE(mine["rank"].toInt(), 225);
        QCOMPARE(std::round(mine["behind_percent"].toDouble() * 10) / 10, 17.4);
        QCOMPARE(std::round(mine["change"]["behind_percent"].toDouble() * 10) / 10, 2.7);
        QCOMPARE(mine["change"]["knob"].toString(), QString("tensor_par"));
        QCOMPARE(mine["change"]["to"].toInt(), 4);
        QCOMPARE(mine["change"]["with"]["pipeline_par"].toInt(), 16);
    }

    /// Band, marginals and what refuses alone, held against the whole table that is written beside them.
    void jsonSaysWhatTheTableHolds()
    {
        QTemporaryDir folder;
        const QString path = folder.filePath("all.jsonl");
        const QStringList bounds{"--microbatch", "1,2", "--band", "10", "--reserve-gib", "30"};
        const QJsonObject answer =
            run_program(kTable5 + bounds + QStringList{"--json", "--output", path}).json().object();
        double best = 1e300;
        QMap<int, double> by_chunks;
        QList<QJsonObject> fitting;
        for (const QByteArray& line : read(path).trimmed().split('\n')) {
            const QJsonObject one = QJsonDocument::fromJson(line).object();
            QCOMPARE(one["fits"].toBool(), one["memory_bytes"].toDouble() <= 50.0 * 1024 * 1024 * 1024);
            if (!one["fits"].toBool())
                continue;
            fitting << one;
            const double seconds = one["total_seconds"].toDouble();
            best = std::min(best, seconds);
            double& of = by_chunks[one["execution"]["pipeline_interleaving"].toInt()];
            of = of == 0 ? seconds : std::min(of, seconds);
        }
        QCOMPARE(answer["fitting"].toInt(), fitting.size());
        int band = 0;
        double leanest = 1e300;
        for (const QJsonObject& one : fitting)
            if (one["total_seconds"].toDouble() <= best * 1.1) {
                ++band;
                leanest = std::min(leanest, one["memory_bytes"].toDouble());
            }
        QCOMPARE(answer["band"]["count"].toInt(), band);
        QCOMPARE(answer["band"]["leanest"]["memory_bytes"]["total"].toDouble(), leanest);
        for (const auto& each : answer["marginals"]["pipeline_interleaving"].toArray()) {
            const auto at = by_chunks.constFind(each.toObject()["value"].toInt());
            QCOMPARE(each.toObject()["best_seconds"].toDouble(-1), at == by_chunks.constEnd() ? -1 : *at);
        }
        // Sharding without DP breaks nothing else where redo is legal.
        QVERIFY(answer["refused_alone"]["strategy.optimizer_sharding.without_dp"].toInt() <
                answer["refused"]["strategy.optimizer_sharding.without_dp"].toInt());
    }

    void severalNumbersOfDevices()
    {
        const QStringList search{"search",  "--model", "megatron-22B",       "--system",  "a100_80g",
                                 "--batch", "2",       "--batch-per-device", "--devices", "8..32",
                                 "--top",   "1"};
        const QJsonObject answer = run_program(search + QStringList{"--json", "--price", "2"}).json().object();
        const QJsonArray counts = answer["counts"].toArray();
        QCOMPARE(counts.size(), 3);
        QCOMPARE(answer["scaling"].toArray().size(), 3);
        double most = 0;
        for (int i = 0; i < 3; ++i) {
            const int devices = 8 << i;
            QCOMPARE(counts[i]["devices"].toInt(), devices);
            QCOMPARE(counts[i]["global_batch"].toInt(), 2 * devices);
            const QJsonObject alone = run_program({"search", "--model", "megatron-22B", "--system", "a100_80g",
                                                   "--batch", QString::number(2 * devices), "--devices",
                                                   QString::number(devices), "--top", "1", "--json"})
                                          .json()
                                          .object();
            for (const char* key : {"strategies", "legal", "refused", "fitting", "front", "top", "band", "marginals"})
                QVERIFY2(counts[i][QLatin1String(key)] == alone[QLatin1String(key)], key);
            const QJsonObject point = answer["scaling"].toArray()[i].toObject();
            QVERIFY(point["best"] == alone["top"].toArray()[0]);
            // 2 samples a device of 2048 tokens each.
            const double speed = 2 * 2048 / point["best"]["total_seconds"].toDouble();
            QVERIFY(std::abs(point["tokens_per_second_per_gpu"].toDouble() / speed - 1) < 1e-12);
            QVERIFY(std::abs(point["cost_per_1e12_tokens"].toDouble() / (1e12 / speed / 3600 * 2) - 1) < 1e-12);
            most = std::max(most, speed);
        }
        for (const auto& point : answer["scaling"].toArray())
            QVERIFY(std::abs(point.toObject()["efficiency"].toDouble() -
                             point.toObject()["tokens_per_second_per_gpu"].toDouble() / most) < 1e-12);
        const Outcome text = run_program(search);
        QCOMPARE(text.out.count("\nmegatron-22B on "), 2);
        QVERIFY(text.out.contains("\ndevices       s  tokens/s and GPU  efficiency  grown by DP alone  strategy"));
    }

    void eightShardsMakeOneRun_data()
    {
        QTest::addColumn<QString>("ending");
        QTest::addColumn<QStringList>("devices");
        for (const char* ending : {"csv", "jsonl", "json"}) {
            QTest::addRow("%s", ending) << ending << QStringList{"8"};
            QTest::addRow("%s of several devices", ending) << ending << QStringList{"2,8"};
        }
    }
    /// Byte for byte; of an answer but for the time that it took.
    void eightShardsMakeOneRun()
    {
        QFETCH(QString, ending);
        QFETCH(QStringList, devices);
        QTemporaryDir folder;
        const bool json = ending == "json";
        const QStringList search{"search", "--model", "megatron-22B",  "--system", "a100_80g",  "--batch",      "8",
                                 "--band", "7",       "--reserve-gib", "3.5",      "--devices", devices.first()};
        const auto run = [&](const QString& name, const QStringList& more) {
            const QString path = folder.filePath(name + "." + ending);
            const Outcome out =
                run_program(search + more + (json ? QStringList{"--json"} : QStringList{"--output", path}));
            if (out.code != 0)
                qFatal("%s", out.err.constData());
            if (json && !blueprinting::testing::write_file(path, out.out))
                qFatal("cannot write");
            return path;
        };
        const QByteArray whole = read(run("whole", {}));
        QStringList parts;
        for (int i = 8; i >= 1; --i) // in no order
            parts << run("part-" + QString::number(i), {"--shard", QString::number(i) + "/8"});
        const QString merged = folder.filePath("merged." + ending);
        const Outcome out = run_program(QStringList{"search", "--output", merged, "--merge"} + parts);
        QVERIFY2(out.code == 0, out.err.constData());
        const auto timeless = [](QByteArray text) {
            static const QRegularExpression time("\"(seconds|rate_per_second)\": [0-9.e+-]+");
            return QString::fromUtf8(text).replace(time, "\"\\1\": 0").toUtf8();
        };
        QVERIFY(whole.size() > 10000);
        QCOMPARE(timeless(read(merged)), timeless(whole));

        const auto refused = [&](const QStringList& files, const char* says) {
            const Outcome refusal = run_program(QStringList{"search", "--merge"} + files);
            QCOMPARE(refusal.code, 2);
            QVERIFY(refusal.out.isEmpty());
            QVERIFY2(refusal.err.contains(says), refusal.err.constData());
        };
        refused(parts.mid(1), "shard 8/8 is missing");
        refused(parts.mid(0, 6), "shards 1/8, 2/8 are missing");
        refused(parts + QStringList{parts[3]}, "is shard 5/8, which ");
        refused({folder.filePath("whole." + ending)},
                json ? "is no answer of a shard" : "is no row of a shard's table");
        const QString of_other = run("other", {"--shard", "1/8", "--microbatch", "1"});
        refused(parts.mid(0, 7) + QStringList{of_other}, "is of another question (");
        refused(parts.mid(0, 7) + QStringList{run("seventh", {"--shard", "1/7"})}, "is shard 1/7, but ");
    }

    void aShardWithoutStrategiesIsKnown()
    {
        QTemporaryDir folder;
        const QStringList search =
            kTable5 +
            QStringList{"--microbatch",    "1",          "--chunks",          "3",   "--recompute",          "full",
                        "--communication", "all_reduce", "--all-gather-redo", "off", "--optimizer-sharding", "off"};
        for (const char* ending : {".csv", ".jsonl"}) {
            const QString whole = folder.filePath(QString("whole") + ending);
            QCOMPARE(run_program(search + QStringList{"--output", whole}).code, 0);
            QStringList parts;
            for (int i = 1; i <= 3; ++i) {
                parts << folder.filePath(QString::number(i) + ending);
                QCOMPARE(
                    run_program(search + QStringList{"--output", parts.last(), "--shard", QString::number(i) + "/3"})
                        .code,
                    0);
            }
            const Outcome out = run_program(QStringList{"search", "--merge"} + parts);
            QCOMPARE(out.code, 0);
            QCOMPARE(out.out, read(whole));
            QVERIFY(run_program(QStringList{"search", "--merge"} + parts.mid(1)).err.contains("shard 1/3 is missing"));
        }
    }

    void explained()
    {
        const QStringList question{"search",    "--model", "gpt3-175B", "--system", "a100_80g",
                                   "--devices", "64",      "--batch",   "64"};
        const QString preset = "seqsel-tab5/gpt3-175B/full";
        const QJsonObject answer = run_program(question + QStringList{"--explain", preset, "--json"}).json().object();
        const QJsonObject best =
            run_program(question + QStringList{"--json", "--top", "1"}).json()["top"][0].toObject();
        QVERIFY(std::abs(answer["total_seconds"].toDouble() - 18.0287795485907) < 1e-11); // as recorded of Calculon
        QVERIFY(std::abs(answer["behind_percent"].toDouble() -
                         100 * (18.0287795485907 / best["total_seconds"].toDouble() - 1)) < 1e-9);
        QCOMPARE(answer["best"]["number"], best["id"]);
        QVERIFY(answer["rank"].toInt() > 1);
        QVERIFY(answer["change"]["total_seconds"].toDouble() < answer["total_seconds"].toDouble());
        QVERIFY(!answer["held"].toArray().isEmpty());
        const QByteArray text = run_program(question + QStringList{"--explain", preset}).out;
        QVERIFY(text.startsWith("TP 8, PP 8, DP 1, v 3: 18.0288 s, 48.10 GiB\nRank "));
        QVERIFY(text.contains("\nThe best single change: "));

        QTemporaryDir folder;
        const QString path = folder.filePath("broken.json");
        QJsonObject execution = best["execution"].toObject();
        execution["microbatch_size"] = 3;
        QVERIFY(blueprinting::testing::write_file(path, QJsonDocument(execution).toJson()));
        const Outcome refused = run_program(question + QStringList{"--explain", path, "--json"});
        QCOMPARE(refused.code, 0); // that laws refuse it is the answer
        QCOMPARE(refused.json()["legal"], QJsonValue(false));
        QCOMPARE(refused.json()["diagnostics"][0]["code"], QJsonValue("strategy.microbatch.indivisible"));
    }

    void neighboursAreEstimatedAlike()
    {
        const QStringList question{"search",
                                   "--model",
                                   "gpt3-175B",
                                   "--system",
                                   "a100_80g",
                                   "--devices",
                                   "64",
                                   "--batch",
                                   "64",
                                   "--neighbours",
                                   "seqsel-tab5/gpt3-175B/seqsel"};
        const QJsonArray all = run_program(question + QStringList{"--json"}).json().array();
        QVERIFY(all.size() >= 8);
        QByteArray batch;
        for (int i = 0; i < all.size(); ++i)
            batch += QJsonDocument(QJsonObject{{"id", i},
                                               {"model", "gpt3-175B"},
                                               {"system", "a100_80g"},
                                               {"execution", all[i]["execution"]}})
                         .toJson(QJsonDocument::Compact) +
                     '\n';
        const QList<QByteArray> lines = run_program({"estimate", "--batch", "-"}, batch).out.trimmed().split('\n');
        QCOMPARE(lines.size(), all.size());
        for (int i = 0; i < all.size(); ++i) {
            const QJsonObject alone = QJsonDocument::fromJson(lines[i]).object();
            QCOMPARE(all[i]["total_seconds"], alone["total_seconds"]);
            QCOMPARE(all[i]["memory_bytes"], alone["memory_bytes"]["total"]);
            // Table 5: 13.6381 s.
            QVERIFY(std::abs(alone["total_seconds"].toDouble() - all[i]["seconds_change"].toDouble() - 13.6381) < 5e-5);
        }
        const QByteArray text = run_program(question).out;
        QVERIFY(text.contains("\nTP, down "));
    }

    /// Readers that are not ours take the tables and answers: plain numbers, nothing between thousands.
    void othersReadThem()
    {
        QTemporaryDir folder;
        const QStringList search = kTable5 + QStringList{"--microbatch", "1,2"};
        QCOMPARE(run_program(search + QStringList{"--output", folder.filePath("all.csv")}).code, 0);
        QCOMPARE(run_program(search + QStringList{"--output", folder.filePath("all.jsonl")}).code, 0);
        QVERIFY(blueprinting::testing::write_file(folder.filePath("all.json"),
                                                  run_program(search + QStringList{"--json"}).out));
        static const char* kScript = R"(
import csv, json
rows = list(csv.DictReader(open("all.csv", newline="")))
lines = [json.loads(line) for line in open("all.jsonl")]
answer = json.load(open("all.json"))
assert len(rows) == len(lines) == answer["legal"] > 50
for row, line in zip(rows, lines):
    assert int(row["number"]) == line["number"]
    assert float(row["total_seconds"]) == line["total_seconds"]
    assert float(row["memory_bytes"]) == line["memory_bytes"]
    for key, value in line["execution"].items():
        if key in row:
            assert row[key] == (str(value).lower() if isinstance(value, bool) else str(value)), key
best = min(float(row["total_seconds"]) for row in rows if row["fits"] == "true")
assert best == answer["top"][0]["total_seconds"] == answer["front"][0]["total_seconds"]
assert min(each["best_seconds"] for each in answer["marginals"]["tensor_par"] if each["best_seconds"]) == best
print("read")
)";
        QProcess python;
        python.setWorkingDirectory(folder.path());
        python.start("python3", {"-c", kScript});
        QVERIFY(python.waitForFinished(60000));
        QCOMPARE(python.readAllStandardOutput() + python.readAllStandardError(), QByteArray("read\n"));
    }
};

BLUEPRINTING_CORE_TEST(SearchCommandTest)
#include "search_test.moc"
