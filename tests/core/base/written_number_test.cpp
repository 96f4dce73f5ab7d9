#include "core/base/written_number.h"
#include "tests/support/test_main.h"

#include <cmath>
#include <limits>

using namespace blueprinting;

namespace {

constexpr std::int64_t k2to53 = 9007199254740992;

} // namespace

Q_DECLARE_METATYPE(blueprinting::NumberFault)

/// Numbers as people write them: what is read, and what is refused for which reason.
class WrittenNumberTest : public QObject {
    Q_OBJECT
private slots:
    void whole_data();
    void whole();
    void no_whole_data();
    void no_whole();
    void real_data();
    void real();
    void no_real_data();
    void no_real();
    void long_texts();
    void ranges();
    void written_again();
};

void WrittenNumberTest::whole_data()
{
    QTest::addColumn<qint64>("value");
    QTest::addColumn<bool>("scientific");
    QTest::newRow("0") << qint64{0} << false;
    QTest::newRow("7") << qint64{7} << false;
    QTest::newRow("-4") << qint64{-4} << false;
    QTest::newRow("-0") << qint64{0} << false;
    QTest::newRow("9007199254740992") << qint64{k2to53} << false;
    QTest::newRow("-9007199254740992") << qint64{-k2to53} << false;
    QTest::newRow("7e9") << qint64{7000000000} << true;
    QTest::newRow("1.5e9") << qint64{1500000000} << true;
    QTest::newRow("8.0") << qint64{8} << true;
    QTest::newRow("1E+3") << qint64{1000} << true;
    QTest::newRow("120e-1") << qint64{12} << true;
    QTest::newRow("0e400") << qint64{0} << true;
    QTest::newRow("9.007199254740992e15") << qint64{k2to53} << true;
}

void WrittenNumberTest::whole()
{
    QFETCH(qint64, value);
    QFETCH(bool, scientific);
    const auto read = written_whole(QTest::currentDataTag(), scientific ? Spelling::scientific : Spelling::digits);
    QVERIFY(std::holds_alternative<std::int64_t>(read));
    QCOMPARE(qint64{std::get<std::int64_t>(read)}, value);
    // What is written in digits alone is that number in either spelling.
    if (!scientific)
        QVERIFY(written_whole(QTest::currentDataTag(), Spelling::scientific) == read);
    else
        QVERIFY(written_whole(QTest::currentDataTag()) == (decltype(read){NumberFault::malformed}));
}

void WrittenNumberTest::no_whole_data()
{
    QTest::addColumn<NumberFault>("fault");
    for (const char* text : {"",   " ",  "+4",  " 4",  "4 ", "\t4", "0x10", "0b1",  "1_000", "1 000", "4.", ".5",
                             "e5", "1e", "1e+", "--4", "-",  "nan", "inf",  "true", "7B",    "4;",    "٤",  "4\n"})
        QTest::newRow(text) << NumberFault::malformed;
    for (const char* text : {"0100", "00", "-01", "01.5", "00e1"})
        QTest::newRow(text) << NumberFault::leading_zero;
    for (const char* text : {"4096.4", "1e-400", "0.5", "-0.5", "4096.0000000000001"})
        QTest::newRow(text) << NumberFault::fractional;
    for (const char* text : {"9007199254740993", "-9007199254740993", "9223372036854775808", "18446744073709551616",
                             "99999999999999999999", "1e30", "1e400", "1e99999999999999999999"})
        QTest::newRow(text) << NumberFault::too_large;
}

void WrittenNumberTest::no_whole()
{
    QFETCH(NumberFault, fault);
    const auto read = written_whole(QTest::currentDataTag(), Spelling::scientific);
    QVERIFY(std::holds_alternative<NumberFault>(read));
    QCOMPARE(int(std::get<NumberFault>(read)), int(fault));
}

void WrittenNumberTest::real_data()
{
    QTest::addColumn<double>("value");
    QTest::newRow("0") << 0.0;
    QTest::newRow("0.5") << 0.5;
    QTest::newRow("-0.5") << -0.5;
    QTest::newRow("1e3") << 1000.0;
    QTest::newRow("1e-3") << 0.001;
    QTest::newRow("2.50") << 2.5;
    QTest::newRow("99999999999999999999") << 1e20;
}

void WrittenNumberTest::real()
{
    QFETCH(double, value);
    const auto read = written_real(QTest::currentDataTag());
    QVERIFY(std::holds_alternative<double>(read));
    QCOMPARE(std::get<double>(read), value);
}

void WrittenNumberTest::no_real_data()
{
    QTest::addColumn<NumberFault>("fault");
    for (const char* text : {"", "+4", " 4", "0x10", "nan", "inf", "-inf", ".5", "5.", "1,5", "1e"})
        QTest::newRow(text) << NumberFault::malformed;
    for (const char* text : {"0100", "00.5"})
        QTest::newRow(text) << NumberFault::leading_zero;
    QTest::newRow("1e400") << NumberFault::too_large;
}

void WrittenNumberTest::no_real()
{
    QFETCH(NumberFault, fault);
    const auto read = written_real(QTest::currentDataTag());
    QVERIFY(std::holds_alternative<NumberFault>(read));
    QCOMPARE(int(std::get<NumberFault>(read)), int(fault));
}

void WrittenNumberTest::long_texts()
{
    const std::string zeros(1 << 20, '0');
    QVERIFY(written_whole("1" + zeros) == (std::variant<std::int64_t, NumberFault>{NumberFault::too_large}));
    QVERIFY(written_whole("1." + zeros, Spelling::scientific) ==
            (std::variant<std::int64_t, NumberFault>{std::int64_t{1}}));
}

void WrittenNumberTest::ranges()
{
    const auto message = [](const auto& result) {
        return result ? std::string() : result.diagnostics().front().message;
    };
    QCOMPARE(*read_whole("64", {1, 64}), std::int64_t{64});
    QCOMPARE(message(read_whole("65", {1, 64})),
             std::string("\"65\" is out of range; allowed are whole numbers from 1 to 64"));
    QCOMPARE(message(read_whole("0", {})),
             std::string("\"0\" is out of range; allowed are whole numbers from 1 to 2^53"));
    QCOMPARE(
        message(read_whole("0100", {})),
        std::string(
            "\"0100\" begins with a zero, which decimal numbers do not; allowed are whole numbers from 1 to 2^53"));
    QCOMPARE(message(read_whole("0x10", {})),
             std::string("\"0x10\" is not a number in decimal digits; allowed are whole numbers from 1 to 2^53"));
    QCOMPARE(*read_real("1.5", RealRange{1, 4}), 1.5);
    QCOMPARE(message(read_real("5", RealRange{1, 4})),
             std::string("\"5\" is out of range; allowed are decimal numbers, as 0.5 or 1e-3, from 1 to 4"));
    QCOMPARE(message(read_real("1e400")),
             std::string("\"1e400\" is out of range; allowed are decimal numbers, as 0.5 or 1e-3"));
}

void WrittenNumberTest::written_again()
{
    for (const double value :
         {0.0, 128.0, 0.65, 1e300, 1e-6, std::nextafter(1.0, 2.0), std::numeric_limits<double>::denorm_min()})
        QCOMPARE(std::get<double>(written_real(written(value))), value);
    QCOMPARE(written(128), std::string("128"));
    QCOMPARE(written(-1), std::string("-1"));
}

BLUEPRINTING_CORE_TEST(WrittenNumberTest)
#include "written_number_test.moc"
