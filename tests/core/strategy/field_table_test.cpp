#include "core/strategy/field_table.h"

#include "core/strategy/derived.h"
#include "core/strategy/mapping.h"
#include "tests/support/test_main.h"

#include <functional>
#include <set>

using namespace blueprinting;
using namespace blueprinting::strategy;

namespace {

TransformerTrainingParallelism& training(Execution& e)
{
    return std::get<TransformerTrainingParallelism>(e.parallelism);
}

/// t 2, p 4 of 3 chunks, d 2 of a batch of 24, with everything away from what a strategy begins with.
Execution whole()
{
    Execution out;
    out.parallelism = TransformerTrainingParallelism{{2, TensorCommunication::reduce_scatter_all_gather},
                                                     {4, InterleavedOneForwardOneBackward{3}},
                                                     {2, true},
                                                     RecomputePolicy::attention_only};
    out.global_batch = 24;
    out.microbatch_size = 2;
    out.datatype = Datatype::bfloat16;
    out.attention_type = AttentionType::multiquery;
    out.fused_activation = true;
    out.all_gather_redo = true;
    out.tiers = {1, 2, 3};
    out.num_procs = 16;
    return out;
}

/// A member of the types, what its row calls the value that it gets, and the same written to the member by hand.
struct Member {
    Field field;
    std::int64_t value;
    std::function<void(Execution&)> by_hand;
};

/// Every member of the types of an execution. The structured bindings name them: a type that gains one does not compile
/// here until it has a line below, and with it a row of the table.
std::vector<Member> members()
{
    const Execution e = whole();
    const auto& [parallelism, batch, microbatch, datatype, attention, fused, redo, tiers, processors, flash, precision,
                 states] = e;
    const auto& [tensor, pipeline, data, recompute, modules, full_method, full_layers, context, expert] =
        std::get<TransformerTrainingParallelism>(parallelism);
    const auto& [t, communication] = tensor;
    const auto& [p, schedule, layout] = pipeline;
    const auto& [d, sharding, shared_out, reshard, group, prefetch, parameters, gradient_bytes] = data;
    const auto& [cp, context_kind, inner, balance] = context;
    const auto& [recipe, scale, cache] = precision;
    const auto& [ep, etp, dispatch, deduplicate] = expert;
    const auto& [v] = std::get<InterleavedOneForwardOneBackward>(schedule);
    const auto& [tensor_tier, pipeline_tier, data_tier, context_tier, expert_tier] = tiers;
    const auto& [inference_tensor, inference_pipeline, replicas] = TransformerInferenceParallelism{};
    const auto& [count] = replicas;
    Q_UNUSED(inference_tensor)
    Q_UNUSED(inference_pipeline)
    Q_UNUSED(count)
    return {
        {Field::tensor_degree, 2 * t, [](Execution& x) { training(x).tensor.degree = 4; }},
        {Field::tensor_communication, static_cast<std::int64_t>(communication) - 1,
         [](Execution& x) { training(x).tensor.communication = TensorCommunication::all_reduce; }},
        {Field::pipeline_degree, 2 * p, [](Execution& x) { training(x).pipeline.degree = 8; }},
        {Field::virtual_stages, 2 * v,
         [](Execution& x) { training(x).pipeline.schedule = InterleavedOneForwardOneBackward{6}; }},
        {Field::data_degree, 2 * d, [](Execution& x) { training(x).data.degree = 4; }},
        {Field::optimizer_sharding, sharding ? 0 : 1,
         [](Execution& x) { training(x).data.optimizer_sharding = false; }},
        {Field::recompute, static_cast<std::int64_t>(recompute) + 1,
         [](Execution& x) { training(x).recompute = RecomputePolicy::full; }},
        {Field::schedule, 1, [](Execution& x) { training(x).pipeline.schedule = OneForwardOneBackward{}; }},
        {Field::global_batch, 2 * batch, [](Execution& x) { x.global_batch = 48; }},
        {Field::microbatch_size, 2 * microbatch, [](Execution& x) { x.microbatch_size = 4; }},
        {Field::datatype, static_cast<std::int64_t>(datatype) + 1,
         [](Execution& x) { x.datatype = Datatype::float32; }},
        {Field::attention_type, static_cast<std::int64_t>(attention) - 1,
         [](Execution& x) { x.attention_type = AttentionType::multihead; }},
        {Field::fused_activation, fused ? 0 : 1, [](Execution& x) { x.fused_activation = false; }},
        {Field::all_gather_redo, redo ? 0 : 1, [](Execution& x) { x.all_gather_redo = false; }},
        {Field::tensor_tier, *tensor_tier + 4, [](Execution& x) { x.tiers.tensor = 5; }},
        {Field::pipeline_tier, *pipeline_tier + 4, [](Execution& x) { x.tiers.pipeline = 6; }},
        {Field::data_tier, *data_tier + 4, [](Execution& x) { x.tiers.data = 7; }},
        {Field::num_procs, 2 * *processors, [](Execution& x) { x.num_procs = 32; }},
        {Field::fused_attention, flash ? 0 : 1, [](Execution& x) { x.fused_attention = true; }},
        {Field::layout, layout.empty() ? 1 : 0, [](Execution& x) { training(x).pipeline.layout = "edges"; }},
        {Field::context_degree, 2 * cp, [](Execution& x) { training(x).context.degree = 2; }},
        {Field::context_kind, static_cast<std::int64_t>(context_kind) + 2,
         [](Execution& x) { training(x).context.kind = ContextKind::all_to_all; }},
        {Field::context_inner, 4 * inner, [](Execution& x) { training(x).context.inner = 4; }},
        {Field::expert_degree, 8 * ep, [](Execution& x) { training(x).expert.degree = 8; }},
        {Field::expert_tensor_degree, 2 * etp, [](Execution& x) { training(x).expert.tensor_degree = 2; }},
        {Field::expert_dispatch, static_cast<std::int64_t>(dispatch) + 1,
         [](Execution& x) { training(x).expert.dispatch = DispatchFormat::float8; }},
        {Field::expert_deduplicate, deduplicate ? 0 : 1, [](Execution& x) { training(x).expert.deduplicate = true; }},
        {Field::sharding, static_cast<std::int64_t>(shared_out) + 3,
         [](Execution& x) {
             training(x).data.sharding = StateSharding::full;
             training(x).data.optimizer_sharding = false;
         }},
        {Field::reshard_after_forward, reshard ? 0 : 1,
         [](Execution& x) { training(x).data.reshard_after_forward = false; }},
        {Field::sharding_group, group.value_or(4), [](Execution& x) { training(x).data.group = 4; }},
        {Field::prefetch, 2 * prefetch, [](Execution& x) { training(x).data.prefetch = 2; }},
        {Field::sharded_parameters, static_cast<std::int64_t>(parameters) + 1,
         [](Execution& x) { training(x).data.parameters = ShardedParameters::float32; }},
        {Field::gradient_bytes, gradient_bytes.value_or(2), [](Execution& x) { training(x).data.gradient_bytes = 2; }},
        {Field::recompute_modules, modules.bits() | 1,
         [](Execution& x) {
             training(x).modules.add(Module::core_attn);
             training(x).recompute = RecomputePolicy::none;
         }},
        {Field::recompute_method, static_cast<std::int64_t>(full_method) + 1,
         [](Execution& x) { training(x).full_method = FullRecompute::block; }},
        {Field::recompute_layers, 2 * full_layers, [](Execution& x) { training(x).full_layers = 2; }},
        {Field::context_balance, static_cast<std::int64_t>(balance) + 1,
         [](Execution& x) { training(x).context.balance = ContextBalance::contiguous; }},
        {Field::context_tier, context_tier.value_or(4), [](Execution& x) { x.tiers.context = 4; }},
        {Field::precision_recipe, static_cast<std::int64_t>(recipe) + 1,
         [](Execution& x) { x.precision.recipe = PrecisionRecipe::float8_linear; }},
        {Field::precision_scale, static_cast<std::int64_t>(scale) + 2,
         [](Execution& x) { x.precision.scale = Float8Scale::block128; }},
        {Field::precision_cache, cache ? 0 : 1, [](Execution& x) { x.precision.cache = true; }},
        {Field::optimizer_states, static_cast<std::int64_t>(states) + 1,
         [](Execution& x) { x.optimizer_states = OptimizerStates::bfloat16; }},
        {Field::expert_tier, expert_tier.value_or(5), [](Execution& x) { x.tiers.expert = 5; }},
        {Field::replicas, 8,
         [](Execution& x) {
             x.parallelism = TransformerInferenceParallelism{
                 {2, TensorCommunication::reduce_scatter_all_gather}, {4, ForwardOnly{}}, {8}};
             x.all_gather_redo = false;
         }},
        {Field::purpose, 0,
         [](Execution& x) {
             x.parallelism = TransformerInferenceParallelism{
                 {2, TensorCommunication::reduce_scatter_all_gather}, {4, ForwardOnly{}}, {2}};
             x.all_gather_redo = false;
         }},
    };
}

Execution changed(const Member& member)
{
    Execution out = whole();
    if (member.field == Field::replicas)
        set_training(out, false);
    row(member.field).set(out, member.value);
    return out;
}

template <class Read>
Result<Execution> read_back(const Json& written, Read read)
{
    const auto document = JsonDocument::parse(written.dump(), "e.json");
    return read(*document);
}

} // namespace

/// The table of fields is complete: each member of the types has a row, and everyone who loops over the rows sees it.
class FieldTableTest : public QObject {
    Q_OBJECT
private slots:
    void every_member_has_a_row()
    {
        std::set<Field> seen;
        for (const Member& member : members())
            QVERIFY(seen.insert(member.field).second);
        QCOMPARE(seen.size(), kFields);
    }

    void no_two_rows_are_the_same()
    {
        std::set<std::string_view> paths, places, options, titles, meanings;
        for (const FieldRow& each : field_rows()) {
            QVERIFY(paths.insert(each.path).second && row_of_path(each.path) == &each);
            QVERIFY(places.insert(each.typed).second && each.typed.starts_with('/'));
            QVERIFY(each.option.empty() || (options.insert(each.option).second && each.option.starts_with("--")));
            QVERIFY(!each.title.empty() && titles.insert(each.title).second);
            QVERIFY(!each.meaning.empty() && meanings.insert(each.meaning).second);
            QCOMPARE(each.words.empty(), each.kind != Kind::choice && each.field != Field::purpose);
            QVERIFY(each.get && each.set);
        }
        QVERIFY(!row_of_path("model"));
    }

    void a_row_sets_its_member_and_nothing_else_data()
    {
        QTest::addColumn<int>("index");
        int index = 0;
        for (const Member& member : members())
            QTest::newRow(std::string(path_of(member.field)).c_str()) << index++;
    }
    void a_row_sets_its_member_and_nothing_else()
    {
        QFETCH(int, index);
        const Member member = members()[static_cast<std::size_t>(index)];
        Execution by_hand = whole();
        member.by_hand(by_hand);
        const Execution set = changed(member);
        QVERIFY(set == by_hand);
        QVERIFY(set != whole());
        QVERIFY(row(member.field).get(set) == member.value);
    }

    void every_form_keeps_every_member_data() { a_row_sets_its_member_and_nothing_else_data(); }
    void every_form_keeps_every_member()
    {
        QFETCH(int, index);
        const Member member = members()[static_cast<std::size_t>(index)];
        const Execution set = changed(member);
        const Json typed = to_json(set);
        QVERIFY(typed != to_json(whole()));
        QVERIFY(typed.contains(Json::json_pointer(std::string(row(member.field).typed))) ||
                member.field == Field::num_procs);
        if (member.field == Field::recompute_method || member.field == Field::recompute_layers)
            return; // only full recomputation has a place for it
        const auto back = read_back(typed, [](const JsonDocument& d) { return execution_from_json(d, d.root(), ""); });
        QVERIFY(back && *back == set);
        if (row(member.field).key.empty() && row(member.field).optional)
            return; // the flat form cannot say it
        const auto flat = read_back(to_calculon(set), [](const JsonDocument& d) {
            return from_mapping(d, d.root(), "", Rules::calculon_compatible);
        });
        QVERIFY(flat && *flat == set);
        QVERIFY(to_calculon(set) != to_calculon(whole()));
    }

    /// Written by hand, so that no field leaves the key by a slip of its row.
    void the_key_of_a_block_leaves_out_only_what_has_no_part()
    {
        const std::set<Field> no_part{Field::pipeline_degree,
                                      Field::schedule,
                                      Field::virtual_stages,
                                      Field::data_degree,
                                      Field::global_batch,
                                      Field::pipeline_tier,
                                      Field::data_tier,
                                      Field::num_procs,
                                      Field::layout,
                                      Field::sharding,
                                      Field::reshard_after_forward,
                                      Field::sharding_group,
                                      Field::prefetch,
                                      Field::sharded_parameters,
                                      Field::gradient_bytes,
                                      Field::precision_cache,
                                      Field::recompute_method,
                                      Field::recompute_layers,
                                      Field::optimizer_states};
        for (const Member& member : members())
            QVERIFY2((block_values(changed(member)) == block_values(whole())) == (no_part.count(member.field) == 1),
                     std::string(path_of(member.field)).c_str());
    }

    void rows_in_an_order_are_all_rows()
    {
        const auto rows = rows_in({Field::num_procs, Field::recompute});
        QCOMPARE(rows.size(), kFields);
        QCOMPARE(rows[0]->field, Field::num_procs);
        QCOMPARE(rows[1]->field, Field::recompute);
        QCOMPARE(std::set<const FieldRow*>(rows.begin(), rows.end()).size(), kFields);
        QCOMPARE(rows[2]->field, Field::tensor_degree); // the others as they stand
    }

    void labels_stand_in_a_sentence()
    {
        QCOMPARE(QString::fromStdString(label_of(Field::virtual_stages)), QStringLiteral("v"));
        QCOMPARE(QString::fromStdString(label_of(Field::tensor_communication)), QStringLiteral("TP communication"));
        QCOMPARE(QString::fromStdString(label_of(Field::optimizer_sharding)), QStringLiteral("optimizer sharding"));
        QCOMPARE(QString::fromStdString(label_of(Field::num_procs)), QStringLiteral("GPUs stated"));
        QCOMPARE(QString::fromStdString(label_of(Field::model)), QStringLiteral("model"));
    }

    void what_can_be_changed_and_what_is_offered()
    {
        Execution e;
        QVERIFY(!open(row(Field::tensor_tier), e) && !open(row(Field::virtual_stages), e));
        QVERIFY(!open(row(Field::optimizer_sharding), e));
        training(e).data.optimizer_sharding = true; // so that it can be turned off
        QVERIFY(open(row(Field::optimizer_sharding), e));
        QVERIFY(exists(row(Field::recompute), e, Rules::strict) && !exists(row(Field::replicas), e, Rules::strict));
        const auto& communication = row(Field::tensor_communication);
        QCOMPARE(offered_words(communication, e, Rules::strict), (std::vector<std::int64_t>{0, 1}));
        QCOMPARE(offered_words(communication, e, Rules::calculon_compatible), (std::vector<std::int64_t>{0, 1, 2}));
        communication.set(e, 2);
        QCOMPARE(offered_words(communication, e, Rules::strict), (std::vector<std::int64_t>{0, 1, 2}));
        QCOMPARE(offered_words(row(Field::schedule), e, Rules::strict), (std::vector<std::int64_t>{0, 1, 2}));
        set_training(e, false);
        QCOMPARE(offered_words(row(Field::schedule), e, Rules::strict), (std::vector<std::int64_t>{3}));
        QVERIFY(!exists(row(Field::recompute), e, Rules::strict) &&
                !exists(row(Field::virtual_stages), e, Rules::strict));
        QVERIFY(exists(row(Field::virtual_stages), e, Rules::calculon_compatible));
    }

    void the_least_chunks()
    {
        QCOMPARE(least_chunks(96, 8), std::int64_t{2});
        QCOMPARE(least_chunks(105, 35), std::int64_t{3}); // 3 blocks a stage
        QCOMPARE(least_chunks(96, 96), std::int64_t{2});  // 1 block a stage: none does
        QCOMPARE(least_chunks(96, 5), std::int64_t{2});
        QCOMPARE(least_chunks(9007199254740881, 1), std::int64_t{9007199254740881}); // a prime near 2^53, at once
    }
};

BLUEPRINTING_CORE_TEST(FieldTableTest)
#include "field_table_test.moc"
