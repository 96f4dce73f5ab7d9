#include "tests/cli/program.h"
#include "tests/support/test_main.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QSet>

using blueprinting::testing::Outcome;
using blueprinting::testing::run_program;

class PresetsCommandTest : public QObject {
    Q_OBJECT
private slots:
    void models();
    void systems();
    void executions();
    void usage_data();
    void usage();
};

void PresetsCommandTest::models()
{
    const Outcome outcome = run_program({"presets", "models", "--json"});
    QCOMPARE(outcome.code, 0);
    QVERIFY(outcome.err.isEmpty());
    const QJsonArray list = outcome.json().array();
    QCOMPARE(list.size(), 13 + 34); // of the references, and released
    const QJsonObject gpt3 = list.at(6).toObject();
    QCOMPARE(gpt3["name"].toString(), QString("gpt3-175B"));
    const QJsonObject keys{{"hidden", 12288},  {"feedforward", 49152}, {"seq_size", 2048},
                           {"attn_heads", 96}, {"attn_size", 128},     {"num_blocks", 96}};
    QCOMPARE(gpt3["model"].toObject(), keys);
    // 96·(4·12288·96·128 + 2·12288·49152 + 4·12288)
    QCOMPARE(gpt3["parameters"].toDouble(), 96.0 * (4.0 * 12288 * 96 * 128 + 2.0 * 12288 * 49152 + 4.0 * 12288));
    QVERIFY(gpt3["parameter_formula"].toString().startsWith("L·(4·h·a·k + 2·h·f + 4·h) = 96·("));
    QVERIFY(gpt3["source"].toString().contains("Calculon 0.1.0"));
    QCOMPARE(gpt3["group"].toString(), QString("Of the references"));
    QStringList names;
    for (const auto& each : list)
        names << each.toObject()["name"].toString();
    QCOMPARE(QSet<QString>(names.begin(), names.end()).size(), names.size());
    const QJsonObject llama = list.at(names.indexOf("Llama-3.1-8B")).toObject();
    QCOMPARE(llama["group"].toString(), QString("Released"));
    QCOMPARE(llama["parameters"].toDouble(), 8030261248.0);
    QCOMPARE(llama["published"]["parameters"].toDouble(), 8030261248.0);
    QCOMPARE(llama["description"]["attention"]["kv_heads"].toInt(), 8);
    QVERIFY(llama["source"].toString().contains("meta-llama/Llama-3.1-8B"));
    for (const char* name : {"Llama-3.1-70B", "Llama-3.1-405B", "Llama-2-70B", "Mistral-7B-v0.1", "Mixtral-8x7B-v0.1",
                             "Qwen2.5-72B", "Qwen3-8B", "Qwen3-30B-A3B", "DeepSeek-V3", "gpt-oss-120b", "Gemma-2-27B"})
        QVERIFY2(names.contains(name), name);
}

void PresetsCommandTest::systems()
{
    const Outcome outcome = run_program({"presets", "systems", "--json"});
    QCOMPARE(outcome.code, 0);
    const QJsonArray list = outcome.json().array();
    QCOMPARE(list.size(), 3 + 4); // of the references, and released
    const QJsonObject a100 = list.at(0).toObject();
    QCOMPARE(a100["name"].toString(), QString("a100_80g"));
    QCOMPARE(a100["system"]["mem1"]["GBps"].toDouble(), 2048.0);
    QCOMPARE(a100["evidence_revision"].toString().size(), 64);
    QVERIFY(!a100.contains("calibration"));
    for (int i = 3; i < 7; ++i) {
        const QJsonObject released = list.at(i).toObject();
        QCOMPARE(released["group"].toString(), QString("Released"));
        QCOMPARE(released["calibration"].toString(), QString("datasheet"));
        QVERIFY(released["evidence_revision"].isNull());
        QVERIFY(released["source"].toString().contains("NVIDIA"));
    }
    const QJsonObject h100 = list.at(3).toObject();
    QCOMPARE(h100["name"].toString(), QString("h100_sxm"));
    QCOMPARE(h100["system"]["power_watts"].toDouble(), 700.0);
}

void PresetsCommandTest::executions()
{
    const Outcome outcome = run_program({"presets", "executions", "--json"});
    QCOMPARE(outcome.code, 0);
    const QJsonArray list = outcome.json().array();
    QCOMPARE(list.size(), 36);
    const QJsonObject first = list.at(0).toObject();
    QCOMPARE(first["name"].toString(), QString("seqsel-tab5/gpt3-175B/full"));
    QCOMPARE(first["execution"].toObject().size(), 23);
    QCOMPARE(first["execution"]["num_procs"].toInt(), 64);
}

void PresetsCommandTest::usage_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("says");
    QTest::newRow("nothing") << QStringList{} << QByteArray("subcommand");
    QTest::newRow("unknown command") << QStringList{"estimat"} << QByteArray("estimat");
    QTest::newRow("no kind") << QStringList{"presets"} << QByteArray("kind");
    QTest::newRow("unknown kind") << QStringList{"presets", "modles"} << QByteArray("modles");
    QTest::newRow("unknown option") << QStringList{"presets", "models", "--yaml"} << QByteArray("--yaml");
    QTest::newRow("too many") << QStringList{"presets", "models", "systems"} << QByteArray("systems");
}

void PresetsCommandTest::usage()
{
    QFETCH(QStringList, arguments);
    QFETCH(QByteArray, says);
    const Outcome outcome = run_program(arguments);
    QCOMPARE(outcome.code, 2);
    QVERIFY(outcome.out.isEmpty());
    QCOMPARE(outcome.error_lines().size(), 1);
    QVERIFY2(outcome.err.contains(says), outcome.err.constData());
}

BLUEPRINTING_CORE_TEST(PresetsCommandTest)
#include "presets_test.moc"
