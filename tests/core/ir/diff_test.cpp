#include "core/ir/diff.h"
#include "core/ir/text.h"
#include "tests/core/ir/cases.h"
#include "tests/support/test_main.h"

#include <map>
#include <set>

using namespace blueprinting;
using namespace blueprinting::ir;
using strategy::RecomputePolicy;
using strategy::TensorCommunication;

/// What differs between two IRs, and the text that people read them in.
class DiffTest : public QObject {
    Q_OBJECT
private slots:
    void json_data();
    void json();
    void equal_irs();
    void two_schemas();
    void names_instead_of_ids();
    void a_difference_wherever_digests_differ();
    void tasks();
    void tasks_in_reverse();
    void fields_of_a_task();
    void moving_fields();
    void text_of_a_model();
    void text_names_every_entity();
    void text_is_that_of_the_ir();
};

namespace {

strategy::Execution full() { return cases::small(TensorCommunication::all_reduce, RecomputePolicy::full); }

strategy::Execution seqsel()
{
    strategy::Execution out =
        cases::small(TensorCommunication::reduce_scatter_all_gather, RecomputePolicy::attention_only);
    out.all_gather_redo = true;
    return out;
}

} // namespace

void DiffTest::json_data()
{
    QTest::addColumn<QByteArray>("left");
    QTest::addColumn<QByteArray>("right");
    QTest::addColumn<QByteArrayList>("paths");
    QTest::newRow("equal") << QByteArray("{\"a\":1}") << QByteArray("{\"a\":1}") << QByteArrayList{};
    QTest::newRow("leaf") << QByteArray("{\"a\":{\"b\":1,\"c\":2}}") << QByteArray("{\"a\":{\"b\":3,\"c\":2}}")
                          << QByteArrayList{"/a/b"};
    QTest::newRow("missing, new") << QByteArray("{\"a\":1}") << QByteArray("{\"b\":1}") << QByteArrayList{"/a", "/b"};
    QTest::newRow("in a list") << QByteArray("[1,2,3]") << QByteArray("[1,4,3]") << QByteArrayList{"/1"};
    QTest::newRow("another length") << QByteArray("{\"l\":[1]}") << QByteArray("{\"l\":[1,2]}") << QByteArrayList{"/l"};
    QTest::newRow("another type") << QByteArray("{\"a\":1}") << QByteArray("{\"a\":\"1\"}") << QByteArrayList{"/a"};
    QTest::newRow("a key with a slash") << QByteArray("{\"a/b\":1}") << QByteArray("{\"a/b\":2}")
                                        << QByteArrayList{"/a~1b"};
}

void DiffTest::json()
{
    QFETCH(QByteArray, left);
    QFETCH(QByteArray, right);
    QByteArrayList paths;
    for (const FieldChange& change : differences(Json::parse(left.toStdString()), Json::parse(right.toStdString())))
        paths << QByteArray::fromStdString(change.path);
    QTEST(paths, "paths");
}

void DiffTest::equal_irs()
{
    QVERIFY(differences(*cases::compile_small(full()).portable.ir, *cases::compile_small(full()).portable.ir).empty());
}

void DiffTest::two_schemas()
{
    const auto compiled = cases::compile_small(full());
    const auto found = differences(*compiled.model.ir, *compiled.portable.ir);
    QVERIFY(found == (std::vector<FieldChange>{{"/schema", "model.v1", "portable_plan.v1"}}));
}

void DiffTest::names_instead_of_ids()
{
    const Json tree = named_form(*cases::compile_small(full()).portable.ir);
    QCOMPARE(tree["tasks"]["attn.q forward"]["dependencies"], Json::array({"attn.qkv_fork forward"}));
    QCOMPARE(tree["tasks"]["attn.q recompute"]["reads"], (Json::array({"attn.qkv_fork.again", "attn.q.weight"})));
    QCOMPARE(tree["buffers"]["attn.q.weight"]["consumers"][0], Json("attn.q forward"));
    QVERIFY(tree.dump().find("node:") == std::string::npos);
    QVERIFY(tree.dump().find("buffer:") == std::string::npos);
}

void DiffTest::a_difference_wherever_digests_differ()
{
    const AnyIR base = *cases::compile_small(full()).portable.ir;
    AnyIR other = base;
    auto& plan = std::get<PortablePlanIR>(other);
    std::swap(plan.buffers[0], plan.buffers[1]);
    QVERIFY(digest(other) != digest(base));
    QVERIFY(!differences(base, other).empty());
    plan = std::get<PortablePlanIR>(base);
    plan.tasks[3].id = "node:00000000000000000000000000000000";
    QVERIFY(!differences(base, other).empty());
}

/// Full with all-reduce against attention only with reduce-scatter, all-gather and redo: 20 + 2 tasks run again against
/// 4 + 2.
void DiffTest::tasks()
{
    const auto left = cases::compile_small(full());
    const auto right = cases::compile_small(seqsel());
    const TaskDiff diff = compare_tasks(left.distributed_ir(), right.distributed_ir());
    QCOMPARE(left.distributed_ir().tasks.size(), std::size_t(24 + 20 + 2 + 24 + 8 + 8));
    QCOMPARE(right.distributed_ir().tasks.size(), std::size_t(24 + 4 + 2 + 24 + 8 + 8));
    // Again on the left alone: 16 primitives and both row boundaries; on the right alone: both column boundaries.
    QCOMPARE(diff.only_left, std::size_t(18));
    QCOMPARE(diff.only_right, std::size_t(2));
    QCOMPARE(diff.same + diff.changed, std::size_t(24 + 4 + 24 + 8 + 8));
    QCOMPARE(diff.all.size(), diff.changed + diff.only_left + diff.only_right);
    std::map<std::string, TaskDifference> found;
    for (const TaskDifference& each : diff.all)
        found[each.name + " " + std::string(to_string(each.phase))] = each;
    // X shrinks from 64 to 32 elements.
    QCOMPARE(found["attn.norm forward"].fields.front().name, std::string("size"));
    QCOMPARE(found["attn.norm forward"].fields.front().left, Json(64));
    QCOMPARE(found["attn.norm forward"].fields.front().right, Json(32));
    QCOMPARE(found["attn.f forward"].fields.front().left, Json());
    QCOMPARE(found["attn.f forward"].fields.front().right, Json("all gather"));
    QCOMPARE(found["attn.g forward"].fields.front().left, Json("all reduce"));
    QCOMPARE(found["attn.g forward"].fields.front().right, Json("reduce scatter"));
    QVERIFY(found["attn.q recompute"].change == TaskChange::only_left);
    QVERIFY(!found["attn.q recompute"].right);
    QVERIFY(found["attn.f recommunication"].change == TaskChange::only_right);
    QVERIFY(!found.contains("attn.q forward"));
}

void DiffTest::tasks_in_reverse()
{
    const auto left = cases::compile_small(full());
    const auto right = cases::compile_small(seqsel());
    const TaskDiff there = compare_tasks(left.plan(), right.plan());
    const TaskDiff back = compare_tasks(right.plan(), left.plan());
    QCOMPARE(back.only_left, there.only_right);
    QCOMPARE(back.only_right, there.only_left);
    QCOMPARE(back.changed, there.changed);
    const TaskDiff none = compare_tasks(left.plan(), left.plan());
    QVERIFY(none.all.empty());
    QCOMPARE(none.same, left.plan().tasks.size());
}

void DiffTest::fields_of_a_task()
{
    const auto compiled = cases::compile_small(full());
    std::map<std::string, Json> fields;
    for (const TaskField& field : task_fields(compiled.plan().tasks[4])) // attn.q: 8×8×4 in float16
        fields[field.name] = field.value;
    QCOMPARE(fields["operations"], Json(2 * 8 * 8 * 4));
    QCOMPARE(fields["size"], Json("8 × 8 × 4"));
    QCOMPARE(fields["storage"], Json("reused, not stored for backward"));
    QCOMPARE(fields["collective"], Json());
}

void DiffTest::moving_fields()
{
    const DecoderSemantics model = cases::compile_small(full()).model_ir().operations.front().semantics;
    strategy::Execution stated = seqsel();
    stated.num_procs = 6;
    std::set<std::string> paths;
    for (const FieldChange& change : ir::moving_fields(model, full(), model, stated))
        paths.insert(change.path);
    QVERIFY(paths ==
            (std::set<std::string>{"/strategy/parallelism/recompute", "/strategy/parallelism/tensor/communication",
                                   "/strategy/sequence_parallel_all_gather_redo"}));
    DecoderSemantics wider = model;
    wider.hidden = 16;
    QVERIFY(ir::moving_fields(model, full(), wider, full()) == (std::vector<FieldChange>{{"/model/hidden", 8, 16}}));
}

void DiffTest::text_of_a_model()
{
    const auto compiled = cases::compile_small(cases::small_inference());
    const ModelIR& ir = compiled.model_ir();
    // Weights of a block: 4·8·8 + 2·8·32 + 4·8.
    const std::string wanted = "schema model.v1\n"
                               "digest " +
                               compiled.model.output.hex() +
                               "\n"
                               "values, 3\n"
                               "  tokens: input [4, 8] float16\n"
                               "    " +
                               ir.values[0].id +
                               "\n"
                               "    root by transformer-import\n"
                               "  weights: parameter [6, 800] float16\n"
                               "    " +
                               ir.values[1].id +
                               "\n"
                               "    root by transformer-import\n"
                               "  activations: output [4, 8] float16\n"
                               "    " +
                               ir.values[2].id +
                               "\n"
                               "    root by transformer-import\n"
                               "operations, 1\n"
                               "  transformer.decoder_inference\n"
                               "    " +
                               ir.operations[0].id +
                               "\n"
                               "    operands tokens, weights\n"
                               "    results activations\n"
                               "    reads tokens\n"
                               "    reads weights\n"
                               "    hidden 8, feedforward 32, sequence 4, heads 4, head size 2, blocks 6\n"
                               "    multihead, inference\n"
                               "    root by transformer-import\n"
                               "inputs tokens, weights\n"
                               "outputs activations\n";
    QCOMPARE(text_form(*compiled.model.ir), wanted);
}

void DiffTest::text_names_every_entity()
{
    const auto compiled = cases::compile_small(cases::small(TensorCommunication::p2p_rs_ag, RecomputePolicy::full));
    for (const auto* checkpoint : {&compiled.model, &compiled.distributed, &compiled.portable}) {
        std::set<std::string> named;
        int depth = 0;
        for (const TextLine& line : text_lines(*checkpoint->ir)) {
            QVERIFY(line.depth <= depth + 1); // a line folds under the one before it
            depth = line.depth;
            if (line.text == line.entity)
                QVERIFY(named.insert(line.entity).second);
        }
        const Json tree = to_json(*checkpoint->ir);
        for (const char* list : {"values", "operations", "tasks", "buffers"})
            for (const Json& entity : tree.value(list, Json::array()))
                QVERIFY(named.erase(entity["id"].get<std::string>()) == 1);
        QVERIFY(named.empty());
    }
}

void DiffTest::text_is_that_of_the_ir()
{
    const std::string text = text_form(*cases::compile_small(seqsel()).portable.ir);
    for (const char* line : {"\n  4 attn.q: linear 8 × 8 × 4, matrix\n", "\n    operations 512, read 192, write 64\n",
                             "\n    all_gather over 2, 128 bytes\n", "\n    reduce_scatter over 2 by sum, 128 bytes\n",
                             "\n    reused, activation not stored\n", "\n  attn.q.weight: weight 64 bytes\n"})
        QVERIFY2(text.find(line) != std::string::npos, line);
}

BLUEPRINTING_CORE_TEST(DiffTest)
#include "diff_test.moc"
