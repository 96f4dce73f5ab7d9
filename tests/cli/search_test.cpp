#include "tests/cli/program.h"
#include "tests/support/test_main.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QTemporaryDir>

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
        QVERIFY(out.out.contains("\nstrategy.redo.without_sequence_parallel           4\n"));
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
        QTest::newRow("no device") << QStringList{"--devices", "0"}
                                   << "--devices: \"0\" is out of range; allowed are whole numbers from 1 to 2^53";
        QTest::newRow("a model") << QStringList{"--model", "gpt9"} << "gpt9";
    }
    void refused()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QString, says);
        QStringList all = kTable5;
        if (const qsizetype at = all.indexOf(arguments.first()); at > 0)
            all[at + 1] = arguments.last();
        else
            all += arguments;
        const Outcome out = run_program(all);
        QCOMPARE(out.code, 2);
        QVERIFY(out.out.isEmpty());
        QCOMPARE(out.error_lines().size(), 1);
        QVERIFY2(QString::fromUtf8(out.err).contains(says), out.err.constData());
    }
};

BLUEPRINTING_CORE_TEST(SearchCommandTest)
#include "search_test.moc"
