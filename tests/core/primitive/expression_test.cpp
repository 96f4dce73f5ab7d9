#include "core/primitive/expression.h"
#include "tests/support/test_main.h"

#include <cmath>

using namespace blueprinting;
using namespace blueprinting::primitive;

Q_DECLARE_METATYPE(blueprinting::primitive::Expression)

/// Formulas: what they come to, how they are printed, and when they have no value.
class ExpressionTest : public QObject {
    Q_OBJECT
private slots:
    void value_and_text_data();
    void value_and_text();
    void no_value_data();
    void no_value();
    void mentions();
    void a_width_reads_as_another();
    void the_largest_integer();
};

namespace {

constexpr Symbol M{"M"}, N{"N"}, t{"t"}, z{"z"}, one{"one"}, r{"r"}, unbound{"x"};

/// M 6, N 10, t 4, z 5, one 1, r 1.25.
Bindings bindings()
{
    Bindings out;
    out.bind(M, 6);
    out.bind(N, 10);
    out.bind(t, 4);
    out.bind(z, 5);
    out.bind(one, 1);
    out.bind_real(r, 1.25);
    return out;
}

} // namespace

void ExpressionTest::value_and_text_data()
{
    QTest::addColumn<Expression>("formula");
    QTest::addColumn<qint64>("numerator");
    QTest::addColumn<qint64>("divisor");
    QTest::addColumn<QString>("symbols");
    QTest::addColumn<QString>("numbers");
    const auto row = [](const char* name, const Expression& formula, qint64 numerator, qint64 divisor,
                        const char* symbols, const char* numbers) {
        QTest::newRow(name) << formula << numerator << divisor << QString::fromUtf8(symbols)
                            << QString::fromUtf8(numbers);
    };
    row("nothing", 0, 0, 1, "0", "0");
    row("a symbol", M, 6, 1, "M", "6");
    row("a product", 2 * M * N, 120, 1, "2·M·N", "2·6·10");
    row("a sum in a product", (M + 2 * N) * t, 104, 1, "(M + 2·N)·t", "(6 + 2·10)·4");
    row("products in a sum", M * N + N, 70, 1, "M·N + N", "6·10 + 10");
    row("a difference", M * (t - 1), 18, 1, "M·(t − 1)", "6·(4 − 1)");
    row("a difference of a sum", N - (M + 1), 3, 1, "N − (M + 1)", "10 − (6 + 1)");
    row("a whole quotient", M * N / t, 15, 1, "M·N/t", "6·10/4");
    row("a quotient in a product", (M * 2 / t) * N, 30, 1, "(M·2/t)·N", "(6·2/4)·10");
    row("a quotient by a product", 120 / (M * N), 2, 1, "120/(M·N)", "120/(6·10)");
    row("a share is not divided", over(11 * M, z), 66, 5, "11·M/z", "11·6/5");
    row("a share of a quotient", over(M / 2, z), 3, 5, "M/2/z", "6/2/5");
    row("a share over one", over(11 * M, one), 66, 1, "11·M", "11·6");
    row("a share with another factor", over(M * (t - 1), t), 18, 4, "M·(t − 1)/t", "6·(4 − 1)/4");
    row("shares over the same", over(M, z) + over(N, z), 16, 5, "M/z + N/z", "6/5 + 10/5");
    row("shares over others", over(M, z) + over(N, t), 74, 20, "M/z + N/t", "6/5 + 10/4");
    row("a share and a whole", 1 + over(M, z), 11, 5, "1 + M/z", "1 + 6/5");
    row("the larger", max(M, N), 10, 1, "max(M, N)", "max(6, 10)");
    row("the larger in a product", max(over(M, t), 1) * t, 24, 4, "max(M/t, 1)·t", "max(6/4, 1)·4");
    row("the smaller", min(M + 1, N), 7, 1, "min(M + 1, N)", "min(6 + 1, 10)");
    row("up to the next integer", ceil(over(M, t)), 2, 1, "⌈M/t⌉", "⌈6/4⌉");
    row("up from an integer", ceil(over(N, z)) * z, 10, 1, "⌈N/z⌉·z", "⌈10/5⌉·5");
    row("up from below zero", ceil(over(0 - M, t)), -1, 1, "⌈(0 − M)/t⌉", "⌈(0 − 6)/4⌉");
    row("up from a real", ceil(M * r), 8, 1, "⌈M·r⌉", "⌈6·1.25⌉"); // 7.5
    row("up from a whole real", ceil(t * r), 5, 1, "⌈t·r⌉", "⌈4·1.25⌉");
    row("reals everywhere", ceil(max(N / r - 1, over(M, t) + r)), 7, 1, "⌈max(N/r − 1, M/t + r)⌉",
        "⌈max(10/1.25 − 1, 6/4 + 1.25)⌉");
}

void ExpressionTest::value_and_text()
{
    QFETCH(Expression, formula);
    QFETCH(qint64, numerator);
    QFETCH(qint64, divisor);
    const Bindings all = bindings();
    const auto value = formula.value(all);
    QVERIFY(value.has_value());
    QCOMPARE(*value, (Quotient{numerator, divisor}));
    QCOMPARE(formula.whole(all).has_value(), divisor == 1);
    QTEST(QString::fromStdString(formula.symbols(all)), "symbols");
    QTEST(QString::fromStdString(formula.numbers(all)), "numbers");
}

void ExpressionTest::no_value_data()
{
    QTest::addColumn<Expression>("formula");
    constexpr std::int64_t big = std::int64_t{1} << 32;
    QTest::newRow("not bound") << Expression(M * unbound);
    QTest::newRow("not whole") << Expression(N / t);
    QTest::newRow("over nothing") << Expression(M / (M - 6));
    QTest::newRow("a share over nothing") << Expression(over(M, M - 6));
    QTest::newRow("a product past 64 bits") << Expression(big * (Expression(big) * M));
    QTest::newRow("a sum past 64 bits") << Expression(Expression(INT64_MAX) + M);
    QTest::newRow("past 64 bits on the way") << Expression(big * Expression(big) / big);
    QTest::newRow("a divisor past 64 bits") << Expression(over(over(M, big), big));
    QTest::newRow("a real that is left") << Expression(M * r);
    QTest::newRow("a real past 64 bits") << Expression(ceil(INT64_MAX * Expression(r)));
}

void ExpressionTest::no_value()
{
    QFETCH(Expression, formula);
    QVERIFY(!formula.value(bindings()));
}

void ExpressionTest::mentions()
{
    const Bindings all = bindings();
    QVERIFY((M * N).mentions(M, all));
    QVERIFY(!(M * N).mentions(t, all));
    QVERIFY(over(M, z).mentions(z, all));
    QVERIFY(!over(M, one).mentions(one, all)); // it is not printed
}

/// An operand that is as wide as all others is shown under their symbol; one that is not, under its own.
void ExpressionTest::a_width_reads_as_another()
{
    constexpr Symbol e{"e"}, narrow{"e_in"};
    const Expression bytes = M * narrow + N * e;
    Bindings uniform;
    uniform.bind(M, 3);
    uniform.bind(N, 5);
    uniform.bind(e, 2);
    Bindings mixed = uniform;
    uniform.bind_as(narrow, e, 2);
    mixed.bind(narrow, 1);
    QCOMPARE(bytes.symbols(uniform), std::string("M·e + N·e"));
    QCOMPARE(*bytes.whole(uniform), std::int64_t(16));
    QVERIFY(!bytes.mentions(narrow, uniform));
    QCOMPARE(bytes.symbols(mixed), std::string("M·e_in + N·e"));
    QCOMPARE(*bytes.whole(mixed), std::int64_t(13));
    QVERIFY(bytes.mentions(narrow, mixed));
}

void ExpressionTest::the_largest_integer()
{
    Bindings all;
    all.bind(M, INT64_MAX / 2);
    QCOMPARE(*(2 * M + 1).whole(all), INT64_MAX);
    QVERIFY(!(2 * M + 2).value(all));
}

BLUEPRINTING_CORE_TEST(ExpressionTest)
#include "expression_test.moc"
