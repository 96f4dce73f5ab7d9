#include "core/model/hugging_face/family.h"
#include "core/model/hugging_face/parts.h"

#include <array>

namespace blueprinting::model::hf {
namespace {

/// Remote code of ChatGLM2 and 3: names of its own.
void read_chatglm(Config& config, Description& model)
{
    model.hidden = config.need({"hidden_size"});
    model.blocks = config.need({"num_layers", "num_hidden_layers"});
    model.attention.heads = config.need({"num_attention_heads"});
    MultiHeadAttention heads;
    heads.head_size = config.integer({"kv_channels"}, 128);
    heads.kv_heads =
        config.flag("multi_query_attention", false) ? config.need({"multi_query_group_num"}) : model.attention.heads;
    heads.rotary_dims = heads.head_size / 2;
    const bool biases = config.flag("add_bias_linear", false);
    if (!config.has("add_qkv_bias"))
        config.find("model.hf.family_default", "add_qkv_bias",
                    "\"add_qkv_bias\" is absent: read as true, as in every released file, though the model class "
                    "defaults to false");
    heads.qkv_bias = biases || config.flag("add_qkv_bias", true);
    heads.out_bias = biases;
    model.attention.kind = heads;
    model.mlp = {config.need({"ffn_hidden_size"}), Activation::silu, true, biases};
    if (config.flag("rmsnorm", true))
        model.norm = {NormKind::rms, NormPlacement::pre, false};
    Vocabulary vocabulary;
    vocabulary.size = config.need({"padded_vocab_size", "vocab_size"});
    vocabulary.tied = config.flag("tie_word_embeddings", false);
    model.vocabulary = vocabulary;
}

void only_qkv_bias(Config& config, Description& model, bool fallback)
{
    heads_of(model).qkv_bias = config.flag("attention_bias", fallback);
    heads_of(model).out_bias = false;
}

void read_glm4(Config& config, Description& model)
{
    read_standard(config, model, {.kv_heads = 2, .head_size = 128, .partial_rotary = 0.5});
    only_qkv_bias(config, model, true);
    model.norm.placement = NormPlacement::pre_post;
}

void read_glm4_moe(Config& config, Description& model)
{
    read_standard(config, model, {.kv_heads = 8, .partial_rotary = 0.5});
    only_qkv_bias(config, model, false);
    if (config.flag("use_qk_norm", false))
        heads_of(model).qk_norm = QueryKeyNorm::head;
    Experts moe;
    moe.experts = config.integer({"n_routed_experts"}, 128);
    moe.top_k = config.integer({"num_experts_per_tok"}, 8);
    moe.feedforward = config.integer({"moe_intermediate_size"}, 1408);
    moe.shared_feedforward = moe.feedforward * config.integer({"n_shared_experts"}, 1);
    if (const std::int64_t dense = config.integer({"first_k_dense_replace"}, 1); dense > 0)
        moe.layers = BlocksFrom{dense};
    moe.score = RouterScore::sigmoid;
    moe.router_bias = RouterBias::correction;
    moe.groups = config.integer({"n_group"}, 1);
    moe.group_top = config.integer({"topk_group"}, 1);
    model.moe = moe;
    model.mtp_modules = config.integer({"num_nextn_predict_layers"}, 0);
}

constexpr std::array kFamilies{
    Family{"chatglm", read_chatglm, 2048},
    Family{"glm4", read_glm4, 131072},
    Family{"glm4_moe", read_glm4_moe, 131072},
};

} // namespace

std::span<const Family> glm_families() { return kFamilies; }

} // namespace blueprinting::model::hf
