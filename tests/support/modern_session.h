#pragma once
#include "core/model/released.h"
#include "core/strategy/mapping.h"
#include "ui/workspace/session.h"

/// Strategies of models beyond six numbers, for tests of the window.
namespace blueprinting::testing {

/// The released model on H100s under a strategy in its typed form, of which these are the parts that differ.
inline ui::SessionStrategy released_strategy(const std::string& id, const std::string& name, const char* model,
                                             const Json& parallelism, std::int64_t batch)
{
    const Json typed{{"parallelism", parallelism},     {"global_batch", batch},
                     {"microbatch_size", 1},           {"datatype", "bfloat16"},
                     {"attention_type", "multihead"},  {"fused_activation", false},
                     {"fused_attention", true},        {"sequence_parallel_all_gather_redo", false},
                     {"network_tiers", Json::object()}};
    const auto document = JsonDocument::parse(typed.dump(), name);
    ui::SessionStrategy out;
    out.id = id;
    out.name = name;
    out.model = ui::SessionModel(model::find_released(model)->description);
    out.system = *system::find_preset("h100_sxm");
    out.execution = strategy::execution_from_json(*document, document->root(), "").value();
    return out;
}

/// Llama-3.1-8B on 64 GPUs, 64 sequences of 8192 tokens: tensor parallelism over 8, and FSDP over all.
inline ui::SessionStrategy llama_tp8(const std::string& id = "s1")
{
    return released_strategy(id, "8B TP 8", "Llama-3.1-8B",
                             {{"kind", "training"},
                              {"tensor", {{"degree", 8}, {"communication", "reduce_scatter_all_gather"}}},
                              {"pipeline", {{"degree", 1}, {"schedule", {{"kind", "single_stage"}}}}},
                              {"data", {{"degree", 8}, {"optimizer_sharding", false}}},
                              {"recompute", "none"}},
                             64);
}
inline ui::SessionStrategy llama_fsdp(const std::string& id = "s2")
{
    return released_strategy(id, "8B FSDP", "Llama-3.1-8B",
                             {{"kind", "training"},
                              {"tensor", {{"degree", 1}, {"communication", "all_reduce"}}},
                              {"pipeline", {{"degree", 1}, {"schedule", {{"kind", "single_stage"}}}}},
                              {"data", {{"degree", 64}, {"sharding", {{"kind", "full"}}}}},
                              {"recompute", "none"}},
                             64);
}

/// DeepSeek-V3 on 2048 GPUs: 16 stages, experts over 64 ranks, sequences of 4096 tokens.
inline ui::SessionStrategy deepseek_ep64(const std::string& id = "s1")
{
    ui::SessionStrategy out = released_strategy(
        id, "DeepSeek-V3, EP 64", "DeepSeek-V3",
        {{"kind", "training"},
         {"tensor", {{"degree", 1}, {"communication", "all_reduce"}}},
         {"pipeline", {{"degree", 16}, {"schedule", {{"kind", "1f1b"}}}, {"layout", "Et*4|(t*4|)*14tmL"}}},
         {"expert", {{"degree", 64}, {"tensor_degree", 1}}},
         {"data", {{"degree", 128}, {"sharding", {{"kind", "optimizer"}}}}},
         {"recompute", "none"}},
        15360);
    out.model.description->sequence = 4096;
    out.model = ui::SessionModel(*out.model.description);
    return out;
}

} // namespace blueprinting::testing
