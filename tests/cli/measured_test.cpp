#include "core/base/json_document.h"
#include "tests/cli/program.h"
#include "tests/support/files.h"
#include "tests/support/test_main.h"

#include <QTemporaryDir>

#include <cmath>

using namespace blueprinting;
using namespace blueprinting::testing;

/// `blueprinting measured` held, key by key, to what was computed apart from this program over the same rows:
/// tests/core/measured/expected.json, whose "rules" say how.
class MeasuredTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void summary_data();
    void summary();
    void files_are_the_carried_ones();
    void rows();
    void choices();
    void like();
    void like_of_a_modern_strategy();
    void far();
    void empty_filters();
    void refusals_data();
    void refusals();
    void table();

private:
    [[nodiscard]] QString write(const char* name, const QByteArray& bytes) const
    {
        const QString path = m_folder.filePath(QLatin1String(name));
        if (!write_file(path, bytes))
            qFatal("%s cannot be written", name);
        return path;
    }

    Json m_expected;
    QTemporaryDir m_folder;
};

namespace {

Json answer(const QStringList& arguments)
{
    const Outcome run = run_program(QStringList{"measured"} + arguments + QStringList{"--json"});
    if (run.code != 0)
        qFatal("%s", run.err.constData());
    return Json::parse(run.out.toStdString());
}

QByteArray carried(const char* name)
{
    return bytes_of(QStringLiteral(BLUEPRINTING_SOURCE_DIR "/data/measured/") + QLatin1String(name));
}

/// Every key of `expected` with its value, numbers to 1e-9; empty where so, else the first place that differs.
QString difference(const Json& actual, const Json& expected, const QString& place = {})
{
    if (expected.is_number() && actual.is_number()) {
        const double a = actual.get<double>(), b = expected.get<double>();
        return std::abs(a - b) <= 1e-9 * std::max(1.0, std::abs(b)) ? QString()
                                                                    : place + QString(": %1, not %2").arg(a).arg(b);
    }
    if (expected.is_object() && actual.is_object()) {
        for (const auto& [key, value] : expected.items()) {
            const QString at = place + '/' + QString::fromStdString(key);
            if (!actual.contains(key))
                return at + " is missing";
            if (const QString inside = difference(actual[key], value, at); !inside.isEmpty())
                return inside;
        }
        return {};
    }
    if (expected.is_array() && actual.is_array() && actual.size() == expected.size()) {
        for (std::size_t i = 0; i < expected.size(); ++i)
            if (const QString inside = difference(actual[i], expected[i], place + '/' + QString::number(i));
                !inside.isEmpty())
                return inside;
        return {};
    }
    return actual == expected ? QString() : place + ": " + QString::fromStdString(actual.dump().substr(0, 200));
}

#define COMPARE_JSON(actual, expected) QCOMPARE(difference(actual, expected), QString())

} // namespace

void MeasuredTest::initTestCase()
{
    m_expected = Json::parse(
        bytes_of(QStringLiteral(BLUEPRINTING_SOURCE_DIR "/tests/core/measured/expected.json")).toStdString());
}

void MeasuredTest::summary_data()
{
    QTest::addColumn<QString>("view");
    QTest::addColumn<QStringList>("grades");
    QTest::addColumn<QString>("set");
    for (const char* view : {"system_evidence", "peak_only"}) {
        QTest::addRow("A and B, %s", view) << view << QStringList{} << "plain, grades A+B";
        QTest::addRow("all, %s", view) << view << QStringList{"--grade", "A,B,C"} << "plain, grades A+B+C";
    }
}

void MeasuredTest::summary()
{
    QFETCH(QString, view);
    QFETCH(QStringList, grades);
    QFETCH(QString, set);
    const Json actual = answer(QStringList{"--plain", "--view", view} + grades);
    const Json& expected = m_expected["summary"][set.toStdString()][view.toStdString()];
    QCOMPARE(actual["view"], Json(view.toStdString()));
    COMPARE_JSON(actual["all"], expected["all"]);
    COMPARE_JSON(actual["by_source"], expected["by_source"]);
    QCOMPARE(actual["by_source"].size(), expected["by_source"].size());
    // Four plain rows have two readings and no error, all of grade B.
    QCOMPARE(actual["without_error"], Json(4));
    Json faults = Json::array();
    for (const Json& each : actual["faults"])
        faults.push_back(each["id"]);
    Json of_plain = Json::array();
    for (const Json& row : m_expected["rows"])
        for (const Json& id : m_expected["faults"]["ran_but_predicted_not_to_fit"])
            if (row["id"] == id && row["expressible_with"] == "plain")
                of_plain.push_back(id);
    QVERIFY(!of_plain.empty());
    QCOMPARE(faults, of_plain);
    if (grades.isEmpty()) {
        QCOMPARE(actual["repeats"].size(), m_expected["repeats"].size());
        for (const Json& each : m_expected["repeats"]) {
            const auto found = std::find_if(actual["repeats"].begin(), actual["repeats"].end(),
                                            [&](const Json& one) { return one["ids"] == each["ids"]; });
            QVERIFY(found != actual["repeats"].end());
            COMPARE_JSON(*found, each);
        }
    }
}

void MeasuredTest::files_are_the_carried_ones()
{
    // One file, several, and what stands on standard input are read alike.
    const QString korthikanti = write("a.jsonl", carried("korthikanti22-t5.jsonl"));
    const QString bloom = write("b.jsonl", carried("bloom-prequel.jsonl"));
    const Json both = answer({korthikanti, bloom, "--plain"});
    const Json& expected = m_expected["summary"]["plain, grades A+B"]["system_evidence"]["by_source"];
    QCOMPARE(both["by_source"].size(), std::size_t{2});
    for (const auto& [source, one] : both["by_source"].items())
        COMPARE_JSON(one, expected[source]);
    const Outcome input = run_program({"measured", "-", "--json", "--plain"}, carried("korthikanti22-t5.jsonl"));
    QCOMPARE(Json::parse(input.out.toStdString())["all"],
             answer({"--source", "Korthikanti et al. arXiv:2205.05198 Tables 3, 5", "--plain"})["all"]);
}

void MeasuredTest::rows()
{
    const Json actual = answer({"--rows", "--grade", "A,B,C"});
    std::map<std::string, Json> by_id;
    for (const Json& row : actual["rows"])
        by_id[row["id"].get<std::string>()] = row;
    QCOMPARE(by_id.size(), m_expected["counts"]["rows"].get<std::size_t>());
    std::size_t held = 0, intervals = 0;
    for (const Json& each : m_expected["rows"]) {
        if (each["expressible_with"] != "plain")
            continue;
        COMPARE_JSON(by_id.at(each["id"].get<std::string>()), each);
        ++held;
    }
    QCOMPARE(held, m_expected["counts"]["plain"].get<std::size_t>());
    for (const Json& each : m_expected["intervals"]["rows"]) {
        const Json& interval = by_id.at(each["id"].get<std::string>())["interval"];
        for (const char* key : {"combinations", "legal", "low_seconds", "high_seconds", "inside"})
            COMPARE_JSON(interval[key], each[key]);
    }
    std::size_t modern = 0;
    for (const auto& [id, row] : by_id) {
        intervals += row["expressible_with"] == "plain" && !row["interval"].is_null() ? 1 : 0;
        modern += row["expressible_with"] == "modern" && row["predicted_seconds"]["peak_only"].is_number() ? 1 : 0;
    }
    QCOMPARE(modern, std::size_t{1182});
    QCOMPARE(intervals, m_expected["intervals"]["rows"].size());
}

void MeasuredTest::choices()
{
    for (const char* view : {"system_evidence", "peak_only"}) {
        const Json actual = answer({"--choices", "--plain", "--view", view});
        for (const auto& [key, set] : {std::pair("A,B", "plain, grades A+B"), {"C", "plain, grade C"}}) {
            const Json& expected = m_expected["choices"][set][view];
            QCOMPARE(actual[key].size(), std::size_t{6});
            for (const auto& [metric, value] : actual[key].items())
                COMPARE_JSON(value, expected[metric]);
        }
    }
    const Json none = answer({"--choices", "--source", "Korthikanti et al. arXiv:2205.05198"});
    QCOMPARE(none["A,B"]["cells"], Json(0));
    QVERIFY(none["A,B"]["pairwise_accuracy"].is_null() && none["A,B"]["max_regret_percent"].is_null());
}

void MeasuredTest::like()
{
    const auto many = [](const char* sharding) {
        return QString(R"({"parallelism": {"kind": "training",
            "tensor": {"degree": 4, "communication": "reduce_scatter_all_gather"},
            "pipeline": {"degree": 16, "schedule": {"kind": "interleaved_1f1b", "virtual_stages": 6}},
            "data": {"degree": 64, "optimizer_sharding": %1}, "recompute": "attention_only"},
            "global_batch": 4096, "microbatch_size": 1, "datatype": "float16", "attention_type": "multihead",
            "fused_activation": false, "sequence_parallel_all_gather_redo": true,
            "network_tiers": {"tensor": 0, "pipeline": 1, "data": 1}})")
            .arg(sharding);
    };
    const std::map<std::string, QString> strategies{
        {"gpt3-175B seqsel, 64 A100, TP 8 PP 8 DP 1 v 3 batch 64 microbatch 1", "seqsel-tab5/gpt3-175B/seqsel"},
        {"gpt3-175B, 4096 A100, TP 4 PP 16 DP 64 v 6 batch 4096 microbatch 1, attention, RS+AG, redo, sharding",
         many("true")},
        {"the same without sharding", many("false")}};
    QCOMPARE(m_expected["like"].size(), strategies.size());
    for (const auto& [name, strategy] : strategies) {
        const Json actual = answer({"--plain", "--like", strategy, "--model", "gpt3-175B", "--system", "a100_80g"});
        Json expected = m_expected["like"][name]["plain, grades A+B"];
        for (Json& each : expected["nearest"]) // named in other words
            each["differs"] = nullptr;
        Json compared = actual;
        for (Json& each : compared["nearest"])
            each["differs"] = nullptr;
        COMPARE_JSON(compared, expected);
    }
}

/// A run's own strategy: it is the nearest, at no distance, and its error is arithmetic on what the source prints. The
/// others of the model ran on powers of two of its GPUs, with DP and batch in proportion: three of nine sizes.
void MeasuredTest::like_of_a_modern_strategy()
{
    Json own;
    for (const QByteArray& line : carried("dgxc-v25.04.02.jsonl").split('\n'))
        if (line.contains("\"dgxc-v25.04.02-llama3.1-8b-h100-bf16-64\""))
            own = Json::parse(line.toStdString());
    const QString strategy = QString::fromStdString(own["strategy"].dump());
    const QStringList like{"--like", strategy, "--model", "Llama-3.1-8B", "--system", "h100_sxm"};
    const Json actual = answer(like);
    QCOMPARE(actual["view"], Json("peak_only")); // a data sheet has no other
    QCOMPARE(actual["calibration"], Json("datasheet"));
    const Json& nearest = actual["nearest"];
    QCOMPARE(nearest.size(), std::size_t{8});
    QCOMPARE(nearest[0]["id"], own["id"]);
    QCOMPARE(nearest[0]["distance"], Json(0.0));
    const double measured = own["measured"]["seconds_per_iteration"].get<double>();
    QCOMPARE(measured, 12.33);
    COMPARE_JSON(nearest[0]["error_percent"], Json(100 * (actual["predicted_seconds"].get<double>() / measured - 1)));
    // fp8 differs in nothing that the distance reads.
    const std::vector<std::pair<const char*, int>> powers{{"bf16-64", 0}, {"fp8-64", 0},  {"bf16-128", 1},
                                                          {"bf16-32", 1}, {"bf16-16", 2}, {"fp8-16", 2}};
    for (std::size_t i = 0; i < powers.size(); ++i) {
        QCOMPARE(nearest[i]["id"], Json(std::string("dgxc-v25.04.02-llama3.1-8b-h100-") + powers[i].first));
        COMPARE_JSON(nearest[i]["distance"], Json(powers[i].second * 3 * std::log(2.0) / 9));
    }
    const Outcome text = run_program(QStringList{"measured"} + like);
    QCOMPARE(text.code, 0);
    QVERIFY2(text.out.contains(own["id"].get<std::string>().c_str()), text.out);
}

void MeasuredTest::far()
{
    const QString one = R"({"parallelism": {"kind": "training", "tensor": {"degree": 1, "communication": "all_reduce"},
        "pipeline": {"degree": 1, "schedule": {"kind": "single_stage"}},
        "data": {"degree": 1, "optimizer_sharding": false}, "recompute": "none"},
        "global_batch": 1, "microbatch_size": 1, "datatype": "float16", "attention_type": "multihead",
        "fused_activation": false, "sequence_parallel_all_gather_redo": false,
        "network_tiers": {"tensor": 0, "pipeline": 0, "data": 0}})";
    const QStringList like{"--like", one, "--model", "megatron-126M", "--system", "a100_80g", "--plain"};
    const Json actual = answer(like);
    QVERIFY(actual["nearest"].empty());
    QVERIFY(actual["median_percent"].is_null());
    const Outcome text = run_program(QStringList{"measured"} + like);
    QVERIFY2(text.out.contains("no published run is like this one"), text.out);
}

void MeasuredTest::empty_filters()
{
    // Both names exist and no row has both: nothing to say, and no mistake.
    const Json actual = answer({"--source", "Korthikanti et al. arXiv:2205.05198", "--grade", "A"});
    QVERIFY(actual["all"].is_null());
    QVERIFY(actual["by_source"].empty());
    QCOMPARE(actual["without_error"], Json(0));
}

void MeasuredTest::refusals_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QStringList>("more");
    QTest::addColumn<QByteArray>("said");
    const QByteArray first = carried("korthikanti22-t5.jsonl").split('\n').first();
    const auto row = [](const char* name, const QByteArray& text, const char* said, const QStringList& more = {}) {
        QTest::newRow(name) << text << more << QByteArray(said);
    };
    row("not JSON", first + "\n{\"id\": ", "runs.jsonl:2");
    row("unknown key", QByteArray(first).replace("{\"id\"", "{\"spede\": 1, \"id\""), "/spede");
    row("id twice", first + "\n\n" + first, "runs.jsonl:3: /id");
    row("unknown system", QByteArray(first).replace("\"a100_80g\"", "\"a1000\""), "/system");
    row("no run", "\n", "measured.empty");
    row("grade", first, "--grade", {"--grade", "D"});
    row("source", first, "--source", {"--source", "nobody"});
    row("GPU", first, "--gpu", {"--gpu", "H100"});
    row("strategy", first, "--like", {"--like", "nothing", "--model", "gpt3-175B", "--system", "a100_80g"});
    row("two answers", first, "--choices", {"--choices", "--rows"});
    row("file", first, "gone.jsonl", {"gone.jsonl"});
}

void MeasuredTest::refusals()
{
    QFETCH(QByteArray, text);
    QFETCH(QStringList, more);
    QFETCH(QByteArray, said);
    const Outcome run = run_program(QStringList{"measured", write("runs.jsonl", text)} + more);
    QCOMPARE(run.code, 2);
    QCOMPARE(run.out, QByteArray());
    QVERIFY2(run.err.contains(said), run.err);
    QCOMPARE(run.error_lines().size(), 1);
}

void MeasuredTest::table()
{
    // Table 5 of arXiv 2205.05198, as a person would type it.
    const QByteArray header = "model,system,gpus,tensor,pipeline,data,microbatch,global_batch,sequence,recompute,"
                              "seconds_per_iteration,virtual_stages\n";
    const QByteArray row = "gpt3-175B,a100_80g,64,8,8,1,1,64,2048,full,18.13,3\n";
    const Json actual = answer({write("own.csv", header + row), "--rows"});
    QCOMPARE(actual["rows"].size(), std::size_t{1});
    const Json& published = m_expected["rows"];
    const auto same = std::find_if(published.begin(), published.end(),
                                   [](const Json& each) { return each["id"] == "korthikanti22-t5-175B-full"; });
    COMPARE_JSON(actual["rows"][0]["predicted_seconds"], (*same)["predicted_seconds"]);
    const Outcome refused = run_program({"measured", write("own.csv", header + row + "gpt3-175B,,,,,,,,,,,\n")});
    QCOMPARE(refused.code, 2);
    QVERIFY2(refused.err.contains("own.csv:3"), refused.err);
}

BLUEPRINTING_CORE_TEST(MeasuredTest)
#include "measured_test.moc"
