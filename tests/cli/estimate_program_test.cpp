#include "core/base/json_document.h"
#include "tests/cli/program.h"
#include "tests/support/test_main.h"

using blueprinting::Json;
using blueprinting::testing::Outcome;
using blueprinting::testing::run_program;

namespace {

const Json& cases()
{
    static const Json all =
        blueprinting::JsonDocument::read(BLUEPRINTING_SOURCE_DIR "/tests/modern/cases.json").value().root();
    return all;
}

const Json& case_named(const char* id)
{
    for (const Json& each : cases()["cases"])
        if (each["id"] == id)
            return each;
    std::abort();
}

QString text(const Json& value) { return QString::fromStdString(value.dump()); }

/// The case's model, with its own sequence, and strategy as JSON text, on A100s. These have no rates for bfloat16 and
/// no all-to-all: the strategy runs in float16, which has the same width.
Outcome run_case(const char* id, const QStringList& options = {})
{
    const Json& each = case_named(id);
    Json model = cases()["models"][each["model"].get<std::string>()];
    if (each.contains("sequence"))
        model["sequence"] = each["sequence"];
    Json strategy = each["strategy"];
    strategy["datatype"] = "float16";
    return run_program(QStringList{"estimate", "--json", "--model", text(model), "--system", "a100_80g", "--execution",
                                   text(strategy)} +
                       options);
}

/// Every number of `expected` stands in `actual`, to 1e-12.
QString difference(const Json& actual, const Json& expected)
{
    for (const auto& [key, value] : expected.items()) {
        const Json& its = actual.is_array() ? actual.at(std::stoul(key)) : actual.value(key, Json());
        if (value.is_structured()) {
            if (const QString inner = difference(its, value); !inner.isEmpty())
                return QString::fromStdString(key) + "/" + inner;
        } else if (!its.is_number() ||
                   std::abs(its.get<double>() - value.get<double>()) > 1e-12 * std::abs(value.get<double>())) {
            return QString::fromStdString(key + ": " + its.dump() + ", expected " + value.dump());
        }
    }
    return {};
}

} // namespace

/// Estimates of models that six numbers do not say.
class EstimateProgramTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void blocks_and_parts()
    {
        const Outcome out = run_case("block_metrics/Llama-3.1-8B/t2-sp-no-redo");
        QCOMPARE(out.code, 0);
        const Json answer = Json::parse(out.out.toStdString());
        QCOMPARE(answer["blocks"].size(), std::size_t(1));
        QCOMPARE(answer["blocks"][0]["count"], Json(32));
        QCOMPARE(difference(answer["blocks"][0]["metrics"],
                            case_named("block_metrics/Llama-3.1-8B/t2-sp-no-redo")["expect"]),
                 QString());
        const Json head = Json::parse(run_case("head_rows/Llama-3.1-8B/t1").out.toStdString());
        QCOMPARE(difference(head["parts"]["head"], case_named("head_rows/Llama-3.1-8B/t1")["expect"]), QString());
        QVERIFY(!answer.contains("workload"));
    }

    void stages_and_the_fullest()
    {
        const Json answer = Json::parse(run_case("stage_memory/Llama-3.1-8B/t1-p4").out.toStdString());
        const Json& expected = case_named("stage_memory/Llama-3.1-8B/t1-p4")["expect"];
        QCOMPARE(answer["stages"].size(), expected.size());
        for (std::size_t i = 0; i < expected.size(); ++i)
            QCOMPARE(difference(answer["stages"][i]["memory_bytes"], expected[i]), QString());
        QCOMPARE(answer["memory_bytes"]["stage"], Json(0));
        QCOMPARE(answer["memory_bytes"]["total"], answer["stages"][0]["memory_bytes"]["total"]);
        double sum = 0;
        for (const Json& each : answer["timing_seconds"])
            sum += each.get<double>();
        QVERIFY(std::abs(sum - answer["total_seconds"].get<double>()) < 1e-9 * sum);
    }

    void what_megatron_says_beside_it()
    {
        const Json answer =
            Json::parse(run_case("megatron_report/Llama-3.1-70B", {"--memory-report"}).out.toStdString());
        QCOMPARE(difference(answer["megatron_report"], case_named("megatron_report/Llama-3.1-70B")["expect"]),
                 QString());
        QVERIFY(!Json::parse(run_case("megatron_report/Llama-3.1-70B").out.toStdString()).contains("megatron_report"));
    }

    /// Exit 2, the code, the path and both nearest values.
    void laws()
    {
        const Outcome out = run_case("law/sharding-group");
        QCOMPARE(out.code, 2);
        const Json answer = Json::parse(out.out.toStdString());
        QCOMPARE(answer["ok"], Json(false));
        QCOMPARE(answer["diagnostics"].size(), std::size_t(1));
        const Json& first = answer["diagnostics"][0];
        QCOMPARE(first["code"], Json("strategy.sharding.group_indivisible"));
        QCOMPARE(first["path"], Json("data.sharding.group"));
        QCOMPARE(first["nearest"], Json({2, 4}));
    }

    void what_is_not_modelled_is_refused_by_name()
    {
        Json strategy = case_named("block_metrics/Llama-3.1-8B/t1-flash")["strategy"];
        strategy["parallelism"]["data"]["overlap"] = true;
        strategy["precision"] = {{"recipe", "nvfp4"}};
        const Outcome out = run_program({"estimate", "--json", "--model", text(cases()["models"]["Llama-3.1-8B"]),
                                         "--system", "a100_80g", "--execution", text(strategy)});
        QCOMPARE(out.code, 2);
        QVERIFY(out.out.contains("strategy.unsupported.overlap"));
        QVERIFY(out.out.contains("strategy.unsupported.precision"));
    }

    /// A line of a batch is answered as the same question alone, but for what it is called.
    void batch_data()
    {
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("case_id");
        const QString config = R"({"model_type": "llama", "hidden_size": 4096, "intermediate_size": 14336,
            "num_hidden_layers": 32, "num_attention_heads": 32, "num_key_value_heads": 8, "vocab_size": 128256,
            "max_position_embeddings": 131072, "hidden_act": "silu", "rms_norm_eps": 1e-05})";
        QTest::newRow("released") << R"("Llama-3.1-8B")"
                                  << "stage_memory/Llama-3.1-8B/t1-p4";
        QTest::newRow("description") << text(cases()["models"]["Llama-3.1-8B"]) << "stage_memory/Llama-3.1-8B/t1-p4";
        QTest::newRow("config") << config << "stage_memory/Llama-3.1-8B/t1-p4";
        QTest::newRow("a law") << text(cases()["models"]["Llama-3.1-8B"]) << "law/sharding-group";
    }
    void batch()
    {
        QFETCH(QString, model);
        QFETCH(QString, case_id);
        Json strategy = case_named(case_id.toUtf8().constData())["strategy"];
        strategy["datatype"] = "float16";
        const QString one_line = model.simplified();
        const QByteArray line = R"({"id": "x", "system": "a100_80g", "model": )" + one_line.toUtf8() +
                                R"(, "execution": )" + QByteArray::fromStdString(strategy.dump()) + "}\n";
        const Outcome many = run_program({"estimate", "--batch", "-"}, line);
        const Outcome one =
            run_program({"estimate", "--json", "--system", "a100_80g", "--execution", text(strategy), "--model",
                         one_line.startsWith('"') ? one_line.mid(1, one_line.size() - 2) : one_line});
        QCOMPARE(many.code, one.code);
        Json answer = Json::parse(many.out.toStdString());
        Json alone = Json::parse(one.out.toStdString());
        QCOMPARE(answer["id"], Json("x"));
        for (Json* each : {&answer, &alone}) {
            each->erase("id");
            // Where a thing stands differs between a line and an option.
            for (const char* list : {"findings", "diagnostics"})
                if (each->contains(list))
                    for (Json& said : (*each)[list])
                        for (const char* place : {"file", "line", "column", "path", "message"})
                            said.erase(place);
        }
        QVERIFY2(answer == alone, (answer.dump() + "\n" + alone.dump()).c_str());
        if (answer["ok"] == false)
            return;
        const Json& expected = case_named(case_id.toUtf8().constData())["expect"];
        QCOMPARE(answer["stages"].size(), expected.size());
        for (std::size_t i = 0; i < expected.size(); ++i)
            QCOMPARE(difference(answer["stages"][i]["memory_bytes"], expected[i]), QString());
    }

    void for_a_person()
    {
        Json strategy = case_named("stage_memory/Llama-3.1-8B/t1-p4")["strategy"];
        strategy["datatype"] = "float16";
        const Outcome out = run_program({"estimate", "--model", text(cases()["models"]["Llama-3.1-8B"]), "--system",
                                         "a100_80g", "--execution", text(strategy)});
        QCOMPARE(out.code, 0);
        QVERIFY2(out.out.contains("stage 0 is the fullest"), out.out);
        QVERIFY(out.out.contains("embedding head"));
    }
};

BLUEPRINTING_CORE_TEST(EstimateProgramTest)
#include "estimate_program_test.moc"
