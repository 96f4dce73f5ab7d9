#include "core/cost/pricing.h"
#include "tests/core/cost/hand_made.h"
#include "tests/support/test_main.h"

using namespace blueprinting;
using cost::View;

namespace {

/// Both sides are the same formula in another order of operations.
bool near(double actual, double expected) { return std::abs(actual - expected) <= 1e-15 * std::abs(expected); }

} // namespace

class PricingTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void computeAndMemory_data()
    {
        QTest::addColumn<bool>("matrix");
        QTest::addColumn<qint64>("operations");
        QTest::addColumn<qint64>("bytes");
        QTest::addColumn<double>("compute");
        QTest::addColumn<double>("memory");
        QTest::addColumn<double>("engineThreshold"); // -1: no step
        QTest::addColumn<double>("memoryThreshold");
        QTest::newRow("on the top step") << true << qint64(10'000'000'000) << qint64(0) << 10e9 / (100e12 * 0.8) << 0.0
                                         << 10.0 << -1.0;
        QTest::newRow("one below it") << true << qint64(9'999'999'999) << qint64(0) << 9'999'999'999 / (100e12 * 0.5)
                                      << 0.0 << 1.0 << -1.0;
        QTest::newRow("lowest step") << true << qint64(1000) << qint64(0) << 1000 / (100e12 * 0.25) << 0.0 << 0.0
                                     << -1.0;
        QTest::newRow("vector engine") << false << qint64(10'000'000'000) << qint64(0) << 10e9 / (10e12 * 0.5) << 0.0
                                       << 0.0 << -1.0;
        QTest::newRow("bytes on the step")
            << true << qint64(0) << qint64(10'000'000) << 0.0 << 10e6 / (1000e9 * 0.8) << -1.0 << 10.0;
        QTest::newRow("bytes below it") << true << qint64(0) << qint64(9'999'999) << 0.0 << 9'999'999 / (1000e9 * 0.4)
                                        << -1.0 << 0.0;
        QTest::newRow("both") << true << qint64(2'000'000'000) << qint64(20'000'000) << 2e9 / (100e12 * 0.5)
                              << 20e6 / (1000e9 * 0.8) << 1.0 << 10.0;
        QTest::newRow("nothing to do") << true << qint64(0) << qint64(0) << 0.0 << 0.0 << -1.0 << -1.0;
    }
    void computeAndMemory()
    {
        QFETCH(bool, matrix);
        QFETCH(qint64, operations);
        QFETCH(qint64, bytes);
        QFETCH(double, compute);
        QFETCH(double, memory);
        QFETCH(double, engineThreshold);
        QFETCH(double, memoryThreshold);
        const auto engine = matrix ? ir::EngineClass::matrix : ir::EngineClass::vector;
        const auto task = hand_made::task(ir::Phase::forward, engine, operations, bytes / 2, bytes - bytes / 2);

        const auto machine = hand_made::machine();
        const auto pricer = cost::Pricer::make(machine, Datatype::float16, View::system_evidence);
        QVERIFY(pricer);
        const cost::TaskCost priced = pricer->price(task, 3, nullptr);
        QCOMPARE(priced.task, std::size_t{3});
        QVERIFY(near(priced.compute.value(), compute));
        QVERIFY(near(priced.memory.value(), memory));
        QVERIFY(near(priced.local.value(), compute + memory));
        QCOMPARE(priced.engine_step ? priced.engine_step->threshold : -1.0, engineThreshold);
        QCOMPARE(priced.memory_step ? priced.memory_step->threshold : -1.0, memoryThreshold);

        auto roofline = machine;
        roofline.processing_mode = system::ProcessingMode::roofline;
        const auto overlapped = cost::Pricer::make(roofline, Datatype::float16, View::system_evidence);
        QVERIFY(near(overlapped->price(task, 0, nullptr).local.value(), std::max(compute, memory)));
    }

    void peakOnlyReadsNoCurve()
    {
        const auto machine = hand_made::machine();
        const auto pricer = cost::Pricer::make(machine, Datatype::float16, View::peak_only);
        auto task = hand_made::collective(ir::Phase::forward, ir::CollectiveKind::all_reduce, 4, 8'000'000);
        task.facts.operations = {5'000'000, 1};
        task.facts.read_bytes = {1'000'000, 1};
        const cost::TaskCost priced = pricer->price(task, 0, &machine.networks[0]);
        QVERIFY(near(priced.compute.value(), 5e6 / 10e12));
        QVERIFY(near(priced.memory.value(), 1e6 / 1000e9));
        // 2·8 MB − 2·8 MB / 4 = 12 MB; the latency stays.
        QVERIFY(near(priced.network.value(), 1e-5 + 12e6 / 100e9));
        QVERIFY(!priced.engine_step && !priced.memory_step && !priced.network_efficiency);
    }

    void network_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<int>("tier");
        QTest::addColumn<qint64>("participants");
        QTest::addColumn<double>("seconds");
        using enum ir::CollectiveKind;
        // Message 8 MB. Tier 0 moves 50 GB/s after 1e-5 s, tier 1 8 GB/s after 1e-4 s.
        QTest::newRow("all-reduce over 2") << int(all_reduce) << 0 << qint64(2) << 1e-5 + (16e6 - 16e6 / 2) / 50e9;
        QTest::newRow("all-reduce over 8") << int(all_reduce) << 0 << qint64(8) << 1e-5 + (16e6 - 16e6 / 8) / 50e9;
        QTest::newRow("reduce-scatter over 8")
            << int(reduce_scatter) << 0 << qint64(8) << 1e-5 + (12e6 - 12e6 / 8) / 50e9;
        QTest::newRow("all-gather over 8") << int(all_gather) << 0 << qint64(8) << 1e-5 + (12e6 - 12e6 / 8) / 50e9;
        QTest::newRow("all-reduce, no offset") << int(all_reduce) << 1 << qint64(64) << 1e-4 + 8e6 / 8e9;
    }
    void network()
    {
        QFETCH(int, kind);
        QFETCH(int, tier);
        QFETCH(qint64, participants);
        QFETCH(double, seconds);
        const auto machine = hand_made::machine();
        const auto pricer = cost::Pricer::make(machine, Datatype::float16, View::system_evidence);
        const auto task = hand_made::collective(ir::Phase::forward, ir::CollectiveKind(kind), participants, 8'000'000);
        const system::Network& net = machine.networks[static_cast<std::size_t>(tier)];
        const cost::TaskCost priced = pricer->price(task, 0, &net);
        QVERIFY(near(priced.network.value(), seconds));
        QCOMPARE(priced.network_efficiency, std::optional(net.efficiency));
        QCOMPARE(priced.total.value(), priced.network.value());
    }

    void sharesAreAddedBeforeTheyAreDivided()
    {
        // Neither share is whole, their sum is 10 MB and on the step.
        const auto machine = hand_made::machine();
        const auto pricer = cost::Pricer::make(machine, Datatype::float16, View::system_evidence);
        auto task = hand_made::task(ir::Phase::optimizer, ir::EngineClass::vector, 0, 0, 0);
        task.facts.read_bytes = {10'000'001, 3};
        task.facts.write_bytes = {19'999'999, 3};
        QCOMPARE(pricer->price(task, 0, nullptr).memory_step->threshold, 10.0);
    }

    /// 12 GFLOP in one launch reach 0.8 of 100 TFLOP/s; in eight of 1.5 GFLOP each, only 0.5.
    void launchesAreSlowerThanTheirSum()
    {
        const auto machine = hand_made::machine();
        const auto pricer = cost::Pricer::make(machine, Datatype::float16, View::system_evidence);
        auto task = hand_made::task(ir::Phase::forward, ir::EngineClass::matrix, 12'000'000'000, 0, 0);
        QVERIFY(near(pricer->price(task, 0, nullptr).compute.value(), 12e9 / 80e12));
        task.facts.launches = 8;
        const cost::TaskCost priced = pricer->price(task, 0, nullptr);
        QVERIFY(near(priced.compute.value(), 12e9 / 50e12));
        QCOMPARE(priced.engine_step->threshold, 1.0);
    }

    void optimizerRunsOnTheVectorEngine()
    {
        const auto machine = hand_made::machine();
        const auto pricer = cost::Pricer::make(machine, Datatype::float16, View::system_evidence);
        const auto task = hand_made::task(ir::Phase::optimizer, ir::EngineClass::matrix, 1'000'000, 0, 0);
        QVERIFY(near(pricer->price(task, 0, nullptr).compute.value(), 1e6 / (10e12 * 0.5)));
    }

    void missingRate()
    {
        auto machine = hand_made::machine();
        const auto none = cost::Pricer::make(machine, Datatype::float8, View::peak_only);
        QVERIFY(!none);
        QCOMPARE(none.diagnostics().front().code, std::string("system.missing_rate"));
        QVERIFY(none.diagnostics().front().message.find("float8") != std::string::npos);
        machine.matrix[Datatype::float8] = machine.matrix[Datatype::float16];
        QVERIFY(cost::Pricer::make(machine, Datatype::float8, View::peak_only)
                    .diagnostics()
                    .front()
                    .message.find("vector") != std::string::npos);
    }
};

BLUEPRINTING_CORE_TEST(PricingTest)
#include "pricing_test.moc"
