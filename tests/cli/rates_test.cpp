#include "tests/cli/program.h"
#include "tests/support/modern_cases.h"
#include "tests/support/test_main.h"

using namespace blueprinting;
using blueprinting::testing::add_modern_cases;
using blueprinting::testing::is_near;
using blueprinting::testing::modern_case;
using blueprinting::testing::Outcome;
using blueprinting::testing::run_program;

namespace {

QStringList arguments_of(const Json& each, std::initializer_list<std::pair<const char*, const char*>> options)
{
    QStringList out{"rates", "--json", "--model", QString::fromStdString(each["model"].get<std::string>())};
    for (const auto& [key, option] : options)
        if (each.contains(key))
            out << option << QString::fromStdString(each[key].dump());
    return out;
}

/// What a case gives, as options of the same name.
QStringList arguments_of(const Json& each)
{
    QStringList out = arguments_of(each, {{"sequence", "--sequence"},
                                          {"tensor_degree", "--tensor"},
                                          {"gpus", "--gpus"},
                                          {"tokens_per_second_per_gpu", "--tokens-per-second-per-gpu"},
                                          {"model_flops_per_second_per_gpu", "--model-flops"},
                                          {"peak_flops", "--peak"},
                                          {"tokens", "--tokens"},
                                          {"price_per_gpu_hour", "--price"},
                                          {"power_watts", "--power"},
                                          {"pue", "--pue"}});
    const auto add = [&](const char* option, double value) {
        out << option << QString::fromStdString(Json(value).dump());
    };
    if (each.contains("definition"))
        out << "--definition" << QString::fromStdString(each["definition"].get<std::string>());
    if (each.contains("strategy"))
        out << "--tensor" << QString::fromStdString(each["strategy"]["parallelism"]["tensor"]["degree"].dump());
    if (each.contains("tokens_per_second"))
        add("--tokens-per-second-per-gpu", each["tokens_per_second"].get<double>() / each["gpus"].get<double>());
    if (each.contains("gpu_hours_per_trillion_tokens"))
        add("--tokens-per-second-per-gpu", 1e12 / (each["gpu_hours_per_trillion_tokens"].get<double>() * 3600));
    if (each.contains("printed_tflops"))
        add("--model-flops", each["printed_tflops"].get<double>() * 1e12);
    return out;
}

/// Each key that the case expects.
void compare(const Json& expect, const Json& said, double tolerance)
{
    for (const auto& [key, value] : expect.items()) {
        QVERIFY2(said.contains(key), key.c_str());
        if (value.is_object())
            compare(value, said[key], tolerance);
        else if (value.is_string())
            QCOMPARE(said[key].get<std::string>(), value.get<std::string>());
        else
            QVERIFY2(is_near(said[key].get<double>(), value.get<double>(), tolerance), key.c_str());
    }
}

Json answer(const QStringList& arguments)
{
    const Outcome outcome = run_program(arguments);
    return outcome.code == 0 ? Json::parse(outcome.out.toStdString(), nullptr, false) : Json();
}

const QStringList kLlama{"rates", "--model", "Llama-3.1-8B", "--tokens-per-second-per-gpu", "10000"};

} // namespace

/// `rates` against the acceptance values of tests/modern, whose cases each name their source.
class RatesCommandTest : public QObject {
    Q_OBJECT
private slots:
    void cases_data() { add_modern_cases({"throughput", "mfu", "flops_convention", "rate", "cost"}); }
    void cases();
    void every_definition_where_none_is_asked();
    void an_execution_says_its_degrees();
    void goodput_divides();
    void text();
    void refusals_data();
    void refusals();
};

void RatesCommandTest::cases()
{
    QFETCH(int, index);
    const Json& each = modern_case(index);
    const Json said = answer(arguments_of(each));
    QVERIFY(said.is_object());
    compare(each["expect"], said, each["tolerance"].get<double>());
    const Json published = each.value("published", Json());
    if (published.is_object() && published.contains("model_tflops_per_gpu"))
        QVERIFY(is_near(said["model_flops_per_second_per_gpu"].get<double>() / 1e12,
                        published["model_tflops_per_gpu"].get<double>(), each["published_tolerance"].get<double>()));
}

void RatesCommandTest::every_definition_where_none_is_asked()
{
    const Json all = answer(kLlama + QStringList{"--json", "--peak", "1e15"});
    QVERIFY(all.is_object() && !all.contains("definition"));
    for (const char* definition : {"palm", "megatron", "megatron_window", "exact"}) {
        const Json one = answer(kLlama + QStringList{"--json", "--peak", "1e15", "--definition", definition});
        QCOMPARE(one["definition"].get<std::string>(), std::string(definition));
        for (const char* key : {"flops_per_token", "model_flops_per_second_per_gpu", "model_flops_utilisation"})
            QVERIFY2(all[key][definition] == one[key], key);
    }
    // Tokens of a measured speed are the same whoever counts FLOPs.
    QCOMPARE(all["tokens_per_second_per_gpu"].get<double>(), 10000.0);
    // 10^12 tokens at 10^4 a second are 10^8 s.
    QVERIFY(is_near(all["gpu_hours_per_trillion_tokens"].get<double>(), 1e8 / 3600, 1e-12));
    QVERIFY(!all.contains("gpu_hours") && !all.contains("days_per_trillion_tokens") &&
            !all.contains("cost_per_trillion_tokens") && !all.contains("energy_joules"));
}

void RatesCommandTest::an_execution_says_its_degrees()
{
    // Table 5 of arXiv 2205.05198: TP 8, PP 8, DP 1 of 175 billion parameters.
    const QStringList asked{
        "rates", "--json", "--execution", "seqsel-tab5/gpt3-175B/full", "--tokens-per-second-per-gpu", "100"};
    const Json said = answer(asked);
    QCOMPARE(said["model"].get<std::string>(), std::string("gpt3-175B"));
    QCOMPARE(said["tensor_degree"].get<int>(), 8);
    QCOMPARE(said["gpus"].get<int>(), 64);
    // 10^12 tokens at 100 a second and GPU on 64 of them.
    QVERIFY(is_near(said["days_per_trillion_tokens"].get<double>(), 1e10 / 86400 / 64, 1e-12));
    const Outcome against = run_program(asked + QStringList{"--gpus", "63"});
    QCOMPARE(against.code, 2);
    QVERIFY2(against.err.contains("--gpus") && against.err.contains("64"), against.err);
    QCOMPARE(run_program(asked + QStringList{"--gpus", "64", "--tensor", "8"}).code, 0);
}

void RatesCommandTest::goodput_divides()
{
    const QStringList asked = kLlama + QStringList{"--json", "--tokens", "1e12", "--price", "2", "--power",
                                                   "1000",   "--pue",    "1.5",  "--gpus",  "8"};
    const Json whole = answer(asked);
    const Json half = answer(asked + QStringList{"--goodput", "0.5"});
    for (const char* key : {"gpu_hours", "days", "cost", "energy_joules", "gpu_hours_per_trillion_tokens"})
        QVERIFY2(is_near(half[key].get<double>(), 2 * whole[key].get<double>(), 1e-12), key);
    QVERIFY(half["tokens_per_second_per_gpu"] == whole["tokens_per_second_per_gpu"]);
    // 10^8 GPU-seconds of 1.5 kW.
    QVERIFY(is_near(whole["energy_joules"].get<double>(), 1.5e11, 1e-12));
}

void RatesCommandTest::text()
{
    const Outcome outcome = run_program(kLlama + QStringList{"--peak", "989e12", "--model-flops", "579e12"});
    QCOMPARE(outcome.code, 0);
    QVERIFY(outcome.err.isEmpty());
    for (const char* words : {"palm", "megatron window", "exact", "MFU", "GPU-hours", "goodput 100.0"})
        QVERIFY2(outcome.out.contains(words), words);
    // 57.9 GFLOP a token by the full square of attention, 10^4 of them a second.
    QVERIFY2(outcome.out.contains("counted as palm"), outcome.out);
}

void RatesCommandTest::refusals_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("words");
    const auto row = [](const char* name, const QStringList& arguments, const char* words) {
        QTest::newRow(name) << arguments << QByteArray(words);
    };
    row("no speed", {"rates", "--model", "Llama-3.1-8B"}, "--tokens-per-second-per-gpu");
    row("no model", {"rates", "--tokens-per-second-per-gpu", "1"}, "--model");
    row("unknown model", {"rates", "--model", "Llama-3.1-9B", "--tokens-per-second-per-gpu", "1"}, "Llama-3.1-8B");
    row("power alone", kLlama + QStringList{"--power", "700", "--tokens", "1"}, "--pue");
    row("site alone", kLlama + QStringList{"--pue", "1.2"}, "--power");
    row("energy of nothing", kLlama + QStringList{"--power", "700", "--pue", "1.2"}, "--tokens");
    row("one definition of two speeds", kLlama + QStringList{"--model-flops", "1e14", "--definition", "palm"},
        "--definition");
    row("a speed of 0", {"rates", "--model", "Llama-3.1-8B", "--tokens-per-second-per-gpu", "0"},
        "--tokens-per-second-per-gpu");
    row("more than all of the time", kLlama + QStringList{"--goodput", "1.01"}, "--goodput");
    row("a site that makes power", kLlama + QStringList{"--pue", "0.9"}, "--pue");
    row("unknown definition", kLlama + QStringList{"--definition", "chinchilla"}, "--definition");
}

void RatesCommandTest::refusals()
{
    QFETCH(QStringList, arguments);
    QFETCH(QByteArray, words);
    const Outcome outcome = run_program(arguments);
    QCOMPARE(outcome.code, 2);
    QVERIFY(outcome.out.isEmpty());
    QCOMPARE(outcome.error_lines().size(), 1);
    QVERIFY2(outcome.err.contains(words), outcome.err);
}

BLUEPRINTING_CORE_TEST(RatesCommandTest)
#include "rates_test.moc"
