#include "tests/core/strategy/law_edges.h"
#include "tests/support/test_main.h"
using namespace blueprinting;
using namespace blueprinting::testing;

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
    void one_stage_has_one_chunk();
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

// The reference refuses interleaving on one stage, serving or not.
void LawsTest::one_stage_has_one_chunk()
{
    Case c = legal_inference();
    c.rules = Rules::calculon_compatible;
    c.inference().pipeline = {1, ForwardOnly{1}};
    QVERIFY(c.violations().empty());
    c.inference().pipeline = {1, ForwardOnly{2}};
    QCOMPARE(c.codes(), decltype(c.codes()){"strategy.forward_only.interleaved"});
    c.inference().pipeline = {2, ForwardOnly{2}};
    QVERIFY(c.violations().empty());
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
    const auto text = [](std::optional<std::int64_t> value) {
        return value ? std::to_string(*value) : std::string("none");
    };
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
    c.training() = {
        {7, TensorCommunication::all_reduce}, {1, OneForwardOneBackward{}}, {1, true}, RecomputePolicy::full};
    c.execution.global_batch = 10;
    c.execution.microbatch_size = 3;
    c.execution.datatype = Datatype::float32;
    c.execution.num_procs = 8;
    const auto quick = c.codes();
    const std::vector<std::string> codes(quick.begin(), quick.end());
    const std::vector<std::string> expected{"strategy.single_stage.mismatch",
                                            "strategy.optimizer_sharding.without_dp",
                                            "strategy.redo.without_sequence_parallel",
                                            "strategy.microbatch.indivisible",
                                            "strategy.hidden.indivisible",
                                            "strategy.feedforward.indivisible",
                                            "strategy.heads.indivisible",
                                            "strategy.world_size.mismatch",
                                            "strategy.datatype.unsupported",
                                            "strategy.network.not_filled"};
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
        c.training() = {{0, TensorCommunication::reduce_scatter_all_gather},
                        {0, InterleavedOneForwardOneBackward{0}},
                        {0, false},
                        RecomputePolicy::none};
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
    QCOMPARE(diagnostics[0].message,
             std::string(
                 "the data-parallel degree 7 does not divide the global batch 256; nearest legal values 252 and 266"));
    c = legal_case();
    schedule(c, 8, InterleavedOneForwardOneBackward{1});
    QVERIFY(as_diagnostics(c.violations())[0].message.ends_with("nearest legal values 1 (plain 1F1B) and 2"));
}

BLUEPRINTING_CORE_TEST(LawsTest)
#include "laws_test.moc"
