#include "core/base/canonical_json.h"
#include "core/model/counts.h"
#include "core/passes/block_plan.h"
#include "core/passes/compile.h"
#include "core/program/report.h"
#include "core/strategy/derived.h"
#include "core/strategy/mapping.h"
#include "tests/support/modern_cases.h"
#include "tests/support/test_main.h"

#include <map>
#include <set>

using namespace blueprinting;
using namespace blueprinting::program;
using namespace blueprinting::testing;

namespace {

/// Every kind of case, and who holds it. A kind that is not here fails, so that none is passed over in silence; what no
/// one holds yet says so.
const std::map<std::string, std::string>& kinds()
{
    static const std::map<std::string, std::string> all{
        {"activation_bytes_per_layer", "here"},
        {"block_metrics", "here"},
        {"part_metrics", "here"},
        {"stage_states", "here"},
        {"stage_memory", "here"},
        {"state_bytes_difference", "here"},
        {"message_bytes", "here"},
        {"pipeline_makespan", "here"},
        {"law", "here"},
        {"observed_direction", "here"},
        {"parameters", "core/model"},
        {"active_parameters", "core/model"},
        {"trap", "core/model"},
        {"padded_vocabulary", "core/model"},
        {"flops_per_token", "core/model"},
        {"kv_bytes", "core/model"},
        {"throughput", "core/model"},
        {"mfu", "core/model"},
        {"flops_convention", "core/model"},
        {"rate", "core/model"},
        {"cost", "core/model"},
        {"megatron_report", "here"},
    };
    return all;
}

Result<strategy::Execution> strategy_of(const Json& value)
{
    const auto document = JsonDocument::parse(value.dump(), "strategy.json");
    return strategy::execution_from_json(*document, document->root(), "");
}

strategy::Execution flash(const strategy::TransformerTrainingParallelism& parallel, std::int64_t batch)
{
    strategy::Execution out;
    out.parallelism = parallel;
    out.global_batch = batch;
    out.datatype = Datatype::bfloat16;
    out.fused_attention = true;
    return out;
}

Program program_of(const Json& each)
{
    return compile_program(model_of(each), strategy_of(each["strategy"]).value()).value();
}

/// The two differ where they hold a number that is not near; the first such place, "" where there is none.
std::string difference(const Json& actual, const Json& expected, double tolerance, const std::string& place = {})
{
    if (expected.is_number()) {
        if (actual.is_number() && is_near(actual.get<double>(), expected.get<double>(), tolerance))
            return {};
        return place + ": " + actual.dump() + ", expected " + expected.dump();
    }
    if (expected.is_array() && actual.size() != expected.size())
        return place + ": " + std::to_string(actual.size()) + " of them";
    for (const auto& [key, value] : expected.items()) {
        const Json& its = expected.is_array() ? actual.at(std::stoul(key)) : actual.value(key, Json());
        if (std::string out = difference(its, value, tolerance, place + "/" + key); !out.empty())
            return out;
    }
    return {};
}

#define COMPARE_CASE(actual, each)                                                                                     \
    const std::string found = difference(actual, (each)["expect"], (each)["tolerance"].get<double>());                 \
    QVERIFY2(found.empty(), found.c_str())

const BlockKind& kind_with(const Program& program, std::int64_t block)
{
    return program.kinds[program.kind_of[static_cast<std::size_t>(block)]];
}

Json states_json(const StageContent& content, const StageMemory& memory)
{
    return {{"parameters", content.weights.all},
            {"routed_expert_parameters", content.weights.routed},
            {"weights", memory[StageMemoryPart::weights]},
            {"gradients", memory[StageMemoryPart::gradients]},
            {"optimizer", memory[StageMemoryPart::optimizer]},
            {"activations", memory[StageMemoryPart::activations]},
            {"transient", memory[StageMemoryPart::transient]},
            {"total", memory.total()}};
}

Json all_stages(const Program& program)
{
    const std::vector<StageContent> stages = stage_contents(program);
    const std::vector<StageMemory> memory = stage_memory(program);
    Json out = Json::array();
    for (std::size_t i = 0; i < stages.size(); ++i)
        out.push_back(states_json(stages[i], memory[i]));
    return out;
}

/// A system of one wide network on each of two tiers: laws of networks break nowhere.
system::SystemProfile any_system()
{
    system::SystemProfile out = *system::find_preset("a100_80g");
    for (const Datatype type : kDatatypes) {
        out.matrix[type] = out.matrix.at(Datatype::float16);
        out.vector[type] = out.vector.at(Datatype::float16);
    }
    for (system::Network& network : out.networks) {
        network.size = 1 << 20;
        network.must_be_filled = false;
        network.all_to_all = system::VolumeModel{1, -1};
    }
    return out;
}

} // namespace

/// The acceptance values of a program's work, memory, messages and laws (tests/modern/cases.json).
class ProgramCasesTest : public QObject {
    Q_OBJECT
private slots:
    void every_kind_is_named()
    {
        std::set<std::string> open;
        for (const Json& each : modern_cases()["cases"]) {
            const auto at = kinds().find(each["kind"].get<std::string>());
            QVERIFY2(at != kinds().end(), each["kind"].dump().c_str());
            if (at->second == "not yet")
                open.insert(at->first);
        }
        QCOMPARE(open, (std::set<std::string>{}));
    }

    void metrics_data() { add_modern_cases({"block_metrics"}); }
    void metrics()
    {
        QFETCH(int, index);
        const Json& each = modern_case(index);
        const Program program = program_of(each);
        COMPARE_CASE(metrics_json(metrics_of(kind_with(program, each["block"]).plan)), each);
    }

    /// What the pieces are compiled to is sound, and is read back as it was written.
    void compiled_data() { add_modern_cases({"block_metrics"}); }
    void compiled()
    {
        QFETCH(int, index);
        const Json& each = modern_case(index);
        const model::Description model = model_of(each);
        const strategy::Execution execution = strategy_of(each["strategy"]).value();
        std::vector<block::Piece> pieces{{block::PieceKind::block, each["block"], false},
                                         {block::PieceKind::embedding, 0, false},
                                         {block::PieceKind::head, 0, model.vocabulary->tied}};
        if (model.mtp_modules > 0)
            pieces.insert(pieces.end(),
                          {{block::PieceKind::mtp_input, 0, true}, {block::PieceKind::mtp_head, 0, true}});
        for (const block::Piece& piece : pieces) {
            const auto compiled = passes::compile(model, piece, execution);
            QVERIFY2(compiled.has_value(), compiled ? "" : to_line(compiled.diagnostics().front()).c_str());
            for (const passes::PassCheckpoint* checkpoint :
                 {&compiled->model, &compiled->distributed, &compiled->portable}) {
                QVERIFY(checkpoint->schema.ends_with(".v2"));
                const auto document = JsonDocument::parse(pretty_json(to_json(*checkpoint)).value(), "checkpoint.json");
                const auto back = passes::checkpoint_from_json(*document);
                QVERIFY2(back.has_value(), back ? "" : to_line(back.diagnostics().front()).c_str());
                QVERIFY(back->output == checkpoint->output);
            }
        }
    }

    void parts_data() { add_modern_cases({"part_metrics"}); }
    void parts()
    {
        QFETCH(int, index);
        const Json& each = modern_case(index);
        COMPARE_CASE(parts_json(program_of(each))[each["part"].get<std::string>()], each);
    }

    void activations_data() { add_modern_cases({"activation_bytes_per_layer"}); }
    void activations()
    {
        QFETCH(int, index);
        const Json& each = modern_case(index);
        // A module that a kind of block lacks changes nothing in it: the law that speaks of the whole model is not
        // asked.
        const auto plan = passes::piece_plan(model_of(each), {block::PieceKind::block, each["block"], false},
                                             strategy_of(each["strategy"]).value());
        QVERIFY(plan.has_value());
        COMPARE_CASE(Json(plan->memory.activation_storage), each);
    }

    void stages_data() { add_modern_cases({"stage_memory"}); }
    void stages()
    {
        QFETCH(int, index);
        const Json& each = modern_case(index);
        COMPARE_CASE(all_stages(program_of(each)), each);
    }

    /// Under full sharding the cases count the shards alone: without the units that are whole for a while.
    void states_data() { add_modern_cases({"stage_states"}); }
    void states()
    {
        QFETCH(int, index);
        const Json& each = modern_case(index);
        const Program program = program_of(each);
        Json actual = all_stages(program);
        if (strategy::sharding(program.execution) == strategy::StateSharding::full) {
            double largest = 0, second = 0;
            for (double weights : {weights_of(program.part(block::PieceKind::embedding)->plan).all,
                                   weights_of(program.part(block::PieceKind::head)->plan).all,
                                   weights_of(program.kinds.front().plan).all})
                if (weights > largest)
                    std::swap(largest, weights), second = std::max(second, weights);
                else
                    second = std::max(second, weights);
            actual[0]["weights"] = actual[0]["weights"].get<double>() - 2 * (largest + second);
            actual[0]["gradients"] = actual[0]["gradients"].get<double>() - 4 * largest;
        }
        COMPARE_CASE(actual, each);
    }

    void sharding_saves_data() { add_modern_cases({"state_bytes_difference"}); }
    void sharding_saves()
    {
        QFETCH(int, index);
        const Json& each = modern_case(index);
        std::vector<double> bytes;
        for (const Json& degree : each["data_degrees"]) {
            strategy::TransformerTrainingParallelism parallel;
            parallel.data.degree = degree;
            parallel.data.sharding = strategy::StateSharding::full;
            parallel.data.parameters = strategy::ShardedParameters::float32;
            parallel.data.gradient_bytes = each["gradient_bytes"].get<std::int64_t>();
            const strategy::Execution execution = flash(parallel, degree);
            const Program program = compile_program(model_of(each), execution).value();
            const StageMemory memory = stage_memory(program).front();
            bytes.push_back(memory[StageMemoryPart::weights] + memory[StageMemoryPart::gradients] +
                            memory[StageMemoryPart::optimizer]);
        }
        COMPARE_CASE((Json{{"bytes_less", bytes[0] - bytes[1]}}), each);
    }

    void messages_data() { add_modern_cases({"message_bytes"}); }
    void messages()
    {
        QFETCH(int, index);
        const Json& each = modern_case(index);
        const Program program = program_of(each);
        const Json all = messages_json(program, program.kinds.back(), each.value("nodes", 1));
        QCOMPARE(all.size(), std::size_t(1));
        COMPARE_CASE(*all.begin(), each);
    }

    void megatron_reports_data() { add_modern_cases({"megatron_report"}); }
    void megatron_reports()
    {
        QFETCH(int, index);
        const Json& each = modern_case(index);
        COMPARE_CASE(megatron_json(program_of(each)), each);
    }

    void makespans_data() { add_modern_cases({"pipeline_makespan"}); }
    void makespans()
    {
        QFETCH(int, index);
        const Json& each = modern_case(index);
        const auto forward = each["forward"].get<std::vector<double>>();
        const auto backward = each["backward"].get<std::vector<double>>();
        CommandTimes times;
        for (std::size_t i = 0; i < forward.size(); ++i) {
            times.forward.push_back({forward[i]});
            times.backward.push_back({backward[i]});
        }
        const auto span = makespan(schedule::Kind::one_forward_one_backward, times, each["microbatches"]);
        QVERIFY(span.has_value());
        const Bounds bounds = makespan_bounds(forward, backward, each["microbatches"]);
        COMPARE_CASE((Json{{"makespan", *span}, {"bound_queue", bounds.queue}, {"bound_return", bounds.way_back}}),
                     each);
    }

    void laws_data() { add_modern_cases({"law"}); }
    void laws()
    {
        QFETCH(int, index);
        const Json& each = modern_case(index);
        const Json& expected = each["expect"];
        const auto execution = strategy_of(each["strategy"]);
        if (!execution) { // what the types cannot hold, the reader refuses
            QCOMPARE(execution.diagnostics().size(), std::size_t(1));
            QVERIFY(execution.diagnostics().front().code == expected["code"].get<std::string>());
            QVERIFY(execution.diagnostics().front().path == expected["path"].get<std::string>());
            return;
        }
        const auto found = strategy::violations(model_of(each), any_system(), *execution, strategy::Rules::strict);
        std::string all;
        for (const strategy::Violation& violation : found)
            all += violation.code + " " + violation.path + ": " + violation.message + "\n";
        QVERIFY2(found.size() == 1, all.c_str());
        QVERIFY2(found.front().code == expected["code"].get<std::string>(), all.c_str());
        QVERIFY2(found.front().path == expected["path"].get<std::string>(), all.c_str());
        if (!expected.contains("nearest"))
            return;
        const auto as_json = [](const std::optional<std::int64_t>& value) { return value ? Json(*value) : Json(); };
        const Json nearest{as_json(found.front().below), as_json(found.front().above)};
        QVERIFY2(nearest == expected["nearest"], nearest.dump().c_str());
    }

    /// A module that is recomputed frees memory and takes time, as a run on H100s was seen to (Moonlight, which is
    /// DeepSeek-V3 in small).
    void directions_data() { add_modern_cases({"observed_direction"}); }
    void directions()
    {
        QFETCH(int, index);
        const Json& each = modern_case(index);
        Json asked{{"model", "DeepSeek-V3"}};
        const model::Description model = model_of(asked);
        strategy::Execution execution = flash({}, 1);
        const auto plan = [&] {
            return passes::piece_plan(model, {block::PieceKind::block, model.blocks - 1, false}, execution).value();
        };
        const ir::PortablePlanIR before = plan();
        for (const Json& name : each["recompute"])
            for (const strategy::Module module : strategy::kModules)
                if (name == to_string(module))
                    std::get<strategy::TransformerTrainingParallelism>(execution.parallelism).modules.add(module);
        const ir::PortablePlanIR after = plan();
        QVERIFY(after.memory.activation_storage < before.memory.activation_storage);
        QVERIFY(metrics_of(after)[PieceMetric::recompute_operations] >
                metrics_of(before)[PieceMetric::recompute_operations]);
    }
};

BLUEPRINTING_CORE_TEST(ProgramCasesTest)
#include "cases_test.moc"
