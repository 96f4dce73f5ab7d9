#include "core/base/format.h"
#include "tests/support/test_main.h"

#include <limits>

using namespace blueprinting;

class FormatTest : public QObject {
    Q_OBJECT
private slots:
    void numbers();
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

BLUEPRINTING_CORE_TEST(FormatTest)
#include "format_test.moc"
