#include "core/cost/priced_block.h"
#include "tests/core/cost/hand_made.h"
#include "tests/support/test_main.h"

using namespace blueprinting;
using cost::Component;
using cost::MemoryPart;
using cost::View;
using strategy::Rules;

namespace {

// Prices of hand_made::plan on hand_made::machine, from the curves: 4 GFLOP and 8 GFLOP reach 0.5 of 100 TFLOP/s, 2
// GFLOP too; 1 GFLOP on the vector engine 0.5 of 10 TFLOP/s. An all-reduce of 10 MB over 2 moves 2·10 − 2·10/2 = 10 MB
// at 50 GB/s, an all-gather 1.5·10 − 1.5·10/2 = 7.5 MB. A transfer of 8 MB between stages goes at 8 GB/s.
constexpr double F = 4e9 / 50e12;
constexpr double R = 2e9 / 50e12;
constexpr double G = 8e9 / 50e12;
constexpr double W = 4e9 / 50e12;
constexpr double O = 1e9 / 5e12;
constexpr double T = 1e-5 + 10e6 / 50e9;
constexpr double Tr = 1e-5 + 7.5e6 / 50e9;
constexpr double H = 1e-4 + 8e6 / 8e9;

bool near(double actual, double expected)
{
    const bool close = std::abs(actual - expected) <= 2e-15 * std::abs(expected);
    if (!close)
        qInfo("%.17g is not %.17g", actual, expected);
    return close;
}

cost::Estimate estimate(const ir::PortablePlanIR& plan, Rules rules = Rules::strict)
{
    auto result = cost::estimate(plan, hand_made::machine(), View::system_evidence, rules);
    if (!result)
        qFatal("%s", to_line(result.diagnostics().front()).c_str());
    return *std::move(result);
}

} // namespace

class IterationTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void components_data()
    {
        QTest::addColumn<int>("p");
        QTest::addColumn<int>("v");
        QTest::addColumn<int>("batch");
        QTest::addColumn<int>("bubbles"); // in chunks
        QTest::newRow("one stage") << 1 << 1 << 6 << 0;
        QTest::newRow("four stages") << 4 << 1 << 6 << 3;
        QTest::newRow("four stages, fewer microbatches") << 4 << 1 << 2 << 3;
        QTest::newRow("interleaved, m a multiple of p") << 4 << 3 << 8 << 3;
        QTest::newRow("interleaved, m mod p = 1") << 4 << 3 << 5 << 3 + 2 * 3;
        QTest::newRow("interleaved, m mod p = 3") << 4 << 3 << 7 << 3 + 2 * 1;
        QTest::newRow("interleaved, m < p") << 4 << 2 << 3 << 3 + 1 * 1;
    }
    void components()
    {
        QFETCH(int, p);
        QFETCH(int, v);
        QFETCH(int, batch);
        QFETCH(int, bubbles);
        const int n = 24 / p;
        const int c = n / v;
        const double m = batch;
        const auto out = estimate(hand_made::plan(hand_made::training(2, p, v, 1, batch, 1), 24));
        const double hop = p > 1 ? H : 0;
        QVERIFY(near(out.breakdown[Component::forward].value(), n * m * F));
        QVERIFY(near(out.breakdown[Component::backward].value(), n * m * (G + W)));
        QVERIFY(near(out.breakdown[Component::recompute].value(), n * m * R));
        QVERIFY(near(out.breakdown[Component::optimizer].value(), n * O));
        QVERIFY(near(out.breakdown[Component::tensor_parallel].value(), n * m * 2 * T));
        QVERIFY(near(out.breakdown[Component::recommunication].value(), n * m * Tr));
        QVERIFY(near(out.breakdown[Component::pipeline_parallel].value(), m * v * 2 * hop));
        QCOMPARE(out.breakdown[Component::data_parallel].value(), 0.0);
        QVERIFY(near(out.breakdown[Component::pipeline_bubble].value(),
                     bubbles * (c * (F + T + R + Tr + G + W + T) + 2 * hop)));
        QCOMPARE(out.shape.bubbles, double(bubbles));
        QCOMPARE(out.shape.blocks_per_chunk, std::int64_t{c});
        double sum = 0;
        for (const Seconds part : out.breakdown.seconds)
            sum += part.value();
        QVERIFY(near(out.total.value(), sum));
    }

    void collectiveTakesItsLocalWorkAlong()
    {
        auto plan = hand_made::plan(hand_made::training(2, 1, 1, 1, 1, 1), 1);
        plan.tasks[1].facts.operations = {5'000'000, 1};
        plan.tasks[1].facts.read_bytes = {20'000'000, 1};
        const auto out = estimate(plan);
        QVERIFY(near(out.breakdown[Component::forward].value(), F));
        QVERIFY(near(out.breakdown[Component::tensor_parallel].value(), 2 * T + 5e6 / 5e12 + 20e6 / 800e9));
    }

    void dataParallel_data()
    {
        QTest::addColumn<bool>("sharded");
        QTest::addColumn<double>("perBlock");
        // 4 MB of weights a block at 8 GB/s after 1e-4 s, without participant terms.
        QTest::newRow("all-reduce") << false << 1e-4 + 4e6 / 8e9;
        QTest::newRow("reduce-scatter and all-gather") << true << 2 * (1e-4 + 4e6 / 8e9);
    }
    void dataParallel()
    {
        QFETCH(bool, sharded);
        QFETCH(double, perBlock);
        auto execution = hand_made::training(2, 1, 1, 4, 8, 1);
        std::get<strategy::TransformerTrainingParallelism>(execution.parallelism).data.optimizer_sharding = sharded;
        const auto out = estimate(hand_made::plan(execution, 24));
        QVERIFY(near(out.breakdown[Component::data_parallel].value(), 24 * perBlock));
        QCOMPARE(out.shape.microbatches, std::int64_t{2});
    }

    void unevenStagesShortenTheBubble_data()
    {
        QTest::addColumn<int>("blocks");
        QTest::addColumn<int>("v");
        QTest::addColumn<double>("missing");
        QTest::addColumn<bool>("edgeOnly");
        QTest::newRow("22 blocks on 4 stages") << 22 << 1 << 2.0 << false;
        QTest::newRow("23 blocks, 6 chunks of one") << 23 << 6 << 1.0 << true;
        QTest::newRow("24 blocks: even") << 24 << 1 << 0.0 << false;
    }
    void unevenStagesShortenTheBubble()
    {
        QFETCH(int, blocks);
        QFETCH(int, v);
        QFETCH(double, missing);
        QFETCH(bool, edgeOnly);
        const auto out =
            estimate(hand_made::plan(hand_made::training(2, 4, v, 1, 8, 1), blocks), Rules::calculon_compatible);
        const double block = F + T + R + Tr + G + W + T;
        const double cut = missing * (edgeOnly ? block + 2 * H : block + H);
        QCOMPARE(out.shape.blocks_per_stage, std::int64_t{6});
        QVERIFY(near(out.breakdown[Component::pipeline_bubble].value(), 3 * (6 / v * block + 2 * H) - cut));
        QVERIFY(near(out.breakdown[Component::forward].value(), 6 * 8 * F));
    }

    void edgeBlocksHaveOtherCollectives()
    {
        // Three inner blocks and an edge block a chunk; the edge's forward collective is an all-gather with the inner
        // one's local work.
        auto plan = hand_made::plan(hand_made::training(2, 4, 2, 1, 4, 1), 32);
        plan.tasks[1].scope = ir::BlockScope::inner;
        auto edge = hand_made::collective(ir::Phase::forward, ir::CollectiveKind::all_gather, 2, 10'000'000,
                                          ir::BlockScope::edge);
        plan.tasks.insert(plan.tasks.begin() + 2, edge);
        const auto out = estimate(plan, Rules::calculon_compatible);
        QVERIFY(near(out.breakdown[Component::tensor_parallel].value(), 4 * 2 * (3 * (T + T) + (Tr + T))));
        const double local = F + R + G + W;
        const double chunk = 3 * (local + T + Tr + T) + (local + Tr + Tr + T) + 2 * H;
        QVERIFY(near(out.breakdown[Component::pipeline_bubble].value(), 3 * chunk));
    }

    void inference_data()
    {
        QTest::addColumn<bool>("compatible");
        QTest::addColumn<double>("emptyMessage");
        QTest::newRow("our own") << false << 0.0;
        QTest::newRow("the reference's empty backward message") << true << 1e-4;
    }
    void inference()
    {
        QFETCH(bool, compatible);
        QFETCH(double, emptyMessage);
        const auto plan = hand_made::plan(hand_made::inference(2, 4, 1, 5, 1), 24);
        const auto out = estimate(plan, compatible ? Rules::calculon_compatible : Rules::strict);
        QVERIFY(!out.training);
        QVERIFY(near(out.breakdown[Component::forward].value(), 6 * 5 * F));
        QVERIFY(near(out.breakdown[Component::tensor_parallel].value(), 6 * 5 * T));
        QVERIFY(near(out.breakdown[Component::pipeline_parallel].value(), 5 * H));
        QVERIFY(near(out.breakdown[Component::pipeline_bubble].value(), 3 * (6 * (F + T) + H + emptyMessage)));
        for (const Component none : {Component::backward, Component::recompute, Component::optimizer,
                                     Component::data_parallel, Component::recommunication})
            QCOMPARE(out.breakdown[none].value(), 0.0);
        QCOMPARE(out.memory[MemoryPart::weights].value(), 6 * 4e6);
        QCOMPARE(out.memory[MemoryPart::activations].value(), 7e6);
        QCOMPARE(out.memory.total().value(), 6 * 4e6 + 7e6);
    }

    void memory_data()
    {
        QTest::addColumn<int>("p");
        QTest::addColumn<int>("v");
        QTest::addColumn<int>("batch");
        QTest::addColumn<double>("factor");
        QTest::newRow("one stage") << 1 << 1 << 8 << 1.0;
        QTest::newRow("as many microbatches as stages in flight") << 4 << 1 << 8 << 4.0;
        QTest::newRow("fewer microbatches than stages") << 4 << 1 << 3 << 3.0;
        QTest::newRow("interleaving holds more") << 4 << 3 << 8 << 4 * (1 + 3.0 / 12);
    }
    void memory()
    {
        QFETCH(int, p);
        QFETCH(int, v);
        QFETCH(int, batch);
        QFETCH(double, factor);
        const int n = 24 / p;
        const auto execution = hand_made::training(2, p, v, 1, batch, 1);
        const auto out = estimate(hand_made::plan(execution, 24));
        QCOMPARE(out.memory[MemoryPart::weights].value(), n * 4e6);
        QCOMPARE(out.memory[MemoryPart::activations].value(), 7e6 + 5e6 * (n * factor - 1));
        QCOMPARE(out.memory[MemoryPart::activation_checkpoints].value(), 0.0);
        QCOMPARE(out.memory[MemoryPart::activation_gradients].value(), 3e6);
        QCOMPARE(out.memory[MemoryPart::weight_gradients].value(), 8e6 + 4e6 * (n - 1));
        QCOMPARE(out.memory[MemoryPart::optimizer].value(), n * 24e6);

        auto full = hand_made::plan(execution, 24);
        std::get<strategy::TransformerTrainingParallelism>(full.program.execution.parallelism).recompute =
            strategy::RecomputePolicy::full;
        full.memory.activation_checkpoint = 2'000'000;
        const auto recomputed = estimate(full);
        QCOMPARE(recomputed.memory[MemoryPart::activations].value(), 7e6);
        QCOMPARE(recomputed.memory[MemoryPart::activation_checkpoints].value(), n * 2e6 * factor);
    }

    void capacity_data()
    {
        QTest::addColumn<qint64>("gradient");
        QTest::addColumn<bool>("fits");
        // One block on one stage: 4 + 7 + 5·0 + 8 + 24 MB and the gradient, against 10 GiB.
        const qint64 rest = 10ll * 1024 * 1024 * 1024 - 4'000'000 - 7'000'000 - 8'000'000 - 24'000'000;
        QTest::newRow("to the last byte") << rest << true;
        QTest::newRow("one byte more") << rest + 1 << false;
    }
    void capacity()
    {
        QFETCH(qint64, gradient);
        QFETCH(bool, fits);
        auto plan = hand_made::plan(hand_made::training(2, 1, 1, 1, 1, 1), 1);
        plan.memory.activation_gradient = gradient;
        const auto out = estimate(plan);
        QCOMPARE(out.fits, fits);
        QCOMPARE(out.findings.empty(), fits);
        if (!fits) {
            QCOMPARE(out.findings.front().code, std::string("memory.exceeds_capacity"));
            QCOMPARE(out.findings.front().severity, Severity::finding);
        }
    }

    void byHowMuch()
    {
        auto plan = hand_made::plan(hand_made::training(2, 1, 1, 1, 1, 1), 1);
        plan.memory = {};
        plan.memory.weight = 15ll * 1024 * 1024 * 1024;
        const auto out = estimate(plan);
        QCOMPARE(out.findings.front().message,
                 std::string(
                     "does not fit by 5.00 GiB (50.0 % of mem1): needs 15.00 GiB per GPU, and mem1 holds 10.00 GiB"));
    }

    void noExecutableOrder_data()
    {
        QTest::addColumn<int>("p");
        QTest::addColumn<int>("v");
        QTest::addColumn<int>("m");
        QTest::addColumn<QString>("nearest"); // "" where there is an order
        QTest::newRow("p 6, m 3, v 2") << 6 << 2 << 3 << "nearest 6;";
        QTest::newRow("p 4, m 10, v 2") << 4 << 2 << 10 << "nearest 8 and 12;";
        QTest::newRow("p 4, m 12, v 2") << 4 << 2 << 12 << "";
        QTest::newRow("p 4, m 10, plain 1F1B") << 4 << 1 << 10 << "";
    }
    void noExecutableOrder()
    {
        QFETCH(int, p);
        QFETCH(int, v);
        QFETCH(int, m);
        QFETCH(QString, nearest);
        const auto out = estimate(hand_made::plan(hand_made::training(2, p, v, 1, m, 1), 24));
        QCOMPARE(out.findings.empty(), nearest.isEmpty());
        if (!nearest.isEmpty()) {
            QCOMPARE(out.findings.front().code, std::string("schedule.no_executable_order"));
            QVERIFY(QString::fromStdString(out.findings.front().message).contains(nearest));
        }
    }

    void missingTiersAreRefusedAllAtOnce()
    {
        auto execution = hand_made::training(2, 4, 1, 2, 8, 1);
        execution.tiers = {2, 3, 4};
        const auto out =
            cost::estimate(hand_made::plan(execution, 24), hand_made::machine(), View::peak_only, Rules::strict);
        QVERIFY(!out);
        QCOMPARE(out.diagnostics().size(), std::size_t{3});
        QCOMPARE(out.diagnostics()[1].path, std::string("tiers.pipeline"));
        // Groups of one use none.
        auto alone = hand_made::training(1, 1, 1, 1, 8, 1);
        alone.tiers = {2, 3, 4};
        auto plan = hand_made::plan(alone, 24);
        std::erase_if(plan.tasks, [](const ir::PortableTask& task) { return task.collective.has_value(); });
        QVERIFY(cost::estimate(plan, hand_made::machine(), View::peak_only, Rules::strict));
    }

    void anOperationThatTheNetworkLacks()
    {
        auto plan = hand_made::plan(hand_made::training(2, 1, 1, 1, 1, 1), 1);
        plan.tasks[1] = hand_made::collective(ir::Phase::forward, ir::CollectiveKind::all_to_all, 2, 10'000'000);
        auto machine = hand_made::machine();
        const auto none = cost::estimate(plan, machine, View::system_evidence, Rules::strict);
        QVERIFY(!none);
        QCOMPARE(none.diagnostics().front().code, std::string("system.missing_rate"));
        QCOMPARE(none.diagnostics().front().path, std::string("tiers.tensor"));
        // 10 MB − 10 MB / 2 at 50 GB/s.
        machine.networks[0].all_to_all = system::VolumeModel{1, -1.0};
        const auto priced = cost::estimate(plan, machine, View::system_evidence, Rules::strict);
        QVERIFY(priced);
        QVERIFY(near(priced->tasks[1].network.value(), 1e-5 + 5e6 / 50e9));
    }

    /// A block compiled for one data axis prices the iterations of all others.
    void oneBlockForEveryDataAxis_data()
    {
        QTest::addColumn<int>("d");
        QTest::addColumn<bool>("sharded");
        QTest::newRow("alone") << 1 << false;
        QTest::newRow("five, all of the state on each") << 5 << false;
        QTest::newRow("three shards") << 3 << true;
    }
    void oneBlockForEveryDataAxis()
    {
        QFETCH(int, d);
        QFETCH(bool, sharded);
        auto execution = hand_made::training(2, 4, 1, d, 15 * 8, 1);
        std::get<strategy::TransformerTrainingParallelism>(execution.parallelism).data.optimizer_sharding = sharded;
        auto own = hand_made::plan(execution, 24);
        const std::int64_t shards = sharded ? d : 1;
        own.memory.weight_gradient.divisor = own.memory.optimizer.divisor = shards;
        for (ir::PortableTask& task : own.tasks)
            if (task.phase == ir::Phase::optimizer)
                task.facts.operations.divisor = task.facts.read_bytes.divisor = task.facts.write_bytes.divisor = shards;
        const auto wanted = estimate(own);

        const auto machine = hand_made::machine();
        const auto other = hand_made::plan(hand_made::training(2, 8, 1, 1, 8, 1), 24);
        const auto block = cost::price_block(other, machine, View::system_evidence);
        QVERIFY(block);
        const auto step = cost::price_step(*block, execution, machine, View::system_evidence);
        QVERIFY(step);
        const auto iteration = cost::iterate(*block, *step, execution, machine, View::system_evidence, Rules::strict);
        QVERIFY(iteration);
        QVERIFY(iteration->breakdown == wanted.breakdown);
        QVERIFY(iteration->memory == wanted.memory);
        // The weights' 4 MB once a step in each of the 6 blocks of a stage, all of them or scattered and gathered: tier
        // 1 moves them at 8 GB/s with no offset.
        const double exchange = d == 1 ? 0 : (sharded ? 2 : 1) * (1e-4 + 4e6 / 8e9);
        QVERIFY(near(iteration->breakdown[Component::data_parallel].value(), 6 * exchange));
        QVERIFY(near(iteration->breakdown[Component::optimizer].value(), 6 * 1e9 / double(shards) / 5e12));
    }

    void pastTheRangeOfDouble()
    {
        auto machine = hand_made::machine();
        machine.matrix[Datatype::float16].tflops = 1e-320;
        const auto out = cost::estimate(hand_made::plan(hand_made::training(2, 1, 1, 1, 1, 1), 1), machine,
                                        View::peak_only, Rules::strict);
        QVERIFY(!out);
        QCOMPARE(out.diagnostics().front().code, std::string("cost.not_finite"));
    }
};

BLUEPRINTING_CORE_TEST(IterationTest)
#include "iteration_test.moc"
