#include "tests/cli/program.h"
#include "tests/support/test_main.h"

#include <QJsonArray>
#include <QJsonObject>

using blueprinting::testing::Outcome;
using blueprinting::testing::run_program;

class AccountingCommandTest : public QObject {
    Q_OBJECT
private slots:
    void check();
    void check_as_text();
    void one_optimizer();
    void options_data();
    void options();
    void user_defined();
    void scales_of_gradients();
    void spellings_data();
    void spellings();
    void all_optimizers();
    void counts_data();
    void counts();
    void refused_data();
    void refused();
};

void AccountingCommandTest::check()
{
    const Outcome outcome = run_program({"accounting", "--check", "--json"});
    QCOMPARE(outcome.code, 0);
    const QJsonObject report = outcome.json().object();
    QCOMPARE(report["table1_matches"], QJsonValue(true));
    QCOMPARE(report["checkpoint_matches"], QJsonValue(true));
    QCOMPARE(report["rows"].toInt(), 20);
    QCOMPARE(report["rows_matching"].toInt(), 19);
    QCOMPARE(report["table1"].toArray().size(), 4);
    QCOMPARE(report["comparisons"].toArray().size(), 20);

    const QJsonArray deviations = report["deviations"].toArray();
    QCOMPARE(deviations.size(), 1);
    const QJsonObject deviation = deviations.first().toObject();
    QCOMPARE(deviation["table"].toString(), QString("6"));
    QCOMPARE(deviation["model"].toString(), QString("ResNet-50"));
    QCOMPARE(deviation["optimizer"].toString(), QString("AdamW"));
    QCOMPARE(deviation["variant"].toString(), QString("FlashOptim"));
    const QJsonObject published{{"parameters_gib", "0.05"}, {"optimizer_state_gib", "0.08"}};
    QCOMPARE(deviation["published"].toObject(), published);
    const double gib = 25557032 / 1073741824.0;
    QCOMPARE(deviation["predicted"]["parameters_gib"].toDouble(), gib * 2);
    QCOMPARE(deviation["predicted"]["optimizer_state_gib"].toDouble(), gib * 3.125);
    QCOMPARE(deviation["deviation_percent"].toDouble(), 100 * (0.08 - gib * 3.125) / 0.08);

    // The finding goes to standard error and does not fail the run.
    QCOMPARE(outcome.error_lines().size(), 1);
    const QJsonObject finding = QJsonDocument::fromJson(outcome.err).object();
    QCOMPARE(finding["severity"].toString(), QString("finding"));
    QCOMPARE(finding["code"].toString(), QString("accounting.deviation"));
}

void AccountingCommandTest::check_as_text()
{
    const Outcome outcome = run_program({"accounting", "--check"});
    QCOMPARE(outcome.code, 0);
    QVERIFY(outcome.out.endsWith("\nTable 1 matches; 19 of 20 rows match at the printed decimals\n"));
    QVERIFY(outcome.out.contains(
        "84 → 35 GiB, 58.3 % smaller (published 84 → 35, matches); with scales 35.875 GiB, 57.3 % smaller"));
    QCOMPARE(outcome.err, QByteArray("finding: Table 6, ResNet-50 AdamW, FlashOptim: published 0.05 / 0.08 GiB, "
                                     "predicted 0.048 / 0.074 GiB, off by 7.0 % [accounting.deviation]\n"));
}

void AccountingCommandTest::one_optimizer()
{
    const Outcome outcome =
        run_program({"accounting", "--optimizer", "FlashAdamW", "--params", "8030261248", "--json"});
    QCOMPARE(outcome.code, 0);
    QVERIFY(outcome.err.isEmpty());
    const QJsonObject answer = outcome.json().object();
    QCOMPARE(answer["optimizer"].toString(), QString("FlashAdamW"));
    QCOMPARE(answer["parts"].toArray().size(), 5);
    QCOMPARE(answer["bytes_per_parameter"]["total"].toDouble(), 7.125);
    QCOMPARE(answer["bytes_per_parameter"]["checkpoint"].toDouble(), 5.125);
    QCOMPARE(answer["bytes"]["total"].toDouble(), 8030261248 * 7.125);
    QCOMPARE(answer["parameters"].toDouble(), 8030261248.0);

    const QByteArray text = run_program({"accounting", "--optimizer", "flash-adamw", "--params", "8030261248"}).out;
    // 8 030 261 248 · 7.125 / 2^30 = 53.29
    QVERIFY2(text.contains("total") && text.contains("7.125") && text.contains("53.29 GiB"), text.constData());
}

void AccountingCommandTest::options_data()
{
    QTest::addColumn<QStringList>("flags");
    QTest::addColumn<double>("total");
    QTest::newRow("none") << QStringList{} << 7.125;
    QTest::newRow("released") << QStringList{"--gradient-release"} << 5.125;
    QTest::newRow("without scales") << QStringList{"--without-scales"} << 7.0;
    QTest::newRow("both") << QStringList{"--gradient-release", "--without-scales"} << 5.0;
}

void AccountingCommandTest::options()
{
    QFETCH(QStringList, flags);
    const Outcome outcome = run_program(QStringList{"accounting", "--optimizer", "FlashAdam", "--json"} + flags);
    QCOMPARE(outcome.code, 0);
    QTEST(outcome.json()["bytes_per_parameter"]["total"].toDouble(), "total");
    QVERIFY(!outcome.json().object().contains("bytes")); // no count, no bytes
}

void AccountingCommandTest::user_defined()
{
    const Outcome outcome = run_program({"accounting", "--optimizer", "Muon", "--part", "master=float32", "--part",
                                         "gradient=bfloat16", "--part", "m=int8/64", "--params", "1e6", "--json"});
    QCOMPARE(outcome.code, 0);
    const QJsonObject answer = outcome.json().object();
    QCOMPARE(answer["optimizer"].toString(), QString("Muon"));
    QCOMPARE(answer["bytes_per_parameter"]["total"].toDouble(), 4 + 2 + 1 + 2.0 / 64);
    QCOMPARE(answer["bytes"]["checkpoint"].toDouble(), 5.03125e6);
}

// Released gradients take their scales with them, and no checkpoint holds either.
void AccountingCommandTest::scales_of_gradients()
{
    QStringList arguments{"accounting", "--part", "master=float32", "--part", "gradient=int8/16", "--json"};
    const QJsonValue kept = run_program(arguments).json()["bytes_per_parameter"];
    QCOMPARE(kept["gradient"].toDouble(), 1 + 2.0 / 16);
    QCOMPARE(kept["checkpoint"].toDouble(), 4.0);
    QCOMPARE(kept["total"].toDouble(), 5.125);
    arguments << "--gradient-release";
    QCOMPARE(run_program(arguments).json()["bytes_per_parameter"]["total"].toDouble(), 4.0);
}

void AccountingCommandTest::spellings_data()
{
    QTest::addColumn<QString>("name");
    QTest::newRow("flash adamw") << "FlashAdamW";
    QTest::newRow("ADAMW WEIGHT-SPLIT") << "AdamW weight split";
    QTest::newRow("AdamW quantized") << "AdamW quantised";
}

void AccountingCommandTest::spellings()
{
    const Outcome outcome = run_program({"accounting", "--optimizer", QTest::currentDataTag(), "--json"});
    QCOMPARE(outcome.code, 0);
    QTEST(outcome.json()["optimizer"].toString(), "name");
}

void AccountingCommandTest::all_optimizers()
{
    const Outcome outcome = run_program({"accounting", "--params", "1", "--json"});
    QCOMPARE(outcome.code, 0);
    const QJsonArray all = outcome.json().array();
    QCOMPARE(all.size(), 16);
    QCOMPARE(all.first()["optimizer"].toString(), QString("SGD"));
    QCOMPARE(all.first()["bytes"]["total"].toDouble(), 12.0);
    QCOMPARE(run_program({"accounting"}).out.count('\n'), 16 + 2);
}

void AccountingCommandTest::counts_data()
{
    QTest::addColumn<double>("bytes");
    QTest::newRow("1") << 16.0;
    QTest::newRow("1e13") << 1.6e14;
    QTest::newRow("10000000000000") << 1.6e14;
    QTest::newRow("8.0") << 128.0;
}

void AccountingCommandTest::counts()
{
    const Outcome outcome =
        run_program({"accounting", "--optimizer", "AdamW", "--params", QTest::currentDataTag(), "--json"});
    QCOMPARE(outcome.code, 0);
    QTEST(outcome.json()["bytes"]["total"].toDouble(), "bytes");
}

void AccountingCommandTest::refused_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("code");
    QTest::addColumn<QByteArray>("named");
    const auto count = [](const char* given, const char* code) {
        QTest::newRow(given) << QStringList{"--optimizer", "AdamW", "--params", given} << QByteArray(code)
                             << QByteArray(given);
    };
    count("-5", "accounting.parameters.negative");
    count("-7e9", "accounting.parameters.negative");
    count("0", "accounting.parameters.zero");
    count("4096.4", "accounting.parameters.fractional");
    count("1e30", "accounting.parameters.overflow");
    count("9223372036854775808", "accounting.parameters.overflow");
    count("7B", "accounting.parameters.not_a_number");
    count("true", "accounting.parameters.not_a_number");
    count("0x10", "accounting.parameters.not_a_number");
    count(" 7", "accounting.parameters.not_a_number");
    count("1 000", "accounting.parameters.not_a_number");
    count("+5", "accounting.parameters.not_a_number");
    count("nan", "accounting.parameters.not_a_number");
    count("1e400", "accounting.parameters.overflow");
    count("1e-400", "accounting.parameters.fractional");
    count("9007199254740993", "accounting.parameters.overflow");
    QTest::newRow("too many bytes") << QStringList{"--optimizer", "AdamW", "--params", "9007199254740992"}
                                    << QByteArray("accounting.bytes.overflow") << QByteArray("16 bytes");
    QTest::newRow("empty count") << QStringList{"--params", ""} << QByteArray("usage")
                                 << QByteArray("--params is empty");
    QTest::newRow("empty count behind a sign of equality")
        << QStringList{"--params=", "--without-scales"} << QByteArray("usage") << QByteArray("--params is empty");
    QTest::newRow("group of none") << QStringList{"--part", "m=int8/0"} << QByteArray("accounting.part.group")
                                   << QByteArray("--part");
    QTest::newRow("part without datatype")
        << QStringList{"--part", "m"} << QByteArray("accounting.part.syntax") << QByteArray("--part");
    QTest::newRow("unknown optimizer") << QStringList{"--optimizer", "Adagrad", "--params", "1"}
                                       << QByteArray("accounting.optimizer.unknown") << QByteArray("Adagrad");
    QTest::newRow("optimizer with a number")
        << QStringList{"--optimizer", "Adam2"} << QByteArray("accounting.optimizer.unknown") << QByteArray("Adam2");
    QTest::newRow("empty optimizer") << QStringList{"--optimizer", ""} << QByteArray("usage")
                                     << QByteArray("--optimizer is empty");
    QTest::newRow("unknown datatype") << QStringList{"--part", "m=float64"} << QByteArray("accounting.datatype.unknown")
                                      << QByteArray("float64");
    QTest::newRow("part twice") << QStringList{"--part", "m=int8", "--part", "m=int8"}
                                << QByteArray("accounting.part.duplicate") << QByteArray("\"m\"");
    QTest::newRow("check and optimizer") << QStringList{"--check", "--optimizer", "SGD"} << QByteArray("usage")
                                         << QByteArray("--check");
    QTest::newRow("unknown option") << QStringList{"--dtype", "float32"} << QByteArray("usage")
                                    << QByteArray("--dtype");
}

void AccountingCommandTest::refused()
{
    QFETCH(QStringList, arguments);
    QFETCH(QByteArray, code);
    QFETCH(QByteArray, named);
    const Outcome outcome = run_program(QStringList{"accounting"} + arguments);
    QCOMPARE(outcome.code, 2);
    QVERIFY(outcome.out.isEmpty());
    QCOMPARE(outcome.error_lines().size(), 1);
    QVERIFY2(outcome.err.contains("[" + code + "]"), outcome.err.constData());
    QVERIFY2(outcome.err.contains(named), outcome.err.constData());
}

BLUEPRINTING_CORE_TEST(AccountingCommandTest)
#include "accounting_test.moc"
