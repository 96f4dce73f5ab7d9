#include "core/base/canonical_json.h"
#include "core/calibration/experiment.h"
#include "tests/support/test_main.h"

#include <QCryptographicHash>

#include <cmath>
#include <set>

using namespace blueprinting;
using calibration::Progress;
using oracle::State;

namespace {

/// Writes down when it is asked, and answers with whatever it was given.
class RecordingOracle final : public oracle::Oracle {
public:
    RecordingOracle(std::string name, std::vector<std::string>& log, oracle::Answer answer)
        : m_name(std::move(name)), m_log(log), m_answer(std::move(answer))
    {
    }
    [[nodiscard]] oracle::Identity identity() const override { return {m_name, "1", "nowhere", "0", "recorded"}; }
    Result<oracle::Answer> ask(const oracle::Question& question, const CancelToken&) override
    {
        m_log.push_back(m_name + " asked of " + question.model.name);
        return m_answer;
    }
    void begin_run() override { ++runs; }
    int runs = 0; ///< begun

private:
    std::string m_name;
    std::vector<std::string>& m_log;
    oracle::Answer m_answer;
};

/// Fails at the questions that are asked in these places, counted from 0, and answers the others.
class FailingOracle final : public oracle::Oracle {
public:
    FailingOracle(std::set<int> fails, oracle::Answer answer, std::vector<std::string> codes = {"oracle.live.crashed"})
        : m_fails(std::move(fails)), m_answer(std::move(answer)), m_codes(std::move(codes))
    {
    }
    [[nodiscard]] oracle::Identity identity() const override { return {"failing", "1", "nowhere", "0", "live"}; }
    Result<oracle::Answer> ask(const oracle::Question&, const CancelToken&) override
    {
        const int at = asked++;
        if (m_fails.count(at) == 0)
            return m_answer;
        return Diagnostic{Severity::error, m_codes[static_cast<std::size_t>(at) % m_codes.size()], "",
                          "failed at question " + std::to_string(at)};
    }
    int asked = 0;

private:
    std::set<int> m_fails;
    oracle::Answer m_answer;
    std::vector<std::string> m_codes;
};

/// Figures that no estimate could come from.
oracle::Answer absurd()
{
    oracle::Answer out = oracle::answer_of(oracle::State::not_published);
    out.total_seconds = oracle::Figure::of(12345);
    out.components.fill(oracle::Figure::of(54321));
    out.memory_bytes = oracle::Figure::of(1);
    out.metrics.fill(oracle::Figure::of(2));
    out.source = "made up";
    return out;
}

calibration::Report real_report()
{
    const auto cases = calibration::table5_cases();
    if (!cases)
        qFatal("%s", to_line(cases.diagnostics().front()).c_str());
    auto report = calibration::run_experiment(*cases, *oracle::make_recorded_calculon(), *oracle::make_paper(), {},
                                              CancelToken());
    if (!report)
        qFatal("%s", to_line(report.diagnostics().front()).c_str());
    return *std::move(report);
}

} // namespace

class ExperimentTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void oraclesAreAskedOnceAndLast()
    {
        auto cases = calibration::table5_cases();
        QVERIFY(cases);
        cases->resize(2); // megatron-22B, full and seqsel
        std::vector<std::string> log;
        std::vector<std::pair<double, double>> estimates;
        RecordingOracle calculon("calculon", log, absurd());
        RecordingOracle paper("paper", log, absurd());
        const auto report = calibration::run_experiment(
            *cases, calculon, paper,
            [&](const Progress& progress) {
                if (progress.stage == Progress::Stage::estimated) {
                    QVERIFY(progress.peak_only.value() > 0 && progress.evidence.value() > 0);
                    estimates.emplace_back(progress.peak_only.value(), progress.evidence.value());
                    log.push_back("both estimates of " + progress.name);
                } else if (progress.stage == Progress::Stage::asking) {
                    log.push_back("asking about " + progress.name);
                } else {
                    log.push_back("compared " + progress.name);
                }
            },
            CancelToken());
        QVERIFY(report);
        const std::vector<std::string> expected{
            "both estimates of megatron-22B/full", "asking about megatron-22B/full",
            "calculon asked of megatron-22B",      "paper asked of megatron-22B",
            "compared megatron-22B/full",          "both estimates of megatron-22B/seqsel",
            "asking about megatron-22B/seqsel",    "calculon asked of megatron-22B",
            "paper asked of megatron-22B",         "compared megatron-22B/seqsel"};
        QCOMPARE(log, expected);
        QCOMPARE(calculon.runs, 1); // its questions belong together: one that hangs is waited for once
        // What the oracle said changed nothing of what was estimated before: to the last bit.
        const calibration::Report real = real_report();
        for (std::size_t i = 0; i < 2; ++i) {
            QCOMPARE(report->cases[i].peak_only_seconds, estimates[i].first);
            QCOMPARE(report->cases[i].evidence_seconds, estimates[i].second);
            QCOMPARE(report->cases[i].evidence_breakdown, real.cases[i].evidence_breakdown);
            QCOMPARE(report->cases[i].portable_digest, real.cases[i].portable_digest);
            QCOMPARE(report->cases[i].calculon_seconds.value, 12345.0);
        }
    }

    /// What one case fails with costs the other seven nothing, wherever it stands.
    void oneFailureLosesOneCase_data()
    {
        QTest::addColumn<int>("at");
        QTest::newRow("the first") << 0;
        QTest::newRow("one between") << 3;
        QTest::newRow("the last") << 7;
    }
    void oneFailureLosesOneCase()
    {
        QFETCH(int, at);
        const auto cases = calibration::table5_cases();
        FailingOracle calculon({at}, absurd());
        std::vector<std::string> compared;
        const auto report = calibration::run_experiment(
            *cases, calculon, *oracle::make_paper(),
            [&](const Progress& progress) {
                if (progress.stage == Progress::Stage::compared)
                    compared.push_back(progress.name);
            },
            CancelToken());
        QVERIFY(report);
        QCOMPARE(calculon.asked, 8);
        QCOMPARE(compared.size(), std::size_t{8});
        QCOMPARE(report->cases.size(), std::size_t{8});
        for (int i = 0; i < 8; ++i) {
            const calibration::CaseReport& one = report->cases[static_cast<std::size_t>(i)];
            QVERIFY(one.calculon_failure == (i == at ? "failed at question " + std::to_string(at) : std::string()));
            QVERIFY(one.calculon_seconds.state == (i == at ? State::not_covered : State::value));
            QVERIFY(one.memory_bytes.reference.state == (i == at ? State::not_covered : State::value));
            QVERIFY(one.paper_seconds.has_value());
        }
        QCOMPARE(report->summary.memory_max_absolute_bytes.state, State::value); // over the seven
        const auto again = calibration::report_from_json(*JsonDocument::parse(to_json(*report).dump(), "again"));
        QVERIFY(again);
        QVERIFY(*again == *report);
    }

    /// While there is no answer, the same failure twice is the set-up's; whoever fails at every case has no report
    /// either.
    void failuresOfTheSetUp_data()
    {
        QTest::addColumn<int>("from");
        QTest::addColumn<bool>("alike");
        QTest::addColumn<int>("asked");
        QTest::addColumn<bool>("reported");
        QTest::newRow("alike from the start") << 0 << true << 2 << false;
        QTest::newRow("differently from the start") << 0 << false << 3 << false; // the third fails as the first
        QTest::newRow("alike after one answer") << 1 << true << 8 << true;
    }
    void failuresOfTheSetUp()
    {
        QFETCH(int, from);
        QFETCH(bool, alike);
        QFETCH(int, asked);
        QFETCH(bool, reported);
        std::set<int> fails;
        for (int i = from; i < 8; ++i)
            fails.insert(i);
        const auto cases = calibration::table5_cases();
        FailingOracle calculon(fails, absurd(),
                               alike ? std::vector<std::string>{"oracle.live.crashed"}
                                     : std::vector<std::string>{"oracle.live.crashed", "oracle.live.timed_out"});
        const auto report = calibration::run_experiment(*cases, calculon, *oracle::make_paper(), {}, CancelToken());
        QCOMPARE(calculon.asked, asked);
        QCOMPARE(report.has_value(), reported);
        if (!reported)
            QCOMPARE(report.diagnostics().front().message, std::string("failed at question 0"));
    }

    void noEstimateNoQuestion()
    {
        auto cases = calibration::table5_cases();
        (*cases)[0].question.execution.microbatch_size = 3; // 4 samples
        std::vector<std::string> log;
        RecordingOracle calculon("calculon", log, absurd());
        RecordingOracle paper("paper", log, absurd());
        const auto report = calibration::run_experiment(*cases, calculon, paper, {}, CancelToken());
        QVERIFY(!report);
        QCOMPARE(report.diagnostics().front().code, std::string("strategy.microbatch.indivisible"));
        QVERIFY(log.empty());
    }

    void cancelledBetweenCases()
    {
        const auto cases = calibration::table5_cases();
        CancelToken token;
        std::vector<std::string> log;
        RecordingOracle calculon("calculon", log, absurd());
        RecordingOracle paper("paper", log, absurd());
        const auto report = calibration::run_experiment(
            *cases, calculon, paper,
            [&](const Progress& progress) {
                if (progress.done == 3)
                    token.cancel();
            },
            token);
        QVERIFY(report.cancelled());
        QCOMPARE(log.size(), std::size_t{6});
    }

    void theEightCases()
    {
        const auto cases = calibration::table5_cases();
        QVERIFY(cases);
        QStringList names;
        for (const auto& one : *cases)
            names << QString::fromStdString(one.name);
        QCOMPARE(names.join(' '), QString("megatron-22B/full megatron-22B/seqsel gpt3-175B/full gpt3-175B/seqsel "
                                          "turing-530B/full turing-530B/seqsel megatron-1T/full megatron-1T/seqsel"));
        // The files' own SHA-256 (sha256sum data/models/gpt3-175B.json).
        QFile file(QStringLiteral(BLUEPRINTING_SOURCE_DIR "/data/models/gpt3-175B.json"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray hash = QCryptographicHash::hash(file.readAll(), QCryptographicHash::Sha256).toHex();
        QCOMPARE((*cases)[2].model.file, std::string("models/gpt3-175B.json"));
        QCOMPARE(QByteArray::fromStdString((*cases)[2].model.sha256), hash);
        std::set<std::string> inputs;
        for (const auto& one : *cases)
            inputs.insert({one.model.sha256, one.execution.sha256, one.system.sha256});
        QCOMPARE(inputs.size(), std::size_t{4 + 8 + 1});
    }

    void againstThePaper_data()
    {
        QTest::addColumn<int>("index");
        QTest::addColumn<double>("paper");   // seconds, Table 5
        QTest::addColumn<double>("percent"); // evidence against it, as published with the experiment
        QTest::newRow("22B full") << 0 << 1.42 << -1.72;
        QTest::newRow("22B seqsel") << 1 << 1.10 << +3.33;
        QTest::newRow("175B full") << 2 << 18.13 << -0.56;
        QTest::newRow("175B seqsel") << 3 << 13.75 << -0.81;
        QTest::newRow("530B full") << 4 << 49.05 << +1.72;
        QTest::newRow("530B seqsel") << 5 << 37.83 << -8.87;
        QTest::newRow("1T full") << 6 << 94.42 << -4.60;
        QTest::newRow("1T seqsel") << 7 << 71.49 << -7.62;
    }
    void againstThePaper()
    {
        QFETCH(int, index);
        QFETCH(double, paper);
        QFETCH(double, percent);
        const calibration::CaseReport one = real_report().cases[std::size_t(index)];
        QCOMPARE(one.paper_seconds, oracle::Figure::of(paper));
        QVERIFY(std::fabs(one.evidence_vs_paper.value - percent) < 0.005);
        QVERIFY(std::fabs(one.evidence_vs_calculon.value) < 1e-9);
        for (const calibration::Comparison& comparison : one.workload)
            QCOMPARE(comparison.error_percent, oracle::Figure::of(0));
        QCOMPARE(one.memory_bytes.error_percent, oracle::Figure::of(0));
    }

    void aggregates()
    {
        const calibration::Report report = real_report();
        QCOMPARE(report.summary.case_count, std::size_t{8});
        QVERIFY(std::fabs(report.summary.peak_only_mean_absolute_percent.value - 12.993831306582473) < 1e-12);
        QVERIFY(std::fabs(report.summary.evidence_vs_paper_mean_absolute_percent.value - 3.654361437637248) < 1e-12);
        QVERIFY(std::fabs(report.summary.evidence_vs_paper_max_absolute_percent.value - 8.874452316395821) < 1e-12);
        QCOMPARE(report.summary.workload_max_absolute_percent, oracle::Figure::of(0));
        QCOMPARE(report.summary.memory_max_absolute_bytes, oracle::Figure::of(0));
        for (const calibration::ComponentError& error : report.summary.breakdown)
            QVERIFY(error.max_absolute_percent.has_value() && error.max_absolute_percent.value < 1e-9 &&
                    error.max_absolute_seconds.value < 1e-12);
        // megatron-22B full: the reference's counter against the explicit recompute tasks.
        QCOMPARE(report.cases[0].calculon_recompute_counter, oracle::Figure::of(7626047881216.0));
        QCOMPARE(report.cases[0].derived_recompute_operations, 981366472704.0);
    }

    void summaryOfMadeUpCases()
    {
        std::vector<calibration::CaseReport> cases(3);
        const std::array<double, 3> ours{11, 9, 7};
        const std::array<double, 3> theirs{10, 10, 0};
        for (std::size_t i = 0; i < 2; ++i) {
            cases[i].evidence_vs_calculon = oracle::Figure::of(100 * (ours[i] - theirs[i]) / theirs[i]);
            cases[i].evidence_breakdown[0] = ours[i];
            cases[i].calculon_breakdown[0] = oracle::Figure::of(theirs[i]);
        }
        cases[2].evidence_vs_calculon = {oracle::State::not_covered, 0}; // takes no part
        cases[2].evidence_breakdown[1] = 7;
        cases[2].calculon_breakdown[1] = oracle::Figure::of(0);
        cases[1].memory_bytes = {100, oracle::Figure::of(103), oracle::Figure::of(-300.0 / 103)};
        const calibration::Summary summary = calibration::summarise(cases);
        QCOMPARE(summary.case_count, std::size_t{3});
        QCOMPARE(summary.evidence_mean_absolute_percent, oracle::Figure::of(10));
        QCOMPARE(summary.evidence_max_absolute_percent, oracle::Figure::of(10));
        QCOMPARE(summary.breakdown[0].mean_absolute_percent, oracle::Figure::of(10));
        QCOMPARE(summary.breakdown[0].max_absolute_seconds, oracle::Figure::of(1));
        QVERIFY(std::isinf(summary.breakdown[1].max_absolute_percent.value));
        QCOMPARE(summary.breakdown[1].max_absolute_seconds, oracle::Figure::of(7));
        QCOMPARE(summary.memory_max_absolute_bytes, oracle::Figure::of(3));
        // Nothing was compared with the paper: that is no error of zero.
        QCOMPARE(summary.evidence_vs_paper_mean_absolute_percent.state, State::not_covered);
        QCOMPARE(summary.evidence_vs_paper_max_absolute_percent.state, State::not_covered);
    }

    void summaryOfNothingCompared_data()
    {
        QTest::addColumn<QList<State>>("states");
        QTest::addColumn<QString>("words");
        QTest::newRow("every case refused") << QList{State::refused, State::refused} << "refused";
        QTest::newRow("none covered") << QList{State::not_covered, State::not_covered} << "not covered";
        QTest::newRow("none published") << QList{State::not_published} << "not published";
        QTest::newRow("for several reasons")
            << QList{State::refused, State::not_published, State::refused} << "not covered";
        QTest::newRow("no case") << QList<State>() << "not covered";
    }
    /// Every key stands, and says why it holds no number.
    void summaryOfNothingCompared()
    {
        QFETCH(QList<State>, states);
        QFETCH(QString, words);
        const auto cases = calibration::table5_cases();
        std::vector<std::string> log;
        calibration::Report report = real_report();
        report.cases.resize(std::size_t(states.size()));
        for (std::size_t i = 0; i < report.cases.size(); ++i) {
            RecordingOracle silent("silent", log, oracle::answer_of(states[int(i)]));
            const auto one = calibration::run_experiment({(*cases)[i]}, silent, silent, {}, CancelToken());
            QVERIFY(one);
            report.cases[i] = one->cases.front();
        }
        report.summary = calibration::summarise(report.cases);
        const Json json = to_json(report);
        const Json& summary = json["summary"];
        QCOMPARE(summary.size(), std::size_t{9});
        QCOMPARE(summary["breakdown_error"].size(), std::size_t{9});
        std::size_t figures = 0;
        const Json flat = summary.flatten();
        for (const auto& [pointer, value] : flat.items()) {
            if (pointer == "/case_count")
                continue;
            ++figures;
            QVERIFY2(value == Json(words.toStdString()), (pointer + ": " + value.dump()).c_str());
        }
        QCOMPARE(figures, std::size_t{7 + 9 * 3});
        const auto document = JsonDocument::parse(json.dump(), "report.json");
        const auto read = calibration::report_from_json(*document);
        QVERIFY2(read, read.diagnostics().empty() ? "" : to_line(read.diagnostics().front()).c_str());
        QVERIFY(*read == report);
    }

    void reportInJson()
    {
        const Json json = to_json(real_report());
        QCOMPARE(json["schema"], Json("blueprinting.calculon-calibration-experiment.v0"));
        QCOMPARE(json["oracle"]["provider"], Json("recorded"));
        QCOMPARE(json["paper_baseline"]["name"], Json("Table 5"));
        QCOMPARE(json["hardware"]["name"], Json("a100_80g"));
        for (const char* flag :
             {"fit_against_case_outputs", "oracle_read_during_lowering", "oracle_read_during_costing"})
            QCOMPARE(json["calibration_policy"][flag], Json(false));
        QCOMPARE(json["calibration_policy"]["shared_across_cases"], Json(true));
        QCOMPARE(json["cases"].size(), std::size_t{8});
        std::size_t comparisons = 0;
        for (const Json& one : json["cases"]) {
            comparisons += one["workload_audit"].size();
            QCOMPARE(one["ir"]["pass_checkpoints"].size(), std::size_t{2});
            QCOMPARE(one["ir"]["pass_checkpoints"][1]["digest"], one["ir"]["portable_digest"]);
            QCOMPARE(one["timing_seconds"].size(), std::size_t{4});
            QCOMPARE(one["calculon_breakdown_seconds"].size(), std::size_t{9});
        }
        QCOMPARE(comparisons, std::size_t{152});
    }

    void readBack()
    {
        calibration::Report report = real_report();
        // States and infinities survive too.
        report.cases[0].paper_seconds = {oracle::State::not_published, 0};
        report.cases[0].evidence_vs_paper = {oracle::State::not_published, 0};
        report.cases[1].calculon_breakdown[3] = {oracle::State::refused, 0};
        report.cases[1].calculon_refusal = "Mem tier1 needs 95.234 GiB but only has 80.000 GiB";
        report.cases[1].workload[2].reference = oracle::Figure::of(0);
        report.cases[1].workload[2].error_percent = oracle::Figure::of(INFINITY);
        report.summary.workload_max_absolute_percent = oracle::Figure::of(INFINITY);
        report.summary.memory_max_absolute_bytes = {oracle::State::refused, 0};
        const auto text = pretty_json(to_json(report));
        QVERIFY(text);
        QVERIFY(QString::fromStdString(*text).contains("\"Infinity\""));
        const auto document = JsonDocument::parse(*text, "report.json");
        QVERIFY(document);
        const auto read = calibration::report_from_json(*document);
        QVERIFY2(read, read.diagnostics().empty() ? "" : to_line(read.diagnostics().front()).c_str());
        QVERIFY(*read == report);
    }

    void badReports_data()
    {
        QTest::addColumn<QString>("pointer");
        QTest::addColumn<QString>("value"); // JSON; empty removes the key
        QTest::addColumn<QString>("code");
        QTest::newRow("another schema") << "/schema"
                                        << "\"v9\""
                                        << "report.schema";
        QTest::newRow("a state that is none") << "/cases/0/timing_seconds/paper"
                                              << "\"unknown\""
                                              << "reader.type";
        QTest::newRow("a word for our own time") << "/cases/0/timing_seconds/peak_only"
                                                 << "\"not published\""
                                                 << "reader.type";
        QTest::newRow("a flag that is a number") << "/calibration_policy/shared_across_cases"
                                                 << "1"
                                                 << "reader.type";
        QTest::newRow("a missing metric") << "/cases/3/workload_audit/block_weight_bytes"
                                          << ""
                                          << "reader.missing";
        QTest::newRow("a key too many") << "/summary/best"
                                        << "1"
                                        << "reader.unknown_key";
    }
    void badReports()
    {
        QFETCH(QString, pointer);
        QFETCH(QString, value);
        QFETCH(QString, code);
        Json json = to_json(real_report());
        const Json::json_pointer place(pointer.toStdString());
        if (value.isEmpty())
            json.at(place.parent_pointer()).erase(place.back());
        else
            json[place] = Json::parse(value.toStdString());
        const auto document = JsonDocument::parse(json.dump(), "report.json");
        QVERIFY(document);
        const auto read = calibration::report_from_json(*document);
        QVERIFY(!read);
        QCOMPARE(read.diagnostics().size(), std::size_t{1});
        QCOMPARE(read.diagnostics().front().code, code.toStdString());
        QCOMPARE(read.diagnostics().front().path, pointer.toStdString());
    }
};

BLUEPRINTING_CORE_TEST(ExperimentTest)
#include "experiment_test.moc"
