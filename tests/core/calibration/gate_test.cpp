#include "core/calibration/experiment.h"
#include "core/calibration/gate.h"
#include "tests/support/test_main.h"

#include <algorithm>
#include <cmath>
#include <functional>

using namespace blueprinting;
using calibration::CheckKind;
using calibration::Contract;
using calibration::Report;

using Change = std::function<void(Report&)>;
Q_DECLARE_METATYPE(Change)

namespace {

Report real_report()
{
    const auto cases = calibration::table5_cases();
    auto report = calibration::run_experiment(*cases, *oracle::make_recorded_calculon(), *oracle::make_paper(), {},
                                              CancelToken());
    if (!report)
        qFatal("%s", to_line(report.diagnostics().front()).c_str());
    return *std::move(report);
}

Contract baseline()
{
    auto contract = calibration::baseline_contract();
    if (!contract)
        qFatal("%s", to_line(contract.diagnostics().front()).c_str());
    return *std::move(contract);
}

QStringList failed(const std::vector<calibration::Check>& checks)
{
    QStringList out;
    for (const auto& check : checks)
        if (!check.passed)
            out << QString::fromStdString(check.name);
    return out;
}

} // namespace

class GateTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase()
    {
        m_report = real_report();
        m_contract = baseline();
    }

    void theEightCasesPass()
    {
        const auto checks = calibration::check(m_report, m_contract);
        QCOMPARE(failed(checks), QStringList());
        QVERIFY(all_passed(checks));
        // schema, 5 of the oracle, evidence, 3 flags, names, 8 × (3 inputs and a digest), 3 goldens, workload, 9 + 1
        // times, 2 of the paper, memory
        QCOMPARE(checks.size(), std::size_t{1 + 5 + 1 + 3 + 1 + 8 * 4 + 3 + 1 + 10 + 2 + 1});
    }

    void theContractThatIsCarried()
    {
        QCOMPARE(m_contract.goldens.peak_only_mean_absolute_percent, 12.993831306582473);
        QCOMPARE(m_contract.goldens.evidence_vs_paper_mean_absolute_percent, 3.654361437637248);
        QCOMPARE(m_contract.goldens.evidence_vs_paper_max_absolute_percent, 8.874452316395821);
        QCOMPARE(m_contract.goldens.tolerance, 1e-12);
        QCOMPARE(m_contract.budgets.workload_percent, 1e-9);
        QCOMPARE(m_contract.budgets.timing_component_percent, 1e-9);
        QCOMPARE(m_contract.budgets.timing_total_percent, 1e-9);
        QCOMPARE(m_contract.budgets.paper_mean_percent, 3.7);
        QCOMPARE(m_contract.budgets.paper_max_percent, 8.9);
        QCOMPARE(m_contract.budgets.memory_bytes, 1.0);
    }

    void oneChangeFailsOneCheck_data()
    {
        QTest::addColumn<Change>("change");
        QTest::addColumn<QString>("failing");
        const auto row = [](const char* name, Change change, const char* failing) {
            QTest::newRow(name) << change << failing;
        };
        row(
            "another oracle", [](Report& r) { r.oracle.source_digest[0] = 'd'; }, "oracle source_digest");
        row(
            "a live provider", [](Report& r) { r.oracle.provider = "live"; }, "oracle provider");
        row(
            "other evidence", [](Report& r) { r.hardware.evidence_revision += "0"; }, "evidence_revision");
        row(
            "fitted", [](Report& r) { r.policy.fit_against_case_outputs = true; }, "policy fit_against_case_outputs");
        row(
            "read while lowering", [](Report& r) { r.policy.oracle_read_during_lowering = true; },
            "policy oracle_read_during_lowering");
        row(
            "read while costing", [](Report& r) { r.policy.oracle_read_during_costing = true; },
            "policy oracle_read_during_costing");
        row(
            "cases in another order", [](Report& r) { std::swap(r.cases[0], r.cases[1]); }, "case names");
        row(
            "another model file", [](Report& r) { r.cases[2].model.sha256[5] ^= 1; }, "input gpt3-175B/full model");
        row(
            "another plan", [](Report& r) { r.cases[7].portable_digest[0] ^= 1; },
            "portable_digest megatron-1T/seqsel");
        row(
            "peak-only moved by 2e-12", [](Report& r) { r.summary.peak_only_mean_absolute_percent.value += 2e-12; },
            "golden peak-only MAPE");
        row(
            "paper mean moved down by 2e-12",
            [](Report& r) { r.summary.evidence_vs_paper_mean_absolute_percent.value -= 2e-12; }, "golden paper mean");
        row(
            "paper maximum moved by 2e-12",
            [](Report& r) { r.summary.evidence_vs_paper_max_absolute_percent.value += 2e-12; }, "golden paper maximum");
        row(
            "workload off by 2e-9 %", [](Report& r) { r.summary.workload_max_absolute_percent.value = 2e-9; },
            "workload");
        row(
            "one component off by 2e-9 %", [](Report& r) { r.summary.breakdown[4].max_absolute_percent.value = 2e-9; },
            "timing tensor_parallel");
        row(
            "something against zero", [](Report& r) { r.summary.breakdown[6].max_absolute_percent.value = INFINITY; },
            "timing data_parallel");
        row(
            "total off by 2e-9 %", [](Report& r) { r.summary.evidence_max_absolute_percent.value = 2e-9; },
            "timing total");
        row(
            "memory off by two bytes", [](Report& r) { r.summary.memory_max_absolute_bytes.value = 2; }, "memory");
        row(
            "a figure that was not compared",
            [](Report& r) {
                r.cases[3].calculon_breakdown[0] = {oracle::State::refused, 0};
            },
            "timing forward");
        row(
            "a total that was not compared",
            [](Report& r) {
                r.cases[3].evidence_vs_calculon = {oracle::State::not_covered, 0};
            },
            "timing total");
    }
    void oneChangeFailsOneCheck()
    {
        QFETCH(Change, change);
        QFETCH(QString, failing);
        Report report = m_report;
        change(report);
        const auto checks = calibration::check(report, m_contract);
        QCOMPARE(failed(checks), QStringList{failing});
        QVERIFY(!all_passed(checks));
    }

    void budgetsHoldToTheirLastBit()
    {
        Report report = m_report;
        report.summary.memory_max_absolute_bytes.value = 1;
        QVERIFY(all_passed(calibration::check(report, m_contract)));
        report.summary.memory_max_absolute_bytes.value = std::nextafter(1.0, 2.0);
        QVERIFY(!all_passed(calibration::check(report, m_contract)));
    }

    void aMissingCaseFailsEverythingOfIt()
    {
        Report report = m_report;
        report.cases.erase(report.cases.begin() + 4); // turing-530B/full
        const QStringList names = failed(calibration::check(report, m_contract));
        QCOMPARE(names, (QStringList{"case names", "input turing-530B/full model", "input turing-530B/full execution",
                                     "input turing-530B/full system", "portable_digest turing-530B/full"}));
    }

    /// Errors and summary follow from a report's own figures, whatever it says of them.
    void aReportIsWorkedOutAnew()
    {
        QVERIFY(calibration::recomputed(m_report) == m_report);
        Report edited = m_report;
        edited.cases[5].paper_seconds = oracle::Figure::of(39); // the error of 37.83 left beside it
        edited.cases[0].calculon_seconds = {oracle::State::refused, 0};
        edited.cases[1].workload[0].reference = oracle::Figure::of(0);
        edited.summary.evidence_vs_paper_max_absolute_percent.value = 1;
        const Report anew = calibration::recomputed(edited);
        QVERIFY(!(anew == edited));
        const double off = 100 * (edited.cases[5].evidence_seconds - 39) / 39;
        QVERIFY(std::fabs(off + 11.608) < 1e-3); // 34.4728 against 39
        QCOMPARE(anew.cases[5].evidence_vs_paper.value, off);
        QCOMPARE(anew.summary.evidence_vs_paper_max_absolute_percent.value, -off);
        QCOMPARE(anew.cases[0].evidence_vs_calculon.state, oracle::State::refused);
        QVERIFY(std::isinf(anew.cases[1].workload[0].error_percent.value));
        QVERIFY(std::isinf(anew.summary.workload_max_absolute_percent.value));
        QCOMPARE(anew.cases[5].paper_seconds.value, 39.0); // figures are kept
    }

    /// Not compared is neither zero nor an infinite error.
    void whatWasNotComparedFailsByItsState_data()
    {
        QTest::addColumn<Change>("change");
        QTest::addColumn<QString>("line");
        const auto row = [](const char* name, Change change, const char* line) {
            QTest::newRow(name) << change << line;
        };
        row(
            "one case refused",
            [](Report& r) {
                r.cases[3].calculon_breakdown[0] = {oracle::State::refused, 0};
            },
            "timing forward: expected ≤ 1e-09 %; actual refused");
        row(
            "one metric not covered",
            [](Report& r) {
                r.cases[7].workload[18].error_percent = {oracle::State::not_covered, 0};
            },
            "workload: expected ≤ 1e-09 %; actual not covered");
        row(
            "memory refused",
            [](Report& r) {
                r.cases[0].memory_bytes.reference = {oracle::State::refused, 0};
            },
            "memory: expected ≤ 1 B; actual refused");
        row(
            "no paper",
            [](Report& r) {
                for (auto& one : r.cases)
                    one.evidence_vs_paper = {oracle::State::not_published, 0};
                r.summary = calibration::summarise(r.cases);
            },
            "golden paper mean: expected 3.654361437637248 ±1e-12; actual not published");
        row(
            "infinite", [](Report& r) { r.summary.breakdown[6].max_absolute_percent.value = INFINITY; },
            "timing data_parallel: expected ≤ 1e-09 %; actual Infinity %");
    }
    void whatWasNotComparedFailsByItsState()
    {
        QFETCH(Change, change);
        QFETCH(QString, line);
        Report report = m_report;
        change(report);
        const auto checks = calibration::check(report, m_contract);
        const auto failing =
            std::find_if(checks.begin(), checks.end(), [](const calibration::Check& check) { return !check.passed; });
        QVERIFY(failing != checks.end());
        QCOMPARE(QString::fromStdString(to_line(*failing)), line);
        QVERIFY(std::isinf(*failing->used));
    }

    void lines()
    {
        Report report = m_report;
        report.summary.evidence_vs_paper_max_absolute_percent.value = 9.25;
        for (const auto& check : calibration::check(report, m_contract))
            if (check.name == "paper maximum") {
                QCOMPARE(to_line(check), std::string("paper maximum: expected ≤ 8.9 %; actual 9.25 %"));
                QCOMPARE(*check.used, 9.25 / 8.9);
                QCOMPARE(to_string(check.kind), std::string_view("budget"));
            }
    }

    void contractReadBack()
    {
        const auto document = JsonDocument::parse(to_json(m_contract).dump(), "contract.json");
        QVERIFY(document);
        const auto read = calibration::contract_from_json(*document);
        QVERIFY(read);
        QVERIFY(*read == m_contract);
        QVERIFY(calibration::first_contract(m_report) == m_contract);
    }

    void badContracts_data()
    {
        QTest::addColumn<QString>("pointer");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("code");
        QTest::newRow("another schema") << "/schema"
                                        << "\"v9\""
                                        << "contract.schema";
        QTest::newRow("a budget of zero") << "/budgets/memory_bytes"
                                          << "0"
                                          << "reader.range";
        QTest::newRow("a negative tolerance") << "/goldens/tolerance"
                                              << "-1"
                                              << "reader.range";
        QTest::newRow("a golden in words") << "/goldens/peak_only_mean_absolute_error_percent"
                                           << "\"any\""
                                           << "reader.type";
        QTest::newRow("a switch to accept what is") << "/accept_current"
                                                    << "true"
                                                    << "reader.unknown_key";
    }
    void badContracts()
    {
        QFETCH(QString, pointer);
        QFETCH(QString, value);
        QFETCH(QString, code);
        Json json = to_json(m_contract);
        json[Json::json_pointer(pointer.toStdString())] = Json::parse(value.toStdString());
        const auto document = JsonDocument::parse(json.dump(), "contract.json");
        const auto read = calibration::contract_from_json(*document);
        QVERIFY(!read);
        QCOMPARE(read.diagnostics().size(), std::size_t{1});
        QCOMPARE(read.diagnostics().front().code, code.toStdString());
        QCOMPARE(read.diagnostics().front().path, pointer.toStdString());
    }

private:
    Report m_report;
    Contract m_contract;
};

BLUEPRINTING_CORE_TEST(GateTest)
#include "gate_test.moc"
