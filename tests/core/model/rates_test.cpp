#include "core/model/rates.h"
#include "tests/support/modern_cases.h"
#include "tests/support/test_main.h"

using namespace blueprinting;
using namespace blueprinting::model;
using namespace blueprinting::testing;

class RatesTest : public QObject {
    Q_OBJECT
private slots:
    void printed_speeds_data() { add_modern_cases({"throughput"}); }
    void printed_speeds();
    void printed_utilisation_data() { add_modern_cases({"mfu"}); }
    void printed_utilisation();
    void whose_definition_data() { add_modern_cases({"flops_convention"}); }
    void whose_definition();
    void tokens_of_a_rate_data() { add_modern_cases({"rate"}); }
    void tokens_of_a_rate();
    void what_it_costs_data() { add_modern_cases({"cost"}); }
    void what_it_costs();
};

namespace {

FlopDefinition definition_named(const Json& name)
{
    for (const FlopDefinition each : kFlopDefinitions)
        if (name == to_string(each))
            return each;
    qFatal("no definition of this name");
}

/// The case says which of these it expects; each that it names must agree.
void compare(const Json& expect, const Json& actual, double tolerance)
{
    for (const auto& [key, value] : expect.items()) {
        QVERIFY2(actual.contains(key), key.c_str());
        if (value.is_string())
            QCOMPARE(actual[key].get<std::string>(), value.get<std::string>());
        else if (value.is_object())
            compare(value, actual[key], tolerance);
        else
            QVERIFY2(is_near(actual[key].get<double>(), value.get<double>(), tolerance), key.c_str());
    }
}

std::int64_t tensor_degree(const Json& each)
{
    if (each.contains("strategy"))
        return each["strategy"]["parallelism"]["tensor"]["degree"].get<std::int64_t>();
    return each.value("tensor_degree", std::int64_t{1});
}

} // namespace

void RatesTest::printed_speeds()
{
    QFETCH(int, index);
    const Json& each = modern_case(index);
    const double flops = flops_per_token(model_of(each), definition_named(each["definition"]), tensor_degree(each));
    const double speed = each.contains("tokens_per_second_per_gpu")
                             ? each["tokens_per_second_per_gpu"].get<double>()
                             : 1e12 / (each["gpu_hours_per_trillion_tokens"].get<double>() * 3600);
    const double rate = model_flops_per_second(speed, flops);
    const double hours = gpu_hours(1e12, speed);
    compare(each["expect"],
            {{"flops_per_token", flops},
             {"tokens_per_second_per_gpu", speed},
             {"model_flops_per_second_per_gpu", rate},
             {"model_flops_utilisation", utilisation(rate, each["peak_flops"].get<double>())},
             {"days_per_trillion_tokens", days(hours, each["gpus"].get<double>())},
             {"cost_per_trillion_tokens", cost(hours, each.value("price_per_gpu_hour", 0.0))}},
            each["tolerance"].get<double>());
    if (each["published"].contains("model_tflops_per_gpu"))
        QVERIFY(is_near(rate / 1e12, each["published"]["model_tflops_per_gpu"].get<double>(),
                        each["published_tolerance"].get<double>()));
}

void RatesTest::printed_utilisation()
{
    QFETCH(int, index);
    const Json& each = modern_case(index);
    const double flops = flops_per_token(model_of(each), definition_named(each["definition"]), tensor_degree(each));
    const double speed = each["tokens_per_second"].get<double>() / each["gpus"].get<double>();
    const double used = utilisation(model_flops_per_second(speed, flops), each["peak_flops"].get<double>());
    compare(each["expect"],
            {{"tokens_per_second_per_gpu", speed}, {"flops_per_token", flops}, {"model_flops_utilisation", used}},
            each["tolerance"].get<double>());
    if (each.contains("published_tolerance"))
        QVERIFY(is_near(used, each["published"].get<double>(), each["published_tolerance"].get<double>()));
}

void RatesTest::whose_definition()
{
    QFETCH(int, index);
    const Json& each = modern_case(index);
    const Description model = model_of(each);
    const double speed = each["tokens_per_second_per_gpu"].get<double>();
    const std::int64_t t = tensor_degree(each);
    const double palm = model_flops_per_second(speed, flops_per_token(model, FlopDefinition::palm, t));
    const double megatron = model_flops_per_second(speed, flops_per_token(model, FlopDefinition::megatron, t));
    const double printed = each["printed_tflops"].get<double>() * 1e12;
    const FlopDefinition closest = closest_definition(model, t, speed, printed);
    compare(each["expect"],
            {{"tflops_palm", palm / 1e12},
             {"tflops_megatron", megatron / 1e12},
             {"mfu_palm", utilisation(palm, each["peak_flops"].get<double>())},
             {"definition_of_the_printed_number", to_string(closest)}},
            each["tolerance"].get<double>());
    QVERIFY(is_near(model_flops_per_second(speed, flops_per_token(model, closest, t)), printed,
                    each["published_tolerance"].get<double>()));
}

void RatesTest::tokens_of_a_rate()
{
    QFETCH(int, index);
    const Json& each = modern_case(index);
    const Description model = model_of(each);
    const double rate = each["model_flops_per_second_per_gpu"].get<double>();
    Json tokens;
    for (const FlopDefinition definition : kFlopDefinitions)
        tokens[std::string(to_string(definition))] =
            tokens_per_second(rate, flops_per_token(model, definition, tensor_degree(each)));
    compare(each["expect"],
            {{"model_flops_utilisation", utilisation(rate, each["peak_flops"].get<double>())},
             {"tokens_per_second_per_gpu", tokens}},
            each["tolerance"].get<double>());
}

void RatesTest::what_it_costs()
{
    QFETCH(int, index);
    const Json& each = modern_case(index);
    const double hours = gpu_hours(each["tokens"].get<double>(), each["tokens_per_second_per_gpu"].get<double>());
    compare(each["expect"],
            {{"gpu_hours", hours},
             {"days", days(hours, each["gpus"].get<double>())},
             {"cost", cost(hours, each["price_per_gpu_hour"].get<double>())},
             {"energy_joules", energy(hours, each["power_watts"].get<double>(), each["pue"].get<double>())}},
            each["tolerance"].get<double>());
}

BLUEPRINTING_CORE_TEST(RatesTest)
#include "rates_test.moc"
