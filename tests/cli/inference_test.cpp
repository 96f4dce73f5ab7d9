#include "tests/cli/program.h"
#include "tests/support/execution.h"
#include "tests/support/test_main.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonObject>
#include <QTemporaryDir>

using blueprinting::testing::Outcome;
using blueprinting::testing::run_program;

/// Forward-only strategies against the recorded reference, through the program as a person runs it.
/// inference_records.jsonl is of Calculon 0.1.0, as data/oracle/README.md tells, reduced to the figures compared here.
class InferenceCommandTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void agrees_with_the_reference();
    void differs_by_the_empty_message();
    void chunks_are_the_references_own();
    void replicas_are_not_data_parallel();
    void what_does_not_exist_is_absent();
    void utilisation_counts_the_forward_once();

private:
    QList<QJsonObject> m_records;
};

namespace {

QByteArray batch_line(const QJsonObject& record)
{
    QJsonObject line;
    for (const char* key : {"id", "model", "system", "execution"})
        line[QLatin1String(key)] = record[QLatin1String(key)];
    return QJsonDocument(line).toJson(QJsonDocument::Compact) + '\n';
}

QList<QJsonObject> answers(const QList<QJsonObject>& records, bool compatible)
{
    QByteArray input;
    for (const QJsonObject& record : records)
        input += batch_line(record);
    QStringList arguments{"estimate", "--batch", "-"};
    if (compatible)
        arguments << "--calculon-compatible";
    QList<QJsonObject> out;
    for (const QByteArray& line : run_program(arguments, input).out.trimmed().split('\n'))
        out << QJsonDocument::fromJson(line).object();
    return out;
}

QJsonValue field(const QJsonObject& record, const char* key)
{
    return record["execution"].toObject()[QLatin1String(key)];
}

bool near(double a, double b) { return std::abs(a - b) <= 1e-12 * std::max(std::abs(a), std::abs(b)); }

} // namespace

void InferenceCommandTest::initTestCase()
{
    QFile file(QStringLiteral(BLUEPRINTING_SOURCE_DIR "/tests/cli/inference_records.jsonl"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    while (!file.atEnd())
        m_records << QJsonDocument::fromJson(file.readLine()).object();
    QCOMPARE(m_records.size(), 60);
}

void InferenceCommandTest::agrees_with_the_reference()
{
    const QList<QJsonObject> lines = answers(m_records, true);
    QCOMPARE(lines.size(), m_records.size());
    for (qsizetype i = 0; i < lines.size(); ++i) {
        const QJsonObject stats = m_records[i]["stats"].toObject();
        const QByteArray id = m_records[i]["id"].toString().toUtf8();
        QVERIFY2(lines[i]["ok"].toBool(), id);
        QCOMPARE(lines[i]["id"], m_records[i]["id"]);
        QVERIFY2(near(lines[i]["total_seconds"].toDouble(), stats["total_time"].toDouble()), id);
        const QJsonObject seconds = lines[i]["timing_seconds"].toObject();
        QVERIFY2(near(seconds["forward"].toDouble(), stats["fw_time"].toDouble()), id);
        QVERIFY2(near(seconds["tensor_parallel"].toDouble(), stats["tp_comm_exposed_time"].toDouble()), id);
        QVERIFY2(near(seconds["pipeline_parallel"].toDouble(), stats["pp_comm_exposed_time"].toDouble()), id);
        QVERIFY2(near(seconds["pipeline_bubble"].toDouble(), stats["bubble_time"].toDouble()), id);
        const QJsonObject memory = lines[i]["memory_bytes"].toObject();
        QCOMPARE(memory["weights"].toDouble(), stats["weight_space"].toDouble());
        QCOMPARE(memory["activations"].toDouble(), stats["act_space"].toDouble());
        QCOMPARE(memory["total"].toDouble(), stats["proc_mem_tier1_cap_req"].toDouble());
        QCOMPARE(lines[i]["fits"].toBool(), stats["fits_tier1"].toBool());
    }
}

// Our own view has no backward message. The reference sends an empty one in each bubble, which costs the latency of the
// pipeline's network: 20 µs on tier 1 of the recorded systems, 10 µs on tier 0. There are p − 1 bubbles.
void InferenceCommandTest::differs_by_the_empty_message()
{
    QList<QJsonObject> plain;
    for (const QJsonObject& record : m_records)
        if (field(record, "pipeline_interleaving").toInt() == 1)
            plain << record;
    QCOMPARE(plain.size(), 31);
    const QList<QJsonObject> ours = answers(plain, false);
    QCOMPARE(ours.size(), plain.size());
    int staged = 0;
    for (qsizetype i = 0; i < plain.size(); ++i) {
        const QJsonObject stats = plain[i]["stats"].toObject();
        const QByteArray id = plain[i]["id"].toString().toUtf8();
        QVERIFY2(ours[i]["ok"].toBool(), id);
        const int p = field(plain[i], "pipeline_par").toInt();
        const double latency = field(plain[i], "pipeline_par_net").toInt() == 0 ? 1e-5 : 2e-5;
        const double bubble = stats["bubble_time"].toDouble();
        const double expected = (p - 1) * latency;
        staged += p > 1;
        const double mine = ours[i]["timing_seconds"]["pipeline_bubble"].toDouble();
        QVERIFY2(std::abs(bubble - mine - expected) <= 1e-12 * std::max(bubble, 1e-3), id);
        QVERIFY2(near(ours[i]["total_seconds"].toDouble() - mine, stats["total_time"].toDouble() - bubble), id);
        QCOMPARE(ours[i]["memory_bytes"]["total"].toDouble(), stats["proc_mem_tier1_cap_req"].toDouble());
    }
    QCOMPARE(staged, 23);
}

// An interleaved inference file means chunks that only the reference has; our rules refuse it and say so.
void InferenceCommandTest::chunks_are_the_references_own()
{
    QList<QJsonObject> chunked;
    for (const QJsonObject& record : m_records)
        if (field(record, "pipeline_interleaving").toInt() > 1)
            chunked << record;
    QCOMPARE(chunked.size(), 29);
    for (const QJsonObject& line : answers(chunked, false)) {
        QVERIFY(!line["ok"].toBool());
        const QJsonObject problem = line["diagnostics"].toArray().first().toObject();
        QVERIFY2(problem["code"].toString().startsWith("strategy."), qPrintable(problem["code"].toString()));
        QVERIFY(problem["message"].toString().contains("Calculon"));
    }
}

// Twice the replicas serve twice the batch in the same time, and nothing is synchronised between them.
void InferenceCommandTest::replicas_are_not_data_parallel()
{
    QList<QJsonObject> pairs;
    for (const QJsonObject& record : m_records) {
        if (field(record, "pipeline_interleaving").toInt() != 1)
            continue;
        if (2 * field(record, "num_procs").toInt() > 65536) // more than the widest network of these systems connects
            continue;
        QJsonObject doubled = record;
        QJsonObject execution = record["execution"].toObject();
        for (const char* key : {"data_par", "batch_size", "num_procs"})
            execution[QLatin1String(key)] = 2 * execution[QLatin1String(key)].toInt();
        doubled["execution"] = execution;
        pairs << record << doubled;
    }
    const QList<QJsonObject> lines = answers(pairs, false);
    QCOMPARE(lines.size(), 60);
    for (qsizetype i = 0; i < lines.size(); i += 2) {
        QVERIFY(lines[i]["ok"].toBool() && lines[i + 1]["ok"].toBool());
        QCOMPARE(lines[i + 1]["total_seconds"].toDouble(), lines[i]["total_seconds"].toDouble());
        QCOMPARE(lines[i + 1]["memory_bytes"], lines[i]["memory_bytes"]);
        // Twice the samples, the same share of each processor.
        const QJsonObject once = lines[i]["rates"].toObject();
        const QJsonObject twice = lines[i + 1]["rates"].toObject();
        QVERIFY(near(twice["samples_per_second"].toDouble(), 2 * once["samples_per_second"].toDouble()));
        QVERIFY(near(twice["tokens_per_second_per_gpu"].toDouble(), once["tokens_per_second_per_gpu"].toDouble()));
        QVERIFY(near(twice["mfu"].toDouble(), once["mfu"].toDouble()));
    }
}

// The text for people leaves out what only training has; the machine's line names it.
void InferenceCommandTest::what_does_not_exist_is_absent()
{
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("serve.json"));
    QJsonObject execution = m_records[1]["execution"].toObject();
    execution["pipeline_interleaving"] = 1;
    QVERIFY(blueprinting::testing::write_file(path, QJsonDocument(execution).toJson()));
    const QStringList arguments{
        "estimate",    "--model", m_records[1]["model"].toString(), "--system", m_records[1]["system"].toString(),
        "--execution", path};
    const Outcome text = run_program(arguments);
    QCOMPARE(text.code, 0);
    for (const char* there :
         {"forward  ", "tensor parallel", "pipeline parallel", "pipeline bubble", "weights", "activations", "replicas"})
        QVERIFY2(text.out.contains(there), there);
    for (const char* absent : {"backward", "recompute", "optimizer", "data parallel", "recommunication", "gradients",
                               "checkpoints", "DP ", "HFU"})
        QVERIFY2(!text.out.contains(absent), absent);
    const QJsonObject line = run_program(arguments + QStringList{"--json"}).json().object();
    QCOMPARE(line["training"], QJsonValue(false));
    // Readers of both modes find every key; which of them say nothing here stands beside them.
    QCOMPARE(line["timing_seconds"].toObject().size(), 9);
    QCOMPARE(line["memory_bytes"].toObject().size(), 7);
    const QJsonArray timing{"backward", "optimizer", "recompute", "data_parallel", "recommunication"};
    const QJsonArray memory{"activation_checkpoints", "weight_gradients", "activation_gradients", "optimizer"};
    const auto same = [](const QJsonArray& left, const QJsonArray& right) {
        return left.size() == right.size() &&
               std::all_of(left.begin(), left.end(), [&](const auto& name) { return right.contains(name); });
    };
    QVERIFY(same(line["not_applicable"]["timing_seconds"].toArray(), timing));
    QVERIFY(same(line["not_applicable"]["memory_bytes"].toArray(), memory));
    for (const auto& name : timing)
        QCOMPARE(line["timing_seconds"][name.toString()], QJsonValue(0));
    QCOMPARE(line["rates"].toObject().keys(), (QStringList{"mfu", "samples_per_second", "tokens_per_second_per_gpu"}));
}

// GPT-3 175B served by 8·8 A100: 8 samples of 2048 tokens in microbatches of 1. Of one block the matrix operations of
// one sample are 2·s·(4h² + 2·h·f) + 4·s²·h: query, key, value and output, two of the feed-forward, scores and values.
void InferenceCommandTest::utilisation_counts_the_forward_once()
{
    const double h = 12288, f = 49152, s = 2048, blocks = 96;
    const double operations = blocks * (2 * s * (4 * h * h + 2 * h * f) + 4 * s * s * h);
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("serve.json"));
    QVERIFY(blueprinting::testing::write_file(
        path, blueprinting::testing::execution_text(
                  {{"tensor_par", 8}, {"pipeline_par", 8}, {"batch_size", 8}, {"training", false}})));
    const QJsonObject line =
        run_program({"estimate", "--model", "gpt3-175B", "--system", "a100_80g", "--execution", path, "--json"})
            .json()
            .object();
    const double seconds = line["total_seconds"].toDouble();
    QVERIFY(seconds > 0);
    QVERIFY(near(line["rates"]["samples_per_second"].toDouble(), 8 / seconds));
    QVERIFY(near(line["rates"]["tokens_per_second_per_gpu"].toDouble(), 8 * s / seconds / 64));
    QVERIFY(near(line["rates"]["mfu"].toDouble(), 8 * operations / (seconds * 312e12 * 64)));
}

BLUEPRINTING_CORE_TEST(InferenceCommandTest)
#include "inference_test.moc"
