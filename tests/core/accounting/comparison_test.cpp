#include "core/accounting/comparison.h"
#include "tests/support/test_main.h"

using namespace blueprinting;
using namespace blueprinting::accounting;

class ComparisonTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void table1_data();
    void table1();
    void rows_data();
    void rows();
    void summary();
    void counts_data();
    void counts();
    void checkpoint();
    void oneDigitDecides();
    void unknownNames();

private:
    Publication m_publication;
    Report m_report;
};

void ComparisonTest::initTestCase()
{
    m_publication = *flashoptim();
    m_report = *compare(m_publication);
}

void ComparisonTest::table1_data()
{
    QTest::addColumn<int>("index");
    QTest::addColumn<double>("total");
    QTest::addColumn<double>("withScales");
    QTest::addColumn<double>("released"); // negative: none
    QTest::addColumn<double>("releasedWithScales");
    QTest::newRow("SGD") << 0 << 12.0 << 12.0 << -1.0 << -1.0;
    QTest::newRow("FlashSGD") << 1 << 6.0 << 6.0625 << 4.0 << 4.0625;
    QTest::newRow("Adam") << 2 << 16.0 << 16.0 << -1.0 << -1.0;
    QTest::newRow("FlashAdam") << 3 << 7.0 << 7.125 << 5.0 << 5.125;
}

void ComparisonTest::table1()
{
    QFETCH(int, index);
    const TotalComparison& row = m_report.totals.at(static_cast<std::size_t>(index));
    QCOMPARE(row.published.optimizer, std::string(QTest::currentDataTag()));
    QTEST(row.predicted.total, "total");
    QTEST(row.predicted.total_with_scales, "withScales");
    QTEST(row.predicted.gradient_release.value_or(-1), "released");
    QTEST(row.predicted.gradient_release_with_scales.value_or(-1), "releasedWithScales");
    QVERIFY(row.matches);
}

// Each row from the counts and the bytes per parameter, at the printed decimals.
void ComparisonTest::rows_data()
{
    QTest::addColumn<int>("group");
    QTest::addColumn<int>("row");
    QTest::addColumn<double>("parameters"); // GiB
    QTest::addColumn<double>("state");
    QTest::addColumn<QString>("deviation");
    QTest::addColumn<bool>("matches");
    struct Group {
        const char* name;
        double count;
        double moments;
        const char* deviation[4];
    };
    const Group groups[] = {
        {"Llama-3.1-8B AdamW", 8030261248, 2, {"0.1", "0.3", "0.3", "0.1"}},
        {"ResNet-50 SGD", 25557032, 1, {"4.8", "4.8", "4.8", "15.7"}},
        {"ResNet-50 AdamW", 25557032, 2, {"4.8", "7.0", "4.8", "4.8"}},
        {"GPT-2 AdamW", 124439808, 2, {"0.8", "0.8", "0.8", "1.5"}},
        {"GPT-2 Lion", 124439808, 1, {"0.8", "0.8", "0.8", "2.6"}},
    };
    const char* variants[] = {"Reference", "FlashOptim", "Weight Split", "Opt. Quant."};
    for (int g = 0; g < 5; ++g) {
        const double k = groups[g].moments, gib = groups[g].count / 1073741824.0;
        const double weights[] = {4, 2, 2, 4};
        const double state[] = {4 * k, 1.0625 * k + 1, 4 * k + 1, 1.0625 * k};
        for (int r = 0; r < 4; ++r)
            QTest::addRow("%s, %s", groups[g].name, variants[r])
                << g << r << gib * weights[r] << gib * state[r] << QString::fromLatin1(groups[g].deviation[r])
                << !(g == 2 && r == 1);
    }
}

void ComparisonTest::rows()
{
    QFETCH(int, group);
    QFETCH(int, row);
    QFETCH(double, parameters);
    QFETCH(double, state);
    const RowComparison& compared =
        m_report.groups.at(static_cast<std::size_t>(group)).rows.at(static_cast<std::size_t>(row));
    QCOMPARE(compared.predicted.parameters.value() / 1073741824.0, parameters);
    QCOMPARE(compared.predicted.optimizer_state.value() / 1073741824.0, state);
    QTEST(QString::number(compared.deviation_percent, 'f', 1), "deviation");
    QTEST(compared.matches(), "matches");
}

void ComparisonTest::summary()
{
    QVERIFY(m_report.totals_match());
    QCOMPARE(m_report.rows(), std::size_t{20});
    QCOMPARE(m_report.rows_matching(), std::size_t{19});
    const Diagnostics findings = deviations(m_report);
    QCOMPARE(findings.size(), std::size_t{1});
    QCOMPARE(findings.front().severity, Severity::finding);
    QCOMPARE(findings.front().message, std::string("Table 6, ResNet-50 AdamW, FlashOptim: published 0.05 / 0.08 GiB, "
                                                   "predicted 0.048 / 0.074 GiB, off by 7.0 %"));
}

void ComparisonTest::counts_data()
{
    QTest::addColumn<int>("group");
    QTest::addColumn<double>("implied");
    QTest::addColumn<QString>("percent");
    const double gib = 1073741824.0;
    QTest::newRow("Llama-3.1-8B") << 0 << 29.9 * gib / 4 << "0.1"; // 8 026 220 134
    QTest::newRow("ResNet-50") << 1 << 0.10 * gib / 4 << "5.0";    // 26 843 546
    QTest::newRow("GPT-2 124M") << 3 << 0.46 * gib / 4 << "0.8";   // 123 480 310
}

void ComparisonTest::counts()
{
    QFETCH(int, group);
    const CountCheck& count = m_report.groups.at(static_cast<std::size_t>(group)).count;
    QTEST(count.implied, "implied");
    QTEST(QString::number(count.deviation_percent, 'f', 1), "percent");
    QVERIFY(count.within_printing);
}

void ComparisonTest::checkpoint()
{
    const CheckpointPrediction& p = m_report.checkpoint.predicted;
    const double gib = 1073741824.0;
    QCOMPARE(p.reference_bytes, 12.0);
    QCOMPARE(p.flash_bytes, 5.0);
    QCOMPARE(p.flash_bytes_with_scales, 5.125);
    QCOMPARE(p.parameters, std::int64_t{7516192768});
    QCOMPARE(p.reference.value(), 84 * gib);
    QCOMPARE(p.flash.value(), 35 * gib);
    QCOMPARE(p.flash_with_scales.value(), 35.875 * gib);
    QCOMPARE(QString::number(p.reduction_percent, 'f', 1), QStringLiteral("58.3"));
    QCOMPARE(QString::number(p.reduction_with_scales_percent, 'f', 1), QStringLiteral("57.3"));
    QVERIFY(m_report.checkpoint.matches);
}

// Each verdict turns when one printed digit moves.
void ComparisonTest::oneDigitDecides()
{
    for (std::size_t i = 0; i < m_publication.totals.size(); ++i) {
        Publication changed = m_publication;
        changed.totals[i].total = *printed_figure_from(std::to_string(std::stoi(changed.totals[i].total.text) + 1));
        QVERIFY(!compare(changed)->totals_match());
    }
    Publication released = m_publication;
    released.totals[1].gradient_release = *printed_figure_from("5");
    QVERIFY(!compare(released)->totals_match());
    // A release published for an optimizer that has none does not match either.
    released = m_publication;
    released.totals[0].gradient_release = *printed_figure_from("8");
    QVERIFY(!compare(released)->totals_match());

    Publication row = m_publication;
    row.groups[0].rows[0].parameters = *printed_figure_from("30.0");
    QCOMPARE(compare(row)->rows_matching(), std::size_t{18});
    row = m_publication;
    row.groups[2].rows[1].optimizer_state = *printed_figure_from("0.07");
    QCOMPARE(compare(row)->rows_matching(), std::size_t{20});
    QVERIFY(deviations(*compare(row)).empty());

    Publication size = m_publication;
    size.checkpoint.flash_gibibytes = *printed_figure_from("36");
    QVERIFY(!compare(size)->checkpoint.matches);
    size = m_publication;
    size.checkpoint.reference_bytes = *printed_figure_from("16");
    QVERIFY(!compare(size)->checkpoint.matches);

    // A count off by more than the printing allows is seen.
    Publication count = m_publication;
    count.architectures[0].parameters = 8'100'000'000;
    QVERIFY(!compare(count)->groups[0].count.within_printing);
}

void ComparisonTest::unknownNames()
{
    Publication changed = m_publication;
    changed.groups[0].model = "Llama-9";
    QCOMPARE(compare(changed).diagnostics().front().code, std::string("accounting.model.unknown"));
    changed = m_publication;
    changed.groups[0].optimizer = "Adagrad";
    QCOMPARE(compare(changed).diagnostics().front().code, std::string("accounting.optimizer.unknown"));
    changed = m_publication;
    changed.totals[0].optimizer = "Adagrad";
    QCOMPARE(compare(changed).diagnostics().front().code, std::string("accounting.optimizer.unknown"));
}

BLUEPRINTING_CORE_TEST(ComparisonTest)
#include "comparison_test.moc"
