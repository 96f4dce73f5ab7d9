#include "core/base/format.h"
#include "tests/support/test_main.h"

#include <QList>
#include <QStringList>

#include <limits>

using namespace blueprinting;

class FormatTest : public QObject {
    Q_OBJECT
private slots:
    void numbers();
    void numbersOfOneKindHaveEqualDecimals_data();
    void numbersOfOneKindHaveEqualDecimals();
    void exactOnesKeepAllDecimals();
    void whatDiffersReadsDifferently_data();
    void whatDiffersReadsDifferently();
};

void FormatTest::numbers()
{
    QCOMPARE(QString::fromStdString(format::integer(77309411328)), QString("77\u2009309\u2009411\u2009328"));
    QCOMPARE(QString::fromStdString(format::integer(2048)), QString("2048"));
    QCOMPARE(QString::fromStdString(format::fixed(-3.3301, 3)), QString("\u22123.330"));
    QCOMPARE(QString::fromStdString(format::fixed(-0.0004, 3)), QString("0.000"));
    QCOMPARE(QString::fromStdString(format::shortest(6.0625)), QString("6.0625"));
    QCOMPARE(QString::fromStdString(format::shortest(12)), QString("12"));
    QCOMPARE(QString::fromStdString(format::shortest(-71250.5)), QString("\u221271\u2009250.5"));
    QCOMPARE(QString::fromStdString(format::with_sign(0.0004, 3)), QString("0.000"));
    QCOMPARE(QString::fromStdString(format::with_sign(3.33, 2)), QString("+3.33"));
    QCOMPARE(QString::fromStdString(format::percent(-24.36)), QString("\u221224.4 %"));
    QCOMPARE(QString::fromStdString(format::significant(18.02878)), QString("18.03"));
    QCOMPARE(QString::fromStdString(format::significant(1.8e-14, 2)), QString("1.8·10⁻¹⁴"));
    QCOMPARE(QString::fromStdString(format::seconds(Seconds(0.000349))), QString("349.0 µs"));
    QCOMPARE(QString::fromStdString(format::gibibytes(Bytes(48.1 * kGibibyte))), QString("48.1 GiB"));
    QCOMPARE(QString::fromStdString(format::fixed(std::numeric_limits<double>::infinity(), 2)), QString("∞"));
    QCOMPARE(QString::fromStdString(format::fixed(std::numeric_limits<double>::quiet_NaN(), 2)), QString("–"));
}

void FormatTest::numbersOfOneKindHaveEqualDecimals_data()
{
    QTest::addColumn<QList<double>>("values");
    QTest::addColumn<int>("digits");
    QTest::addColumn<int>("least");
    QTest::addColumn<QStringList>("texts");
    QTest::newRow("the largest has four digits")
        << QList<double>{18.0288, 0.6334} << 4 << 0 << QStringList{"18.03", "0.63"};
    QTest::newRow("of thousands no decimals") << QList<double>{1203.44, 998.51} << 4 << 0 << QStringList{"1203", "999"};
    QTest::newRow("no fewer than asked for") << QList<double>{231.88, 5.1} << 4 << 2 << QStringList{"231.88", "5.10"};
    QTest::newRow("below one") << QList<double>{0.021512, 0.0163} << 3 << 0 << QStringList{"0.0215", "0.0163"};
    QTest::newRow("small is not zero") << QList<double>{18.0288, 0.0004, 0} << 4 << 0
                                       << QStringList{"18.03", "< 0.01", "0"};
    QTest::newRow("below zero") << QList<double>{-151.88, 31.9, -0.0004} << 4 << 0
                                << QStringList{"\u2212151.9", "31.9", "> \u22120.1"};
    QTest::newRow("what is no number does not count")
        << QList<double>{std::numeric_limits<double>::infinity(), 2.5} << 3 << 0 << QStringList{"∞", "2.50"};
}
void FormatTest::numbersOfOneKindHaveEqualDecimals()
{
    QFETCH(QList<double>, values);
    QFETCH(int, digits);
    QFETCH(int, least);
    QFETCH(QStringList, texts);
    format::Series series(digits, least);
    for (const double value : values)
        series.add(value);
    QStringList written;
    for (const double value : values)
        written << QString::fromStdString(series.text(value));
    QCOMPARE(written, texts);
}

void FormatTest::exactOnesKeepAllDecimals()
{
    format::Series series(0);
    series.exactly(12).exactly(7.125).exactly(6.0625);
    QCOMPARE(QString::fromStdString(series.text(12)), QString("12.0000"));
    QCOMPARE(QString::fromStdString(series.text(7.125)), QString("7.1250"));
    QCOMPARE(QString::fromStdString(series.text(6.0625)), QString("6.0625"));
}

void FormatTest::whatDiffersReadsDifferently_data()
{
    QTest::addColumn<double>("a");
    QTest::addColumn<double>("b");
    QTest::addColumn<QString>("a_text");
    QTest::addColumn<QString>("b_text");
    QTest::addColumn<QString>("difference");
    // In a table whose largest is 13.6381 with four decimals.
    QTest::newRow("read differently already") << 0.0215 << 0.0163 << "0.0215"
                                              << "0.0163"
                                              << "\u22120.0052";
    QTest::newRow("half of nearly nothing") << 0.00006 << 0.0000322 << "0.00006"
                                            << "0.00003"
                                            << "\u22120.00003";
    QTest::newRow("close") << 0.00512 << 0.00514 << "0.00512"
                           << "0.00514"
                           << "+0.00002";
    QTest::newRow("against nothing") << 0.0 << 0.000007 << "0"
                                     << "0.00001"
                                     << "+0.00001";
    QTest::newRow("a third of it, not nothing") << 0.00008 << 0.00003 << "0.00008"
                                                << "0.00003"
                                                << "\u22120.00005";
    QTest::newRow("far less than the other") << 3.649 << 0.00003 << "3.6490"
                                             << "< 0.0001"
                                             << "\u22123.6490";
    QTest::newRow("within 0.05 %: the same to a reader") << 3.33330 << 3.33334 << "3.3333"
                                                         << "3.3333"
                                                         << "0.0000";
    QTest::newRow("more decimals than help") << 1e-12 << 2e-12 << "< 0.0001"
                                             << "< 0.0001"
                                             << "0.0000";
}
void FormatTest::whatDiffersReadsDifferently()
{
    QFETCH(double, a);
    QFETCH(double, b);
    format::Series series(0, 4);
    series.add(13.6381).against(a, b);
    QTEST(QString::fromStdString(series.text(a)), "a_text");
    QTEST(QString::fromStdString(series.text(b)), "b_text");
    QTEST(QString::fromStdString(series.with_sign(b - a)), "difference");
    // All of the table alike.
    const qsizetype decimals = series.decimals();
    QCOMPARE(QString::fromStdString(series.text(13.6381)).section('.', 1).size(), decimals);
}

BLUEPRINTING_CORE_TEST(FormatTest)
#include "format_test.moc"
