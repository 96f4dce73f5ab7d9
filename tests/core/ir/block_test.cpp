#include "core/passes/transaction.h"
#include "core/passes/transformer_import.h"
#include "core/strategy/derived.h"
#include "tests/core/ir/cases.h"
#include "tests/support/test_main.h"

#include <map>
#include <set>

using namespace blueprinting;
using namespace blueprinting::ir;
using strategy::RecomputePolicy;
using strategy::TensorCommunication;

/// The block as a graph: which tasks there are, in what order, with which lineage.
class BlockTest : public QObject {
    Q_OBJECT
private slots:
    void table_of_rows();
    void counts_data();
    void counts();
    void recomputed_rows_data();
    void recomputed_rows();
    void without_tensor_parallelism_there_are_no_boundaries();
    void edge_blocks();
    void multiquery();
    void inference();
    void order_and_dependences_data();
    void order_and_dependences();
    void recomputed_gradients_read_what_was_restored();
    void lineage();
    void buffers_add_up_to_the_memory();
    void sharded_shares_are_not_floored();
    void overflow_names_the_task_data();
    void overflow_names_the_task();
    void refusals();
};

namespace {

std::map<std::string, int> phases(const DistributedTaskIR& ir)
{
    std::map<std::string, int> out;
    for (const DistributedTask& task : ir.tasks)
        ++out[std::string(to_string(task.phase))];
    return out;
}

int collectives(const DistributedTaskIR& ir)
{
    int out = 0;
    for (const DistributedTask& task : ir.tasks)
        out += task.collective.has_value();
    return out;
}

const DistributedTask* find(const DistributedTaskIR& ir, std::string_view name, Phase phase)
{
    for (const DistributedTask& task : ir.tasks)
        if (task.name == name && task.phase == phase)
            return &task;
    return nullptr;
}

QByteArrayList names_in(const DistributedTaskIR& ir, Phase phase)
{
    QByteArrayList out;
    for (const DistributedTask& task : ir.tasks)
        if (task.phase == phase)
            out << QByteArray::fromStdString(task.name);
    return out;
}

} // namespace

/// b 2, t 2, sequence-parallel: B = 8 tokens, A = 64, X = 32, c = 2·4/2 = 4, P = 4·4·4 = 64.
void BlockTest::table_of_rows()
{
    const auto compiled = cases::compile_small(cases::small(TensorCommunication::reduce_scatter_all_gather));
    const DistributedTaskIR& ir = compiled.distributed_ir();
    const std::vector<std::pair<std::string, Primitive>> wanted{
        {"attn.fork", Fork{32, 2}},
        {"attn.norm", LayerNorm{32, 8}},
        {"attn.f", Boundary{BoundarySide::column, 64}},
        {"attn.qkv_fork", Fork{64, 3}},
        {"attn.q", Linear{8, 8, 4}},
        {"attn.k", Linear{8, 8, 4}},
        {"attn.v", Linear{8, 8, 4}},
        {"attn.qk", BatchMatmul{4, 4, 2, 4}},
        {"attn.softmax", Softmax{64}},
        {"attn.prob_dropout", Dropout{64}},
        {"attn.pv", BatchMatmul{4, 4, 4, 2}},
        {"attn.out", Linear{8, 4, 8}},
        {"attn.g", Boundary{BoundarySide::row, 64}},
        {"attn.dropout", Dropout{32}},
        {"attn.residual", ResidualAdd{32}},
        {"mlp.fork", Fork{32, 2}},
        {"mlp.norm", LayerNorm{32, 8}},
        {"mlp.f", Boundary{BoundarySide::column, 64}},
        {"mlp.fc1", Linear{8, 8, 16}},
        {"mlp.gelu", Gelu{128, false}},
        {"mlp.fc2", Linear{8, 16, 8}},
        {"mlp.g", Boundary{BoundarySide::row, 64}},
        {"mlp.dropout", Dropout{32}},
        {"mlp.residual", ResidualAdd{32}},
    };
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        QCOMPARE(ir.tasks[i].name, wanted[i].first);
        QVERIFY2(ir.tasks[i].primitive == wanted[i].second, wanted[i].first.c_str());
    }
    // X·e = 32·2, the sharded boundary activation.
    QCOMPARE(ir.program.pipeline_message_bytes, std::int64_t(64));
}

void BlockTest::counts_data()
{
    QTest::addColumn<int>("communication");
    QTest::addColumn<int>("recompute");
    QTest::addColumn<bool>("redo");
    QTest::addColumn<QList<int>>("counts"); // forward, recompute, recommunication, gradients, collectives
    const auto row = [](const char* name, TensorCommunication c, RecomputePolicy r, bool redo, QList<int> counts) {
        QTest::newRow(name) << int(c) << int(r) << redo << counts;
    };
    using enum TensorCommunication;
    using enum RecomputePolicy;
    row("none, all-reduce", all_reduce, none, false, {24, 0, 0, 24, 4});
    row("full, all-reduce", all_reduce, full, false, {24, 20, 2, 24, 6});
    row("attention, all-reduce", all_reduce, attention_only, false, {24, 4, 0, 24, 4});
    row("none, scattered", reduce_scatter_all_gather, none, false, {24, 0, 0, 24, 8});
    row("redo alone", reduce_scatter_all_gather, none, true, {24, 1, 2, 24, 10});
    row("attention, scattered", reduce_scatter_all_gather, attention_only, false, {24, 4, 1, 24, 9});
    row("attention, scattered, redo", reduce_scatter_all_gather, attention_only, true, {24, 4, 2, 24, 10});
    row("full, scattered", reduce_scatter_all_gather, full, false, {24, 20, 4, 24, 12});
}

void BlockTest::counts()
{
    QFETCH(int, communication);
    QFETCH(int, recompute);
    QFETCH(bool, redo);
    QFETCH(QList<int>, counts);
    strategy::Execution execution = cases::small(TensorCommunication(communication), RecomputePolicy(recompute));
    execution.all_gather_redo = redo;
    const auto compiled = cases::compile_small(execution);
    auto by_phase = phases(compiled.distributed_ir());
    QCOMPARE(by_phase["forward"], counts[0]);
    QCOMPARE(by_phase["recompute"], counts[1]);
    QCOMPARE(by_phase["recommunication"], counts[2]);
    QCOMPARE(by_phase["activation_gradient"], counts[3]);
    QCOMPARE(collectives(compiled.distributed_ir()), counts[4]);
    // Two norms, q, k, v, out, fc1, fc2.
    QCOMPARE(by_phase["weight_gradient"], 8);
    QCOMPARE(by_phase["optimizer"], 8);
    QCOMPARE(compiled.plan().tasks.size(), compiled.distributed_ir().tasks.size());
}

void BlockTest::recomputed_rows_data()
{
    QTest::addColumn<int>("recompute");
    QTest::addColumn<QByteArrayList>("names");
    QTest::newRow("attention only: qk, softmax, dropout and the fork that does nothing")
        << int(RecomputePolicy::attention_only)
        << QByteArrayList{"attn.qkv_fork", "attn.qk", "attn.softmax", "attn.prob_dropout"};
    QTest::newRow("full") << int(RecomputePolicy::full)
                          << QByteArrayList{"attn.fork",     "attn.norm",    "attn.qkv_fork",
                                            "attn.q",        "attn.k",       "attn.v",
                                            "attn.qk",       "attn.softmax", "attn.prob_dropout",
                                            "attn.pv",       "attn.out",     "attn.dropout",
                                            "attn.residual", "mlp.fork",     "mlp.norm",
                                            "mlp.fc1",       "mlp.gelu",     "mlp.fc2",
                                            "mlp.dropout",   "mlp.residual"};
}

void BlockTest::recomputed_rows()
{
    QFETCH(int, recompute);
    const auto compiled =
        cases::compile_small(cases::small(TensorCommunication::all_reduce, RecomputePolicy(recompute)));
    QTEST(names_in(compiled.distributed_ir(), Phase::recompute), "names");
}

void BlockTest::without_tensor_parallelism_there_are_no_boundaries()
{
    for (const auto communication : {TensorCommunication::all_reduce, TensorCommunication::reduce_scatter_all_gather}) {
        const auto compiled = cases::compile_small(cases::small(communication, RecomputePolicy::full, 1));
        const DistributedTaskIR& ir = compiled.distributed_ir();
        QCOMPARE(collectives(ir), 0);
        for (const DistributedTask& task : ir.tasks)
            QVERIFY(!std::holds_alternative<Boundary>(task.primitive));
        QCOMPARE(int(names_in(ir, Phase::forward).size()), 20);
        QCOMPARE(int(names_in(ir, Phase::recompute).size()), 20);
        // What read the boundary reads what the boundary read.
        const DistributedTask* fork = find(ir, "attn.qkv_fork", Phase::forward);
        QCOMPARE(fork->dependencies, (std::vector<EntityId>{find(ir, "attn.norm", Phase::forward)->id}));
    }
}

void BlockTest::edge_blocks()
{
    const auto compiled = cases::compile_small(cases::small(TensorCommunication::p2p_rs_ag, RecomputePolicy::full));
    std::map<std::string, std::string> kinds;
    for (const PortableTask& task : compiled.plan().tasks)
        if (std::holds_alternative<Boundary>(task.primitive)) {
            kinds[task.name + " " + std::string(to_string(task.phase)) + " " + std::string(to_string(task.scope))] =
                task.collective ? std::string(to_string(task.collective->kind)) : "identity";
            // Local work is the all-reduce's in both kinds of block: 2A·e where an all-reduce moves, A = 64.
            const bool moves = (task.name == "attn.g" || task.name == "mlp.g") == (task.phase == Phase::forward) &&
                               task.phase != Phase::recommunication;
            QCOMPARE(task.facts.read_bytes.numerator, std::int64_t(moves ? 128 : 0));
            QCOMPARE(task.facts.operations, moves ? (Quotient{64, 2}) : Quotient{});
        }
    const std::map<std::string, std::string> wanted{
        {"attn.f forward inner", "identity"},
        {"attn.f forward edge", "all_gather"},
        {"attn.g forward inner", "all_reduce"},
        {"attn.g forward edge", "reduce_scatter"},
        {"attn.f recommunication edge", "all_gather"},
        {"attn.g recommunication inner", "all_reduce"},
        {"attn.g recommunication edge", "reduce_scatter"},
        {"attn.f activation_gradient inner", "all_reduce"},
        {"attn.f activation_gradient edge", "reduce_scatter"},
        {"attn.g activation_gradient inner", "identity"},
        {"attn.g activation_gradient edge", "all_gather"},
        {"mlp.f forward inner", "identity"},
        {"mlp.f forward edge", "all_gather"},
        {"mlp.g forward inner", "all_reduce"},
        {"mlp.g forward edge", "reduce_scatter"},
        {"mlp.f recommunication edge", "all_gather"},
        {"mlp.g recommunication inner", "all_reduce"},
        {"mlp.g recommunication edge", "reduce_scatter"},
        {"mlp.f activation_gradient inner", "all_reduce"},
        {"mlp.f activation_gradient edge", "reduce_scatter"},
        {"mlp.g activation_gradient inner", "identity"},
        {"mlp.g activation_gradient edge", "all_gather"},
    };
    QVERIFY(kinds == wanted);
    // Activations are whole, but what goes to the next stage is sharded: A·e/t = 64.
    QCOMPARE(compiled.plan().program.pipeline_message_bytes, std::int64_t(64));
    const auto strict =
        passes::compile(cases::small_model(), cases::small(TensorCommunication::p2p_rs_ag), strategy::Rules::strict);
    QVERIFY(cases::has_code(strict.diagnostics(), "strategy.unsupported.communication"));
}

void BlockTest::multiquery()
{
    strategy::Execution execution = cases::small();
    execution.attention_type = strategy::AttentionType::multiquery;
    const auto compiled = cases::compile_small(execution);
    // k and v are one head of size 2 on every rank; q stays sharded.
    QVERIFY(find(compiled.distributed_ir(), "attn.q", Phase::forward)->primitive == Primitive(Linear{8, 8, 4}));
    QVERIFY(find(compiled.distributed_ir(), "attn.k", Phase::forward)->primitive == Primitive(Linear{8, 8, 2}));
    QVERIFY(find(compiled.distributed_ir(), "attn.v", Phase::weight_gradient)->primitive == Primitive(Linear{8, 8, 2}));
}

void BlockTest::inference()
{
    const auto compiled = cases::compile_small(cases::small_inference());
    QCOMPARE(phases(compiled.distributed_ir()), (std::map<std::string, int>{{"forward", 24}}));
    QCOMPARE(compiled.model_ir().operations.front().name, std::string("transformer.decoder_inference"));
    QCOMPARE(compiled.model_ir().values.size(), std::size_t(3));
    const BlockMemoryFacts& memory = compiled.plan().memory;
    QVERIFY(memory.weight > 0 && memory.activation_working > 0 &&
            memory.activation_storage > memory.activation_working);
    QCOMPARE(memory.optimizer.numerator + memory.weight_gradient.numerator + memory.weight_gradient_unsharded +
                 memory.activation_gradient + memory.activation_checkpoint,
             std::int64_t(0));
}

void BlockTest::order_and_dependences_data() { counts_data(); }

void BlockTest::order_and_dependences()
{
    QFETCH(int, communication);
    QFETCH(int, recompute);
    QFETCH(bool, redo);
    strategy::Execution execution = cases::small(TensorCommunication(communication), RecomputePolicy(recompute));
    execution.all_gather_redo = redo;
    const auto compiled = cases::compile_small(execution);
    std::set<EntityId> before;
    std::set<EntityId> depended_on;
    for (const DistributedTask& task : compiled.distributed_ir().tasks) {
        for (const EntityId& dependency : task.dependencies) {
            QVERIFY2(before.contains(dependency), task.name.c_str());
            depended_on.insert(dependency);
        }
        // Only the first task reads the block's input alone.
        QVERIFY2(!task.dependencies.empty() ||
                     (task.name == "attn.fork" && (task.phase == Phase::forward || task.phase == Phase::recompute)) ||
                     (task.name == "mlp.residual" && task.phase == Phase::activation_gradient),
                 task.name.c_str());
        QVERIFY(before.insert(task.id).second);
    }
    // What runs again, somebody needs: nothing is restored for nothing but the end of the block.
    for (const DistributedTask& task : compiled.distributed_ir().tasks)
        if (task.phase == Phase::recompute || task.phase == Phase::recommunication)
            QVERIFY2(depended_on.contains(task.id) || task.name == "mlp.residual", task.name.c_str());
}

void BlockTest::recomputed_gradients_read_what_was_restored()
{
    const auto compiled =
        cases::compile_small(cases::small(TensorCommunication::reduce_scatter_all_gather, RecomputePolicy::full));
    const DistributedTaskIR& ir = compiled.distributed_ir();
    const auto depends = [&](const DistributedTask* task, const DistributedTask* on) {
        return task && on && std::count(task->dependencies.begin(), task->dependencies.end(), on->id) == 1;
    };
    QVERIFY(depends(find(ir, "attn.qkv_fork", Phase::recompute), find(ir, "attn.f", Phase::recommunication)));
    QVERIFY(depends(find(ir, "attn.f", Phase::recommunication), find(ir, "attn.norm", Phase::recompute)));
    QVERIFY(depends(find(ir, "attn.q", Phase::weight_gradient), find(ir, "attn.qkv_fork", Phase::recompute)));
    QVERIFY(depends(find(ir, "attn.qk", Phase::activation_gradient), find(ir, "attn.q", Phase::recompute)));
    QVERIFY(depends(find(ir, "attn.dropout", Phase::recompute), find(ir, "attn.g", Phase::recommunication)));
    QVERIFY(!depends(find(ir, "attn.qk", Phase::activation_gradient), find(ir, "attn.q", Phase::forward)));
}

void BlockTest::lineage()
{
    const auto compiled = cases::compile_small(cases::small(TensorCommunication::all_reduce, RecomputePolicy::full));
    const DistributedTaskIR& ir = compiled.distributed_ir();
    const EntityId operation = compiled.model_ir().operations.front().id;
    const DistributedTask* q = find(ir, "attn.q", Phase::forward);
    QCOMPARE(q->lineage, (Lineage{LineageKind::decomposed, "transformer-distribute", {operation}}));
    QCOMPARE(find(ir, "attn.q", Phase::recompute)->lineage,
             (Lineage{LineageKind::cloned, "transformer-distribute", {q->id}}));
    QCOMPARE(find(ir, "attn.g", Phase::forward)->lineage,
             (Lineage{LineageKind::generated, "transformer-distribute", {}}));
    QCOMPARE(find(ir, "attn.g", Phase::recommunication)->lineage.sources,
             (std::vector<EntityId>{find(ir, "attn.g", Phase::forward)->id}));
    const PortablePlanIR& plan = compiled.plan();
    for (std::size_t i = 0; i < plan.tasks.size(); ++i)
        QCOMPARE(plan.tasks[i].lineage, (Lineage{LineageKind::lowered, "transformer-plan-work", {ir.tasks[i].id}}));
    QCOMPARE(ir.source, compiled.model.output);
    QCOMPARE(plan.source, compiled.distributed.output);
}

void BlockTest::buffers_add_up_to_the_memory()
{
    strategy::Execution execution = cases::small(TensorCommunication::all_reduce, RecomputePolicy::none);
    cases::training(execution).data.optimizer_sharding = true;
    const auto compiled = cases::compile_small(execution);
    std::map<BufferRole, std::int64_t> sums;
    for (const Buffer& buffer : compiled.plan().buffers)
        sums[buffer.role] += buffer.size_bytes.numerator;
    // q, k, v, out: 4·8·4; fc1, fc2: 2·8·16; two norms: 2·2·8 elements of 2 bytes.
    const std::int64_t weights = 4 * 8 * 4 + 2 * 8 * 16 + 2 * 2 * 8;
    QCOMPARE(sums[BufferRole::weight], weights * 2);
    QCOMPARE(compiled.plan().memory.weight, weights * 2);
    QCOMPARE(sums[BufferRole::optimizer_state], weights * 12);
    QCOMPARE(compiled.plan().memory.optimizer, (Quotient{weights * 12, 3}));
    QCOMPARE(sums[BufferRole::weight_gradient], weights * 2);
    QCOMPARE(compiled.plan().memory.weight_gradient, (Quotient{weights * 2, 3}));
    QCOMPARE(compiled.plan().memory.weight_gradient_unsharded, weights * 4);
}

void BlockTest::sharded_shares_are_not_floored()
{
    strategy::Execution execution = cases::small();
    execution.global_batch = 10;
    cases::training(execution).data = {5, true};
    const auto compiled = cases::compile_small(execution);
    for (const PortableTask& task : compiled.plan().tasks)
        if (task.name == "attn.q" && task.phase == Phase::optimizer) {
            QCOMPARE(task.facts.operations, (Quotient{11 * 32, 5}));
            QCOMPARE(task.facts.operations.value(), 352.0 / 5.0); // 70.4
            return;
        }
    QFAIL("there is no optimizer task for attn.q");
}

void BlockTest::overflow_names_the_task_data()
{
    QTest::addColumn<qint64>("hidden");
    QTest::addColumn<qint64>("feedforward");
    QTest::addColumn<qint64>("sequence");
    QTest::addColumn<qint64>("heads");
    QTest::addColumn<QByteArray>("task");
    const qint64 m = qint64(1) << 20;
    QTest::newRow("probabilities") << qint64(8) << qint64(8) << (qint64(1) << 32) << qint64(2)
                                   << QByteArray("attn.softmax");
    QTest::newRow("a shape") << qint64(8) << 16 * m * m << m << qint64(2) << QByteArray("mlp.gelu");
    QTest::newRow("operations") << m << 1024 * m << 16 * m << qint64(2) << QByteArray("mlp.fc1"); // 2·2^24·2^20·2^29
}

void BlockTest::overflow_names_the_task()
{
    QFETCH(qint64, hidden);
    QFETCH(qint64, feedforward);
    QFETCH(qint64, sequence);
    QFETCH(qint64, heads);
    QFETCH(QByteArray, task);
    strategy::Execution execution = cases::small();
    execution.microbatch_size = 1;
    execution.global_batch = 3;
    const auto compiled =
        passes::compile({"big", hidden, feedforward, sequence, heads, 2, 1}, execution, strategy::Rules::strict);
    QVERIFY(!compiled.has_value());
    bool named = false;
    for (const Diagnostic& each : compiled.diagnostics()) {
        QCOMPARE(each.code, std::string("workload.overflow"));
        named = named || QByteArray::fromStdString(each.path).startsWith(task);
    }
    QVERIFY2(named, cases::first_line(compiled.diagnostics()).c_str());
}

void BlockTest::refusals()
{
    model::TransformerModel empty = cases::small_model();
    empty.hidden = 0;
    empty.blocks = -3;
    const auto none = passes::compile(empty, cases::small(), strategy::Rules::strict);
    QCOMPARE(none.diagnostics().size(), std::size_t(2));
    QVERIFY(cases::has_code(none.diagnostics(), "workload.not_positive"));

    const auto uneven =
        passes::compile(cases::small_model(), cases::small(TensorCommunication::all_reduce, RecomputePolicy::none, 3),
                        strategy::Rules::strict);
    QVERIFY(cases::has_code(uneven.diagnostics(), "workload.indivisible"));
    QVERIFY2(cases::first_line(uneven.diagnostics()).find("3 does not divide heads 4") != std::string::npos,
             cases::first_line(uneven.diagnostics()).c_str());
}

BLUEPRINTING_CORE_TEST(BlockTest)
#include "block_test.moc"
