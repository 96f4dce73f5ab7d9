#include "core/ir/explanation.h"
#include "tests/core/ir/cases.h"
#include "tests/support/test_main.h"

#include <QFile>
#include <set>

using namespace blueprinting;
using namespace blueprinting::ir;
using strategy::RecomputePolicy;
using strategy::TensorCommunication;

/// What a task does, in symbols and in numbers.
class ExplanationTest : public QObject {
    Q_OBJECT
private slots:
    void attn_q();
    void formulas_come_to_the_facts_data();
    void formulas_come_to_the_facts();
    void as_approved();
    void headlines_data();
    void headlines();
    void extents_data();
    void extents();
};

namespace {

/// The result of one formula; a numerator of −1 where there is no such formula.
Quotient result_of(const Explanation& explanation, const char* quantity)
{
    for (const Formula& formula : explanation.formulas)
        if (formula.quantity == quantity)
            return formula.result;
    return {-1, 1};
}

const PortableTask& task(const PortablePlanIR& plan, std::string_view name, Phase phase)
{
    return *std::find_if(plan.tasks.begin(), plan.tasks.end(),
                         [&](const PortableTask& t) { return t.name == name && t.phase == phase; });
}

PortablePlanIR gpt3_seqsel()
{
    const strategy::Preset* preset = strategy::find_preset("seqsel-tab5/gpt3-175B/seqsel");
    return passes::compile(*model::find_preset("gpt3-175B"), preset->execution, strategy::Rules::strict)->plan();
}

} // namespace

void ExplanationTest::attn_q()
{
    const PortablePlanIR plan = gpt3_seqsel();
    const Explanation q = explain(plan, task(plan, "attn.q", Phase::forward));
    QCOMPARE(q.headline, std::string("linear [M,N]·[N,K], matrix engine, float16"));
    const Formula operations{"operations", "2·M·N·K", "2·2048·12288·1536", {77309411328, 1}};
    const Formula read{"read", "(M·N + N·K)·e", "(2048·12288 + 12288·1536)·2", {88080384, 1}};
    const Formula write{"write", "M·K·e", "2048·1536·2", {6291456, 1}};
    QVERIFY(q.formulas == (std::vector<Formula>{operations, read, write}));
    const std::vector<SymbolBinding> symbols{{"M", "b·s", "1·2048 = 2048"},
                                             {"N", "h", "12\u2009288"},
                                             {"K", "a·k/t", "96·128/8 = 1536"},
                                             {"e", "bytes of float16", "2"}};
    QVERIFY(q.symbols == symbols);
}

void ExplanationTest::formulas_come_to_the_facts_data()
{
    QTest::addColumn<int>("communication");
    QTest::addColumn<int>("recompute");
    QTest::addColumn<bool>("multiquery");
    QTest::addColumn<bool>("sharded");
    QTest::newRow("all-reduce, full") << int(TensorCommunication::all_reduce) << int(RecomputePolicy::full) << false
                                      << true;
    QTest::newRow("scattered, attention")
        << int(TensorCommunication::reduce_scatter_all_gather) << int(RecomputePolicy::attention_only) << true << false;
    QTest::newRow("edge, full") << int(TensorCommunication::p2p_rs_ag) << int(RecomputePolicy::full) << false << true;
}

void ExplanationTest::formulas_come_to_the_facts()
{
    QFETCH(int, communication);
    QFETCH(int, recompute);
    QFETCH(bool, multiquery);
    QFETCH(bool, sharded);
    strategy::Execution execution = cases::small(TensorCommunication(communication), RecomputePolicy(recompute));
    if (multiquery)
        execution.attention_type = strategy::AttentionType::multiquery;
    cases::training(execution).data.optimizer_sharding = sharded;
    const auto compiled = cases::compile_small(execution);
    for (const PortableTask& each : compiled.plan().tasks) {
        const Explanation explanation = explain(compiled.plan(), each);
        QCOMPARE(explanation.formulas.size(), std::size_t(each.collective ? 4 : 3));
        QCOMPARE(result_of(explanation, "operations"), each.facts.operations);
        QCOMPARE(result_of(explanation, "read"), each.facts.read_bytes);
        QCOMPARE(result_of(explanation, "write"), each.facts.write_bytes);
        if (each.collective)
            QCOMPARE(result_of(explanation, "message"), (Quotient{each.facts.message_bytes, 1}));
    }
}

/// The first task of each primitive in each phase, held against the text that was read and approved.
void ExplanationTest::as_approved()
{
    const PortablePlanIR plan = gpt3_seqsel();
    std::set<std::pair<std::string_view, Phase>> seen;
    std::string text;
    for (const PortableTask& each : plan.tasks) {
        if (!seen.emplace(primitive_name(each.primitive), each.phase).second)
            continue;
        const Explanation explanation = explain(plan, each);
        text += each.name + ", " + std::string(to_string(each.phase)) + ": " + explanation.headline + "\n";
        for (const Formula& formula : explanation.formulas)
            text += "  " + formula.quantity + " = " + formula.symbols + " = " + formula.numbers + " = " +
                    std::to_string(formula.result.numerator) +
                    (formula.result.divisor == 1 ? "" : "/" + std::to_string(formula.result.divisor)) + "\n";
        for (const SymbolBinding& symbol : explanation.symbols)
            text += "    " + symbol.symbol + " = " + symbol.meaning + " = " + symbol.numbers + "\n";
    }
    QFile approved(BLUEPRINTING_SOURCE_DIR "/tests/core/ir/explained.txt");
    QVERIFY(approved.open(QIODevice::ReadOnly));
    QCOMPARE(QString::fromStdString(text), QString::fromUtf8(approved.readAll()));
}

void ExplanationTest::headlines_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<int>("phase");
    QTest::addColumn<QByteArray>("headline");
    QTest::newRow("matmul") << QByteArray("attn.qk") << int(Phase::recompute)
                            << QByteArray("batch matmul c × [M,N]·[N,K], matrix engine, float16");
    QTest::newRow("gather") << QByteArray("attn.f") << int(Phase::recommunication)
                            << QByteArray("TP boundary f, column side, all gather over 8 ranks, float16");
    QTest::newRow("step") << QByteArray("mlp.fc1") << int(Phase::optimizer)
                          << QByteArray("optimizer step on the weights of mlp.fc1, vector engine, float16");
    QTest::newRow("fork") << QByteArray("attn.qkv_fork") << int(Phase::forward)
                          << QByteArray("fork of n to 3 users, vector engine, float16");
}

void ExplanationTest::headlines()
{
    QFETCH(QByteArray, name);
    QFETCH(int, phase);
    QFETCH(QByteArray, headline);
    const PortablePlanIR plan = gpt3_seqsel();
    QCOMPARE(QByteArray::fromStdString(explain(plan, task(plan, name.toStdString(), Phase(phase))).headline), headline);
}

void ExplanationTest::extents_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("linear") << QByteArray("attn.q") << QByteArray("2048 × 12288 × 1536");
    QTest::newRow("matmul") << QByteArray("attn.qk") << QByteArray("12 × (2048 × 128 × 2048)");
    QTest::newRow("fork") << QByteArray("attn.qkv_fork") << QByteArray("25165824");
    QTest::newRow("norm") << QByteArray("attn.norm") << QByteArray("3145728");
}

void ExplanationTest::extents()
{
    QFETCH(QByteArray, name);
    const PortablePlanIR plan = gpt3_seqsel();
    QTEST(QByteArray::fromStdString(ir::extents(task(plan, name.toStdString(), Phase::forward).primitive)), "text");
}

BLUEPRINTING_CORE_TEST(ExplanationTest)
#include "explanation_test.moc"
