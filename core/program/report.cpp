#include "core/program/report.h"

#include "core/base/diagnostic_json.h"
#include "core/program/megatron_report.h"
#include "core/program/messages.h"
#include "core/strategy/derived.h"

namespace blueprinting::program {
namespace {

Json breakdown_json(const Breakdown& breakdown)
{
    Json out = Json::object();
    for (std::size_t i = 0; i < kComponents; ++i)
        out[std::string(to_string(static_cast<Component>(i)))] = breakdown.seconds[i].value();
    return out;
}

Json memory_json(const StageMemory& memory)
{
    Json out = Json::object();
    for (std::size_t i = 0; i < kStageMemoryParts; ++i)
        out[std::string(to_string(static_cast<StageMemoryPart>(i)))] = memory.bytes[i];
    out["total"] = memory.total();
    return out;
}

Json context_json(const ContextMessages& messages, strategy::ContextKind kind)
{
    using strategy::ContextKind;
    const Json exchange{{"into", messages.into}, {"out_of", messages.out_of}};
    switch (kind) {
    case ContextKind::ring:
        return {{"forward", {{"steps", messages.steps}, {"bytes_each", messages.bytes_each}}},
                {"backward",
                 {{"key_value_steps", messages.steps},
                  {"gradient_steps", messages.steps + 1},
                  {"bytes_each", messages.bytes_each}}}};
    case ContextKind::all_gather:
        return {{"forward", {{"all_gather", messages.gather}}},
                {"backward", {{"all_gather", messages.gather}, {"reduce_scatter", messages.gather}}}};
    case ContextKind::all_to_all: return {{"forward", exchange}, {"backward", exchange}};
    case ContextKind::hybrid:
        return {{"inner", exchange}, {"outer", {{"steps", messages.steps}, {"bytes_each", messages.bytes_each}}}};
    }
    return {};
}

Json expert_json(const ExpertMessages& messages)
{
    return {{"rows", messages.rows},
            {"expected_distinct_nodes", messages.expected_distinct_nodes},
            {"dispatch_forward", messages.dispatch_forward},
            {"dispatch_backward", messages.dispatch_backward},
            {"combine_forward", messages.combine_forward},
            {"combine_backward", messages.combine_backward},
            {"outer_dispatch", messages.outer_dispatch},
            {"inner_dispatch", messages.inner_dispatch}};
}

/// What full sharding moves of one block in a microbatch.
Json data_json(const Program& program, const BlockKind& kind)
{
    const double weights = weights_of(kind.plan).all;
    const double gathered = weights * static_cast<double>(bytes_per_element(program.execution.datatype));
    return {{"block_weights", weights},
            {"gather_forward", gathered},
            {"gather_backward", strategy::data(program.execution).reshard_after_forward ? gathered : 0},
            {"scatter_gradient", weights * static_cast<double>(gradient_bytes(program))}};
}

/// Nodes of the inner network that the groups of the expert axis span.
std::int64_t expert_nodes(const Program& program, const system::SystemProfile& system)
{
    const strategy::MeshAxis axis = strategy::mesh(program.execution)[strategy::Axis::expert];
    if (system.networks.empty())
        return 1;
    const std::int64_t inner = std::max<std::int64_t>(system.networks.front().size, 1);
    return std::max<std::int64_t>(1, (axis.degree * axis.stride + inner - 1) / inner);
}

Json blocks_json(const Program& program, const system::SystemProfile& system)
{
    const std::int64_t nodes = expert_nodes(program, system);
    Json out = Json::array();
    for (const BlockKind& kind : program.kinds)
        out.push_back({{"first", kind.first},
                       {"count", kind.count},
                       {"metrics", metrics_json(metrics_of(kind.plan))},
                       {"messages", messages_json(program, kind, nodes)}});
    return out;
}

Json stages_json(const ProgramEstimate& estimate)
{
    Json out = Json::array();
    for (const StageEstimate& stage : estimate.stages)
        out.push_back({{"index", stage.content.index},
                       {"blocks", stage.content.blocks},
                       {"parameters", stage.content.weights.all},
                       {"routed_expert_parameters", stage.content.weights.routed},
                       {"memory_bytes", memory_json(stage.memory)},
                       {"seconds_per_microbatch", breakdown_json(stage.time.microbatch())}});
    return out;
}

} // namespace

Json metrics_json(const PieceMetrics& metrics)
{
    Json out = Json::object();
    for (std::size_t i = 0; i < kPieceMetrics; ++i)
        out[std::string(name_of(static_cast<PieceMetric>(i)))] = metrics.values[i];
    return out;
}

Json messages_json(const Program& program, const BlockKind& kind, std::int64_t nodes)
{
    Json out = Json::object();
    if (const auto context = context_messages(kind.plan))
        out["context"] = context_json(*context, strategy::context(program.execution).kind);
    if (const auto expert = expert_messages(kind.plan, nodes))
        out["expert"] = expert_json(*expert);
    if (strategy::sharding(program.execution) == strategy::StateSharding::full)
        out["data"] = data_json(program, kind);
    return out;
}

Json parts_json(const Program& program)
{
    using block::PieceKind;
    Json out = Json::object();
    for (const PieceKind kind : {PieceKind::embedding, PieceKind::head})
        if (const Part* part = program.part(kind))
            out[std::string(to_string(kind))] = metrics_json(metrics_of(part->plan));
    const Part *input = program.part(PieceKind::mtp_input), *head = program.part(PieceKind::mtp_head);
    if (input && head) {
        PieceMetrics all = metrics_of(input->plan);
        all += metrics_of(program.kinds[program.mtp_kind()].plan);
        all += metrics_of(head->plan);
        out["mtp"] = metrics_json(all);
    }
    return out;
}

Json megatron_json(const Program& program)
{
    if (!program.model.vocabulary)
        return nullptr;
    const auto of = [&](bool selective) {
        const MegatronReport report = megatron_report(program.model, program.execution, selective);
        return Json{{"tensor_parameters", report.tensor_parameters},
                    {"replicated_parameters", report.replicated_parameters},
                    {"expert_parameters", report.expert_parameters},
                    {"parameters_on_most_loaded_shard", report.parameters()},
                    {"weight_and_optimizer_bytes", report.weight_and_optimizer_bytes},
                    {"activation_bytes", report.activation_bytes},
                    {"total_bytes", report.total_bytes()}};
    };
    return {{"selective_with_sequence_parallel", of(true)}, {"otherwise", of(false)}};
}

Json estimate_json(const Json& id, const Program& program, const system::SystemProfile& system,
                   const ProgramEstimate& shown, const ProgramEstimate& peak_only)
{
    const auto samples = static_cast<double>(program.execution.global_batch) / shown.total.value();
    Json memory = memory_json(shown.stages[shown.fullest].memory);
    memory["stage"] = shown.fullest;
    const Digest revision = system::evidence_revision(system);
    Json out{{"id", id},
             {"ok", true},
             {"view", cost::to_string(shown.view)},
             {"training", shown.training},
             {"total_seconds", shown.total.value()},
             {"timing_seconds", breakdown_json(shown.breakdown)},
             {"peak_only_total_seconds", peak_only.total.value()},
             {"memory_bytes", std::move(memory)},
             {"capacity_bytes", shown.capacity.value()},
             {"fits", shown.fits()},
             {"rates",
              {{"samples_per_second", samples},
               {"tokens_per_second_per_gpu", samples * static_cast<double>(program.model.sequence) /
                                                 static_cast<double>(strategy::world_size(program.execution))}}},
             {"blocks", blocks_json(program, system)},
             {"parts", parts_json(program)},
             {"stages", stages_json(shown)},
             {"evidence_revision", revision.empty() ? Json() : Json(revision.hex())},
             {"findings", to_json(shown.findings)}};
    if (system.reserved_bytes)
        out["reserved_bytes"] = *system.reserved_bytes;
    return out;
}

Json refusal_json(const Json& id, const std::vector<strategy::Violation>& violations, const Diagnostics& placed)
{
    const auto number = [](const std::optional<std::int64_t>& value) { return value ? Json(*value) : Json(nullptr); };
    Json diagnostics = Json::array();
    for (std::size_t i = 0; i < violations.size(); ++i) {
        Json each = to_json(placed[i]);
        each["nearest"] = {number(violations[i].below), number(violations[i].above)};
        diagnostics.push_back(std::move(each));
    }
    return {{"id", id}, {"ok", false}, {"diagnostics", std::move(diagnostics)}};
}

} // namespace blueprinting::program
