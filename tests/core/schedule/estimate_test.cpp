#include "core/schedule/from_estimate.h"
#include "core/search/evaluate.h"
#include "core/strategy/derived.h"
#include "core/strategy/mapping.h"
#include "tests/core/schedule/make.h"
#include "tests/support/test_main.h"

#include <cmath>
#include <random>

using namespace blueprinting;
using namespace blueprinting::schedule;
using namespace blueprinting::schedule::testing;

namespace {

/// The seven components that a pipeline's timetable holds: all but optimizer and data parallel.
double pipelined(const cost::Estimate& estimate)
{
    double sum = 0;
    for (const cost::Component component :
         {cost::Component::forward, cost::Component::backward, cost::Component::recompute,
          cost::Component::recommunication, cost::Component::tensor_parallel, cost::Component::pipeline_parallel,
          cost::Component::pipeline_bubble})
        sum += estimate.breakdown[component].value();
    return sum;
}

bool near(double a, double b) { return std::fabs(a - b) <= 1e-9 * std::fabs(b); }

std::shared_ptr<const StageSource> source_of(const ir::PortablePlanIR& plan, const cost::Estimate& estimate)
{
    return stages_of(std::make_shared<const ir::PortablePlanIR>(plan),
                     std::make_shared<const cost::Estimate>(estimate));
}

Schedule scheduled(const search::Evaluation& evaluation, const cost::Estimate& estimate,
                   const SourceOptions& options = {})
{
    return must(make_schedule(must(plan_of(*source_of(evaluation.compilation.plan(), estimate), options)).plan));
}

/// Of an estimate by hand: so many blocks under this strategy.
std::shared_ptr<const StageSource> source_by_hand(const strategy::Execution& execution, std::int64_t blocks,
                                                  const cost::Estimate& estimate)
{
    ir::PortablePlanIR plan;
    plan.program.execution = execution;
    plan.program.blocks = blocks;
    return source_of(plan, estimate);
}

strategy::Execution training(std::int64_t t, std::int64_t p, std::int64_t d, strategy::PipelineSchedule schedule)
{
    strategy::TransformerTrainingParallelism parallelism;
    parallelism.tensor = {t, strategy::TensorCommunication::all_reduce};
    parallelism.pipeline = {p, schedule};
    parallelism.data = {d, false};
    strategy::Execution out;
    out.parallelism = parallelism;
    out.tiers = {0, 1, 1};
    return out;
}

} // namespace

/// The analytical composition and the simulated timetable are two ways to one number.
class EstimateTest : public QObject {
    Q_OBJECT
private slots:
    void published_cases();
    void generated_strategies();
    void durations_add_up();
    void zero_bubble_splits_the_backward();
    void inference();
    void inference_has_no_backward();
    void no_executable_order();
};

void EstimateTest::published_cases()
{
    int cases = 0;
    for (const strategy::Preset& preset : strategy::presets()) {
        if (!QString::fromStdString(preset.name).startsWith("seqsel-tab5/"))
            continue;
        ++cases;
        const auto evaluation =
            must(search::evaluate(*model::find_preset(preset.model), *system::find_preset(preset.system),
                                  preset.execution, strategy::Rules::strict));
        for (const cost::Estimate* estimate : {&evaluation.peak_only, &evaluation.evidence}) {
            const Schedule s = scheduled(evaluation, *estimate);
            QVERIFY2(near(s.makespan(), pipelined(*estimate)), preset.name.c_str());
            QVERIFY2(near(s.closed.makespan, pipelined(*estimate)), preset.name.c_str());
            const double bubble = estimate->breakdown[cost::Component::pipeline_bubble].value();
            QVERIFY2(std::fabs(s.bubble_time() - bubble) <= 1e-9 * s.makespan(), preset.name.c_str());
            // The step and what no work hides of the exchange make it the estimate's total.
            const auto source = source_of(evaluation.compilation.plan(), *estimate);
            const auto end =
                must(end_of_iteration(s.simulation->graph, s.simulation->timeline, source->tail(s.plan.request)));
            QVERIFY2(near(end.end, estimate->total.value()), preset.name.c_str());
            // What the first device holds at its fullest is the estimate's memory, to the byte.
            const ByteTerms terms = source->bytes(s.plan.request);
            const auto bytes = must(bytes_over_time(*s.simulation, terms));
            QVERIFY2(near(bytes[0].peak, estimate->memory.total().value()),
                     qPrintable(QString("%1: %2 instead of %3")
                                    .arg(QString::fromStdString(preset.name))
                                    .arg(bytes[0].peak, 0, 'f', 0)
                                    .arg(estimate->memory.total().value(), 0, 'f', 0)));
        }
    }
    QCOMPARE(cases, 8);
}

void EstimateTest::generated_strategies()
{
    std::mt19937 random(20221);
    const auto pick = [&](std::initializer_list<std::int64_t> values) {
        return *(values.begin() + std::uniform_int_distribution<std::size_t>(0, values.size() - 1)(random));
    };
    const system::SystemProfile system = *system::find_preset("a100_80g");
    int legal = 0;
    int interleaved = 0;
    int deep = 0;
    int many_chunks = 0;
    int short_of_stages = 0;
    for (int tried = 0; tried < 6000 && legal < 400; ++tried) {
        const std::int64_t p = pick({1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64});
        const std::int64_t v = pick({1, 1, 2, 3, 4, 6, 8, 12});
        const std::int64_t c = pick({1, 2, 3});
        const std::int64_t t = pick({1, 2, 4, 8});
        const std::int64_t d = pick({1, 2, 3});
        model::TransformerModel model;
        model.hidden = 64 * t * pick({1, 2, 16, 24});
        model.heads = t * pick({1, 2, 4});
        model.head_size = pick({32, 64, 128});
        model.feedforward = 4 * model.hidden;
        model.sequence = t * pick({64, 128, 512});
        model.blocks = p * v * c;
        const bool chunks = v > 1 && p > 1;
        const std::int64_t m = chunks ? p * pick({1, 2, 3, 5}) : pick({1, 2, 3, 5, 7, 16, 33, 64});
        strategy::Execution execution =
            training(t, p, d,
                     p == 1   ? strategy::PipelineSchedule(strategy::SingleStage{})
                     : chunks ? strategy::PipelineSchedule(strategy::InterleavedOneForwardOneBackward{v})
                              : strategy::PipelineSchedule(strategy::OneForwardOneBackward{}));
        auto& parallelism = std::get<strategy::TransformerTrainingParallelism>(execution.parallelism);
        if (t > 1 && pick({0, 1}) == 1) {
            parallelism.tensor.communication = strategy::TensorCommunication::reduce_scatter_all_gather;
            execution.all_gather_redo = pick({0, 1}) == 1;
        }
        parallelism.recompute = static_cast<strategy::RecomputePolicy>(pick({0, 1, 2}));
        parallelism.data.optimizer_sharding = d > 1 && pick({0, 1}) == 1;
        execution.microbatch_size = pick({1, 2, 4});
        execution.global_batch = m * d * execution.microbatch_size;
        execution.fused_activation = pick({0, 1}) == 1;

        const auto evaluation = search::evaluate(model, system, execution, strategy::Rules::strict);
        if (!evaluation)
            continue;
        ++legal;
        interleaved += chunks;
        deep += p >= 32;
        many_chunks += chunks && v >= 8;
        short_of_stages += m < p;
        const Schedule s = scheduled(*evaluation, evaluation->evidence);
        const QString what = QString::fromStdString(title(s.plan.request));
        QVERIFY2(!s.analytical_only(), qPrintable(what));
        QVERIFY2(near(s.makespan(), pipelined(evaluation->evidence)), qPrintable(what));
        QVERIFY2(near(s.closed.makespan, pipelined(evaluation->evidence)), qPrintable(what));
        QCOMPARE(*s.makespan_difference(), 0.0);
    }
    QVERIFY2(legal >= 300, qPrintable(QString::number(legal)));
    // and they are of every sort
    QVERIFY(interleaved >= 50);
    QVERIFY(deep >= 50);
    QVERIFY(many_chunks >= 20);
    QVERIFY(short_of_stages >= 30);
}

void EstimateTest::durations_add_up()
{
    // block sums given by hand: c = 12/3 = 4 blocks a chunk
    cost::Estimate estimate;
    using cost::Component;
    using ir::Phase;
    estimate.block.set(Component::forward, Phase::forward, Seconds(1));
    estimate.block.set(Component::tensor_parallel, Phase::forward, Seconds(0.5));
    estimate.block.set(Component::recompute, Phase::recompute, Seconds(0.25));
    estimate.block.set(Component::recommunication, Phase::recommunication, Seconds(0.125));
    estimate.block.set(Component::backward, Phase::activation_gradient, Seconds(1.5));
    estimate.block.set(Component::backward, Phase::weight_gradient, Seconds(1));
    estimate.block.set(Component::tensor_parallel, Phase::activation_gradient, Seconds(0.75));
    estimate.block.set(Component::pipeline_parallel, Phase::forward, Seconds(0.0625));
    estimate.block.set(Component::pipeline_parallel, Phase::activation_gradient, Seconds(0.03125));
    estimate.shape.blocks_per_stage = 12;
    estimate.shape.virtual_stages = 3;
    estimate.shape.microbatches = 16;
    const strategy::Execution execution = training(1, 8, 1, strategy::InterleavedOneForwardOneBackward{3});
    const auto source = source_by_hand(execution, 96, estimate);
    const Plan plan = must(plan_of(*source)).plan;
    QCOMPARE(plan.request.kind, Kind::interleaved);
    QCOMPARE(plan.request.stages, std::int64_t{8});
    QCOMPARE(plan.request.chunks, std::int64_t{3});
    const ChunkTimes queue = queue_times(plan);
    QCOMPARE(queue.forward, 4 * (1 + 0.5) + 0.0625);
    QCOMPARE(queue.backward, 4 * (0.25 + 0.125 + 1.5 + 1 + 0.75) + 0.03125);
    QCOMPARE(queue.recompute, 4 * (0.25 + 0.125));
    QCOMPARE(queue.input_gradient, 4 * (0.25 + 0.125 + 1.5 + 0.75) + 0.03125);
    QCOMPARE(queue.weight_gradient, 4.0);
    QCOMPARE(plan.unit, TimeUnit::seconds);

    // another order for the same stage has one chunk of all 12 blocks
    const Plan gpipe = must(plan_of(*source, {Kind::gpipe, TransferMode::linked, false})).plan;
    QCOMPARE(gpipe.request.chunks, std::int64_t{1});
    QCOMPARE(queue_times(gpipe).forward, 12 * (1 + 0.5));
    QCOMPARE(gpipe.times.send_forward, 0.0625);

    // one stage sends nothing
    estimate.shape.virtual_stages = 1;
    const auto single = source_by_hand(training(1, 1, 1, strategy::SingleStage{}), 12, estimate);
    QCOMPARE(must(plan_of(*single)).plan.times.send_forward, 0.0);
}

void EstimateTest::zero_bubble_splits_the_backward()
{
    const strategy::Preset* preset = strategy::find_preset("seqsel-tab5/gpt3-175B/full");
    QVERIFY(preset);
    const auto evaluation =
        must(search::evaluate(*model::find_preset(preset->model), *system::find_preset(preset->system),
                              preset->execution, strategy::Rules::strict));
    const Schedule one =
        scheduled(evaluation, evaluation.evidence, {Kind::one_forward_one_backward, TransferMode::charged, false});
    const Schedule zb =
        scheduled(evaluation, evaluation.evidence, {Kind::zero_bubble_h1, TransferMode::charged, false});
    // p 8, m 64: the weight gradient is shorter than forward and input gradient, so (p−1)(F + I − W) holds
    const ChunkTimes queue = queue_times(zb.plan);
    QVERIFY(queue.weight_gradient <= std::min(queue.forward, queue.input_gradient));
    QVERIFY(near(zb.bubble_time(), 7 * (queue.forward + queue.input_gradient - queue.weight_gradient)));
    QVERIFY(near(one.bubble_time(), 7 * (queue.forward + queue.input_gradient + queue.weight_gradient)));
}

void EstimateTest::inference()
{
    strategy::TransformerInferenceParallelism parallelism;
    parallelism.pipeline = {8, strategy::ForwardOnly{}};
    strategy::Execution execution;
    execution.parallelism = parallelism;
    execution.global_batch = 24;
    execution.tiers = {0, 1, 1};
    const auto evaluation = must(search::evaluate(*model::find_preset("gpt3-175B"), *system::find_preset("a100_80g"),
                                                  execution, strategy::Rules::strict));
    const Schedule s = scheduled(evaluation, evaluation.evidence);
    QCOMPARE(s.plan.request.kind, Kind::forward_only);
    QCOMPARE(s.simulation->graph.size(), std::size_t{8 * 24});
    QVERIFY(near(s.makespan(), pipelined(evaluation.evidence)));
    QCOMPARE(s.peak(0), 1.0);
}

void EstimateTest::inference_has_no_backward()
{
    cost::Estimate estimate;
    estimate.training = false;
    estimate.shape.blocks_per_stage = 2;
    estimate.shape.microbatches = 2;
    strategy::Execution execution;
    execution.parallelism = strategy::TransformerInferenceParallelism{};
    const auto plan =
        plan_of(*source_by_hand(execution, 2, estimate), {Kind::zero_bubble_h1, TransferMode::charged, false});
    QVERIFY(!plan);
    QCOMPARE(plan.diagnostics().front().code, std::string("schedule.kind.inference"));
}

void EstimateTest::no_executable_order()
{
    // p 4, v 2, m 10: the analytical number stands, (m·v + p − 1 + (v − 1)(p − m mod p)) chunks
    model::TransformerModel model{"", 256, 1024, 128, 4, 64, 16};
    strategy::Execution execution = training(1, 4, 1, strategy::InterleavedOneForwardOneBackward{2});
    execution.global_batch = 10;
    const auto evaluation =
        must(search::evaluate(model, *system::find_preset("a100_80g"), execution, strategy::Rules::strict));
    const Schedule s = scheduled(evaluation, evaluation.evidence);
    QVERIFY(s.analytical_only());
    QVERIFY(near(s.makespan(), pipelined(evaluation.evidence)));
    QVERIFY(near(s.makespan(), (20 + 3 + 2) * evaluation.evidence.shape.chunk.value()));
    QCOMPARE(s.findings.front().message,
             std::string("microbatches is 10, not a multiple of stages = 4: there is no interleaved order; "
                         "nearest 8 and 12; analytical only"));
}

BLUEPRINTING_CORE_TEST(EstimateTest)
#include "estimate_test.moc"
