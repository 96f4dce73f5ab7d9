#include "tests/core/strategy/cases.h"
#include "tests/support/test_main.h"

#include <functional>
#include <limits>

using namespace blueprinting;
using namespace blueprinting::testing;

namespace {

constexpr std::int64_t k2to53 = 9007199254740992;

/// A law from both sides: one number, flag or name apart.
struct Edge {
    const char* name;
    const char* code;
    const char* path;
    std::function<void(Case&)> holds, breaks;
    std::optional<std::int64_t> below = {}, above = {};
    bool inference = false;
    Rules rules = Rules::strict;
};

void schedule(Case& c, std::int64_t p, PipelineSchedule s) { c.training().pipeline = {p, s}; }

std::vector<Edge> edges()
{
    const InterleavedOneForwardOneBackward three{3};
    const OneForwardOneBackward plain;
    const auto compatible = Rules::calculon_compatible;
    return {
        {"t 0", "strategy.degree.not_positive", "tensor.degree", [](Case& c) { c.training().tensor.degree = 1; },
         [](Case& c) { c.training().tensor.degree = 0; }, {}, 1},
        {"p 0", "strategy.degree.not_positive", "pipeline.degree", [=](Case& c) { schedule(c, 2, three); },
         [=](Case& c) { schedule(c, 0, three); }, {}, 2},
        {"d 0", "strategy.degree.not_positive", "data.degree", [](Case& c) { c.training().data.degree = 1; },
         [](Case& c) { c.training().data.degree = 0; }, {}, 1},
        {"v 0", "strategy.degree.not_positive", "pipeline.schedule.virtual_stages", [=](Case& c) { schedule(c, 8, plain); },
         [](Case& c) { schedule(c, 8, InterleavedOneForwardOneBackward{0}); }, {}, 1},
        {"batch 0", "strategy.degree.not_positive", "global_batch", [](Case& c) { c.execution.global_batch = 16; },
         [](Case& c) { c.execution.global_batch = 0; }, {}, 16},
        {"microbatch 0", "strategy.degree.not_positive", "microbatch_size", [](Case& c) { c.execution.microbatch_size = 1; },
         [](Case& c) { c.execution.microbatch_size = 0; }, {}, 1},
        {"replicas 0", "strategy.degree.not_positive", "replicas", [](Case& c) { c.inference().replicas.replicas = 1; },
         [](Case& c) { c.inference().replicas.replicas = 0; }, {}, 1, true},
        {"chunks 0 of a forward-only pipeline", "strategy.degree.not_positive", "pipeline.schedule.virtual_stages",
         [](Case& c) { c.inference().pipeline.schedule = ForwardOnly{1}; },
         [](Case& c) { c.inference().pipeline.schedule = ForwardOnly{0}; }, {}, 1, true},
        {"hidden 0", "strategy.degree.not_positive", "model.hidden", [](Case& c) { c.model.hidden = 8; },
         [](Case& c) { c.model.hidden = 0; }},
        {"feed-forward 0", "strategy.degree.not_positive", "model.feedforward", [](Case& c) { c.model.feedforward = 8; },
         [](Case& c) { c.model.feedforward = 0; }},
        {"sequence 0", "strategy.degree.not_positive", "model.sequence", [](Case& c) { c.model.sequence = 8; },
         [](Case& c) { c.model.sequence = 0; }},
        {"heads 0", "strategy.degree.not_positive", "model.heads", [](Case& c) { c.model.heads = 8; },
         [](Case& c) { c.model.heads = 0; }},
        {"head size 0", "strategy.degree.not_positive", "model.head_size", [](Case& c) { c.model.head_size = 1; },
         [](Case& c) { c.model.head_size = 0; }},
        {"blocks 0", "strategy.degree.not_positive", "model.blocks", [](Case& c) { c.model.blocks = 96; },
         [](Case& c) { c.model.blocks = 0; }},

        {"single stage on 2", "strategy.single_stage.mismatch", "pipeline.schedule", [](Case& c) { schedule(c, 1, SingleStage{}); },
         [](Case& c) { schedule(c, 2, SingleStage{}); }},
        {"1F1B on 1", "strategy.single_stage.mismatch", "pipeline.schedule", [=](Case& c) { schedule(c, 2, plain); },
         [=](Case& c) { schedule(c, 1, plain); }},
        {"interleaved on 1", "strategy.single_stage.mismatch", "pipeline.schedule", [=](Case& c) { schedule(c, 2, three); },
         [=](Case& c) { schedule(c, 1, three); }},
        {"single stage on 2, inference", "strategy.single_stage.mismatch", "pipeline.schedule",
         [](Case& c) { c.inference().pipeline = {1, SingleStage{}}; },
         [](Case& c) { c.inference().pipeline = {2, SingleStage{}}; }, {}, {}, true},
        {"interleaving of 1", "strategy.interleave.too_small", "pipeline.schedule.virtual_stages",
         [](Case& c) { schedule(c, 8, InterleavedOneForwardOneBackward{2}); },
         [](Case& c) { schedule(c, 8, InterleavedOneForwardOneBackward{1}); }, 1, 2},
        {"forward-only in training", "strategy.forward_only.in_training", "pipeline.schedule",
         [=](Case& c) { schedule(c, 8, plain); }, [](Case& c) { schedule(c, 8, ForwardOnly{}); }},
        {"1F1B in inference", "strategy.backward_schedule.in_inference", "pipeline.schedule",
         [](Case& c) { c.inference().pipeline.schedule = ForwardOnly{}; },
         [=](Case& c) { c.inference().pipeline.schedule = plain; }, {}, {}, true},
        {"forward-only chunks", "strategy.forward_only.interleaved", "pipeline.schedule.virtual_stages",
         [](Case& c) { c.inference().pipeline.schedule = ForwardOnly{1}; },
         [](Case& c) { c.inference().pipeline.schedule = ForwardOnly{2}; }, 1, {}, true},
        {"sharding without groups", "strategy.optimizer_sharding.without_dp", "data.optimizer_sharding",
         [](Case& c) { c.training().data = {2, true}; }, [](Case& c) { c.training().data = {1, true}; }},
        {"redo under all-reduce", "strategy.redo.without_sequence_parallel", "sequence_parallel_all_gather_redo",
         [](Case&) {}, [](Case& c) { c.training().tensor.communication = TensorCommunication::all_reduce; }},
        {"redo under full recompute", "strategy.redo.without_sequence_parallel", "sequence_parallel_all_gather_redo",
         [](Case& c) { c.training().recompute = RecomputePolicy::none; },
         [](Case& c) { c.training().recompute = RecomputePolicy::full; }},
        {"redo under p2p_rs_ag", "strategy.redo.without_sequence_parallel", "sequence_parallel_all_gather_redo",
         [](Case&) {}, [](Case& c) { c.training().tensor.communication = TensorCommunication::p2p_rs_ag; }, {}, {}, false,
         compatible},

        {"batch over d", "strategy.global_batch.indivisible", "global_batch", [](Case& c) { c.execution.global_batch = 240; },
         [](Case& c) { c.execution.global_batch = 241; }, 240, 256},
        {"batch over replicas", "strategy.global_batch.indivisible", "global_batch",
         [](Case& c) { c.execution.global_batch = 240; }, [](Case& c) { c.execution.global_batch = 239; }, 224, 240, true},
        {"local batch over microbatch", "strategy.microbatch.indivisible", "microbatch_size",
         [](Case& c) { c.execution.microbatch_size = 6; }, [](Case& c) { c.execution.microbatch_size = 7; }, 6, 10},
        {"hidden over t", "strategy.hidden.indivisible", "tensor.degree", [](Case& c) { c.model.hidden = 12288; },
         [](Case& c) { c.model.hidden = 12289; }, 1, {}},
        {"feed-forward over t", "strategy.feedforward.indivisible", "tensor.degree",
         [](Case& c) { c.model.feedforward = 49152; }, [](Case& c) { c.model.feedforward = 49154; }, 2, {}},
        {"heads over t", "strategy.heads.indivisible", "tensor.degree", [](Case& c) { c.model.heads = 64; },
         [](Case& c) { c.model.heads = 68; }, 4, {}},
        {"sequence over t", "strategy.sequence.indivisible", "tensor.degree", [](Case& c) { c.model.sequence = 2048; },
         [](Case& c) { c.model.sequence = 2047; }, 1, {}},
        {"microbatch times sequence over t", "strategy.sequence.indivisible", "tensor.degree",
         [](Case& c) { c.model.sequence = 2046; }, [](Case& c) { c.model.sequence = 2045; }, 4, {}, false, compatible},
        {"microbatch times sequence over t, p2p_rs_ag", "strategy.sequence.indivisible", "tensor.degree",
         [](Case& c) {
             c.training().tensor.communication = TensorCommunication::p2p_rs_ag;
             c.model.sequence = 2046;
         },
         [](Case& c) {
             c.training().tensor.communication = TensorCommunication::p2p_rs_ag;
             c.model.sequence = 2047;
         },
         4, {}, false, compatible},
        {"stages over blocks", "strategy.pipeline.exceeds_blocks", "pipeline.degree",
         [=](Case& c) { c.model.blocks = 8, schedule(c, 8, plain); }, [=](Case& c) { c.model.blocks = 7, schedule(c, 8, plain); },
         7, {}},
        {"stages over blocks, uneven", "strategy.pipeline.exceeds_blocks", "pipeline.degree",
         [=](Case& c) { schedule(c, 96, plain), c.execution.tiers.data = 0, c.system.networks[1].size = 200; },
         [=](Case& c) { schedule(c, 97, plain), c.execution.tiers.data = 0, c.system.networks[1].size = 200; }, 96, {}, false,
         compatible},
        {"blocks over stages", "strategy.blocks.indivisible", "pipeline.degree",
         [=](Case& c) { schedule(c, 8, plain), c.model.blocks = 96; }, [=](Case& c) { schedule(c, 8, plain), c.model.blocks = 97; },
         {}, {}},
        {"virtual stages over blocks of a stage", "strategy.interleave.exceeds_stage", "pipeline.schedule.virtual_stages",
         [](Case& c) { schedule(c, 8, InterleavedOneForwardOneBackward{12}); },
         [](Case& c) { schedule(c, 8, InterleavedOneForwardOneBackward{13}); }, 12, {}},
        {"virtual stages that do not divide", "strategy.interleave.indivisible", "pipeline.schedule.virtual_stages",
         [](Case& c) { schedule(c, 8, InterleavedOneForwardOneBackward{4}); },
         [](Case& c) { schedule(c, 8, InterleavedOneForwardOneBackward{5}); }, 4, 6},
        {"virtual stages of uneven stages", "strategy.interleave.indivisible", "pipeline.schedule.virtual_stages",
         // ⌈90/8⌉ = 12
         [](Case& c) { c.model.blocks = 90, schedule(c, 8, InterleavedOneForwardOneBackward{6}); },
         [](Case& c) { c.model.blocks = 90, schedule(c, 8, InterleavedOneForwardOneBackward{7}); }, 6, 12, false, compatible},
        {"chunks of a forward-only pipeline", "strategy.interleave.indivisible", "pipeline.schedule.virtual_stages",
         [](Case& c) { c.inference().pipeline.schedule = ForwardOnly{4}; },
         [](Case& c) { c.inference().pipeline.schedule = ForwardOnly{5}; }, 4, 6, true, compatible},

        {"num_procs", "strategy.world_size.mismatch", "num_procs", [](Case& c) { c.execution.num_procs = 256; },
         [](Case& c) { c.execution.num_procs = 255; }, {}, 256},
        {"world of 2^53", "strategy.world_size.overflow", "data.degree",
         [](Case& c) { c.training().data.degree = k2to53 / 64 - 1; }, [](Case& c) { c.training().data.degree = k2to53 / 64; },
         6, {}}, // 6·8 ≤ 64 on the tier, and 6·4 divides 240
        {"world past 2^63", "strategy.world_size.overflow", "tensor.degree", [](Case&) {},
         [](Case& c) { c.training().tensor.degree = std::numeric_limits<std::int64_t>::max(); }, 8, {}},
        {"batch of 2^53", "strategy.world_size.overflow", "global_batch", [](Case& c) { c.execution.global_batch = k2to53 - 16; },
         [](Case& c) { c.execution.global_batch = k2to53; }, k2to53 - 16, {}},
        {"microbatches of 2^53", "strategy.world_size.overflow", "microbatch_size",
         [](Case& c) { c.execution.microbatch_size = k2to53 / 4 - 1; }, [](Case& c) { c.execution.microbatch_size = k2to53 / 4; },
         60, {}},

        {"no vector rate", "strategy.datatype.unsupported", "datatype", [](Case& c) { c.execution.datatype = Datatype::float16; },
         [](Case& c) { c.execution.datatype = Datatype::float8; }},
        {"no matrix rate", "strategy.datatype.unsupported", "datatype", [](Case& c) { c.execution.datatype = Datatype::float16; },
         [](Case& c) { c.execution.datatype = Datatype::float32; }},
        {"p2p_rs_ag under strict rules", "strategy.unsupported.communication", "tensor.communication",
         [](Case& c) { c.execution.all_gather_redo = false; },
         [](Case& c) {
             c.execution.all_gather_redo = false;
             c.training().tensor.communication = TensorCommunication::p2p_rs_ag;
         }},

        {"tier past the last", "strategy.network.unknown_tier", "network_tiers.pipeline",
         [](Case& c) { c.execution.tiers.pipeline = 1; }, [](Case& c) { c.execution.tiers.pipeline = 2; }, 1, {}},
        {"tier below the first", "strategy.network.unknown_tier", "network_tiers.tensor",
         [](Case& c) { c.execution.tiers.tensor = 0; }, [](Case& c) { c.execution.tiers.tensor = -1; }, {}, 0},
        {"tier of a degree above 1", "strategy.network.unknown_tier", "network_tiers.data",
         [](Case& c) { c.training().data.degree = 1, c.execution.tiers.data = 7; },
         [](Case& c) { c.training().data.degree = 2, c.execution.tiers.data = 7; }, 1, {}},
        {"more processors than the tier connects", "strategy.network.too_small", "network_tiers.data",
         [](Case& c) { c.system.networks[1].size = 32; }, [](Case& c) { c.system.networks[1].size = 31; }, {}, {}},
        {"one group on a tier too small", "strategy.network.too_small", "network_tiers.tensor",
         [](Case& c) { c.training().tensor.degree = 8; }, [](Case& c) { c.training().tensor.degree = 16, c.training().data.degree = 2, c.training().pipeline.degree = 2; }, {}, 1},
        {"part of a tier that must be filled", "strategy.network.not_filled", "network_tiers.tensor",
         [](Case& c) { c.training().tensor.degree = 4; }, [](Case& c) { c.training().tensor.degree = 3; }, {}, {}},
        {"tiers of replicas", "strategy.network.too_small", "network_tiers.data",
         [](Case& c) { c.system.networks[1].size = 32; }, [](Case& c) { c.system.networks[1].size = 31; }, {}, {}, true},
    };
}

} // namespace

class LawsTest : public QObject {
    Q_OBJECT
private slots:
    void the_cases_are_legal();
    void both_sides_data();
    void both_sides();
    void all_at_once();
    void prerequisites_data();
    void prerequisites();
    void relaxed_data();
    void relaxed();
    void messages();
};

void LawsTest::the_cases_are_legal()
{
    for (const Rules rules : {Rules::strict, Rules::calculon_compatible}) {
        Case training = legal_case();
        Case inference = legal_inference();
        training.rules = inference.rules = rules;
        QVERIFY(training.violations().empty());
        QVERIFY(training.codes().empty());
        QVERIFY(inference.violations().empty());
    }
}

void LawsTest::both_sides_data()
{
    QTest::addColumn<int>("index");
    int index = 0;
    for (const Edge& edge : edges())
        QTest::newRow(edge.name) << index++;
}

void LawsTest::both_sides()
{
    QFETCH(int, index);
    const Edge edge = edges().at(static_cast<std::size_t>(index));
    Case holds = edge.inference ? legal_inference() : legal_case();
    holds.rules = edge.rules;
    Case breaks = holds;
    edge.holds(holds);
    edge.breaks(breaks);
    QVERIFY(!holds.breaks(edge.code));
    QVERIFY(breaks.breaks(edge.code));

    const auto all = breaks.violations();
    const auto at = std::find_if(all.begin(), all.end(), [&](const Violation& v) { return v.code == edge.code; });
    QVERIFY(at != all.end());
    QCOMPARE(at->path, std::string(edge.path));
    QVERIFY(!at->message.empty());
    const auto text = [](std::optional<std::int64_t> value) { return value ? std::to_string(*value) : std::string("none"); };
    QCOMPARE(text(at->below), text(edge.below));
    QCOMPARE(text(at->above), text(edge.above));
    // The list of codes says the same as the list of violations.
    std::vector<std::string> codes;
    for (const Violation& violation : all)
        if (codes.empty() || codes.back() != violation.code)
            codes.push_back(violation.code);
    const auto quick = breaks.codes();
    QCOMPARE(std::vector<std::string>(quick.begin(), quick.end()), codes);
}

void LawsTest::all_at_once()
{
    // Ten laws broken together, in the order of the table.
    Case c = legal_case();
    c.training() = {{7, TensorCommunication::all_reduce}, {1, OneForwardOneBackward{}}, {1, true}, RecomputePolicy::full};
    c.execution.global_batch = 10;
    c.execution.microbatch_size = 3;
    c.execution.datatype = Datatype::bfloat16;
    c.execution.num_procs = 8;
    const auto quick = c.codes();
    const std::vector<std::string> codes(quick.begin(), quick.end());
    const std::vector<std::string> expected{
        "strategy.single_stage.mismatch",          "strategy.optimizer_sharding.without_dp",
        "strategy.redo.without_sequence_parallel", "strategy.microbatch.indivisible",
        "strategy.hidden.indivisible",             "strategy.feedforward.indivisible",
        "strategy.heads.indivisible",              "strategy.world_size.mismatch",
        "strategy.datatype.unsupported",           "strategy.network.not_filled"};
    QCOMPARE(codes, expected);
}

void LawsTest::prerequisites_data()
{
    QTest::addColumn<int>("index");
    QTest::newRow("microbatch when d does not divide the batch") << 0;
    QTest::newRow("v when p does not divide the blocks") << 1;
    QTest::newRow("v when p is more than the blocks") << 2;
    QTest::newRow("divisibility by a t of 0") << 3;
    QTest::newRow("batch by a d of 0") << 4;
    QTest::newRow("everything 0") << 5;
    QTest::newRow("a v of 0 on one stage") << 6;
}

void LawsTest::prerequisites()
{
    QFETCH(int, index);
    Case c = legal_case();
    std::vector<std::string> expected;
    switch (index) {
    case 0:
        c.execution.global_batch = 241;
        c.execution.microbatch_size = 7;
        expected = {"strategy.global_batch.indivisible"};
        break;
    case 1:
        schedule(c, 7, InterleavedOneForwardOneBackward{50});
        expected = {"strategy.blocks.indivisible"};
        break;
    case 2:
        c.model.blocks = 4;
        schedule(c, 8, InterleavedOneForwardOneBackward{3});
        expected = {"strategy.pipeline.exceeds_blocks"};
        break;
    case 3:
        c.training().tensor.degree = 0;
        expected = {"strategy.degree.not_positive"};
        break;
    case 4:
        c.training().data = {0, true};
        c.execution.num_procs = 5;
        expected = {"strategy.degree.not_positive"};
        break;
    case 5:
        c.training() = {{0, TensorCommunication::reduce_scatter_all_gather}, {0, InterleavedOneForwardOneBackward{0}}, {0, false}, RecomputePolicy::none};
        c.execution.global_batch = c.execution.microbatch_size = 0;
        expected = {"strategy.degree.not_positive"};
        break;
    case 6:
        schedule(c, 1, InterleavedOneForwardOneBackward{0});
        expected = {"strategy.degree.not_positive"};
        break;
    }
    const auto quick = c.codes();
    QCOMPARE(std::vector<std::string>(quick.begin(), quick.end()), expected);
    QCOMPARE(c.violations().size(), index == 5 ? std::size_t{6} : std::size_t{1});
}

void LawsTest::relaxed_data()
{
    QTest::addColumn<int>("index");
    QTest::addColumn<QByteArray>("code");
    QTest::newRow("uneven stages") << 0 << QByteArray("strategy.blocks.indivisible");
    QTest::newRow("p2p_rs_ag") << 1 << QByteArray("strategy.unsupported.communication");
    QTest::newRow("sequence by microbatch") << 2 << QByteArray("strategy.sequence.indivisible");
    QTest::newRow("forward-only chunks") << 3 << QByteArray("strategy.forward_only.interleaved");
}

void LawsTest::relaxed()
{
    QFETCH(int, index);
    QFETCH(QByteArray, code);
    Case c = index == 3 ? legal_inference() : legal_case();
    if (index == 0)
        c.model.blocks = 95; // ⌈95/8⌉ = 12, still three chunks of 4
    if (index == 1) {
        c.training().tensor.communication = TensorCommunication::p2p_rs_ag;
        c.execution.all_gather_redo = false;
    }
    if (index == 2)
        c.model.sequence = 2046; // 4·2046 = 8·1023
    if (index == 3)
        c.inference().pipeline.schedule = ForwardOnly{3};
    const auto strict = c.codes();
    QCOMPARE(std::vector<std::string>(strict.begin(), strict.end()), std::vector<std::string>{code.toStdString()});
    c.rules = Rules::calculon_compatible;
    QVERIFY(c.codes().empty());
}

void LawsTest::messages()
{
    Case c = legal_case();
    c.training().data.degree = 7;
    c.execution.global_batch = 256;
    c.execution.microbatch_size = 2;
    const auto diagnostics = as_diagnostics(c.violations());
    QCOMPARE(diagnostics.size(), std::size_t{1});
    QCOMPARE(diagnostics[0].severity, Severity::error);
    QCOMPARE(diagnostics[0].path, std::string("global_batch"));
    QCOMPARE(diagnostics[0].message, std::string("the data-parallel degree 7 does not divide the global batch 256; nearest legal values 252 and 266"));
    c = legal_case();
    schedule(c, 8, InterleavedOneForwardOneBackward{1});
    QVERIFY(as_diagnostics(c.violations())[0].message.ends_with("nearest legal values 1 (plain 1F1B) and 2"));
}

BLUEPRINTING_CORE_TEST(LawsTest)
#include "laws_test.moc"
