#include "core/passes/block_plan.h"
#include "core/program/axis_cost.h"
#include "core/program/messages.h"
#include "core/program/metrics.h"
#include "core/program/unit_gathers.h"
#include "tests/support/modern_cases.h"
#include "tests/support/test_main.h"

#include <algorithm>

using namespace blueprinting;
using namespace blueprinting::program;
using namespace blueprinting::testing;

namespace {

strategy::Execution flash(std::int64_t t, strategy::ContextParallel context = {}, strategy::ExpertParallel expert = {})
{
    strategy::TransformerTrainingParallelism parallel;
    parallel.tensor = {t, strategy::TensorCommunication::reduce_scatter_all_gather};
    parallel.context = context;
    parallel.expert = expert;
    strategy::Execution out;
    out.parallelism = parallel;
    out.datatype = Datatype::bfloat16;
    out.fused_attention = true;
    return out;
}

/// Forward operations of one block on one rank, on the matrix engine.
double matrix_operations(const char* model, std::int64_t block, const strategy::Execution& execution)
{
    const auto plan =
        passes::piece_plan(model_of(Json{{"model", model}}), {block::PieceKind::block, block, false}, execution);
    double out = 0;
    for (const ir::PortableTask& task : plan.value().tasks)
        if (task.phase == ir::Phase::forward && task.engine == ir::EngineClass::matrix)
            out += task.facts.operations.value();
    return out;
}

std::vector<Unit> units(std::size_t count, double gather, double compute)
{
    return std::vector<Unit>(count, Unit{gather, compute, 0});
}

} // namespace

/// What ranks share adds up, and what is hidden is not counted.
class ProgramSharesTest : public QObject {
    Q_OBJECT
private slots:
    /// Where t divides the key-value heads nothing is done twice.
    void ranks_of_a_tensor_group_add_up()
    {
        for (const std::int64_t t : {2, 4, 8}) {
            QCOMPARE(matrix_operations("Llama-3.1-70B", 0, flash(t)) * static_cast<double>(t),
                     matrix_operations("Llama-3.1-70B", 0, flash(1)));
            QCOMPARE(matrix_operations("Mixtral-8x7B-v0.1", 0, flash(t)) * static_cast<double>(t),
                     matrix_operations("Mixtral-8x7B-v0.1", 0, flash(1)));
        }
    }

    /// On 16 ranks each of 8 key-value heads is there twice: k and v cost twice as much, 2·2·B·h·8·128 more.
    void copies_of_key_value_heads_are_on_top()
    {
        const double twice = 2.0 * 2 * 8192 * 16384 * (8 * 128);
        QCOMPARE(matrix_operations("Llama-3.1-405B", 0, flash(16)) * 16,
                 matrix_operations("Llama-3.1-405B", 0, flash(1)) + twice);
    }

    void experts_cost_the_same_wherever_they_lie()
    {
        const double alone = matrix_operations("Qwen3-30B-A3B", 0, flash(1));
        for (const auto& [ep, etp] : {std::pair(8, 1), std::pair(4, 2), std::pair(128, 1)})
            QCOMPARE(
                matrix_operations("Qwen3-30B-A3B", 0, flash(1, {}, {ep, etp, strategy::DispatchFormat::model, false})),
                alone);
    }

    /// Zigzag parts share the causal pairs evenly; of contiguous ones the last has (2s − s/cp + 1)/(s + 1) of the mean.
    void parts_of_a_sequence()
    {
        using strategy::ContextBalance;
        using strategy::ContextKind;
        const auto core = [](std::int64_t cp, ContextBalance balance) {
            const auto plan =
                passes::piece_plan(model_of(Json{{"model", "Llama-3.1-8B"}}), {block::PieceKind::block, 0, false},
                                   flash(1, {cp, ContextKind::ring, 1, balance}));
            for (const ir::PortableTask& task : plan.value().tasks)
                if (task.name == "attn.core" && task.phase == ir::Phase::forward)
                    return task.facts.operations.value();
            return 0.0;
        };
        const double whole = core(1, ContextBalance::zigzag);
        QCOMPARE(core(4, ContextBalance::zigzag) * 4, whole);
        QCOMPARE(core(4, ContextBalance::contiguous) * 4, whole * (2.0 * 8192 - 2048 + 1) / (8192 + 1));
    }

    /// L units of gather g and compute f: one ahead, g + (L − 1)·max(g, f) + f; none ahead, L·(g + f).
    void gathers()
    {
        for (const auto& [g, f] : {std::pair(1.0, 3.0), std::pair(3.0, 1.0), std::pair(2.0, 2.0)})
            for (const std::size_t count : {std::size_t(1), std::size_t(2), std::size_t(9)}) {
                const auto n = static_cast<double>(count);
                QCOMPARE(exposed(units(count, g, f), 1), g + (n - 1) * std::max(g, f) + f - n * f);
                QCOMPARE(exposed(units(count, g, f), 0), n * (g + f) - n * f);
            }
        // Two ahead: the long gather goes right behind the short ones, and its unit still waits for it.
        QCOMPARE(exposed({{1, 1, 0}, {1, 1, 0}, {4, 1, 0}}, 2), 6.0 + 1 - 3);
        // A scatter of 2 behind the only unit is seen whole.
        QCOMPARE(exposed({{1, 3, 2}}, 1), 3.0);
    }

    /// Two units of gather 2, compute 3 and scatter 4, one ahead: gathers 0–2 and 2–4, computing 2–5 and 5–8; the link
    /// is free from 4 on, so that the first scatter goes at 5 and the second behind it, at 9.
    void when_units_send_and_compute()
    {
        const auto spans = unit_spans({{2, 3, 4}, {2, 3, 4}}, 1);
        const auto same = [](const UnitSpan& a, std::array<double, 6> b) {
            return std::array{a.gather_begin, a.gather_end,    a.compute_begin,
                              a.compute_end,  a.scatter_begin, a.scatter_end} == b;
        };
        QVERIFY(same(spans[0], {0, 2, 2, 5, 5, 9}));
        QVERIFY(same(spans[1], {2, 4, 5, 8, 9, 13}));
        QCOMPARE(exposed({{2, 3, 4}, {2, 3, 4}}, 1), 13.0 - 6);
        // None ahead: the second gather waits for the buffer, until 5.
        QCOMPARE(unit_spans({{2, 3, 0}, {2, 3, 0}}, 0)[1].gather_begin, 5.0);
    }

    /// Groups without a named network lie where their ranks do: 16 tensor ranks on nodes of 8 in two terms, what is
    /// wider apart than a node on the network between nodes alone.
    void groups_that_no_network_is_named_for()
    {
        const system::SystemProfile system = *system::find_preset("a100_80g");
        QCOMPARE(system.networks.front().size, 8);
        const auto terms = [&](std::int64_t t, strategy::Axis axis, bool named) {
            strategy::Execution execution = flash(t);
            std::get<strategy::TransformerTrainingParallelism>(execution.parallelism).data.degree = 4;
            execution.tiers = named ? strategy::NetworkTiers{1, 1, 1} : strategy::NetworkTiers{{}, {}, {}};
            QString out;
            const AxisCost axes = AxisCost::make(execution, system).value();
            for (const NetworkTerm& term : axes.terms(axis))
                out += QStringLiteral("tier %1: %2 × %3; ").arg(term.tier).arg(term.participants).arg(term.share);
            return out;
        };
        QCOMPARE(terms(16, strategy::Axis::tensor, false), QString("tier 0: 8 × 1; tier 1: 2 × 0.125; "));
        QCOMPARE(terms(8, strategy::Axis::tensor, false), QString("tier 0: 8 × 1; "));
        QCOMPARE(terms(8, strategy::Axis::data, false), QString("tier 1: 4 × 1; "));
        QCOMPARE(terms(4, strategy::Axis::data, false), QString("tier 0: 2 × 1; tier 1: 2 × 0.5; "));
        QCOMPARE(terms(16, strategy::Axis::tensor, true), QString("tier 1: 16 × 1; "));
    }

    /// A token's 8 of 256 experts on 8 nodes; all experts on each node when there is one.
    void nodes_of_a_token()
    {
        QVERIFY(std::abs(expected_nodes(256, 8, 8) - 5.29465200038248) < 1e-12);
        QCOMPARE(expected_nodes(256, 8, 1), 1.0);
        QCOMPARE(expected_nodes(2, 2, 2), 2.0);
    }

    /// Llama-3.1-405B on 8 tensor ranks: the norms' gain of each is fed with other tokens; on 16, so are copied heads.
    void weights_that_ranks_hold_alike()
    {
        const auto weights = [](std::int64_t t) {
            return weights_of(passes::piece_plan(model_of(Json{{"model", "Llama-3.1-405B"}}),
                                                 {block::PieceKind::block, 0, false}, flash(t))
                                  .value());
        };
        QCOMPARE(weights(1).replicated, 0.0);
        QCOMPARE(weights(8).replicated, 2.0 * 16384);
        QCOMPARE(weights(16).replicated, 2.0 * 16384 + 2.0 * 16384 * 128);
    }
};

BLUEPRINTING_CORE_TEST(ProgramSharesTest)
#include "shares_test.moc"
