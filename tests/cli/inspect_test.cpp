#include "tests/cli/program.h"
#include "tests/support/execution.h"
#include "tests/support/test_main.h"

#include <QCryptographicHash>
#include <QJsonArray>
#include <QJsonObject>
#include <QProcessEnvironment>
#include <QSet>
#include <QTemporaryDir>

using blueprinting::testing::Outcome;
using blueprinting::testing::run_program;
using blueprinting::testing::write_file;

/// inspect, verify and diff as a person would use them.
class InspectCommandTest : public QObject {
    Q_OBJECT
private slots:
    void checkpoint_data();
    void checkpoint();
    void digests_in_other_processes_and_locales_data();
    void digests_in_other_processes_and_locales();
    void tensor_degree_leaves_the_model_alone();
    void text_form();
    void verify_what_inspect_wrote_data();
    void verify_what_inspect_wrote();
    void verify_lineage();
    void verify_refuses_data();
    void verify_refuses();
    void verify_finds_an_unsound_ir();
    void diff_of_checkpoints();
    void diff_of_strategies();
    void diff_of_equals();
    void diff_keeps_stated_processors_data();
    void diff_keeps_stated_processors();
    void diff_refuses();
    void illegal_strategies_are_refused();
    void a_preset_names_its_model();
    void pieces_of_a_model_of_today();

private:
    [[nodiscard]] QString file(const QString& name) const { return m_folder.filePath(name); }
    static QStringList inspect(const QString& execution, const QString& stage, const QStringList& more = {})
    {
        return QStringList{"inspect", "--model", "gpt3-175B", "--execution", execution, "--stage", stage} + more;
    }
    QTemporaryDir m_folder;
};

namespace {

const QString kFull = QStringLiteral("seqsel-tab5/gpt3-175B/full");
const QString kSeqsel = QStringLiteral("seqsel-tab5/gpt3-175B/seqsel");

void stages()
{
    QTest::addColumn<QString>("stage");
    for (const char* stage : {"model", "distributed", "portable"})
        QTest::newRow(stage) << QString(stage);
}

QString digest_of(const QStringList& arguments)
{
    return run_program(arguments + QStringList{"--digest"}).json()["digest"].toString();
}

QString one_error(const Outcome& outcome)
{
    return outcome.error_lines().size() == 1 ? QString::fromUtf8(outcome.error_lines().front()) : QString();
}

} // namespace

void InspectCommandTest::checkpoint_data() { stages(); }

void InspectCommandTest::checkpoint()
{
    QFETCH(QString, stage);
    const Outcome outcome = run_program(inspect(kSeqsel, stage));
    QCOMPARE(outcome.code, 0);
    QVERIFY(outcome.err.isEmpty());
    const QJsonObject checkpoint = outcome.json().object();
    QCOMPARE(checkpoint["output"].toString(), digest_of(inspect(kSeqsel, stage)));
    QCOMPARE(checkpoint["ir"]["schema"], checkpoint["schema"]);
    QCOMPARE(checkpoint["input"].toString().isEmpty(), stage == "model");
    if (stage != "model")
        QCOMPARE(checkpoint["ir"]["source"], checkpoint["input"]);
    if (stage == "portable") {
        // 24 forward, 24 activation gradients, 8 weight gradients, 8 optimizer steps, 4 recomputed, 2 gathered again.
        QCOMPARE(checkpoint["ir"]["tasks"].toArray().size(), 70);
        const QJsonObject q = checkpoint["ir"]["tasks"][4].toObject();
        QCOMPARE(q["name"].toString(), QString("attn.q"));
        QCOMPARE(q["facts"]["operations"].toDouble(), 2.0 * 2048 * 12288 * 1536);
    }
}

void InspectCommandTest::digests_in_other_processes_and_locales_data() { stages(); }

void InspectCommandTest::digests_in_other_processes_and_locales()
{
    QFETCH(QString, stage);
    QSet<QByteArray> outputs;
    for (const char* locale : {"C", "C.UTF-8", "de_DE.UTF-8", "tr_TR.UTF-8", ""}) {
        QProcess process;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert("LC_ALL", locale);
        process.setProcessEnvironment(environment);
        process.start(QStringLiteral(BLUEPRINTING_BIN_DIR "/blueprinting"), inspect(kFull, stage));
        QVERIFY(process.waitForFinished());
        QCOMPARE(process.exitCode(), 0);
        outputs.insert(process.readAllStandardOutput());
    }
    QCOMPARE(outputs.size(), 1);
}

void InspectCommandTest::tensor_degree_leaves_the_model_alone()
{
    const auto execution = [&](int t, int p, const char* recompute) {
        const QByteArray keys = blueprinting::testing::execution_text(
            {{"tensor_par", t}, {"pipeline_par", p}, {"batch_size", 64}, {"activation_recompute", recompute}});
        const QString path = file(QString("t%1p%2%3.json").arg(t).arg(p).arg(recompute));
        return write_file(path, keys) ? path : QString();
    };
    const QString base = execution(8, 8, "none");
    for (const QString& other : {execution(4, 8, "none"), execution(8, 4, "none"), execution(8, 8, "full")}) {
        QCOMPARE(digest_of(inspect(other, "model")), digest_of(inspect(base, "model")));
        QVERIFY(digest_of(inspect(other, "distributed")) != digest_of(inspect(base, "distributed")));
        QVERIFY(digest_of(inspect(other, "portable")) != digest_of(inspect(base, "portable")));
    }
    QCOMPARE(digest_of(inspect(base, "model")).size(), 64);
}

void InspectCommandTest::text_form()
{
    const Outcome outcome = run_program(inspect(kFull, "portable", {"--text"}));
    QCOMPARE(outcome.code, 0);
    QVERIFY(outcome.out.startsWith("schema portable_plan.v1\n"));
    QVERIFY(outcome.out.contains("\n  4 attn.q: linear 2048 × 12288 × 1536, matrix\n"));
    QVERIFY(outcome.out.contains("\nrecompute, "));
}

void InspectCommandTest::verify_what_inspect_wrote_data() { stages(); }

void InspectCommandTest::verify_what_inspect_wrote()
{
    QFETCH(QString, stage);
    const QString path = file(stage + ".json");
    QCOMPARE(run_program(inspect(kSeqsel, stage, {"--output", path})).code, 0);
    const Outcome outcome = run_program({"verify", path});
    QCOMPARE(outcome.code, 0);
    QVERIFY(outcome.err.isEmpty());
    QCOMPARE(outcome.json()["ok"].toBool(), true);
    QCOMPARE(outcome.json()["digest"].toString(), digest_of(inspect(kSeqsel, stage)));
    QVERIFY(outcome.json()["problems"].toArray().isEmpty());
    if (stage == "model")
        QCOMPARE(outcome.json()["counts"].toObject(), (QJsonObject{{"operations", 1}, {"values", 4}}));
}

void InspectCommandTest::verify_lineage()
{
    const QString distributed = file("distributed.json"), portable = file("portable.json"), other = file("other.json");
    QCOMPARE(run_program(inspect(kSeqsel, "distributed", {"--output", distributed})).code, 0);
    QCOMPARE(run_program(inspect(kSeqsel, "portable", {"--output", portable})).code, 0);
    QCOMPARE(run_program(inspect(kFull, "distributed", {"--output", other})).code, 0);
    QCOMPARE(run_program({"verify", portable, "--source", distributed}).code, 0);
    const Outcome wrong = run_program({"verify", portable, "--source", other});
    QCOMPARE(wrong.code, 1);
    QCOMPARE(wrong.json()["ok"].toBool(), false);
    QCOMPARE(wrong.json()["problems"][0]["code"].toString(), QString("checkpoint.input"));
}

void InspectCommandTest::verify_refuses_data()
{
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("after");
    QTest::addColumn<QString>("says");
    QTest::newRow("one digit of a fact") << QByteArray("77309411328") << QByteArray("77309411329")
                                         << "checkpoint.digest_mismatch";
    QTest::newRow("one letter of a name")
        << QByteArray("\"attn.q\"") << QByteArray("\"attn.p\"") << "checkpoint.digest_mismatch";
    QTest::newRow("a phase that is none") << QByteArray("\"forward\"") << QByteArray("\"forwarD\"") << "reader.choice";
    QTest::newRow("a broken brace") << QByteArray("\"tasks\": [") << QByteArray("\"tasks\": (") << "json.syntax";
    QTest::newRow("a schema of before") << QByteArray("\"portable_plan.v1\"") << QByteArray("\"portable_plan.v0\"")
                                        << "ir.schema.old";
    QTest::newRow("another schema") << QByteArray("\"portable_plan.v1\"") << QByteArray("\"portable_plan.v9\"")
                                    << "ir.schema.unknown";
}

void InspectCommandTest::verify_refuses()
{
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, after);
    QFETCH(QString, says);
    QByteArray text = run_program(inspect(kSeqsel, "portable")).out;
    const auto at = text.indexOf(before);
    QVERIFY(at > 0);
    text.replace(at, before.size(), after);
    QVERIFY(write_file(file("altered.json"), text));
    const Outcome outcome = run_program({"verify", file("altered.json")});
    QCOMPARE(outcome.code, 2);
    QVERIFY(outcome.out.isEmpty());
    QVERIFY2(outcome.err.contains("[" + says.toUtf8() + "]"), outcome.err);
    QVERIFY2(outcome.err.contains("altered.json:"), outcome.err);
}

/// A plan whose digest was made anew after it was altered: readable, and unsound. The digest is computed here from its
/// rule.
void InspectCommandTest::verify_finds_an_unsound_ir()
{
    const auto digest = [](const QJsonObject& ir) {
        const QByteArray domain = "blueprinting.ir:" + ir["schema"].toString().toUtf8();
        const QByteArray canonical = QJsonDocument(ir).toJson(QJsonDocument::Compact);
        return QString(
            QCryptographicHash::hash(domain + QByteArray(1, '\0') + canonical, QCryptographicHash::Sha256).toHex());
    };
    QJsonObject checkpoint = run_program(inspect(kSeqsel, "portable")).json().object();
    QJsonObject ir = checkpoint["ir"].toObject();
    QCOMPARE(digest(ir), checkpoint["output"].toString());

    QJsonObject memory = ir["memory"].toObject();
    memory["weight"] = memory["weight"].toInt() + 1;
    ir["memory"] = memory;
    checkpoint["ir"] = ir;
    checkpoint["output"] = digest(ir);
    QVERIFY(write_file(file("forged.json"), QJsonDocument(checkpoint).toJson()));
    const Outcome outcome = run_program({"verify", file("forged.json")});
    QCOMPARE(outcome.code, 1);
    QCOMPARE(outcome.json()["ok"].toBool(true), false);
    QCOMPARE(outcome.json()["problems"].toArray().size(), 1);
    QCOMPARE(outcome.json()["problems"][0]["code"].toString(), QString("ir.memory.facts"));
    QCOMPARE(outcome.json()["problems"][0]["path"].toString(), QString("/ir/memory"));
    QVERIFY2(one_error(outcome).contains("the memory facts are not what the forward tasks keep"), outcome.err);
}

void InspectCommandTest::diff_of_checkpoints()
{
    const QString full = file("full.json"), seqsel = file("seqsel.json");
    QCOMPARE(run_program(inspect(kFull, "portable", {"--output", full})).code, 0);
    QCOMPARE(run_program(inspect(kSeqsel, "portable", {"--output", seqsel})).code, 0);
    const Outcome outcome = run_program({"diff", full, seqsel});
    QCOMPARE(outcome.code, 0);
    const QJsonObject answer = outcome.json().object();
    QCOMPARE(answer["equal"].toBool(), false);
    QCOMPARE(answer["left"]["digest"].toString(), digest_of(inspect(kFull, "portable")));
    QMap<QString, QJsonObject> changes;
    for (const QJsonValue& change : answer["changes"].toArray())
        changes[change["path"].toString()] = change.toObject();
    QVERIFY(changes.contains("/source"));
    // X shrinks by t = 8 under sequence parallelism; attn.q is computed again under full only.
    const QJsonObject norm = changes["/tasks/attn.norm forward/primitive/elements"];
    QCOMPARE(norm["left"].toInt(), 2048 * 12288);
    QCOMPARE(norm["right"].toInt(), 2048 * 12288 / 8);
    const QJsonObject clone = changes["/tasks/attn.q recompute"];
    QVERIFY(clone["left"].isObject());
    QVERIFY(clone["right"].isNull());
    QVERIFY(!changes.contains("/tasks/attn.q forward/facts/operations"));
}

void InspectCommandTest::diff_of_strategies()
{
    const Outcome outcome = run_program({"diff", kFull, kSeqsel});
    QCOMPARE(outcome.code, 0);
    const QJsonArray changes = outcome.json()["changes"].toArray();
    QCOMPARE(changes.size(), 3);
    QSet<QString> paths;
    for (const QJsonValue& change : changes)
        paths.insert(change["path"].toString());
    QCOMPARE(paths, (QSet<QString>{"/parallelism/recompute", "/parallelism/tensor/communication",
                                   "/sequence_parallel_all_gather_redo"}));
}

void InspectCommandTest::diff_of_equals()
{
    const Outcome outcome = run_program({"diff", kFull, kFull});
    QCOMPARE(outcome.code, 0);
    QCOMPARE(outcome.json()["equal"].toBool(), true);
    QVERIFY(outcome.json()["changes"].toArray().isEmpty());
}

void InspectCommandTest::diff_keeps_stated_processors_data()
{
    QTest::addColumn<QJsonValue>("left"); // num_procs; undefined: left out
    QTest::addColumn<QJsonValue>("right");
    QTest::addColumn<QJsonArray>("changed"); // empty: equal
    const QJsonValue none(QJsonValue::Undefined);
    // TP 8 · PP 4 · DP 1 = 32
    QTest::newRow("left out, and what the degrees make") << none << QJsonValue(32) << QJsonArray{};
    QTest::newRow("left out, and another number") << none << QJsonValue(7) << QJsonArray{32, 7};
    QTest::newRow("stated right and wrong") << QJsonValue(32) << QJsonValue(64) << QJsonArray{32, 64};
    QTest::newRow("stated wrong and left out") << QJsonValue(64) << none << QJsonArray{64, 32};
    QTest::newRow("wrong in two ways") << QJsonValue(7) << QJsonValue(9) << QJsonArray{7, 9};
    QTest::newRow("wrong alike") << QJsonValue(7) << QJsonValue(7) << QJsonArray{};
}

/// A stated number of processors that the degrees do not make is a difference, and never put right in silence.
void InspectCommandTest::diff_keeps_stated_processors()
{
    QFETCH(QJsonValue, left);
    QFETCH(QJsonValue, right);
    QFETCH(QJsonArray, changed);
    const auto written = [&](const char* name, const QJsonValue& processors) {
        QJsonObject given{{"tensor_par", 8}, {"pipeline_par", 4}, {"batch_size", 64}};
        if (!processors.isUndefined())
            given["num_procs"] = processors;
        return write_file(file(name), blueprinting::testing::execution_text(given)) ? file(name) : QString();
    };
    const Outcome outcome = run_program({"diff", written("l.json", left), written("r.json", right)});
    QCOMPARE(outcome.code, 0);
    const QJsonObject answer = outcome.json().object();
    QCOMPARE(answer["equal"].toBool(), changed.isEmpty());
    QCOMPARE(answer["left"]["digest"] == answer["right"]["digest"], changed.isEmpty());
    const QJsonArray changes = answer["changes"].toArray();
    QCOMPARE(changes.size(), changed.isEmpty() ? 0 : 1);
    if (changed.isEmpty())
        return;
    QCOMPARE(changes[0]["path"].toString(), QString("/num_procs"));
    QCOMPARE(changes[0]["left"], changed[0]);
    QCOMPARE(changes[0]["right"], changed[1]);
}

void InspectCommandTest::diff_refuses()
{
    const QString path = file("model.json");
    QCOMPARE(run_program(inspect(kFull, "model", {"--output", path})).code, 0);
    const Outcome mixed = run_program({"diff", path, kFull});
    QCOMPARE(mixed.code, 2);
    QVERIFY2(one_error(mixed).contains("compare a checkpoint with a checkpoint"), mixed.err);
    const Outcome missing = run_program({"diff", "nothing-of-this-name", kFull});
    QCOMPARE(missing.code, 2);
    QVERIFY2(one_error(missing).contains("nothing-of-this-name"), missing.err);
    const Outcome relaxed = run_program({"diff", path, path, "--calculon-compatible"});
    QCOMPARE(relaxed.code, 2);
    QVERIFY2(one_error(relaxed).contains("--calculon-compatible goes with strategies"), relaxed.err);
}

void InspectCommandTest::illegal_strategies_are_refused()
{
    const QString path = file("odd.json");
    QVERIFY(write_file(
        path, blueprinting::testing::execution_text({{"tensor_par", 5}, {"pipeline_par", 7}, {"batch_size", 64}})));
    const Outcome outcome = run_program(inspect(path, "portable"));
    QCOMPARE(outcome.code, 2);
    QVERIFY(outcome.out.isEmpty());
    // 5 divides neither 96 heads nor 12288 nor 49152; 7 does not divide 96 blocks.
    QCOMPARE(int(outcome.error_lines().size()), 4);
    QVERIFY(outcome.err.contains("strategy.heads.indivisible"));
    QVERIFY(outcome.err.contains("strategy.blocks.indivisible"));
}

void InspectCommandTest::a_preset_names_its_model()
{
    const Outcome brief = run_program({"inspect", "--execution", kSeqsel, "--stage", "model"});
    QCOMPARE(brief.code, 0);
    QCOMPARE(brief.out, run_program(inspect(kSeqsel, "model")).out);
    // A file names none.
    QVERIFY(write_file(file("e.json"), "{}"));
    const Outcome outcome = run_program({"inspect", "--execution", file("e.json"), "--stage", "model"});
    QCOMPARE(outcome.code, 2);
    QVERIFY2(outcome.err.contains("--model is missing"), outcome.err);
}

/// DeepSeek-V3 has three dense blocks and 58 with experts, an embedding, a head and a prediction module. Each is a
/// checkpoint of its own that verifies; what is no piece of the model is refused with those that are.
void InspectCommandTest::pieces_of_a_model_of_today()
{
    const QByteArray execution = R"({"parallelism": {"kind": "training",
        "tensor": {"degree": 1, "communication": "all_reduce"},
        "pipeline": {"degree": 1, "schedule": {"kind": "single_stage"}}, "expert": {"degree": 64},
        "data": {"degree": 64, "optimizer_sharding": false}, "recompute": "none"}, "global_batch": 64,
        "microbatch_size": 1, "datatype": "bfloat16", "attention_type": "multihead", "fused_activation": false,
        "fused_attention": true, "sequence_parallel_all_gather_redo": false, "network_tiers": {}})";
    QVERIFY(write_file(file("v3.json"), execution));
    const QStringList all{"inspect", "--model", "DeepSeek-V3", "--execution", file("v3.json"), "--stage", "portable"};
    const auto names = [&](const QString& piece) {
        const Outcome outcome = run_program(piece.isEmpty() ? all : all + QStringList{"--piece", piece});
        QStringList out;
        for (const auto& task : outcome.json()["ir"]["tasks"].toArray())
            out << task.toObject()["name"].toString();
        return out;
    };
    QVERIFY(names({}).contains("mlp.fc1") && !names({}).contains("moe.fc1"));
    QCOMPARE(names("2"), names({}));
    QVERIFY(names("3").contains("moe.fc1") && !names("3").contains("mlp.fc1"));
    QVERIFY(names("head").contains("head.logits"));
    QVERIFY(names("embedding").contains("embedding.lookup"));
    QCOMPARE(run_program(all + QStringList{"--piece", "mtp_head", "--output", file("head.json")}).code, 0);
    QCOMPARE(run_program({"verify", file("head.json")}).code, 0);
    const Outcome none = run_program(all + QStringList{"--piece", "61"});
    QCOMPARE(none.code, 2);
    QVERIFY2(one_error(none).contains("0 to 60, embedding, head, mtp_input, mtp_head"), none.err);
    // Blocks of six numbers are alike.
    const Outcome plain = run_program(inspect(kSeqsel, "portable", {"--piece", "0"}));
    QCOMPARE(plain.code, 2);
    QVERIFY2(plain.err.contains("--piece"), plain.err);
    // Calculon's rules are of six numbers alone.
    const Outcome illegal = run_program({"inspect", "--model", "DeepSeek-V3", "--execution", file("v3.json"), "--stage",
                                         "portable", "--calculon-compatible"});
    QCOMPARE(illegal.code, 2);
}

BLUEPRINTING_CORE_TEST(InspectCommandTest)
#include "inspect_test.moc"
