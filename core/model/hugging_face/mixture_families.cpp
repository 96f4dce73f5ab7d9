#include "core/model/hugging_face/family.h"
#include "core/model/hugging_face/parts.h"

#include <algorithm>
#include <array>

/// Mixtral, gpt-oss and Llama 4: "intermediate_size" is an expert's width.
namespace blueprinting::model::hf {
namespace {

void read_mixtral(Config& config, Description& model)
{
    read_standard(config, model, {.kv_heads = 8});
    set_biases(model, false, false);
    Experts moe;
    moe.experts = config.integer({"num_local_experts"}, 8);
    moe.top_k = config.integer({"num_experts_per_tok"}, 2);
    moe.feedforward = model.mlp.feedforward;
    moe.aux_loss = has_auxiliary_loss(config);
    model.moe = moe;
    model.mlp.feedforward = 0;
    set_window(model, config.maybe({"sliding_window"}), AllBlocks{});
}

void read_gpt_oss(Config& config, Description& model)
{
    read_standard(config, model, {.kv_heads = 8, .head_size = 64});
    const bool biases = config.flag("attention_bias", true);
    heads_of(model).qkv_bias = heads_of(model).out_bias = biases;
    heads_of(model).sinks = true;
    Experts moe;
    moe.experts = config.integer({"num_local_experts"}, 128);
    moe.top_k = config.integer({"num_experts_per_tok", "experts_per_token"}, 4);
    moe.feedforward = model.mlp.feedforward;
    moe.router_bias = RouterBias::linear;
    moe.expert_bias = true;
    moe.aux_loss = has_auxiliary_loss(config);
    model.moe = moe;
    model.mlp.feedforward = 0;
    const auto named = sliding_layers(config, model);
    set_window(model, config.integer({"sliding_window"}, 128), named.value_or(EvenBlocks{}));
}

BlockSet expert_layers(Config& config, const Description& model)
{
    if (const Json* list = config.present("moe_layers"); list && list->is_array())
        return block_set(model.blocks,
                         [&](std::int64_t i) { return std::find(list->begin(), list->end(), Json(i)) != list->end(); });
    const std::int64_t step = config.maybe({"interleave_moe_layer_step"}).value_or(1);
    return step == 1 ? BlockSet(AllBlocks{}) : BlockSet(EveryNthBlock{step});
}

void read_llama4(Config& config, Description& model)
{
    read_standard(config, model, {.kv_heads = 8, .head_size = 128});
    if (config.flag("use_qk_norm", true))
        heads_of(model).qk_norm = QueryKeyNorm::l2;
    Experts moe;
    moe.experts = config.integer({"num_local_experts"}, 16);
    moe.top_k = config.integer({"num_experts_per_tok"}, 1);
    moe.feedforward = moe.shared_feedforward = model.mlp.feedforward;
    moe.layers = expert_layers(config, model);
    moe.score = RouterScore::sigmoid;
    moe.aux_loss = has_auxiliary_loss(config);
    const std::int64_t dense = config.integer({"intermediate_size_mlp"}, 16384);
    model.mlp.feedforward = count_in(moe.layers, model.blocks) < model.blocks ? dense : 0;
    model.moe = moe;
}

constexpr std::array kFamilies{
    Family{"mixtral", read_mixtral, 131072},
    Family{"gpt_oss", read_gpt_oss, 131072},
    Family{"llama4", read_llama4, 131072},
    Family{"llama4_text", read_llama4, 131072},
};

} // namespace

std::span<const Family> mixture_families() { return kFamilies; }

} // namespace blueprinting::model::hf
