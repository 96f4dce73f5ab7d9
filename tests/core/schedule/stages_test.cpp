#include "core/program/evaluate.h"
#include "core/schedule/from_estimate.h"
#include "core/schedule/from_program.h"
#include "core/search/evaluate.h"
#include "core/strategy/derived.h"
#include "core/strategy/mapping.h"
#include "tests/core/schedule/make.h"
#include "tests/support/modern_cases.h"
#include "tests/support/test_main.h"

#include <cmath>
#include <numeric>

using namespace blueprinting;
using namespace blueprinting::schedule;
using namespace blueprinting::schedule::testing;

namespace {

bool near(double a, double b) { return std::fabs(a - b) <= 1e-9 * std::max(std::fabs(a), std::fabs(b)); }

strategy::Execution pipelined(std::int64_t p, std::int64_t m, strategy::PipelineSchedule schedule)
{
    strategy::TransformerTrainingParallelism parallelism;
    parallelism.pipeline = {p, schedule};
    strategy::Execution out;
    out.parallelism = parallelism;
    out.global_batch = m;
    out.tiers = {0, 1, 1};
    return out;
}

struct Plain {
    search::Evaluation evaluation;
    std::shared_ptr<const StageSource> source;
};

Plain plain(const model::TransformerModel& model, const strategy::Execution& execution, strategy::Rules rules)
{
    auto evaluation = must(search::evaluate(model, *system::find_preset("a100_80g"), execution, rules));
    auto source = stages_of(std::make_shared<const ir::PortablePlanIR>(evaluation.compilation.plan()),
                            std::make_shared<const cost::Estimate>(evaluation.evidence));
    return {std::move(evaluation), std::move(source)};
}

strategy::Execution execution_of(const Json& value)
{
    const auto document = JsonDocument::parse(value.dump(), "strategy.json");
    return strategy::execution_from_json(*document, document->root(), "").value();
}

std::shared_ptr<const StageSource> of_program(const program::Program& program)
{
    return stages_of(std::make_shared<const program::Program>(program), *system::find_preset("h100_sxm"),
                     cost::View::peak_only);
}

double of_all(const Plan& plan, double ChunkTimes::*part)
{
    double out = 0;
    for (std::size_t g = 0; g < static_cast<std::size_t>(virtual_stages(plan.request)); ++g)
        out += plan.at(g).*part;
    return out;
}

/// 1F1B by its definition alone: each stage runs `warm` forwards, then a forward and a backward in
/// turn, then the rest; a forward waits for the stage before, a backward for the one behind.
double one_forward_one_backward(const std::vector<double>& f, const std::vector<double>& b, int m)
{
    const int p = static_cast<int>(f.size());
    std::vector<std::vector<int>> order(f.size()); // k-th forward as k, k-th backward as −1−k
    for (int i = 0; i < p; ++i) {
        const int warm = std::min(m, p - 1 - i);
        for (int k = 0; k < warm; ++k)
            order[i].push_back(k);
        for (int k = warm; k < m; ++k) {
            order[i].push_back(k);
            order[i].push_back(-1 - (k - warm));
        }
        for (int k = m - warm; k < m; ++k)
            order[i].push_back(-1 - k);
    }
    const double unknown = -1;
    std::vector<std::vector<double>> forward(f.size(), std::vector<double>(m, unknown)), backward = forward;
    std::vector<double> now(f.size(), 0);
    std::vector<std::size_t> next(f.size(), 0);
    for (bool ran = true; ran;) {
        ran = false;
        for (int i = 0; i < p; ++i)
            while (next[i] < order[i].size()) {
                const int c = order[i][next[i]], k = c >= 0 ? c : -1 - c;
                const double need =
                    c >= 0 ? (i == 0 ? 0 : forward[i - 1][k]) : (i == p - 1 ? forward[i][k] : backward[i + 1][k]);
                if (need == unknown)
                    break;
                now[i] = std::max(now[i], need) + (c >= 0 ? f[i] : b[i]);
                (c >= 0 ? forward : backward)[i][k] = now[i];
                ++next[i];
                ran = true;
            }
    }
    return *std::max_element(now.begin(), now.end());
}

} // namespace

/// What a strategy's stages bring to a schedule.
class StagesTest : public QObject {
    Q_OBJECT
private slots:
    void blocks_that_do_not_divide();
    void uneven_chunks();
    void uneven_bytes();
    void programs_of_six_numbers_data();
    void programs_of_six_numbers();
    void the_programs_own_schedule_data();
    void the_programs_own_schedule();
    void other_kinds_do_the_same_work_data();
    void other_kinds_do_the_same_work();
    void a_path_cut_again();
};

/// 10 blocks on 4 devices under Calculon's rules: 3, 3, 2 and 2. The estimate's total is Calculon's own: all as full as
/// the fullest, and something off.
void StagesTest::blocks_that_do_not_divide()
{
    const model::TransformerModel model{"", 256, 1024, 128, 4, 64, 10};
    const strategy::Execution execution = pipelined(4, 8, strategy::OneForwardOneBackward{});
    const auto [evaluation, source] = plain(model, execution, strategy::Rules::calculon_compatible);
    const auto made = must(plan_of(*source));
    QCOMPARE(made.plan.each.size(), std::size_t{4});
    QVERIFY(has_code(made.findings, "schedule.uneven_stages"));
    const QString words = text(made.findings);
    for (const char* said : {"10 blocks on 4 devices", "The last 2 of 4 virtual stages", "off its bubble"})
        QVERIFY2(words.contains(QLatin1String(said)), qPrintable(words));
    const double block = made.plan.each[3].forward / 2, back = made.plan.each[3].backward / 2;
    const double send = made.plan.times.send_forward, send_back = made.plan.times.send_backward;
    QVERIFY(block > 0 && send > 0);
    std::vector<double> f, b;
    for (const double blocks : {3, 3, 2, 2}) {
        f.push_back(blocks * block + send);
        b.push_back(blocks * back + send_back);
    }
    const Schedule schedule = must(make_schedule(made.plan));
    QVERIFY(near(schedule.makespan(), one_forward_one_backward(f, b, 8)));
    QVERIFY(!schedule.closed.holds);
    // GPipe of unequal stages is exact: all forwards and backwards once, and 7 more of the slowest.
    const Schedule gpipe = must(make_schedule(must(plan_of(*source, {Kind::gpipe})).plan));
    const double once = 10 * (block + back) + 4 * (send + send_back);
    QVERIFY(near(gpipe.makespan(), once + 7 * (3 * (block + back) + send + send_back)));

    // Where they divide nothing is said, and all stages are one.
    const model::TransformerModel even{"", 256, 1024, 128, 4, 64, 12};
    const auto equal = must(plan_of(*plain(even, execution, strategy::Rules::calculon_compatible).source));
    QVERIFY(equal.plan.each.empty());
    QVERIFY(equal.findings.empty());
    QVERIFY(near(equal.plan.times.forward, 3 * block));
}

/// 7 blocks on 2 devices with 2 chunks: the fullest has 4, so that chunks hold 2, 2, 2 and 1.
void StagesTest::uneven_chunks()
{
    const model::TransformerModel model{"", 256, 1024, 128, 4, 64, 7};
    const auto [evaluation, source] = plain(model, pipelined(2, 4, strategy::InterleavedOneForwardOneBackward{2}),
                                            strategy::Rules::calculon_compatible);
    const Plan own = must(plan_of(*source)).plan;
    QCOMPARE(own.each.size(), std::size_t{4});
    const double block = own.each[3].forward;
    for (std::size_t g = 0; g < 3; ++g)
        QVERIFY(near(own.each[g].forward, 2 * block));
    // The same blocks in a V, and in one chunk a stage.
    const Plan v = must(plan_of(*source, {Kind::zero_bubble_v})).plan;
    QVERIFY(near(of_all(v, &ChunkTimes::forward), 7 * block));
    QVERIFY(near(v.each[3].forward, block));
    const Plan one = must(plan_of(*source, {Kind::one_forward_one_backward})).plan;
    QVERIFY(near(one.each[0].forward, 4 * block));
    QVERIFY(near(one.each[1].forward, 3 * block));
}

/// Devices with fewer blocks hold less, and the fullest what the estimate says.
void StagesTest::uneven_bytes()
{
    const model::TransformerModel model{"", 256, 1024, 128, 4, 64, 10};
    const auto [evaluation, source] =
        plain(model, pipelined(4, 8, strategy::OneForwardOneBackward{}), strategy::Rules::calculon_compatible);
    const Plan plan = must(plan_of(*source)).plan;
    const ByteTerms terms = source->bytes(plan.request);
    const auto bytes = must(bytes_over_time(*must(make_schedule(plan)).simulation, terms));
    QVERIFY(near(bytes[0].peak, evaluation.evidence.memory.total().value()));
    QCOMPARE(terms.activation.size(), std::size_t{4});
    QVERIFY(near(terms.activation[3] * 3, terms.activation[0] * 2));
    const cost::Memory& memory = evaluation.evidence.memory;
    const double each_gradient = (memory[cost::MemoryPart::weight_gradients].value() -
                                  static_cast<double>(evaluation.compilation.plan().memory.weight_gradient_unsharded)) /
                                 2;
    const double one = (memory[cost::MemoryPart::weights] + memory[cost::MemoryPart::optimizer]).value() / 3;
    QVERIFY(near(terms.constant[0] - terms.constant[3], one + each_gradient));
}

void StagesTest::programs_of_six_numbers_data()
{
    QTest::addColumn<QString>("preset");
    for (const strategy::Preset& preset : strategy::presets())
        if (preset.name.starts_with("seqsel-tab5/"))
            QTest::newRow(preset.name.c_str()) << QString::fromStdString(preset.name);
}

/// Two ways to one schedule: the block's sums, and a program whose every stage is put together by itself.
void StagesTest::programs_of_six_numbers()
{
    QFETCH(QString, preset);
    const strategy::Preset& found = *strategy::find_preset(preset.toStdString());
    const model::TransformerModel& model = *model::find_preset(found.model);
    const system::SystemProfile& system = *system::find_preset(found.system);
    auto evaluation = must(search::evaluate(model, system, found.execution, strategy::Rules::strict));
    const auto blocks = stages_of(std::make_shared<const ir::PortablePlanIR>(evaluation.compilation.plan()),
                                  std::make_shared<const cost::Estimate>(evaluation.evidence));
    const auto program = stages_of(std::make_shared<const program::Program>(
                                       must(program::compile_program(model::describe(model), found.execution))),
                                   system, cost::View::system_evidence);
    QCOMPARE(program->facts().own, blocks->facts().own);
    QCOMPARE(program->facts().recomputes, blocks->facts().recomputes);
    QCOMPARE(program->facts().capacity, blocks->facts().capacity);
    int compared = 0;
    for (const Kind kind : kinds()) {
        // Of chunks that do not divide the stage's blocks one has fewer than the other: whole ones.
        if (evaluation.evidence.shape.blocks_per_stage % std::max<std::int64_t>(kind->chunks.least, 1) != 0)
            continue;
        const auto a = plan_of(*blocks, {kind}), b = plan_of(*program, {kind});
        QCOMPARE(bool(a), bool(b));
        if (!a)
            continue;
        ++compared;
        for (const auto part :
             {&ChunkTimes::forward, &ChunkTimes::backward, &ChunkTimes::input_gradient, &ChunkTimes::weight_gradient,
              &ChunkTimes::recompute, &ChunkTimes::send_forward, &ChunkTimes::send_backward})
            for (std::size_t g = 0; g < static_cast<std::size_t>(virtual_stages(a->plan.request)); ++g)
                QVERIFY2(near(a->plan.at(g).*part, b->plan.at(g).*part), std::string(to_string(kind)).c_str());
        const ByteTerms held = blocks->bytes(a->plan.request), same = program->bytes(b->plan.request);
        for (const double bytes : same.activation)
            QVERIFY2(near(held.activation.front(), bytes), std::string(to_string(kind)).c_str());
        if (kind->paths == 1)
            for (std::size_t i = 0; i < same.constant.size(); ++i)
                QVERIFY2(near(held.constant[i], same.constant[i]), std::string(to_string(kind)).c_str());
    }
    QVERIFY2(compared >= 6, qPrintable(QString::number(compared)));
}

void StagesTest::the_programs_own_schedule_data() { blueprinting::testing::add_modern_cases({"stage_memory"}); }

/// The simulated pipeline and the longest step make the estimate's total, and each device's peak is its stage's memory
/// as the case file has it.
void StagesTest::the_programs_own_schedule()
{
    QFETCH(int, index);
    const Json& each = blueprinting::testing::modern_case(index);
    const program::Program program =
        must(program::compile_program(blueprinting::testing::model_of(each), execution_of(each["strategy"])));
    const auto estimate = must(program::estimate(program, *system::find_preset("h100_sxm"), cost::View::peak_only));
    const auto source = of_program(program);
    const Schedule schedule = must(make_schedule(must(plan_of(*source)).plan));
    QVERIFY(schedule.simulation);
    double step = 0;
    for (const program::StageEstimate& stage : estimate.stages)
        step = std::max(step, stage.time.step.total().value());
    QVERIFY(near(schedule.makespan() + step, estimate.total.value()));
    const auto bytes = must(bytes_over_time(*schedule.simulation, source->bytes(schedule.plan.request)));
    QCOMPARE(bytes.size(), each["expect"].size());
    for (std::size_t i = 0; i < bytes.size(); ++i)
        QVERIFY2(near(bytes[i].peak, each["expect"][i]["total"].get<double>()),
                 qPrintable(QStringLiteral("device %1: %2").arg(i).arg(bytes[i].peak, 0, 'f', 0)));
    // What a step takes on each device is all there.
    const Tail tail = source->tail(schedule.plan.request);
    for (std::size_t i = 0; i < estimate.stages.size(); ++i)
        QVERIFY(near(tail.reduce[i] * static_cast<double>(schedule.plan.request.chunks) + tail.step[i],
                     estimate.stages[i].time.step.total().value()));
}

void StagesTest::other_kinds_do_the_same_work_data() { blueprinting::testing::add_modern_cases({"stage_memory"}); }

/// Laid over other orders the model is the same: its forwards and backwards take as long in sum, and every weight is
/// held once (of two directions, twice).
void StagesTest::other_kinds_do_the_same_work()
{
    QFETCH(int, index);
    const Json& each = blueprinting::testing::modern_case(index);
    strategy::Execution execution = execution_of(each["strategy"]);
    const auto source = of_program(must(program::compile_program(blueprinting::testing::model_of(each), execution)));
    const Plan own = must(plan_of(*source)).plan;
    for (const Kind kind : kinds()) {
        const auto made = plan_of(*source, {kind});
        if (!made || !has_backward(kind))
            continue;
        const Plan& plan = made->plan;
        for (const auto part : {&ChunkTimes::forward, &ChunkTimes::backward, &ChunkTimes::weight_gradient})
            QVERIFY2(near(of_all(plan, part), of_all(own, part)), std::string(to_string(kind)).c_str());
        const ByteTerms held = source->bytes(plan.request), once = source->bytes(own.request);
        const auto sum = [](const std::vector<double>& list) { return std::accumulate(list.begin(), list.end(), 0.0); };
        QVERIFY2(near(sum(held.activation), sum(once.activation)), std::string(to_string(kind)).c_str());
        QCOMPARE(held.constant.size(), static_cast<std::size_t>(own.request.stages));
        // The two copies of a prediction module's or a tied head's table may be one then.
        QVERIFY2(sum(held.constant) <= static_cast<double>(kind->paths) * sum(once.constant) * (1 + 1e-9),
                 std::string(to_string(kind)).c_str());
    }
}

void StagesTest::a_path_cut_again()
{
    using Chunks = std::vector<strategy::ChunkContent>;
    // E tt | tttt | t m L
    const Chunks three{{true, 0, 2, 0, false}, {false, 2, 4, 0, false}, {false, 6, 1, 1, true}};
    const Chunks six{{true, 0, 1, 0, false},  {false, 1, 1, 0, false}, {false, 2, 2, 0, false},
                     {false, 4, 2, 0, false}, {false, 6, 0, 0, false}, {false, 6, 1, 1, true}};
    QVERIFY(recut(three, 6) == six);
    QVERIFY(recut(six, 3) == three);
    QVERIFY(recut(three, 3) == three);
    // Two of three: halves of each, three together.
    const Chunks two{{true, 0, 4, 0, false}, {false, 4, 3, 1, true}};
    QVERIFY(recut(three, 2) == two);
    const Chunks one{{true, 0, 7, 1, true}};
    QVERIFY(recut(three, 1) == one);
}

BLUEPRINTING_CORE_TEST(StagesTest)
#include "stages_test.moc"
