#include "core/search/evaluate.h"
#include "core/strategy/mapping.h"
#include "tests/support/test_main.h"

#include <cmath>

using namespace blueprinting;

namespace {

search::Evaluation evaluated(const char* name)
{
    const strategy::Preset* preset = strategy::find_preset(name);
    if (!preset)
        qFatal("there is no preset %s", name);
    auto result = search::evaluate(*model::find_preset(preset->model), *system::find_preset(preset->system),
                                   preset->execution, strategy::Rules::strict);
    if (!result)
        qFatal("%s", to_line(result.diagnostics().front()).c_str());
    return *std::move(result);
}

} // namespace

class EvaluateTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void table5_data()
    {
        QTest::addColumn<double>("peakOnly"); // seconds, as published with the calibration experiment
        QTest::addColumn<double>("evidence");
        QTest::newRow("megatron-22B/full") << 1.1691 << 1.3956;
        QTest::newRow("megatron-22B/seqsel") << 0.9351 << 1.1367;
        QTest::newRow("gpt3-175B/full") << 15.4997 << 18.0288;
        QTest::newRow("gpt3-175B/seqsel") << 11.5500 << 13.6381;
        QTest::newRow("turing-530B/full") << 44.8563 << 49.8926;
        QTest::newRow("turing-530B/seqsel") << 30.6678 << 34.4728;
        QTest::newRow("megatron-1T/full") << 81.6511 << 90.0809;
        QTest::newRow("megatron-1T/seqsel") << 59.3347 << 66.0407;
    }
    void table5()
    {
        QFETCH(double, peakOnly);
        QFETCH(double, evidence);
        const auto out = evaluated((std::string("seqsel-tab5/") + QTest::currentDataTag()).c_str());
        QVERIFY(std::fabs(out.peak_only.total.value() - peakOnly) < 5e-5);
        QVERIFY(std::fabs(out.evidence.total.value() - evidence) < 5e-5);
        QVERIFY(out.peak_only.memory == out.evidence.memory);
        QCOMPARE(&out.in(cost::View::peak_only), &out.peak_only);
        QCOMPARE(&out.in(cost::View::system_evidence), &out.evidence);
    }

    void ratesOfGpt3()
    {
        // gpt3-175B full on 64 A100s: 64 sequences of 2048 tokens in 18.0287795485907 s.
        const auto out = evaluated("seqsel-tab5/gpt3-175B/full");
        const auto rates = search::rates(out, *system::find_preset("a100_80g"));
        const double seconds = 18.0287795485907;
        QVERIFY(std::fabs(rates.samples_per_second - 64 / seconds) < 1e-12);
        QVERIFY(std::fabs(rates.tokens_per_second_per_gpu - 2048 / seconds) < 1e-10);
        // Matrix work of a block on one of 8 ranks, one sequence: q, k, v and out over 12288 × 1536, fc1 and fc2 over
        // 12288 × 6144, and two matrix products of 12 heads over 2048 × 2048 × 128.
        const double tokens = 2048;
        const double forward =
            4 * 2 * tokens * 12288 * 1536 + 2 * 2 * tokens * 12288 * 6144 + 2 * 2 * 12 * 2048.0 * 2048 * 128;
        const double blocks = 96.0 * 64 / 8; // of one stage, all microbatches
        const double mfu = 3 * forward * blocks / (seconds * 312e12);
        QVERIFY(std::fabs(rates.mfu - mfu) < 1e-12);
        // Full recomputation repeats the forward once.
        QVERIFY(std::fabs(rates.hfu - mfu * 4 / 3) < 1e-12);
    }

    void everyBrokenLawIsSaid()
    {
        const strategy::Preset* preset = strategy::find_preset("seqsel-tab5/gpt3-175B/full");
        auto execution = preset->execution;
        execution.num_procs.reset();
        auto& parallelism = std::get<strategy::TransformerTrainingParallelism>(execution.parallelism);
        parallelism.tensor.degree = 7; // divides neither 12288 nor 49152 nor 96, and tier 0 holds 8
        parallelism.data.degree = 3;   // does not divide 64
        const auto out = search::evaluate(*model::find_preset("gpt3-175B"), *system::find_preset("a100_80g"), execution,
                                          strategy::Rules::strict);
        QVERIFY(!out);
        QStringList codes;
        for (const Diagnostic& diagnostic : out.diagnostics())
            codes << QString::fromStdString(diagnostic.code);
        for (const char* code :
             {"strategy.global_batch.indivisible", "strategy.hidden.indivisible", "strategy.feedforward.indivisible",
              "strategy.heads.indivisible", "strategy.network.not_filled"})
            QVERIFY2(codes.contains(code), qPrintable(codes.join(' ')));
    }
};

BLUEPRINTING_CORE_TEST(EvaluateTest)
#include "evaluate_test.moc"
