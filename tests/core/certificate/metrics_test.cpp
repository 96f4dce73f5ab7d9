#include "core/certificate/evaluation.h"
#include "core/certificate/fit.h"
#include "core/certificate/gates.h"
#include "core/certificate/nnls.h"
#include "tests/support/test_main.h"

using namespace blueprinting;
using namespace blueprinting::certificate;

/// Measuring, splitting and fitting, on candidates that are a time, a spread and a score and nothing else.
class CertificateMetricsTest : public QObject {
    Q_OBJECT
private slots:
    void oneCell();
    void equalScores();
    void clearMiss_data();
    void clearMiss();
    void percentile_data();
    void percentile();
    void emptySplit();
    void gates();
    void matrix();
    void splits();
    void leastSquares_data();
    void leastSquares();
    void rowsAreReduced();
    void refinement();
    void rounding();
    void cancelled();
};

namespace {

CellOutcome judged(std::vector<Timing> timings, const std::vector<double>& scores)
{
    return judge(MeasuredCell(std::move(timings)), std::span<const double>(scores));
}

Metrics metrics_of(const std::vector<double>& regrets)
{
    std::vector<CellOutcome> outcomes(regrets.size());
    std::vector<std::string> names(regrets.size());
    std::vector<std::size_t> members;
    for (std::size_t i = 0; i < regrets.size(); ++i) {
        outcomes[i].regret_pct = regrets[i];
        members.push_back(i);
    }
    return summarise(outcomes, names, members);
}

} // namespace

void CertificateMetricsTest::oneCell()
{
    // 100 and 102 are 2 % apart: no pair. 100-110 and 102-110 are pairs. The score chooses 102: regret 2 %.
    const CellOutcome outcome = judged({{110, 1}, {100, 1}, {102, 1}}, {3.0, 2.0, 1.0});
    QCOMPARE(outcome.best, std::size_t{1});
    QCOMPARE(outcome.selected, std::size_t{2});
    QCOMPARE(outcome.regret_pct, 2.0);
    QCOMPARE(outcome.lead_pct, 2.0);
    QCOMPARE(outcome.pairs, std::size_t{2});
    QCOMPARE(outcome.right, std::size_t{2});
    QVERIFY(!outcome.clear_miss);
    // Exactly 3 % of the smaller is no pair.
    QVERIFY(separated_pairs(std::vector<Timing>{{100, 0}, {103, 0}}).empty());
    QCOMPARE(separated_pairs(std::vector<Timing>{{100, 0}, {103.5, 0}}).size(), std::size_t{1});
    // One candidate: nothing to lose and nothing to order.
    const CellOutcome alone = judged({{7, 50}}, {1.0});
    QCOMPARE(alone.regret_pct, 0.0);
    QCOMPARE(alone.pairs, std::size_t{0});
}

void CertificateMetricsTest::equalScores()
{
    // The first of equal scores is chosen, and a tie counts as "the first does not score less".
    QCOMPARE(judged({{100, 0}, {90, 0}}, {1.0, 1.0}).selected, std::size_t{0});
    QCOMPARE(judged({{100, 0}, {90, 0}}, {1.0, 1.0}).right, std::size_t{1});
    QCOMPARE(judged({{90, 0}, {100, 0}}, {1.0, 1.0}).right, std::size_t{0});
    // So is the first of equal times.
    QCOMPARE(judged({{90, 0}, {90, 0}}, {2.0, 1.0}).best, std::size_t{0});
}

void CertificateMetricsTest::clearMiss_data()
{
    QTest::addColumn<double>("spread");   // of the best, which takes 100 ms
    QTest::addColumn<double>("runnerUp"); // ms
    QTest::addColumn<double>("chosen");   // ms
    QTest::addColumn<bool>("miss");
    QTest::newRow("lead 4 %, regret 6 %") << 1.0 << 104.0 << 106.0 << true;
    QTest::newRow("lead 3 % is noise") << 1.0 << 103.0 << 106.0 << false;
    QTest::newRow("spread hides the lead") << 4.5 << 104.0 << 106.0 << false;
    QTest::newRow("regret 5 % is near enough") << 1.0 << 104.0 << 105.0 << false;
}

void CertificateMetricsTest::clearMiss()
{
    QFETCH(double, spread);
    QFETCH(double, runnerUp);
    QFETCH(double, chosen);
    QFETCH(bool, miss);
    QCOMPARE(judged({{100, spread}, {runnerUp, 0}, {chosen, 0}}, {3.0, 2.0, 1.0}).clear_miss, miss);
}

void CertificateMetricsTest::percentile_data()
{
    QTest::addColumn<int>("cells");
    QTest::addColumn<int>("place"); // min(N − 1, ⌊0.95·N⌋) among the regrets 0, 1, 2, …
    QTest::addColumn<double>("median");
    QTest::newRow("1") << 1 << 0 << 0.0;
    QTest::newRow("2") << 2 << 1 << 0.5;
    QTest::newRow("19") << 19 << 18 << 9.0;
    QTest::newRow("20") << 20 << 19 << 9.5;
    QTest::newRow("21") << 21 << 19 << 10.0;
    QTest::newRow("40") << 40 << 38 << 19.5;
    QTest::newRow("100") << 100 << 95 << 49.5;
}

void CertificateMetricsTest::percentile()
{
    QFETCH(int, cells);
    QFETCH(int, place);
    QFETCH(double, median);
    std::vector<double> regrets;
    for (int i = cells - 1; i >= 0; --i)
        regrets.push_back(i);
    const Metrics metrics = metrics_of(regrets);
    QCOMPARE(*metrics.p95_regret_pct, static_cast<double>(place));
    QCOMPARE(*metrics.median_regret_pct, median);
    QCOMPARE(*metrics.max_regret_pct, static_cast<double>(cells - 1));
    QVERIFY(!metrics.pairwise_accuracy);
}

void CertificateMetricsTest::emptySplit()
{
    const Metrics metrics = metrics_of({});
    QCOMPARE(metrics.cells, std::size_t{0});
    QVERIFY(!metrics.median_regret_pct && !metrics.p95_regret_pct && !metrics.max_regret_pct &&
            !metrics.pairwise_accuracy);
    for (const GateResult& gate : judge_gates(metrics)) {
        QVERIFY(!gate.value);
        QVERIFY(gate.passed);
    }
}

void CertificateMetricsTest::gates()
{
    Metrics metrics;
    metrics.cells = 3;
    metrics.pairwise_accuracy = 0.9;
    metrics.median_regret_pct = 2.0;
    metrics.p95_regret_pct = 5.0;
    metrics.max_regret_pct = 10.0;
    QVERIFY(all_pass(judge_gates(metrics))); // each limit itself passes
    QCOMPARE(judge_gates(metrics)[0].allowance_used, 1.0);
    const auto failing = [&](auto change) {
        Metrics moved = metrics;
        change(moved);
        QString out;
        for (const GateResult& gate : judge_gates(moved))
            if (!gate.passed)
                out += QString::fromLatin1(to_string(gate.gate).data(), static_cast<int>(to_string(gate.gate).size())) +
                       " ";
        return out.trimmed();
    };
    QCOMPARE(failing([](Metrics& m) { m.pairwise_accuracy = 0.8999999; }), QString("pairs_in_order"));
    QCOMPARE(failing([](Metrics& m) { m.median_regret_pct = 2.0000001; }), QString("median_regret"));
    QCOMPARE(failing([](Metrics& m) { m.p95_regret_pct = 5.0000001; }), QString("p95_regret"));
    QCOMPARE(failing([](Metrics& m) { m.max_regret_pct = 10.0000001; }), QString("max_regret"));
    QCOMPARE(failing([](Metrics& m) { m.clear_misses = {"a cell"}; }), QString("clear_misses"));
}

void CertificateMetricsTest::matrix()
{
    std::vector<CellOutcome> outcomes(3);
    outcomes[0].pairs = 4;
    outcomes[0].right = 3;
    outcomes[1].pairs = 6;
    outcomes[1].right = 6;
    outcomes[2].pairs = 0; // a cell without a separated pair is there, and has no accuracy
    const std::vector<std::string> rows{"b", "a", "b"};
    const std::vector<std::string> columns{"x", "x", "y"};
    const PairMatrix matrix = pair_matrix(outcomes, rows, columns);
    QCOMPARE(matrix.rows, (std::vector<std::string>{"b", "a"}));
    QCOMPARE(matrix.columns, (std::vector<std::string>{"x", "y"}));
    QCOMPARE(matrix.entries[0][0]->misordered(), std::size_t{1});
    QCOMPARE(matrix.entries[0][1]->pairs, std::size_t{0});
    QVERIFY(!matrix.entries[1][1]);
    QCOMPARE(matrix.column_totals[0].pairs, std::size_t{10});
    QCOMPARE(matrix.row_totals[0].right, std::size_t{3});
    QCOMPARE(matrix.total.right, std::size_t{9});
}

void CertificateMetricsTest::splits()
{
    const std::vector<std::string> keys{"cal-ellavox|m|L1|tp1|cp1|g1", "cal-ellavox|m|L1|tp1|cp1|g2",
                                        "cal-other|m|L1|tp1|cp1|g3", "cal-other|m|L1|tp2|cp1",
                                        "cal-ellavox-long|m|L1|tp1|cp1|ep2|g5"};
    QCOMPARE(split(keys, {}).held_out, (std::vector<std::size_t>{0, 4}));
    const std::vector<std::string> patterns = split_patterns("tp2, other|m|L1|tp1,,");
    QCOMPARE(patterns, (std::vector<std::string>{"tp2", "other|m|L1|tp1"}));
    const Splits both = split(keys, patterns);
    QCOMPARE(both.held_out, (std::vector<std::size_t>{0, 2, 3, 4}));
    QCOMPARE(both.train, (std::vector<std::size_t>{1}));
    QVERIFY(split_patterns("").empty());
}

void CertificateMetricsTest::leastSquares_data()
{
    QTest::addColumn<QList<double>>("x"); // row by row, two columns
    QTest::addColumn<QList<double>>("y");
    QTest::addColumn<QList<double>>("solution");
    QTest::newRow("inside") << QList<double>{1, 0, 0, 1} << QList<double>{3, 4} << QList<double>{3, 4};
    QTest::newRow("one at its bound") << QList<double>{1, 0, 0, 1} << QList<double>{1, -1} << QList<double>{1, 0};
    // Unconstrained 4 − t; with the slope held at 0 the mean remains.
    QTest::newRow("a line that falls") << QList<double>{1, 1, 1, 2, 1, 3} << QList<double>{3, 2, 1}
                                       << QList<double>{2, 0};
    QTest::newRow("an all-zero column") << QList<double>{2, 0, 4, 0} << QList<double>{2, 4} << QList<double>{1, 0};
    QTest::newRow("two equal columns: the first carries it")
        << QList<double>{1, 1, 2, 2} << QList<double>{3, 6} << QList<double>{3, 0};
    QTest::newRow("nothing helps") << QList<double>{1, 0, 0, 1} << QList<double>{-1, -1} << QList<double>{0, 0};
}

void CertificateMetricsTest::leastSquares()
{
    QFETCH(QList<double>, x);
    QFETCH(QList<double>, y);
    QFETCH(QList<double>, solution);
    NormalRows rows(2);
    for (qsizetype i = 0; i < y.size(); ++i)
        rows.add(Eigen::RowVector2d(x[2 * i], x[2 * i + 1]), y[i]);
    const Eigen::MatrixXd factor = rows.factor();
    const NonNegative fitted = nnls(factor.leftCols(2), factor.col(2), rows.largest());
    QVERIFY(fitted.converged);
    const Eigen::VectorXd& found = fitted.solution;
    for (int j = 0; j < 2; ++j)
        QVERIFY2(std::fabs(found(j) - solution[j]) < 1e-9, qPrintable(QString::number(found(j))));
}

void CertificateMetricsTest::rowsAreReduced()
{
    // 5000 rows of y = 3a + 5b, exactly solvable, go through the triangular factor several times.
    NormalRows rows(2);
    for (int i = 0; i < 5000; ++i) {
        const double a = i % 17;
        const double b = i % 23;
        rows.add(Eigen::RowVector2d(a, b), 3 * a + 5 * b);
    }
    const Eigen::MatrixXd factor = rows.factor();
    QCOMPARE(factor.rows(), Eigen::Index{3});
    const Eigen::VectorXd found = nnls(factor.leftCols(2), factor.col(2), rows.largest()).solution;
    QVERIFY(std::fabs(found(0) - 3) < 1e-9);
    QVERIFY(std::fabs(found(1) - 5) < 1e-9);
    QCOMPARE(rows.largest()(1), 22.0);
    // Two coefficients take two steps and a look; cut short, it says so.
    QVERIFY(!nnls(factor.leftCols(2), factor.col(2), rows.largest(), 1).converged);
    QVERIFY(nnls(factor.leftCols(2), factor.col(2), rows.largest(), 3).converged);
}

namespace {

/// Cells whose time is 2 µs a unit of the first column and a little of the second that is not linear, so that least
/// squares alone misplaces some pairs.
std::vector<FitCell> awkward_cells()
{
    std::vector<FitCell> cells;
    for (int cell = 0; cell < 6; ++cell) {
        std::vector<Timing> timings;
        Eigen::MatrixXd terms(5, 2);
        for (int i = 0; i < 5; ++i) {
            const double a = 1000 + 37 * ((i * 7 + cell * 3) % 11);
            const double b = (i * i + cell) % 6;
            terms.row(i) << a, b;
            timings.push_back({(2 * a + 40 * b * b) / 1000.0, 0.5});
        }
        cells.push_back({MeasuredCell(timings), terms});
    }
    return cells;
}

} // namespace

void CertificateMetricsTest::refinement()
{
    const auto cells = awkward_cells();
    FitOptions options;
    options.objective = Objective::least_squares;
    const auto plain = fit(cells, 2, options);
    options.objective = Objective::regret;
    double last = 0;
    bool rising = true;
    options.progress = [&](double share) {
        rising = rising && share >= last && share <= 1;
        last = share;
    };
    const auto refined = fit(cells, 2, options);
    QVERIFY(plain.has_value() && refined.has_value());
    QVERIFY(rising);
    QCOMPARE(last, 1.0);
    QVERIFY(refined->loss <= plain->loss);
    QCOMPARE(refined->loss, selection_loss(cells, refined->coefficients));
    QVERIFY((refined->coefficients.array() >= 0).all());
    // The same cells give the same bits.
    QVERIFY(fit(cells, 2, options)->coefficients == refined->coefficients);
}

void CertificateMetricsTest::rounding()
{
    // Halves go to the even neighbour.
    QCOMPARE(integerise(Eigen::Vector3d(0.0005, 0.0015, 0.0025)), (std::vector<std::int64_t>{0, 2, 2}));
    // Where rounding costs no ranking, nothing is repaired.
    const auto cells = awkward_cells();
    const Eigen::Vector2d exact(2, 10);
    QCOMPARE(integerise_and_repair(cells, exact), (std::vector<std::int64_t>{2000, 10000}));
    // 0.4 thousandths a unit rounds to nothing and every order is lost; the repair finds a table that keeps it.
    std::vector<FitCell> small;
    Eigen::MatrixXd terms(2, 1);
    terms << 2000.0, 1000.0;
    small.push_back({MeasuredCell({{0.8, 0}, {0.4, 0}}), terms});
    const Eigen::VectorXd tiny = Eigen::VectorXd::Constant(1, 0.0004);
    QCOMPARE(integerise(tiny), std::vector<std::int64_t>{0});
    QCOMPARE(integerise_and_repair(small, tiny), std::vector<std::int64_t>{1});
}

void CertificateMetricsTest::cancelled()
{
    FitOptions options;
    options.cancel.cancel();
    QVERIFY(fit(awkward_cells(), 2, options).cancelled());
}

BLUEPRINTING_CORE_TEST(CertificateMetricsTest)
#include "metrics_test.moc"
