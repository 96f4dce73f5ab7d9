#include "core/strategy/derived.h"
#include "core/strategy/laws.h"
#include "core/strategy/layout.h"
#include "core/strategy/mapping.h"
#include "tests/support/modern_cases.h"
#include "tests/support/test_main.h"

#include <functional>

using namespace blueprinting;
using namespace blueprinting::strategy;
using namespace blueprinting::testing;

namespace {

model::Description named(const char* name) { return model_of(Json{{"model", name}}); }

TransformerTrainingParallelism& training(Execution& e)
{
    return std::get<TransformerTrainingParallelism>(e.parallelism);
}

/// Legal for every model here: flash attention on one GPU, RS+AG.
Execution base()
{
    Execution out;
    TransformerTrainingParallelism parallel;
    parallel.tensor.communication = TensorCommunication::reduce_scatter_all_gather;
    out.parallelism = parallel;
    out.global_batch = 64;
    out.datatype = Datatype::float16;
    out.fused_attention = true;
    return out;
}

system::SystemProfile wide()
{
    system::SystemProfile out = *system::find_preset("a100_80g");
    for (system::Network& network : out.networks) {
        network.size = 1 << 20;
        network.must_be_filled = false;
    }
    return out;
}

using Change = std::function<void(Execution&)>;
using Maybe = std::optional<std::int64_t>;

/// A change that breaks one law alone, and one as near to it that breaks none.
struct Edge {
    const char* name;
    const char* model;
    Change broken, held;
    const char* code;
    Field field;
    Maybe below{}, above{};
};

Change degree(std::int64_t t)
{
    return [t](Execution& e) { training(e).tensor.degree = t; };
}
Change context_of(ContextKind kind, std::int64_t cp, std::int64_t inner = 1, std::int64_t t = 1)
{
    return [=](Execution& e) {
        training(e).context = {cp, kind, inner};
        training(e).tensor.degree = t;
    };
}
Change experts_of(std::int64_t ep, std::int64_t etp, std::int64_t d)
{
    return [=](Execution& e) {
        training(e).expert.degree = ep;
        training(e).expert.tensor_degree = etp;
        training(e).data.degree = d;
        e.global_batch = d;
    };
}
Change laid_out(const char* layout, std::int64_t p, std::int64_t v = 1)
{
    return [=](Execution& e) { training(e).pipeline = {p, training_schedule(p, v), layout}; };
}
Change shared_out(StateSharding sharding, std::int64_t d, Maybe group = {}, std::int64_t prefetch = 1)
{
    return [=](Execution& e) {
        training(e).data.degree = d;
        training(e).data.sharding = sharding;
        training(e).data.group = group;
        training(e).data.prefetch = prefetch;
    };
}

const std::vector<Edge>& edges()
{
    static const std::vector<Edge> all{
        {"key-value heads", "Gemma-3-1B", degree(4), degree(2), "", Field::tensor_degree},
        {"query-key norm over all heads",
         "OLMo-2-7B",
         degree(2),
         degree(1),
         "strategy.qk_norm.tensor",
         Field::tensor_degree,
         1,
         {}},
        {"causal ring cuts in halves", "Llama-3.1-8B", context_of(ContextKind::ring, 3),
         context_of(ContextKind::ring, 4), "strategy.context.sequence_indivisible", Field::context_degree, 2, 4},
        {"heads for all ranks",
         "Llama-3.1-8B",
         context_of(ContextKind::all_to_all, 16, 1, 4),
         context_of(ContextKind::all_to_all, 8, 1, 4),
         "strategy.context.heads_indivisible",
         Field::context_degree,
         8,
         {}},
        {"inner ranks divide",
         "Llama-3.1-8B",
         context_of(ContextKind::hybrid, 8, 3),
         context_of(ContextKind::hybrid, 8, 4),
         "strategy.context.heads_indivisible",
         Field::context_degree,
         1,
         {}},
        {"a cut sequence needs flash", "Llama-3.1-8B",
         [](Execution& e) {
             training(e).context.degree = 2;
             e.fused_attention = false;
         },
         [](Execution& e) { e.fused_attention = false; }, "strategy.attention.needs_fused", Field::fused_attention},
        {"latent attention needs flash", "DeepSeek-V3", [](Execution& e) { e.fused_attention = false; },
         [](Execution&) {}, "strategy.attention.needs_fused", Field::fused_attention},
        {"no experts",
         "Llama-3.1-8B",
         experts_of(2, 1, 2),
         experts_of(1, 1, 2),
         "strategy.expert.without_experts",
         Field::expert_degree,
         1,
         {}},
        {"experts", "Mixtral-8x7B-v0.1", experts_of(3, 1, 24), experts_of(4, 1, 24),
         "strategy.expert.experts_indivisible", Field::expert_degree, 2, 4},
        {"ranks of a stage",
         "DeepSeek-V3",
         experts_of(64, 1, 32),
         experts_of(32, 1, 32),
         "strategy.expert.world_indivisible",
         Field::expert_degree,
         32,
         {}},
        {"width of an expert",
         "gpt-oss-120b",
         experts_of(1, 7, 7),
         experts_of(1, 5, 5),
         "strategy.expert.feedforward_indivisible",
         Field::expert_tensor_degree,
         1,
         {}},
        {"each rank routes its tokens", "Mixtral-8x7B-v0.1",
         [](Execution& e) {
             training(e).tensor = {2, TensorCommunication::all_reduce};
         },
         [](Execution& e) {
             training(e).tensor = {1, TensorCommunication::all_reduce};
         },
         "strategy.expert.needs_sequence_parallel", Field::tensor_communication},
        {"one GPU shares nothing out", "Llama-3.1-8B", shared_out(StateSharding::full, 1),
         shared_out(StateSharding::full, 2), "strategy.sharding.without_dp", Field::sharding},
        {"the group divides", "Llama-3.1-8B", shared_out(StateSharding::full, 8, 3),
         shared_out(StateSharding::full, 8, 4), "strategy.sharding.group_indivisible", Field::sharding_group, 2, 4},
        {"prefetch",
         "Llama-3.1-8B",
         shared_out(StateSharding::full, 8, {}, 3),
         shared_out(StateSharding::full, 8, {}, 2),
         "strategy.sharding.prefetch",
         Field::prefetch,
         2,
         {}},
        {"gradient bytes", "Llama-3.1-8B", [](Execution& e) { training(e).data.gradient_bytes = 3; },
         [](Execution& e) { training(e).data.gradient_bytes = 2; }, "strategy.data.gradient_bytes",
         Field::gradient_bytes, 2, 4},
        {"a module that is nowhere", "Llama-3.1-8B", [](Execution& e) { training(e).modules.add(Module::moe_act); },
         [](Execution& e) { training(e).modules.add(Module::mlp_act); }, "strategy.recompute.module_absent",
         Field::recompute_modules},
        {"blocks of what is recomputed",
         "Llama-3.1-8B",
         [](Execution& e) {
             training(e).recompute = RecomputePolicy::full;
             training(e).full_layers = 0;
         },
         [](Execution& e) {
             training(e).recompute = RecomputePolicy::full;
             training(e).full_layers = 2;
         },
         "strategy.recompute.layers",
         Field::recompute_layers,
         {},
         1},
        {"edges", "Llama-3.1-405B", laid_out("edges", 6), laid_out("edges", 8), "strategy.pipeline.layout",
         Field::layout},
        {"a layout of too few blocks", "Llama-3.1-8B", laid_out("Et*8|t*8|t*8|t*7L", 4),
         laid_out("Et*7|t*8|t*8|t*9L", 4), "strategy.pipeline.layout", Field::layout},
        {"multiquery beside a model's own heads", "Llama-3.1-8B",
         [](Execution& e) { e.attention_type = AttentionType::multiquery; }, [](Execution&) {},
         "model.kv_heads.conflict", Field::attention_type},
    };
    return all;
}

std::vector<Violation> found(const Edge& edge, const Change& change)
{
    Execution execution = base();
    change(execution);
    return violations(named(edge.model), wide(), execution, Rules::strict);
}

} // namespace

/// Laws beyond six numbers: each on both sides of its edge, with the nearest legal values of its field.
class ModernLawsTest : public QObject {
    Q_OBJECT
private slots:
    void on_both_sides_data()
    {
        QTest::addColumn<int>("index");
        int index = 0;
        for (const Edge& edge : edges())
            QTest::newRow(edge.name) << index++;
    }
    void on_both_sides()
    {
        QFETCH(int, index);
        const Edge& edge = edges()[static_cast<std::size_t>(index)];
        std::string held;
        for (const Violation& each : found(edge, edge.held))
            held += each.code + " " + each.message + "\n";
        QVERIFY2(held.empty(), held.c_str());
        const auto broken = found(edge, edge.broken);
        if (*edge.code == '\0') {
            QVERIFY(broken.empty());
            return;
        }
        std::string all;
        for (const Violation& each : broken)
            all += each.code + " " + each.message + "\n";
        QVERIFY2(broken.size() == 1 && broken.front().code == edge.code, all.c_str());
        QVERIFY(broken.front().field == edge.field);
        QCOMPARE(broken.front().below, edge.below);
        QCOMPARE(broken.front().above, edge.above);
        // The nearest values are legal themselves.
        for (const Maybe& value : {edge.below, edge.above})
            if (value)
                QVERIFY(found(edge, [&](Execution& e) {
                            edge.broken(e);
                            set_number(e, edge.field, *value);
                        }).empty());
    }

    /// t divides g, or g divides t: 8 key-value heads on 3, 6 and 16 ranks.
    void key_value_heads()
    {
        model::Description model = named("Llama-3.1-8B");
        model.attention.heads = 48;
        model.hidden = 48 * 128;
        model.mlp.feedforward = 48 * 256;
        model.sequence = 48 * 128;
        for (const auto& [t, legal] :
             {std::pair(3, false), std::pair(6, false), std::pair(16, true), std::pair(4, true)}) {
            Execution execution = base();
            training(execution).tensor.degree = t;
            const auto broken = violations(model, wide(), execution, Rules::strict);
            QCOMPARE(broken.empty(), legal);
            if (!legal) {
                QVERIFY(broken.front().code == "strategy.kv_heads.indivisible");
                QCOMPARE(broken.front().below, Maybe(t == 3 ? 2 : 4));
                QCOMPARE(broken.front().above, Maybe(t == 3 ? 4 : 8));
            }
        }
    }

    /// Shared experts are cut like a dense part.
    void shared_experts()
    {
        model::Description model = named("DeepSeek-V3");
        model.moe->shared_feedforward = 1536 + 1;
        Execution execution = base();
        training(execution).tensor.degree = 2;
        const auto broken = violations(model, wide(), execution, Rules::strict);
        QCOMPARE(broken.size(), std::size_t(1));
        QVERIFY(broken.front().code == "strategy.expert.shared_indivisible");
        QCOMPARE(broken.front().below, Maybe(1));
        model.moe->shared_feedforward = 1536;
        QVERIFY(violations(model, wide(), execution, Rules::strict).empty());
    }

    /// A group on a named tier must lie within it: 8 ranks, 2 apart, need 16.
    void tiers()
    {
        system::SystemProfile system = wide();
        for (const auto& [size, legal] : {std::pair(16, true), std::pair(15, false)}) {
            system.networks[1].size = size;
            Execution execution = base();
            training(execution).tensor.degree = 2;
            training(execution).data.degree = 8;
            execution.tiers.data = 1;
            const auto broken = violations(named("Llama-3.1-8B"), system, execution, Rules::strict);
            QCOMPARE(broken.empty(), legal);
            if (!legal)
                QVERIFY(broken.front().code == "strategy.network.too_small" &&
                        broken.front().field == Field::data_tier);
        }
    }

    void layouts_data()
    {
        QTest::addColumn<QString>("layout");
        QTest::addColumn<QString>("chunks"); // E, blocks, m, L of each; or what the refusal says
        const auto row = [](const char* name, const char* layout, const char* chunks) {
            QTest::newRow(name) << QString(layout) << QString(chunks);
        };
        row("DeepSeek-V3 of Megatron-Bridge", "Et*4|(t*4|)*14tmL", "E4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 1m1L");
        row("commas mean nothing", "E,t*4,|(t*4|)*14,t,m,L", "E4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 1m1L");
        row("another letter", "Et*4|(t*4|)*14txL", "\"x\" at place");
        row("a bracket stays open", "Et*4|(t*4|*14tmL", "not closed");
        row("a bracket too much", "Et*4)|t", "closes nothing");
        row("no count", "Et*|t", "how often");
        row("no embedding", "t*4|(t*4|)*14tmL", "0 E and 1 L");
        row("the embedding is not first", "tE", "stands first");
        row("a block behind the module", "Et*4|(t*4|)*14mtL", "behind m or L");
        row("too few chunks", "Et*4|(t*4|)*13t*5mL", "15 chunks, not 2·8 = 16");
        row("without its module", "Et*4|(t*4|)*14tL", "0 m");
    }
    void layouts()
    {
        QFETCH(QString, layout);
        QFETCH(QString, chunks);
        const auto made = chunks_of(layout.toStdString(), {61, 1, 2, 8, true});
        if (!made) {
            QVERIFY2(QString::fromStdString(made.diagnostics().front().message).contains(chunks),
                     made.diagnostics().front().message.c_str());
            return;
        }
        QStringList words;
        std::int64_t next = 0;
        for (const ChunkContent& chunk : *made) {
            QCOMPARE(chunk.first_block, next);
            next += chunk.blocks;
            words << (chunk.embedding ? "E" : "") + QString::number(chunk.blocks) +
                         (chunk.mtp_modules > 0 ? "m" + QString::number(chunk.mtp_modules) : QString()) +
                         (chunk.head ? "L" : "");
        }
        QCOMPARE(words.join(' '), chunks);
    }

    /// A network that is not named: a model of more than six numbers may leave it out, one of six numbers may not; the
    /// form says nothing of it in and out, a 0 that is said stays said.
    void networks_left_open()
    {
        Execution open = base();
        open.tiers = {{}, 0, {}};
        const auto shown = [](const std::vector<Violation>& laws) {
            QStringList out;
            for (const Violation& each : laws)
                out << QString::fromStdString(each.code + " " + std::string(path_of(each.field)));
            return out;
        };
        const model::Description modern = named("Llama-3.1-8B");
        QCOMPARE(shown(violations(modern, wide(), open, Rules::strict)), QStringList());
        Execution plain = open;
        plain.fused_attention = false;
        QCOMPARE(shown(violations(*model::find_preset("megatron-22B"), wide(), plain, Rules::strict)),
                 (QStringList{"strategy.network.unknown_tier network_tiers.tensor",
                              "strategy.network.unknown_tier network_tiers.data"}));

        const Json said = to_json(open);
        QCOMPARE(QString::fromStdString(said.at("network_tiers").dump()), QString(R"({"pipeline":0})"));
        const auto document = JsonDocument::parse(said.dump(), "strategy.json");
        QVERIFY(execution_from_json(*document, document->root(), "").value() == open);
        Json without = said;
        without.erase("network_tiers");
        const auto all_open = JsonDocument::parse(without.dump(), "strategy.json");
        QVERIFY((execution_from_json(*all_open, all_open->root(), "").value().tiers == NetworkTiers{{}, {}, {}}));
        QVERIFY(!to_calculon(open).contains("data_par_net"));
        QCOMPARE(to_calculon(open).at("pipeline_par_net"), Json(0));
    }

    /// 126 blocks with edges on 8·8 chunks: one in the first and the last, two in all others.
    void edges_of_a_layout()
    {
        const auto chunks = chunks_of("edges", {126, 0, 8, 8, true}).value();
        QCOMPARE(chunks.size(), std::size_t(64));
        QVERIFY(chunks.front() == (ChunkContent{true, 0, 1, 0, false}));
        QVERIFY(chunks[1] == (ChunkContent{false, 1, 2, 0, false}));
        QVERIFY(chunks.back() == (ChunkContent{false, 125, 1, 0, true}));
    }
};

BLUEPRINTING_CORE_TEST(ModernLawsTest)
#include "modern_laws_test.moc"
