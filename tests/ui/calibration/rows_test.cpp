#include "core/calibration/experiment.h"
#include "tests/support/test_main.h"
#include "ui/calibration/case_rows.h"
#include "ui/calibration/difference_rows.h"
#include "ui/calibration/gate_rows.h"

#include <cmath>

using namespace blueprinting;
using namespace blueprinting::ui;
using calibration::Report;

namespace {

QStringList texts(const TableRow& row)
{
    QStringList out;
    for (const Cell& cell : row.cells)
        out << cell.text;
    return out;
}

} // namespace

class CalibrationRowsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase()
    {
        const auto cases = calibration::table5_cases();
        QVERIFY(cases);
        auto report = calibration::run_experiment(*cases, *oracle::make_recorded_calculon(), *oracle::make_paper(), {},
                                                  CancelToken());
        QVERIFY(report);
        m_report = *std::move(report);
        auto contract = calibration::baseline_contract();
        QVERIFY(contract);
        m_contract = *std::move(contract);
    }

    void cases()
    {
        const auto rows = case_rows(m_report);
        QCOMPARE(rows.size(), std::size_t{9});
        // As published with the experiment.
        QCOMPARE(texts(rows[5]), (QStringList{"turing-530B seqsel", "30.668", "−11.0", "34.473", "34.473", "0.00",
                                              "37.83", "−8.87", ""}));
        QCOMPARE(texts(rows[1]),
                 (QStringList{"megatron-22B seqsel", "0.935", "−17.7", "1.137", "1.137", "0.00", "1.10", "+3.33", ""}));
        QCOMPARE(texts(rows[8]), (QStringList{"Mean of |error|", "", "13.0", "", "", "0.00", "", "3.65", ""}));
        QCOMPARE(case_columns(8.9).back().bar_limit, 8.9);
        const auto brief = case_rows(m_report, CaseNames::size);
        QCOMPARE(brief[5].cells[0].text, QString("530B seqsel"));
        QCOMPARE(brief[5].cells[0].tooltip, QString("turing-530B seqsel"));
    }

    void casesWithoutReference()
    {
        Report report = m_report;
        report.cases[0].paper_seconds = report.cases[0].evidence_vs_paper = {oracle::State::not_published, 0};
        report.cases[1].calculon_seconds = report.cases[1].evidence_vs_calculon = {oracle::State::refused, 0};
        const auto rows = case_rows(report);
        QCOMPARE(rows[0].cells[6].text, QString("not published"));
        QCOMPARE(rows[0].cells[7].text, QString("–"));
        QVERIFY(!rows[0].cells[8].value.isValid());
        QCOMPARE(rows[1].cells[4].text, QString("refused"));
    }

    void workload()
    {
        const WorkloadCounts counts = workload_counts(m_report, 1e-9);
        QCOMPARE(counts.all(), std::size_t{152});
        // Four full cases store no activations, four seqsel ones no checkpoints.
        QCOMPARE(counts.both_zero, std::size_t{8});
        QCOMPARE(counts.equal, std::size_t{144});

        Report report = m_report;
        report.cases[2].workload[0].error_percent = oracle::Figure::of(5e-10);
        report.cases[2].workload[1].error_percent = oracle::Figure::of(2e-9);
        report.cases[2].workload[2].error_percent =
            report.cases[2].workload[2].reference = {oracle::State::not_covered, 0};
        const WorkloadCounts changed = workload_counts(report, 1e-9);
        QCOMPARE(changed.within, std::size_t{1});
        QCOMPARE(changed.over, std::size_t{1});
        QCOMPARE(changed.missing, std::size_t{1});
        QCOMPARE(changed.equal, std::size_t{141});

        const HeatChart chart = workload_chart(report, 1e-9, "gpt3-175B/full");
        QCOMPARE(chart.rows.size(), std::size_t{19});
        QCOMPARE(chart.columns[2].group, QString("175B"));
        QCOMPARE(chart.columns[2].header, QString("full"));
        QCOMPARE(chart.selected_column, QString("gpt3-175B/full"));
        QCOMPARE(chart.rows[0].cells[2].fill, ColorToken(Tone::caution)); // forward operations
        QCOMPARE(chart.rows[0].cells[3].fill, ColorToken(&Theme::equal_cell));
        // megatron-22B full, as Calculon counts it, in thousands parted by thin spaces.
        QVERIFY(chart.rows[0].cells[0].hover.contains(QString("981 454 553 088").replace(u' ', QChar(0x2009))));
    }

    void parity()
    {
        const HeatChart peak = parity_chart(m_report, true, {});
        QCOMPARE(peak.rows.size(), std::size_t{9});
        // 175B seqsel, peak-only: 2.9722 against 3.3335 s forward, 0.3536 against 0.5357 s recommunication.
        QCOMPARE(peak.rows[0].cells[3].text, QString("−10.8"));
        QCOMPARE(peak.rows[7].cells[3].text, QString("−34.0"));
        QCOMPARE(peak.rows[6].cells[3].text, QString("0")); // no data parallelism
        QVERIFY(peak.rows[6].cells[3].fill.isNone());
        const HeatChart evidence = parity_chart(m_report, false, {});
        for (const HeatRow& row : evidence.rows)
            for (const HeatCell& cell : row.cells)
                QCOMPARE(cell.text, QString("0"));
        Report report = m_report;
        report.cases[0].calculon_breakdown[0] = {oracle::State::refused, 0};
        report.cases[0].calculon_breakdown[1] = oracle::Figure::of(0);
        const HeatChart broken = parity_chart(report, false, {});
        QCOMPARE(broken.rows[0].cells[0].text, QString("–"));
        QCOMPARE(broken.rows[1].cells[0].text, QString("+∞"));
    }

    void gateIsSortedByHeadroom()
    {
        const auto rows = gate_rows(calibration::check(m_report, m_contract));
        QCOMPARE(rows.size(), std::size_t{8});
        QCOMPARE(texts(rows[0]), (QStringList{"Paper, largest", "8.874 %", "≤ 8.9 %", "", "0.3 %", "passed", "%"}));
        QCOMPARE(texts(rows[1]), (QStringList{"Paper, mean", "3.654 %", "≤ 3.7 %", "", "1.2 %", "passed", "%"}));
        QCOMPARE(rows[0].cells[4].tone, Tone::caution);
        QCOMPARE(rows[2].cells[4].tone, Tone::secondary);
        double used = 2;
        for (const TableRow& row : rows) {
            QVERIFY(row.cells[3].value.toDouble() <= used);
            used = row.cells[3].value.toDouble();
        }
        const auto memory =
            std::find_if(rows.begin(), rows.end(), [](const TableRow& row) { return row.key == "memory"; });
        QCOMPARE(memory->cells[2].text, QString("≤ 1 B"));
        QCOMPARE(memory->cells[6].text, QString("B")); // its unit, where the table is saved
        const auto timing =
            std::find_if(rows.begin(), rows.end(), [](const TableRow& row) { return row.key == "timing"; });
        QCOMPARE(timing->cells[0].text, QString("Timing, 10 figures"));
        QCOMPARE(timing->cells[2].text, QString("≤ 10⁻⁹ %"));
    }

    // What each gate compares, in which unit, and when it holds.
    void everyGateHasATip()
    {
        Report broken = m_report;
        broken.summary.breakdown[3].max_absolute_percent = oracle::Figure::of(INFINITY);
        broken.cases[4].portable_digest[0] ^= 1;
        for (const Report& one : {m_report, broken}) {
            const std::vector<calibration::Check> checks = calibration::check(one, m_contract);
            for (const TableRow& row : gate_rows(checks)) {
                const QString& tip = row.cells.front().tooltip;
                QVERIFY2(tip.contains("Passes while it is ") && tip.contains(row.cells[2].text),
                         qPrintable(tip)); // the law is the column's
                QVERIFY2(tip.contains("in percent") || tip.contains("in bytes"), qPrintable(tip));
            }
            for (const IdentityCount& count : identity_counts(checks)) {
                QVERIFY2(count.meaning.contains("must be"), qPrintable(count.name));
                QVERIFY(count.tip().startsWith(count.meaning));
                QCOMPARE(count.tip() == count.meaning, count.holds());
            }
        }
        for (const Column& column : gate_columns())
            QVERIFY2(column.id == "budget" || column.saved_only || !column.tooltip.isEmpty(), qPrintable(column.id));
    }

    void failuresAreSaid()
    {
        Report report = m_report;
        report.summary.breakdown[3].max_absolute_percent = oracle::Figure::of(INFINITY);
        report.cases[4].portable_digest[0] ^= 1;
        const auto checks = calibration::check(report, m_contract);
        const auto rows = gate_rows(checks);
        QCOMPARE(rows[0].key, QString("timing"));
        QCOMPARE(rows[0].cells[1].text, QString("∞ %"));
        QCOMPARE(rows[0].cells[4].text, QString("over"));
        QCOMPARE(rows[0].tint, RowTint::bad);
        const auto identities = identity_counts(checks);
        QCOMPARE(identities.back().name, QString("Plan digests"));
        QCOMPARE(identities.back().passed, std::size_t{7});
        QVERIFY(identities.back().failures.startsWith("portable_digest turing-530B/full: expected "));
        const Answer answer = calibration_answer(report, checks);
        QVERIFY2(answer.headline.startsWith("Gate failed: 2 of 60 checks."), qPrintable(answer.headline));
        QVERIFY(answer.why.endsWith("First failure: portable_digest turing-530B/full."));
    }

    void whatCalculonDoesNotSay_data()
    {
        QTest::addColumn<QList<oracle::State>>("states"); ///< of the first cases; the others are compared
        QTest::addColumn<QString>("words");
        using oracle::State;
        const QList<State> refused(8, State::refused);
        QTest::newRow("refuses all") << refused << "Calculon refuses all eight cases";
        QTest::newRow("refuses three") << refused.mid(5) << "5 of 8 cases equal Calculon, it refuses 3";
        QTest::newRow("covers none") << QList<State>(8, State::not_covered) << "Calculon covers none of the cases";
        QTest::newRow("both") << QList{State::refused, State::not_covered, State::not_covered}
                              << "5 of 8 cases equal Calculon, it refuses 1, 2 it does not cover";
    }
    void whatCalculonDoesNotSay()
    {
        QFETCH(QList<oracle::State>, states);
        QFETCH(QString, words);
        Report report = m_report;
        for (std::size_t i = 0; i < std::size_t(states.size()); ++i)
            report.cases[i].calculon_seconds = report.cases[i].evidence_vs_calculon = {states[int(i)], 0};
        const QString headline = calibration_answer(report, {}).headline;
        QVERIFY2(headline.contains(u' ' + words + "; against the paper "), qPrintable(headline));
    }

    void answer()
    {
        const Answer answer = calibration_answer(m_report, calibration::check(m_report, m_contract));
        QCOMPARE(
            answer.headline,
            QString(
                "Gate passed. All eight cases equal Calculon; against the paper 3.65 % on average, 8.87 % at most"));
        QCOMPARE(answer.why, QString("The largest is turing-530B seqsel: 3.357 s below the published 37.83 s. "
                                     "Head-room to the paper budgets: "
                                     "0.3 % and 1.2 %."));
    }

    void provenance()
    {
        const auto rows = provenance_rows(m_report);
        // Fifteen of the report, and of each case three inputs, three digests and two checkpoints.
        QCOMPARE(rows.size(), std::size_t{15 + 8 * 8});
        QSet<QString> keys;
        for (const TableRow& row : rows)
            keys.insert(row.key);
        QCOMPARE(std::size_t(keys.size()), rows.size());
    }

    void differences()
    {
        QVERIFY(report_differences(m_report, m_report).empty());
        QCOMPARE(difference_summary(m_report, m_report), QString());
        Report other = m_report;
        other.cases[2].evidence_breakdown[0] *= 1.25;
        other.cases[2].portable_digest = std::string(64, 'a');
        other.policy.fit_against_case_outputs = true;
        const auto found = report_differences(m_report, other);
        QCOMPARE(found.size(), std::size_t{3});
        QStringList paths;
        for (const ReportDifference& difference : found)
            paths << difference.path;
        QVERIFY2(paths.contains("cases/gpt3-175B full/estimated_breakdown_seconds/forward"),
                 qPrintable(paths.join('|')));
        for (const ReportDifference& difference : found)
            QCOMPARE(difference.percent().has_value(), difference.path.endsWith("/forward"));
        QCOMPARE(difference_summary(m_report, other), QString("Not the same: policy, plans, times."));
        const auto rows = difference_rows(found);
        const auto forward =
            std::find_if(rows.begin(), rows.end(), [](const TableRow& row) { return row.key.endsWith("/forward"); });
        QCOMPARE(forward->cells[3].text, QString("+25.00"));
        Report printed = m_report;
        printed.cases[5].paper_seconds = oracle::Figure::of(39);
        QCOMPARE(difference_summary(m_report, printed), QString("Not the same: the paper's times."));
        printed.cases[0].calculon_seconds = oracle::Figure::of(2);
        printed.cases[7].memory_bytes.blueprinting += 1;
        QCOMPARE(difference_summary(m_report, printed),
                 QString("Not the same: memory, Calculon's times, the paper's times."));
        Report shorter = m_report;
        shorter.cases.pop_back();
        const auto missing = report_differences(m_report, shorter);
        QCOMPARE(missing.size(), std::size_t{1});
        QCOMPARE(missing[0].path, QString("cases/megatron-1T seqsel"));
        QVERIFY(missing[0].right.is_null());
    }

private:
    Report m_report;
    calibration::Contract m_contract;
};

BLUEPRINTING_UI_TEST(CalibrationRowsTest)
#include "rows_test.moc"
