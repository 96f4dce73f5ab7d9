#include "core/model/counts.h"
#include "core/model/flops.h"
#include "tests/support/modern_cases.h"
#include "tests/support/test_main.h"

#include <numeric>

using namespace blueprinting;
using namespace blueprinting::model;
using namespace blueprinting::testing;

class CountsTest : public QObject {
    Q_OBJECT
private slots:
    void released_totals_data() { add_modern_cases({"parameters"}); }
    void released_totals();
    void active_data() { add_modern_cases({"active_parameters"}); }
    void active();
    void tied_head_is_not_counted_twice_data() { add_modern_cases({"trap"}); }
    void tied_head_is_not_counted_twice();
    void flops_data() { add_modern_cases({"flops_per_token"}); }
    void flops();
    void kept_keys_and_values_data() { add_modern_cases({"kv_bytes"}); }
    void kept_keys_and_values();
    void padded_data() { add_modern_cases({"padded_vocabulary"}); }
    void padded();
    void parts_sum_to_the_total();
    void plain_models_count_as_before();
    void overflow_is_no_count();
};

void CountsTest::released_totals()
{
    QFETCH(int, index);
    const Json& each = modern_case(index);
    const Description model = model_of(each);
    const auto counts = count_parameters(model);
    QVERIFY(counts);
    const Json& expect = each["expect"];
    const Json actual{{"total", counts->total},
                      {"active_with_embedding", counts->active_with_embedding},
                      {"active_without_lookup", counts->active_without_lookup},
                      {"mtp", counts->mtp},
                      {"first_block", counts->first_block},
                      {"last_block", counts->last_block},
                      // What the hub counts: files store the module's copies of both.
                      {"with_mtp_and_second_embedding_and_head", counts->with_stored_modules.value_or(0)}};
    for (const auto& [key, value] : expect.items()) {
        QVERIFY2(actual.contains(key), key.c_str());
        QCOMPARE(actual[key].get<std::int64_t>(), value.get<std::int64_t>());
    }
}

void CountsTest::active()
{
    QFETCH(int, index);
    const Json& each = modern_case(index);
    const auto counts = count_parameters(model_of(each));
    const bool lookup = each["count"] == "active_with_embedding";
    QVERIFY(lookup || each["count"] == "active_without_lookup" || each["count"] == "total");
    const std::int64_t actual = each["count"] == "total" ? counts->total
                                : lookup                 ? counts->active_with_embedding
                                                         : counts->active_without_lookup;
    QCOMPARE(actual, each["expect"].get<std::int64_t>());
    // Against print, which rounds.
    if (each.contains("published"))
        QVERIFY(is_near(static_cast<double>(actual), each["published"].get<double>(),
                        each.value("published_tolerance", 0.0)));
}

void CountsTest::tied_head_is_not_counted_twice()
{
    QFETCH(int, index);
    const Json& each = modern_case(index);
    const Description model = model_of(each);
    const auto counts = count_parameters(model);
    QCOMPARE(counts->total, each["expect"]["total"].get<std::int64_t>());
    QCOMPARE(counts->with_stored_head.value_or(0), each["expect"]["with_stored_copy_of_the_head"].get<std::int64_t>());
    QVERIFY(!counts->with_stored_modules);
}

void CountsTest::flops()
{
    QFETCH(int, index);
    const Json& each = modern_case(index);
    const Description model = model_of(each);
    const auto t = each["tensor_degree"].get<std::int64_t>();
    for (const FlopDefinition definition : kFlopDefinitions) {
        const double expected = each["expect"][std::string(to_string(definition))].get<double>();
        const double actual = flops_per_token(model, definition, t);
        QVERIFY2(is_near(actual, expected, each["tolerance"].get<double>()),
                 qPrintable(QStringLiteral("%1: %2, not %3")
                                .arg(QLatin1String(to_string(definition).data()))
                                .arg(actual, 0, 'f', 3)
                                .arg(expected, 0, 'f', 3)));
    }
}

void CountsTest::kept_keys_and_values()
{
    QFETCH(int, index);
    const Json& each = modern_case(index);
    const Description model = model_of(each);
    const double bytes = each["element_bytes"].get<double>();
    const Json actual{{"per_token", kv_bytes_per_token(model, bytes)},
                      {"per_sequence", kv_bytes_per_sequence(model, bytes)}};
    for (const auto& [key, value] : each["expect"].items()) {
        QVERIFY2(actual.contains(key), key.c_str());
        QCOMPARE(actual[key].get<double>(), value.get<double>());
    }
}

void CountsTest::padded()
{
    QFETCH(int, index);
    const Json& each = modern_case(index);
    Vocabulary vocabulary;
    vocabulary.size = each["vocabulary"]["size"].get<std::int64_t>();
    vocabulary.pad_multiple = each["vocabulary"].value("pad_multiple", vocabulary.pad_multiple);
    QCOMPARE(padded_vocabulary(vocabulary, each["tensor_degree"].get<std::int64_t>()),
             std::optional(each["expect"].get<std::int64_t>()));
}

void CountsTest::parts_sum_to_the_total()
{
    for (const auto& [name, value] : modern_cases()["models"].items()) {
        const auto counts = count_parameters(*described(value));
        const std::int64_t sum =
            std::accumulate(counts->parts.begin(), counts->parts.end(), std::int64_t{0},
                            [](std::int64_t before, const PartCount& part) { return before + part.parameters; });
        QVERIFY2(sum == counts->total, name.c_str());
    }
}

void CountsTest::plain_models_count_as_before()
{
    // Blocks of 4·h·a·k + 2·h·f + 4·h weights and nothing else, written out for GPT-175B.
    const auto counts = count_parameters(describe(*find_preset("gpt3-175B")));
    const std::int64_t h = 12288;
    QCOMPARE(counts->total, 96 * (4 * h * 96 * 128 + 2 * h * 49152 + 4 * h));
    QCOMPARE(counts->total, counts->active_without_lookup);
}

void CountsTest::overflow_is_no_count()
{
    Description model = describe(*find_preset("gpt3-175B"));
    model.hidden = std::int64_t{1} << 53;
    QVERIFY(!count_parameters(model));
    QVERIFY(!padded_vocabulary({.size = 10, .pad_multiple = std::int64_t{1} << 53}, std::int64_t{1} << 53));
}

BLUEPRINTING_CORE_TEST(CountsTest)
#include "counts_test.moc"
