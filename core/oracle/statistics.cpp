#include "core/oracle/statistics.h"

namespace blueprinting::oracle {
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

} // namespace

Answer read_statistics(ObjectReader& statistics)
{
    Answer answer = answer_of(State::not_published);
    const auto figure = [&](const char* key) { return Figure::of(statistics.number(key).value_or(0)); };
    const auto figure_if_there = [&](const char* key) {
        return statistics.has(key) ? figure(key) : Figure{State::not_published, 0};
    };
    for (const auto& [component, key] : kComponentKeys)
        answer.components[static_cast<std::size_t>(component)] = figure(key);
    for (const auto& [part, key] : kMemoryKeys)
        answer.memory_parts[static_cast<std::size_t>(part)] = figure_if_there(key);
    for (const auto& [metric, key] : kMetricKeys)
        answer.metrics[static_cast<std::size_t>(metric)] = figure(key);
    answer.total_seconds = figure("total_time");
    answer.memory_bytes = figure("proc_mem_tier1_cap_req");
    answer.reference_recompute_counter = figure_if_there("block_re_flops");
    return answer;
}

} // namespace blueprinting::oracle
