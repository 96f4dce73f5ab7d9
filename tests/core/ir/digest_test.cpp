#include "core/base/canonical_json.h"
#include "core/ir/serialise.h"
#include "core/strategy/derived.h"
#include "tests/core/ir/cases.h"
#include "tests/support/test_main.h"

#include <clocale>
#include <functional>
#include <set>

using namespace blueprinting;
using namespace blueprinting::ir;
using strategy::RecomputePolicy;
using strategy::TensorCommunication;

/// Digests: the same input gives the same one; any one semantic field changes it; they chain.
class IrDigestTest : public QObject {
    Q_OBJECT
private slots:
    void the_text_is_canonical_data();
    void the_text_is_canonical();
    void digest_is_of_domain_and_text();
    void reads_back_data();
    void reads_back();
    void every_field_counts_data();
    void every_field_counts();
    void same_input_same_digest();
    void strategy_fields_data();
    void strategy_fields();
    void what_a_file_states_twice_does_not_count();
    void names_do_not_count();
    void large_integers_survive();
    void unknown_schema();
    void schemas_of_before_data();
    void schemas_of_before();
    void placement_in_a_model();
};

namespace {

std::vector<std::pair<std::string, AnyIR>> samples()
{
    std::vector<std::pair<std::string, AnyIR>> out;
    const auto add = [&](const std::string& name, const strategy::Execution& execution) {
        const auto compiled = cases::compile_small(execution);
        out.emplace_back(name + " model", *compiled.model.ir);
        out.emplace_back(name + " distributed", *compiled.distributed.ir);
        out.emplace_back(name + " portable", *compiled.portable.ir);
    };
    strategy::Execution sharded =
        cases::small(TensorCommunication::reduce_scatter_all_gather, RecomputePolicy::attention_only);
    sharded.all_gather_redo = true;
    cases::training(sharded).data.optimizer_sharding = true;
    add("training", sharded);
    add("edge", cases::small(TensorCommunication::p2p_rs_ag, RecomputePolicy::full));
    add("inference", cases::small_inference());
    return out;
}

void sample_rows()
{
    QTest::addColumn<int>("index");
    const auto all = samples();
    for (std::size_t i = 0; i < all.size(); ++i)
        QTest::newRow(all[i].first.c_str()) << int(i);
}

/// Every leaf of a JSON tree, as a pointer.
void leaves(const Json& value, const std::string& pointer, std::vector<std::string>& out)
{
    if (value.is_object())
        for (const auto& [key, child] : value.items())
            leaves(child, pointer + pointer_step(key), out);
    else if (value.is_array() && !value.empty())
        for (std::size_t i = 0; i < value.size(); ++i)
            leaves(value[i], pointer + pointer_step(i), out);
    else
        out.push_back(pointer);
}

/// Another value of the same type.
Json altered(const Json& value)
{
    if (value.is_number_integer())
        return value.get<std::int64_t>() + 1;
    if (value.is_boolean())
        return !value.get<bool>();
    if (value.is_string()) {
        std::string text = value.get<std::string>();
        if (text.empty())
            return "x";
        text.back() = text.back() == '0' ? '1' : '0';
        return text;
    }
    if (value.is_array())
        return Json::array({"value:00000000000000000000000000000000"});
    return "x";
}

} // namespace

void IrDigestTest::the_text_is_canonical_data() { sample_rows(); }

void IrDigestTest::the_text_is_canonical()
{
    QFETCH(int, index);
    const AnyIR ir = samples()[std::size_t(index)].second;
    const std::string text = canonical_text(ir);
    QCOMPARE(*canonical_json(to_json(ir)), text);
    const std::string schema = "\"schema\":\"" + std::string(schema_of(ir)) + "\"";
    QVERIFY(text.find(schema) != std::string::npos);
}

void IrDigestTest::digest_is_of_domain_and_text()
{
    for (const auto& [name, ir] : samples())
        QCOMPARE(digest(ir), *digest_json("blueprinting.ir:" + std::string(schema_of(ir)), to_json(ir)));
}

void IrDigestTest::reads_back_data() { sample_rows(); }

void IrDigestTest::reads_back()
{
    QFETCH(int, index);
    const AnyIR ir = samples()[std::size_t(index)].second;
    const auto document = JsonDocument::parse(canonical_text(ir), "ir.json");
    const auto again = ir_from_json(*document, document->root(), "");
    QVERIFY2(again.has_value(), cases::first_line(again.diagnostics()).c_str());
    QVERIFY(*again == ir);
    QCOMPARE(canonical_text(*again), canonical_text(ir));
    QCOMPARE(digest(*again), digest(ir));
}

void IrDigestTest::every_field_counts_data() { sample_rows(); }

/// Alters each leaf of the serialised IR by itself: either a reader refuses it, or the IR read has another digest.
void IrDigestTest::every_field_counts()
{
    QFETCH(int, index);
    const AnyIR ir = samples()[std::size_t(index)].second;
    const Json tree = to_json(ir);
    const Digest before = digest(ir);
    std::vector<std::string> all;
    leaves(tree, "", all);
    int changed = 0;
    int refused = 0;
    // Tasks and buffers are many and alike: the first of each list, and every ninety-seventh leaf of the others.
    for (std::size_t i = 0; i < all.size(); ++i) {
        const bool first = all[i].find("/tasks/") != 0 && all[i].find("/values/") != 0 && all[i].find("/buffers/") != 0;
        if (!first && all[i].find("/0/") == std::string::npos && i % 97 != 0)
            continue;
        Json other = tree;
        const Json::json_pointer pointer(all[i]);
        other[pointer] = altered(tree[pointer]);
        const auto document = JsonDocument::parse(other.dump(), "altered");
        const auto read = ir_from_json(*document, document->root(), "");
        if (!read) {
            ++refused;
            QVERIFY2(!read.diagnostics().front().message.empty(), all[i].c_str());
            continue;
        }
        ++changed;
        QVERIFY2(digest(*read) != before, all[i].c_str());
    }
    QVERIFY(changed > 10);
    QVERIFY(refused > 1);
}

void IrDigestTest::same_input_same_digest()
{
    const strategy::Execution execution =
        cases::small(TensorCommunication::reduce_scatter_all_gather, RecomputePolicy::full);
    const auto first = cases::compile_small(execution);
    std::setlocale(LC_ALL, "de_DE.UTF-8");
    const auto second = cases::compile_small(execution);
    std::setlocale(LC_ALL, "C");
    QCOMPARE(second.model.output, first.model.output);
    QCOMPARE(second.distributed.output, first.distributed.output);
    QCOMPARE(second.portable.output, first.portable.output);
    QCOMPARE(int(first.portable.output.hex().size()), 64);
}

void IrDigestTest::strategy_fields_data()
{
    QTest::addColumn<int>("change");
    QTest::addColumn<bool>("model_too");
    QTest::newRow("tensor degree") << 0 << false;
    QTest::newRow("tensor communication") << 1 << false;
    QTest::newRow("pipeline degree") << 2 << false;
    QTest::newRow("schedule") << 3 << false;
    QTest::newRow("virtual stages") << 4 << false;
    QTest::newRow("data degree") << 5 << false;
    QTest::newRow("optimizer sharding") << 6 << false;
    QTest::newRow("recompute") << 7 << false;
    QTest::newRow("global batch") << 8 << false;
    QTest::newRow("microbatch") << 9 << false;
    QTest::newRow("fused activation") << 10 << false;
    QTest::newRow("all-gather redo") << 11 << false;
    QTest::newRow("network tier") << 12 << false;
    QTest::newRow("datatype") << 13 << true;
    QTest::newRow("attention type") << 14 << true;
    QTest::newRow("inference") << 15 << true;
}

void IrDigestTest::strategy_fields()
{
    QFETCH(int, change);
    QFETCH(bool, model_too);
    strategy::Execution base = cases::small(TensorCommunication::reduce_scatter_all_gather);
    cases::training(base).pipeline = {3, strategy::InterleavedOneForwardOneBackward{2}};
    strategy::Execution other = base;
    auto& t = cases::training(other);
    switch (change) {
    case 0: t.tensor.degree = 4; break;
    case 1: t.tensor.communication = TensorCommunication::all_reduce; break;
    case 2: t.pipeline.degree = 2; break;
    case 3: t.pipeline.schedule = strategy::OneForwardOneBackward{}; break;
    case 4: t.pipeline.schedule = strategy::InterleavedOneForwardOneBackward{3}; break;
    case 5: t.data.degree = 1; break;
    case 6: t.data.optimizer_sharding = true; break;
    case 7: t.recompute = RecomputePolicy::full; break;
    case 8: other.global_batch = 12; break;
    case 9: other.microbatch_size = 1; break;
    case 10: other.fused_activation = true; break;
    case 11: other.all_gather_redo = true; break;
    case 12: other.tiers.data = 1; break;
    case 13: other.datatype = Datatype::bfloat16; break;
    case 14: other.attention_type = strategy::AttentionType::multiquery; break;
    default: other = cases::small_inference(); break;
    }
    const auto before = cases::compile_small(base);
    const auto after = cases::compile_small(other);
    QCOMPARE(after.model.output != before.model.output, model_too);
    QVERIFY(after.distributed.output != before.distributed.output);
    QVERIFY(after.portable.output != before.portable.output);
}

void IrDigestTest::what_a_file_states_twice_does_not_count()
{
    strategy::Execution stated = cases::small();
    stated.num_procs = 6;
    QCOMPARE(cases::compile_small(stated).portable.output, cases::compile_small(cases::small()).portable.output);
}

void IrDigestTest::names_do_not_count()
{
    model::TransformerModel renamed = cases::small_model();
    renamed.name = "another name";
    const auto compiled = passes::compile(renamed, cases::small(), strategy::Rules::strict);
    QCOMPARE(compiled->portable.output, cases::compile_small(cases::small()).portable.output);
}

/// A fact past 2^53, where a double would have rounded it.
void IrDigestTest::large_integers_survive()
{
    AnyIR any = *cases::compile_small(cases::small()).portable.ir;
    auto& plan = std::get<PortablePlanIR>(any);
    plan.tasks.front().facts.operations = {9007199254740993, 1};
    plan.tasks.back().facts.operations = {INT64_MAX, 7};
    const auto document = JsonDocument::parse(canonical_text(any), "big");
    const auto again = ir_from_json(*document, document->root(), "");
    QVERIFY2(again.has_value(), cases::first_line(again.diagnostics()).c_str());
    QVERIFY(*again == any);
}

void IrDigestTest::unknown_schema()
{
    const auto document = JsonDocument::parse("{\"schema\": \"concrete_plan.v0\"}", "x.json");
    const auto read = ir_from_json(*document, document->root(), "");
    QCOMPARE(read.diagnostics().front().code, std::string("ir.schema.unknown"));
    QCOMPARE(read.diagnostics().front().path, std::string("/schema"));
    QVERIFY(cases::first_line(read.diagnostics()).find("concrete_plan.v0") != std::string::npos);
}

void IrDigestTest::schemas_of_before_data()
{
    QTest::addColumn<QByteArray>("schema");
    for (const char* name : {"model.v0", "distributed_task.v0", "portable_plan.v0"})
        QTest::newRow(name) << QByteArray(name);
}

/// What an earlier version wrote is not guessed at: it is named for what it is, and what to do.
void IrDigestTest::schemas_of_before()
{
    QFETCH(QByteArray, schema);
    const auto document = JsonDocument::parse("{\"schema\": \"" + schema.toStdString() + "\"}", "x.json");
    const auto read = ir_from_json(*document, document->root(), "");
    QCOMPARE(read.diagnostics().size(), std::size_t(1));
    QCOMPARE(read.diagnostics().front().code, std::string("ir.schema.old"));
    const std::string line = cases::first_line(read.diagnostics());
    QVERIFY(line.find(schema.toStdString()) != std::string::npos &&
            line.find("compile the strategy again") != std::string::npos);
}

void IrDigestTest::placement_in_a_model()
{
    Json tree = to_json(*cases::compile_small(cases::small()).model.ir);
    tree["operations"][0]["semantics"]["tp"] = 8;
    tree["device"] = "a100";
    const auto document = JsonDocument::parse(tree.dump(), "x.json");
    const auto read = ir_from_json(*document, document->root(), "");
    QCOMPARE(read.diagnostics().size(), std::size_t(2));
    QVERIFY(cases::has_code(read.diagnostics(), "ir.model.forbidden"));
}

BLUEPRINTING_CORE_TEST(IrDigestTest)
#include "digest_test.moc"
