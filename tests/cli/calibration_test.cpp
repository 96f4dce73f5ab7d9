#include "tests/cli/help.h"
#include "tests/cli/program.h"
#include "tests/support/files.h"
#include "tests/support/test_main.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QTemporaryDir>

using namespace blueprinting::testing;

namespace {

const QByteArray kTag = "upper bound, not calibrated";
const QStringList kSheet{"--execution", "seqsel-tab5/megatron-22B/seqsel", "--system", "h100_sxm"};
const QStringList kSpace{"search",  "--model", "megatron-22B", "--devices", "8",
                         "--batch", "8",       "--tp",         "8",         "--system"};

QStringList codes_of(const QJsonArray& diagnostics)
{
    QStringList out;
    for (const auto& each : diagnostics)
        out << each.toObject()["code"].toString();
    return out;
}

} // namespace

/// A system that is only a data sheet says so in every answer, and answers nothing that would need a measured one; and
/// a system that was measured says nothing new.
class CalibrationStateTest : public QObject {
    Q_OBJECT
private slots:
    void estimate();
    void batch();
    void search();
    void schedule();
    void no_evidence_of_a_sheet_data();
    void no_evidence_of_a_sheet();
    void a_file_says_it_too();
    void a_model_beyond_six_numbers();
    void bfloat16_of_a_system_without();
};

void CalibrationStateTest::estimate()
{
    const Outcome json = run_program(QStringList{"estimate", "--json"} + kSheet);
    QCOMPARE(json.code, 0);
    const QJsonObject said = json.json().object();
    QCOMPARE(said["calibration"].toString(), QString("datasheet"));
    QCOMPARE(said["view"].toString(), QString("peak_only"));
    QVERIFY(said.contains("evidence_revision") && said["evidence_revision"].isNull());
    QCOMPARE(said["total_seconds"].toDouble(), said["peak_only_total_seconds"].toDouble());
    QVERIFY(codes_of(said["findings"].toArray()).contains("system.datasheet"));
    const Outcome text = run_program(QStringList{"estimate"} + kSheet);
    QCOMPARE(text.code, 0);
    QVERIFY2(text.out.split('\n').first().contains(kTag) && text.out.contains("at least "), text.out);
    QVERIFY2(text.out.contains("datasheet h100_sxm") && !text.out.contains("evidence"), text.out);
    const Outcome measured = run_program({"estimate", "--json", "--execution", "seqsel-tab5/megatron-22B/seqsel"});
    QVERIFY(!measured.json().object().contains("calibration"));
    QCOMPARE(measured.json()["view"].toString(), QString("system_evidence"));
}

void CalibrationStateTest::batch()
{
    const auto line = [](const char* system) {
        return QByteArray("{\"id\": 1, \"model\": \"megatron-22B\", \"execution\": "
                          "\"seqsel-tab5/megatron-22B/seqsel\", \"system\": \"") +
               system + "\"}\n";
    };
    const Outcome outcome = run_program({"estimate", "--batch", "-"}, line("b200_hgx") + line("a100_80g"));
    QCOMPARE(outcome.code, 0);
    const auto answers = outcome.out.trimmed().split('\n');
    QCOMPARE(answers.size(), 2);
    const QJsonObject sheet = QJsonDocument::fromJson(answers[0]).object();
    QCOMPARE(sheet["calibration"].toString(), QString("datasheet"));
    QCOMPARE(sheet["view"].toString(), QString("peak_only"));
    QCOMPARE(QJsonDocument::fromJson(answers[1])["view"].toString(), QString("system_evidence"));
}

void CalibrationStateTest::search()
{
    const Outcome text = run_program(kSpace + QStringList{"gb200_nvl72"});
    QCOMPARE(text.code, 0);
    QVERIFY2(text.out.contains(kTag), text.out);
    const QJsonObject json = run_program(kSpace + QStringList{"gb200_nvl72", "--json"}).json().object();
    QCOMPARE(json["calibration"].toString(), QString("datasheet"));
    QCOMPARE(json["view"].toString(), QString("peak_only"));
    QVERIFY(!json["top"].toArray().isEmpty());
    for (const char* list : {"top", "front"})
        for (const auto& each : json[list].toArray())
            QCOMPARE(each.toObject()["calibration"].toString(), QString("datasheet"));
    QTemporaryDir folder;
    for (const char* ending : {"csv", "jsonl"}) {
        const QString path = folder.filePath(QStringLiteral("all.") + ending);
        QCOMPARE(run_program(kSpace + QStringList{"gb200_nvl72", "--output", path}).code, 0);
        const auto lines = bytes_of(path).trimmed().split('\n');
        QVERIFY(lines.size() > 1);
        for (const QByteArray& line : lines)
            QVERIFY2(line.contains("calibration") || line.trimmed().endsWith(",datasheet"), line);
        QCOMPARE(run_program(kSpace + QStringList{"a100_80g", "--output", path}).code, 0);
        QVERIFY(!bytes_of(path).contains("calibration"));
    }
}

void CalibrationStateTest::schedule()
{
    const QStringList asked{"schedule", "--model", "gpt3-175B", "--execution", "seqsel-tab5/gpt3-175B/full"};
    const Outcome summary = run_program(asked + QStringList{"--system", "h200_sxm"});
    QCOMPARE(summary.code, 0);
    QVERIFY2((summary.out + summary.err).contains("not calibrated"), summary.out);
    const QJsonObject json =
        run_program(asked + QStringList{"--system", "h200_sxm", "--format", "json"}).json().object();
    QCOMPARE(json["calibration"].toString(), QString("datasheet"));
    QVERIFY(!run_program(asked + QStringList{"--system", "a100_80g", "--format", "json"})
                 .json()
                 .object()
                 .contains("calibration"));
}

void CalibrationStateTest::no_evidence_of_a_sheet_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::newRow("estimate") << QStringList{"estimate"} + kSheet;
    QTest::newRow("search") << kSpace + QStringList{"h100_sxm"};
    QTest::newRow("schedule") << QStringList{"schedule", "--model", "megatron-22B"} + kSheet;
}

void CalibrationStateTest::no_evidence_of_a_sheet()
{
    QFETCH(QStringList, arguments);
    const Outcome refused = run_program(arguments + QStringList{"--view", "system_evidence"});
    QCOMPARE(refused.code, 2);
    QVERIFY(refused.out.isEmpty());
    QCOMPARE(refused.error_lines().size(), 1);
    QVERIFY2(refused.err.contains("--view") && refused.err.contains("system.no_evidence"), refused.err);
    QCOMPARE(run_program(arguments + QStringList{"--view", "peak_only"}).code, 0);
}

/// What `presets` prints of a sheet is a system file, which is read as the same sheet; one that claims more than a
/// sheet can is refused.
void CalibrationStateTest::a_file_says_it_too()
{
    QTemporaryDir folder;
    QJsonObject system;
    for (const auto& each : run_program({"presets", "systems", "--json"}).json().array())
        if (each.toObject()["name"] == "h100_sxm")
            system = each.toObject()["system"].toObject();
    const QString path = folder.filePath("mine.json");
    QVERIFY(write_file(path, QJsonDocument(system).toJson()));
    QStringList asked{"estimate", "--json", "--execution", "seqsel-tab5/megatron-22B/seqsel", "--system"};
    const QJsonObject of_file = run_program(asked + QStringList{path}).json().object();
    const QJsonObject of_name = run_program(asked + QStringList{"h100_sxm"}).json().object();
    QCOMPARE(of_file, of_name);
    QCOMPARE(of_name["reserved_bytes"].toDouble(-1), 0.0);
    system["reserved_bytes"] = 3221225472.0; // 3 GiB, in no figure but its own
    QVERIFY(write_file(path, QJsonDocument(system).toJson()));
    const QJsonObject reserved = run_program(asked + QStringList{path}).json().object();
    QCOMPARE(reserved["reserved_bytes"].toDouble(), 3221225472.0);
    QCOMPARE(reserved["memory_bytes"].toObject(), of_name["memory_bytes"].toObject());
    const Outcome text = run_program({"estimate", "--execution", "seqsel-tab5/megatron-22B/seqsel", "--system", path});
    QVERIFY2(text.out.contains("not included: reserved") && text.out.contains("3.000"), text.out);
    QJsonObject mem1 = system["mem1"].toObject();
    mem1["MB_efficiency"] = QJsonArray{QJsonArray{0, 0.9}};
    system["mem1"] = mem1;
    QVERIFY(write_file(path, QJsonDocument(system).toJson()));
    const Outcome refused = run_program(QStringList{"estimate", "--execution", "seqsel-tab5/megatron-22B/seqsel"} +
                                        QStringList{"--system", path});
    QCOMPARE(refused.code, 2);
    QVERIFY2(refused.err.contains("/mem1/calibration") && refused.err.contains("system.calibration.not_flat"),
             refused.err);
}

/// A100's profile has no bfloat16: the same times as float16, and it is said.
/// What six numbers do not say is priced as a program, and says the same; another sequence is taken as the model's own.
void CalibrationStateTest::a_model_beyond_six_numbers()
{
    const QString strategy = QStringLiteral(
        R"({"parallelism": {"kind": "training", "tensor": {"degree": 8, "communication": "all_reduce"},
            "pipeline": {"degree": 1, "schedule": {"kind": "single_stage"}}, "data": {"degree": 1, "optimizer_sharding": false},
            "recompute": "none"}, "global_batch": 8, "microbatch_size": 1, "datatype": "bfloat16",
            "attention_type": "multihead", "fused_activation": false, "sequence_parallel_all_gather_redo": false,
            "network_tiers": {"tensor": 0, "pipeline": 1, "data": 1}, "fused_attention": true})");
    const QStringList asked{"estimate", "--model", "Llama-3.1-8B", "--execution", strategy};
    const Outcome json = run_program(asked + QStringList{"--system", "h100_sxm", "--json"});
    QVERIFY2(json.code == 0, json.err);
    const QJsonObject said = json.json().object();
    QCOMPARE(said["calibration"].toString(), QString("datasheet"));
    QCOMPARE(said["view"].toString(), QString("peak_only"));
    QVERIFY(said.contains("evidence_revision") && said["evidence_revision"].isNull());
    QVERIFY(codes_of(said["findings"].toArray()).contains("system.datasheet"));
    const Outcome text = run_program(asked + QStringList{"--system", "h100_sxm"});
    QVERIFY2(text.out.startsWith("at least ") && text.out.contains(kTag), text.out);
    const Outcome refused = run_program(asked + QStringList{"--system", "h100_sxm", "--view", "system_evidence"});
    QVERIFY(refused.code == 2 && refused.err.contains("no evidence view"));
    const QJsonObject measured = run_program(asked + QStringList{"--system", "a100_80g", "--json"}).json().object();
    QVERIFY(!measured.contains("calibration"));
    QVERIFY(codes_of(measured["findings"].toArray()).contains("system.bfloat16_as_float16"));
    // Llama-3.1-8B trains on 8192 tokens: half of them hold half of the rows.
    const QJsonObject shorter =
        run_program(asked + QStringList{"--system", "h100_sxm", "--json", "--sequence", "4096"}).json().object();
    const auto rows = [](const QJsonObject& of) {
        const QJsonObject block = of["blocks"].toArray().at(0).toObject();
        return block["metrics"].toObject()["forward_tp_message_bytes"].toDouble();
    };
    QCOMPARE(rows(said), 2 * 8192.0 * 4096 * 2);
    QCOMPARE(rows(shorter), 2 * 4096.0 * 4096 * 2);
}

void CalibrationStateTest::bfloat16_of_a_system_without()
{
    QTemporaryDir folder;
    QJsonObject execution;
    for (const auto& each : run_program({"presets", "executions", "--json"}).json().array())
        if (each.toObject()["name"] == "seqsel-tab5/megatron-22B/seqsel")
            execution = each.toObject()["execution"].toObject();
    execution["datatype"] = "bfloat16";
    const QString path = folder.filePath("bf16.json");
    QVERIFY(write_file(path, QJsonDocument(execution).toJson()));
    const auto answer = [&](const QString& system) {
        return run_program({"estimate", "--json", "--model", "megatron-22B", "--system", system, "--execution", path})
            .json()
            .object();
    };
    const QJsonObject as_half = answer("a100_80g");
    const QJsonObject half =
        run_program({"estimate", "--json", "--execution", "seqsel-tab5/megatron-22B/seqsel"}).json().object();
    QVERIFY(as_half["total_seconds"].toDouble() > 0);
    QCOMPARE(as_half["timing_seconds"].toObject(), half["timing_seconds"].toObject());
    QCOMPARE(as_half["rates"].toObject(), half["rates"].toObject());
    QCOMPARE(as_half["evidence_revision"].toString(), half["evidence_revision"].toString());
    QCOMPARE(codes_of(as_half["findings"].toArray()), QStringList{"system.bfloat16_as_float16"});
    QVERIFY(!codes_of(answer("h100_sxm")["findings"].toArray()).contains("system.bfloat16_as_float16"));
}

BLUEPRINTING_CORE_TEST(CalibrationStateTest)
#include "calibration_test.moc"
