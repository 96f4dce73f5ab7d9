#include "core/model/hugging_face/family.h"
#include "core/model/hugging_face/parts.h"

#include <array>

/// DeepSeek-V2, -V3 and Kimi K2: latent attention, fine-grained and shared experts. Their "head_dim" is the rotary part
/// of a head, never its size.
namespace blueprinting::model::hf {
namespace {

void read_latent(Config& config, Description& model)
{
    LatentAttention latent;
    latent.q_rank = 1536;
    if (config.stands("q_lora_rank"))
        latent.q_rank = config.maybe({"q_lora_rank"});
    latent.kv_rank = config.integer({"kv_lora_rank"}, 512);
    latent.nope = config.integer({"qk_nope_head_dim"}, 128);
    latent.rope = config.integer({"qk_rope_head_dim"}, 64);
    latent.value = config.integer({"v_head_dim"}, 128);
    model.attention.kind = latent;
    if (config.flag("attention_bias", false))
        config.refuse("model.hf.meaning", "attention_bias",
                      "latent attention with biases is not modelled; \"attention_bias\" must be false");
}

struct ExpertDefaults {
    std::int64_t experts, feedforward, shared, first_dense, groups, group_top;
};

Experts read_experts(Config& config, std::int64_t top_k, const ExpertDefaults& defaults)
{
    Experts moe;
    moe.experts = config.integer({"n_routed_experts"}, defaults.experts);
    moe.top_k = top_k;
    moe.feedforward = config.integer({"moe_intermediate_size"}, defaults.feedforward);
    moe.shared_feedforward = moe.feedforward * config.integer({"n_shared_experts"}, defaults.shared);
    if (const std::int64_t dense = config.integer({"first_k_dense_replace"}, defaults.first_dense); dense > 0)
        moe.layers = BlocksFrom{dense};
    moe.groups = config.integer({"n_group"}, defaults.groups);
    moe.group_top = config.integer({"topk_group"}, defaults.group_top);
    if (config.integer({"moe_layer_freq"}, 1) != 1)
        config.refuse("model.hf.meaning", "moe_layer_freq",
                      "experts in only every n-th block after the dense ones are not modelled; "
                      "\"moe_layer_freq\" must be 1");
    return moe;
}

void read_trunk(Config& config, Description& model)
{
    model.hidden = config.need({"hidden_size"});
    model.blocks = config.need({"num_hidden_layers"});
    model.attention.heads = config.need({"num_attention_heads"});
    read_latent(config, model);
    model.mlp = {config.need({"intermediate_size"}), Activation::silu, true, false};
    require_activation(config, {"hidden_act"}, false);
    model.norm = {NormKind::rms, NormPlacement::pre, false};
    Vocabulary vocabulary;
    vocabulary.size = config.need({"vocab_size"});
    vocabulary.tied = config.flag("tie_word_embeddings", false);
    model.vocabulary = vocabulary;
}

void read_v2(Config& config, Description& model)
{
    read_trunk(config, model);
    model.moe = read_experts(config, config.need({"num_experts_per_tok"}), {64, 1407, 2, 0, 1, 1});
    if (config.text("scoring_func") == "sigmoid")
        model.moe->score = RouterScore::sigmoid;
}

void read_v3(Config& config, Description& model)
{
    read_trunk(config, model);
    model.moe = read_experts(config, config.integer({"num_experts_per_tok"}, 8), {256, 2048, 1, 3, 8, 4});
    model.moe->score = RouterScore::sigmoid;
    model.moe->router_bias = RouterBias::correction;
    model.mtp_modules = config.integer({"num_nextn_predict_layers"}, 0);
}

constexpr std::array kFamilies{
    Family{"deepseek_v2", read_v2, 2048},
    Family{"deepseek_v3", read_v3, 4096},
    Family{"kimi_k2", read_v3, 4096},
};

} // namespace

std::span<const Family> deepseek_families() { return kFamilies; }

} // namespace blueprinting::model::hf
