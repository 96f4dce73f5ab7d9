#include "core/oracle/records.h"

#include "core/base/embedded_file.h"
#include "core/base/object_reader.h"
#include "core/strategy/derived.h"
#include "core/strategy/mapping.h"

#include <span>

namespace blueprinting::oracle {

std::span<const EmbeddedFile> embedded_records(); // defined by packaging/cmake/EmbedData.cmake

namespace {

using cost::Component;
using cost::MemoryPart;
using ir::BlockMetric;

/// Calculon's names for the figures, as its statistics spell them.
constexpr std::array<std::pair<Component, const char*>, cost::kComponents> kComponentKeys{{
    {Component::forward, "fw_time"},
    {Component::backward, "bw_time"},
    {Component::recompute, "recompute_time"},
    {Component::optimizer, "optim_step_time"},
    {Component::tensor_parallel, "tp_comm_exposed_time"},
    {Component::pipeline_parallel, "pp_comm_exposed_time"},
    {Component::data_parallel, "dp_comm_exposed_time"},
    {Component::recommunication, "recomm_exposed_time"},
    {Component::pipeline_bubble, "bubble_time"},
}};

constexpr std::array<std::pair<MemoryPart, const char*>, cost::kMemoryParts> kMemoryKeys{{
    {MemoryPart::weights, "weight_space"},
    {MemoryPart::activations, "act_space"},
    {MemoryPart::activation_checkpoints, "act_checkpoint_size"},
    {MemoryPart::weight_gradients, "weight_grad_space"},
    {MemoryPart::activation_gradients, "act_grad_space"},
    {MemoryPart::optimizer, "optimizer_space"},
}};

constexpr std::array<std::pair<BlockMetric, const char*>, ir::kBlockMetrics> kMetricKeys{{
    {BlockMetric::forward_operations, "block_fw_flops"},
    {BlockMetric::forward_memory_bytes, "block_fw_mem_accessed"},
    {BlockMetric::activation_gradient_operations, "block_agrad_flops"},
    {BlockMetric::activation_gradient_memory_bytes, "block_agrad_mem_accessed"},
    {BlockMetric::weight_gradient_operations, "block_wgrad_flops"},
    {BlockMetric::weight_gradient_memory_bytes, "block_wgrad_mem_accessed"},
    {BlockMetric::optimizer_operations, "block_optim_flops"},
    {BlockMetric::optimizer_memory_bytes, "block_optim_mem_accessed"},
    {BlockMetric::forward_tp_message_bytes, "baseblock_fw_tp_size"},
    {BlockMetric::backward_tp_message_bytes, "baseblock_bw_tp_size"},
    {BlockMetric::recommunication_message_bytes, "baseblock_recomm_size"},
    {BlockMetric::weight_bytes, "block_weight_space"},
    {BlockMetric::activation_working_bytes, "block_act_working_space"},
    {BlockMetric::activation_storage_bytes, "block_act_storage_space"},
    {BlockMetric::activation_checkpoint_bytes, "block_act_checkpoint_size"},
    {BlockMetric::weight_gradient_bytes, "block_weight_grad_space"},
    {BlockMetric::weight_gradient_unsharded_bytes, "block_weight_grad_space_no_sharding"},
    {BlockMetric::activation_gradient_bytes, "block_act_grad_space"},
    {BlockMetric::optimizer_bytes, "block_optimizer_space"},
}};

Answer read_statistics(ObjectReader& stats)
{
    Answer answer = answer_of(State::not_published);
    const auto figure = [&](const char* key) { return Figure::of(stats.number(key).value_or(0)); };
    for (const auto& [component, key] : kComponentKeys)
        answer.components[static_cast<std::size_t>(component)] = figure(key);
    for (const auto& [part, key] : kMemoryKeys)
        answer.memory_parts[static_cast<std::size_t>(part)] = figure(key);
    for (const auto& [metric, key] : kMetricKeys)
        answer.metrics[static_cast<std::size_t>(metric)] = figure(key);
    answer.total_seconds = figure("total_time");
    answer.memory_bytes = figure("proc_mem_tier1_cap_req");
    answer.reference_recompute_counter = figure("block_re_flops");
    return answer;
}

Result<Record> read_record(const JsonDocument& document)
{
    Diagnostics diagnostics;
    Record record;
    ObjectReader reader(document, document.root(), "", diagnostics);
    record.id = reader.string("id").value_or("");
    const auto model_name = reader.string("model");
    const auto system_name = reader.string("system");
    const Json* execution = reader.object("execution");
    const Json* statistics = reader.object("stats");
    reader.finish();
    if (!diagnostics.empty())
        return diagnostics;

    const auto* known_model = model::find_preset(*model_name);
    const auto* known_system = system::find_preset(*system_name);
    if (!known_model)
        return document.error("oracle.unknown_model", "/model", "no preset model is named " + *model_name);
    if (!known_system)
        return document.error("oracle.unknown_system", "/system", "no preset system is named " + *system_name);
    auto read = strategy::from_mapping(document, *execution, "/execution", known_system->networks.size(),
                                       strategy::Rules::calculon_compatible);
    if (!read)
        return read.failure_as<Record>();
    record.question = {*known_model, *known_system, *std::move(read)};

    ObjectReader stats(document, *statistics, "/stats", diagnostics);
    record.answer = read_statistics(stats);
    record.fits = stats.boolean("fits_tier1").value_or(true);
    stats.finish();
    if (!diagnostics.empty())
        return diagnostics;
    record.answer.source = record.id;
    return record;
}

/// The execution without what changes no result.
strategy::Execution essence(strategy::Execution execution)
{
    if (strategy::tensor_degree(execution) == 1)
        execution.tiers.tensor = 0;
    if (strategy::pipeline_degree(execution) == 1)
        execution.tiers.pipeline = 0;
    if (strategy::data_degree(execution) == 1 || !strategy::is_training(execution))
        execution.tiers.data = 0;
    execution.num_procs.reset();
    return execution;
}

template <class Named>
bool same_but_for_name(const Named& a, Named b)
{
    b.name = a.name;
    return a == b;
}

} // namespace

bool same(const Question& a, const Question& b)
{
    return essence(a.execution) == essence(b.execution) && same_but_for_name(a.model, b.model)
        && same_but_for_name(a.system, b.system);
}

Result<std::vector<Record>> read_records()
{
    std::vector<Record> records;
    for (const EmbeddedFile& file : embedded_records()) {
        std::string_view rest = file.bytes;
        for (std::size_t line = 1; !rest.empty(); ++line) {
            const std::size_t end = std::min(rest.find('\n'), rest.size());
            const std::string name = std::string(file.path) + ":" + std::to_string(line);
            auto document = JsonDocument::parse(std::string(rest.substr(0, end)), name);
            if (!document)
                return document.failure_as<std::vector<Record>>();
            auto record = read_record(*document);
            if (!record)
                return record.failure_as<std::vector<Record>>();
            records.push_back(*std::move(record));
            rest.remove_prefix(std::min(end + 1, rest.size()));
        }
    }
    return records;
}

} // namespace blueprinting::oracle
