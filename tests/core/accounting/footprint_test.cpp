#include "core/accounting/footprint.h"
#include "tests/support/test_main.h"

#include <random>

using namespace blueprinting;
using namespace blueprinting::accounting;

class FootprintTest : public QObject {
    Q_OBJECT
private slots:
    void counts_data();
    void counts();
    void refused_data();
    void refused();
    void bytes_data();
    void bytes();
    void refusedFootprints();
    void everyIntegerIsReadBack();
};

void FootprintTest::counts_data()
{
    QTest::addColumn<qint64>("expected");
    QTest::newRow("1") << qint64{1};
    QTest::newRow("8030261248") << qint64{8030261248};
    QTest::newRow("8.0") << qint64{8};
    QTest::newRow("7e9") << qint64{7'000'000'000};
    QTest::newRow("1.5e9") << qint64{1'500'000'000};
    QTest::newRow("1e+3") << qint64{1000};
    QTest::newRow("1e13") << qint64{10'000'000'000'000};
    QTest::newRow("500000e-3") << qint64{500};
    QTest::newRow("9007199254740992") << qint64{9007199254740992};
}

void FootprintTest::counts()
{
    QFETCH(qint64, expected);
    const auto count = parameter_count_from(QTest::currentDataTag(), "--params");
    QVERIFY2(count.has_value(), count ? "" : to_line(count.diagnostics().front()).c_str());
    QCOMPARE(static_cast<qint64>(*count), expected);
}

void FootprintTest::refused_data()
{
    QTest::addColumn<QString>("code");
    QTest::newRow("-1") << "accounting.parameters.negative";
    QTest::newRow("-7e9") << "accounting.parameters.negative";
    QTest::newRow("-0.5") << "accounting.parameters.negative";
    QTest::newRow("0") << "accounting.parameters.zero";
    QTest::newRow("0.000") << "accounting.parameters.zero";
    QTest::newRow("0e99999999999999999999") << "accounting.parameters.zero";
    QTest::newRow("0.5") << "accounting.parameters.fractional";
    QTest::newRow("4096.4") << "accounting.parameters.fractional";
    QTest::newRow("4096.0000000000000000001") << "accounting.parameters.fractional";
    QTest::newRow("15e-1") << "accounting.parameters.fractional";
    QTest::newRow("1e-400") << "accounting.parameters.fractional";
    QTest::newRow("1e-99999999999999999999") << "accounting.parameters.fractional";
    QTest::newRow("9007199254740993") << "accounting.parameters.overflow";
    QTest::newRow("9223372036854775808") << "accounting.parameters.overflow";
    QTest::newRow("1e30") << "accounting.parameters.overflow";
    QTest::newRow("1e400") << "accounting.parameters.overflow";
    QTest::newRow("1e99999999999999999999") << "accounting.parameters.overflow";
    QTest::newRow("7B") << "accounting.parameters.not_a_number";
    QTest::newRow("seven") << "accounting.parameters.not_a_number";
    QTest::newRow("nan") << "accounting.parameters.not_a_number";
    QTest::newRow("inf") << "accounting.parameters.not_a_number";
    QTest::newRow("1 000") << "accounting.parameters.not_a_number";
    QTest::newRow("0x10") << "accounting.parameters.not_a_number";
    QTest::newRow("1,5") << "accounting.parameters.not_a_number";
    QTest::newRow("007") << "accounting.parameters.not_a_number"; // octal for some, 7 for others
    QTest::newRow("0100") << "accounting.parameters.not_a_number";
}

void FootprintTest::refused()
{
    QFETCH(QString, code);
    const auto count = parameter_count_from(QTest::currentDataTag(), "--params");
    QVERIFY2(!count, "accepted");
    const Diagnostic& problem = count.diagnostics().front();
    QCOMPARE(QString::fromStdString(problem.code), code);
    QCOMPARE(problem.path, std::string("--params"));
    QVERIFY(problem.message.find("\"" + std::string(QTest::currentDataTag()) + "\"") != std::string::npos);
    QVERIFY(problem.message.find("from 1 to 2^53") != std::string::npos);
    QCOMPARE(parameter_count_from("", "--params").diagnostics().front().code,
             std::string("accounting.parameters.not_a_number"));
}

void FootprintTest::bytes_data()
{
    QTest::addColumn<QString>("optimizer");
    QTest::addColumn<qint64>("parameters");
    QTest::addColumn<double>("total");
    QTest::addColumn<double>("checkpoint");
    QTest::newRow("one parameter") << "FlashAdamW" << qint64{1} << 7.125 << 5.125;
    QTest::newRow("one group") << "FlashAdamW" << qint64{32} << 228.0 << 164.0;
    QTest::newRow("Llama-3.1-8B") << "AdamW" << qint64{8030261248} << 128484179968.0 << 96363134976.0;
    QTest::newRow("ten trillion, AdamW") << "AdamW" << qint64{10'000'000'000'000} << 1.6e14 << 1.2e14;
    QTest::newRow("ten trillion, FlashAdamW") << "FlashAdamW" << qint64{10'000'000'000'000} << 7.125e13 << 5.125e13;
    // 84 GiB at 12 bytes per parameter, and what is left of them.
    QTest::newRow("7B reference") << "Adam" << qint64{7516192768} << 16.0 * 7516192768 << 84.0 * 1073741824;
    QTest::newRow("7B flash") << "FlashAdam" << qint64{7516192768} << 7.125 * 7516192768 << 35.875 * 1073741824;
}

void FootprintTest::bytes()
{
    QFETCH(QString, optimizer);
    QFETCH(qint64, parameters);
    const auto result = footprint(per_parameter(*optimizer_from(optimizer.toStdString()), {}), parameters);
    QVERIFY(result.has_value());
    QTEST(result->total().value(), "total");
    QTEST(result->checkpoint.value(), "checkpoint");
    QCOMPARE(static_cast<qint64>(result->parameters), parameters);
}

void FootprintTest::refusedFootprints()
{
    const PerParameter adam = per_parameter(StandardOptimizer{}, {});
    QCOMPARE(footprint(adam, 0).diagnostics().front().code, std::string("accounting.parameters.zero"));
    QCOMPARE(footprint(adam, -3).diagnostics().front().code, std::string("accounting.parameters.negative"));
    QCOMPARE(footprint(adam, kMaxInteger + 1).diagnostics().front().code,
             std::string("accounting.parameters.overflow"));
    // 2^49 parameters of 16 bytes are 2^53 bytes; one more parameter is past it.
    QVERIFY(footprint(adam, std::int64_t{1} << 49).has_value());
    const auto past = footprint(adam, (std::int64_t{1} << 49) + 1);
    QVERIFY(!past);
    QCOMPARE(past.diagnostics().front().code, std::string("accounting.bytes.overflow"));
    QVERIFY(past.diagnostics().front().message.find("16 bytes") != std::string::npos);
}

void FootprintTest::everyIntegerIsReadBack()
{
    std::mt19937_64 random(11);
    for (int i = 0; i < 20000; ++i) {
        const auto value = static_cast<std::int64_t>(random() >> (11 + random() % 53)) + 1;
        if (value > kMaxInteger)
            continue;
        const std::string text = std::to_string(value);
        for (const std::string& written : {text, text + ".0", text + "e0", text + "0e-1"}) {
            const auto count = parameter_count_from(written, "");
            QVERIFY2(count.has_value() && *count == value, written.c_str());
        }
        QVERIFY(!parameter_count_from("0" + text, ""));
        QVERIFY(!parameter_count_from(text + ".5", ""));
        QVERIFY(!parameter_count_from("-" + text, ""));
    }
}

BLUEPRINTING_CORE_TEST(FootprintTest)
#include "footprint_test.moc"
