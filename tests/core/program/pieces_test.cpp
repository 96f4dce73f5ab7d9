#include "core/ir/verify.h"
#include "core/program/evaluate.h"
#include "core/program/module_cost.h"
#include "core/program/piece_evaluation.h"
#include "core/schedule/from_program.h"
#include "core/schedule/schedule.h"
#include "core/strategy/field_table.h"
#include "tests/support/modern_cases.h"
#include "tests/support/test_main.h"

#include <algorithm>
#include <numeric>

using namespace blueprinting;
using namespace blueprinting::program;
using namespace blueprinting::testing;

namespace {

strategy::Execution training(std::int64_t t, std::int64_t p, std::int64_t d, std::int64_t batch)
{
    strategy::TransformerTrainingParallelism parallel;
    parallel.tensor = {t, strategy::TensorCommunication::reduce_scatter_all_gather};
    parallel.pipeline.degree = p;
    if (p > 1)
        parallel.pipeline.schedule = strategy::OneForwardOneBackward{};
    parallel.data.degree = d;
    strategy::Execution out;
    out.parallelism = parallel;
    out.datatype = Datatype::bfloat16;
    out.fused_attention = true;
    out.global_batch = batch;
    return out;
}

const system::SystemProfile& h100() { return *system::find_preset("h100_sxm"); }

Program program_of(const char* model, const strategy::Execution& execution)
{
    return compile_program(model_of(Json{{"model", model}}), execution).value();
}

struct Priced {
    const ir::PortableTask* task = nullptr;
    const cost::TaskCost* cost = nullptr;
};
Priced priced(const PieceEvaluation& of, std::string_view name, ir::Phase phase)
{
    const auto& tasks = of.compilation.plan().tasks;
    for (std::size_t i = 0; i < tasks.size(); ++i)
        if (tasks[i].name == name && tasks[i].phase == phase)
            return {&tasks[i], &of.peak_only[i]};
    qFatal("no such task");
}

/// What the tasks of these components and phases take, by themselves.
double time_of(const PieceEvaluation& of, Component component)
{
    double out = 0;
    for (const cost::TaskCost& cost : of.peak_only)
        if (of.components[cost.task] == component)
            out += cost.total.value();
    return out;
}

/// 1F1B of two stages: the first runs F1 F2 B1 F3 B2 … Bm, the second F1 B1 F2 B2 …; no time between them.
double two_stages(double f0, double b0, double f1, double b1, int m)
{
    std::vector<double> first_forward(static_cast<std::size_t>(m)), second_back(static_cast<std::size_t>(m));
    double first = 0, second = 0;
    const auto forward = [&](int i) { first_forward[static_cast<std::size_t>(i)] = first += f0; };
    const auto on_second = [&](int i) {
        second = std::max(second, first_forward[static_cast<std::size_t>(i)]) + f1;
        second_back[static_cast<std::size_t>(i)] = second += b1;
    };
    forward(0);
    for (int i = 0; i < m; ++i) {
        if (i + 1 < m)
            forward(i + 1);
        on_second(i);
        first = std::max(first, second_back[static_cast<std::size_t>(i)]) + b0;
    }
    return std::max(first, second);
}

} // namespace

/// Single pieces of a program: their tasks by hand, and that the whole is made of them.
class ProgramPiecesTest : public QObject {
    Q_OBJECT
private slots:
    void pieces()
    {
        strategy::Execution execution = training(1, 1, 64, 64);
        std::get<strategy::TransformerTrainingParallelism>(execution.parallelism).expert.degree = 64;
        const Program program = program_of("DeepSeek-V3", execution);
        QStringList found;
        for (const ProgramPiece& each : pieces_of(program))
            found << QString::fromStdString(each.key) + " x" + QString::number(each.count);
        QCOMPARE(found, (QStringList{"0 x3", "3 x58", "embedding x1", "head x1", "mtp_input x1", "mtp_head x1"}));
        QCOMPARE(find_piece(program, "60")->piece.block, 60);
        QCOMPARE(find_piece(program, "60")->count, 58);
        for (const char* none : {"61", "-1", "", "3x", "block", "0.0"})
            QVERIFY2(!find_piece(program, none), none);
        for (const ProgramPiece& each : pieces_of(program)) {
            const auto evaluated = evaluate_piece(program, each, h100());
            QVERIFY(evaluated);
            QVERIFY(ir::verify(*evaluated->compilation.portable.ir).empty());
            QVERIFY(is_near(std::accumulate(evaluated->shares.begin(), evaluated->shares.end(), 0.0), 1, 1e-12));
        }
    }

    /// Llama-3.1-8B, one sequence of 8192 tokens, TP 8 with RS+AG: q is 8192 × 4096 × 512 on each rank.
    void tasks_by_hand()
    {
        const Program program = program_of("Llama-3.1-8B", training(8, 1, 1, 4));
        const auto block = evaluate_piece(program, pieces_of(program).front(), h100());
        QVERIFY(block);
        const double tokens = 8192, hidden = 4096, own = 4096.0 / 8;
        const Priced q = priced(*block, "attn.q", ir::Phase::forward);
        QCOMPARE(q.task->facts.operations.value(), 2 * tokens * hidden * own);
        const double bytes = 2 * (tokens * hidden + hidden * own + tokens * own);
        QCOMPARE(q.task->facts.read_bytes.value() + q.task->facts.write_bytes.value(), bytes);
        QVERIFY(is_near(q.cost->compute.value(), 2 * tokens * hidden * own / 989e12, 1e-12));
        QVERIFY(is_near(q.cost->memory.value(), bytes / 3350e9, 1e-12));
        QVERIFY(is_near(q.cost->total.value(), std::max(2 * tokens * hidden * own / 989e12, bytes / 3350e9), 1e-12));
        // The gather sends a whole activation over tier 0, 450 GB/s, of which an eighth is there already.
        const Priced gather = priced(*block, "attn.f", ir::Phase::forward);
        QCOMPARE(gather.task->collective->message_bytes, 8192 * 4096 * 2);
        QVERIFY(is_near(gather.cost->network.value(), tokens * hidden * 2 * 7 / 8 / 450e9, 1e-12));
        // The head: 128256 words, filled up to 129024 that 8·128 divides.
        const auto head = evaluate_piece(program, *find_piece(program, "head"), h100());
        QCOMPARE(priced(*head, "head.logits", ir::Phase::forward).task->facts.operations.value(),
                 2 * tokens * hidden * (129024 / 8));
    }

    /// Four microbatches through 32 blocks, and nothing else, make the three components of an iteration on one stage.
    void the_whole_is_made_of_them()
    {
        strategy::Execution execution = training(8, 1, 1, 4);
        std::get<strategy::TransformerTrainingParallelism>(execution.parallelism).recompute =
            strategy::RecomputePolicy::full;
        const Program program = program_of("Llama-3.1-8B", execution);
        const auto block = evaluate_piece(program, pieces_of(program).front(), h100());
        const auto whole = estimate(program, h100(), cost::View::peak_only);
        QVERIFY(block && whole);
        for (const Component component : {Component::forward, Component::backward, Component::recompute})
            QVERIFY2(is_near(whole->breakdown[component].value(), 4 * 32 * time_of(*block, component), 1e-9),
                     std::string(to_string(component)).c_str());
        QVERIFY(time_of(*block, Component::recompute) > 0);
    }

    /// The optimizer's 11 operations a weight, at the vector engine's 133.8 TFLOP/s, are shared out over the ranks that
    /// share its state.
    void a_step_is_shared_out()
    {
        const auto step = [](bool shared) {
            strategy::Execution execution = training(1, 1, 8, 8);
            if (shared)
                std::get<strategy::TransformerTrainingParallelism>(execution.parallelism).data.sharding =
                    strategy::StateSharding::optimizer;
            const Program program = program_of("Llama-3.1-8B", execution);
            const auto block = evaluate_piece(program, pieces_of(program).front(), h100());
            return priced(*block, "attn.q", ir::Phase::optimizer).cost->compute.value();
        };
        QVERIFY(is_near(step(false), 11.0 * 4096 * 4096 / 133.8e12, 1e-12));
        QVERIFY(is_near(step(true), 11.0 * 4096 * 4096 / 8 / 133.8e12, 1e-12));
    }

    /// Llama-3.1-8B on one stage without recomputation. The feed-forward activation, 14336 of 8192 tokens in 2 bytes,
    /// is made again in each of 32 blocks; what one of them works with meanwhile is less than the head, which decides.
    /// Its two operands are read and it is written once more: at 3350 GB/s, for one microbatch.
    void a_module_by_hand()
    {
        const strategy::Execution execution = training(1, 1, 8, 8);
        const model::Description model = model_of(Json{{"model", "Llama-3.1-8B"}});
        const auto cost = module_cost(model, h100(), execution, strategy::Module::mlp_act);
        QVERIFY(cost);
        const double elements = 14336.0 * 8192;
        QCOMPARE(cost->freed, 32 * elements * 2);
        const auto program = compile_program(model, execution);
        const double without = estimate(*program, h100(), cost::View::system_evidence)->total.value();
        QVERIFY2(is_near(cost->added * without, 32 * elements * 2 * 3 / 3350e9, 1e-9),
                 qPrintable(QString::number(cost->added * without)));
        // With it already chosen it is worth the same.
        strategy::Execution chosen = execution;
        strategy::row(strategy::Field::recompute_modules)
            .set(chosen, std::int64_t{1} << static_cast<unsigned>(strategy::Module::mlp_act));
        QCOMPARE(module_cost(model, h100(), chosen, strategy::Module::mlp_act)->freed, cost->freed);
        // A model without experts has none to recompute.
        QVERIFY(!module_cost(model, h100(), execution, strategy::Module::moe_act));
    }

    /// Sixteen blocks a stage, the embedding before the first, the head behind the last.
    void a_schedule_of_unequal_stages()
    {
        const Program program = program_of("Llama-3.1-8B", training(8, 2, 1, 6));
        const auto whole = estimate(program, h100(), cost::View::peak_only);
        QVERIFY(whole);
        const auto source =
            schedule::stages_of(std::make_shared<const Program>(program), h100(), cost::View::peak_only);
        const auto plan = schedule::plan_of(*source);
        QVERIFY(plan);
        QCOMPARE(plan->plan.each.size(), std::size_t(2));
        QVERIFY(plan->findings.empty());
        const auto time = [&](std::size_t stage, bool forward) {
            const ChunkTime& chunk = whole->stages[stage].time.chunks.front();
            return (forward ? chunk.forward : chunk.backward).total().value();
        };
        QVERIFY(time(1, true) > 1.02 * time(0, true)); // the head is about one block of sixteen
        const double expected = two_stages(time(0, true), time(0, false), time(1, true), time(1, false), 6);
        const auto made = schedule::make_schedule(plan->plan, CancelToken());
        QVERIFY(made && made->simulation);
        QVERIFY(is_near(made->simulation->timeline.makespan, expected, 1e-12));
        // Of each stage its states always, and at its fullest what the estimate says.
        const auto bytes = schedule::bytes_over_time(*made->simulation, source->bytes(plan->plan.request));
        QVERIFY(bytes);
        for (std::size_t stage = 0; stage < 2; ++stage)
            QVERIFY2(is_near((*bytes)[stage].peak, whole->stages[stage].memory.total(), 1e-12),
                     qPrintable(QString::number((*bytes)[stage].peak)));
    }
};

BLUEPRINTING_CORE_TEST(ProgramPiecesTest)
#include "pieces_test.moc"
