#include "core/model/hugging_face/family.h"
#include "core/model/hugging_face/parts.h"

#include <array>

/// The families of before 2023: layer norms, GeLU without a gate, each with its own biases, positions and layout.
namespace blueprinting::model::hf {
namespace {

struct Shape {
    Names hidden, blocks, heads;
};

void read_shape(Config& config, Description& model, const Shape& names)
{
    model.hidden = config.need(names.hidden);
    model.blocks = config.need(names.blocks);
    model.attention.heads = config.need(names.heads);
    MultiHeadAttention heads;
    heads.kv_heads = model.attention.heads;
    model.attention.kind = heads;
    heads_of(model).head_size = head_size(config, model, std::nullopt);
    Vocabulary vocabulary;
    vocabulary.size = config.need({"vocab_size"});
    model.vocabulary = vocabulary;
}

void read_gpt2(Config& config, Description& model)
{
    read_shape(config, model,
               {{"n_embd", "hidden_size"}, {"n_layer", "num_hidden_layers"}, {"n_head", "num_attention_heads"}});
    require_activation(config, {"activation_function"}, true);
    model.mlp.feedforward = config.integer({"n_inner"}, 4 * model.hidden);
    set_biases(model, true, true);
    model.vocabulary->tied = config.flag("tie_word_embeddings", true);
    model.vocabulary->learned_positions = config.integer({"n_positions"}, 1024);
    // The class's own rates are 0.1.
    model.dropout = config.number("attn_pdrop", 0.1) > 0 || config.number("resid_pdrop", 0.1) > 0;
}

void read_gpt_bigcode(Config& config, Description& model)
{
    read_gpt2(config, model);
    if (config.flag("multi_query", true))
        heads_of(model).kv_heads = 1;
}

void read_bloom(Config& config, Description& model)
{
    read_shape(config, model,
               {{"n_embed", "hidden_size"}, {"n_layer", "num_hidden_layers"}, {"num_attention_heads", "n_head"}});
    model.mlp.feedforward = 4 * model.hidden;
    set_biases(model, true, true);
    model.vocabulary->tied = config.flag("tie_word_embeddings", true);
    model.vocabulary->embedding_norm = true;
}

void read_gpt_neox(Config& config, Description& model)
{
    read_shape(config, model, {{"hidden_size"}, {"num_hidden_layers"}, {"num_attention_heads"}});
    require_activation(config, {"hidden_act"}, true);
    model.mlp.feedforward = config.need({"intermediate_size"});
    set_biases(model, config.flag("attention_bias", true), true);
    MultiHeadAttention& heads = heads_of(model);
    heads.rotary_dims =
        static_cast<std::int64_t>(static_cast<double>(heads.head_size) * config.number("rotary_pct", 0.25));
    if (config.flag("use_parallel_residual", true))
        model.layout = BlockLayout::parallel;
    model.vocabulary->tied = config.flag("tie_word_embeddings", false);
}

/// `grouped`: the newer architecture with groups of key-value heads.
void read_falcon(Config& config, Description& model, bool grouped, bool multi_query)
{
    read_shape(config, model,
               {{"hidden_size", "n_embed"}, {"num_hidden_layers", "n_layer"}, {"num_attention_heads", "n_head"}});
    require_activation(config, {"activation"}, true);
    model.mlp.feedforward = config.integer({"ffn_hidden_size"}, 4 * model.hidden);
    const bool bias = config.flag("bias", false);
    set_biases(model, bias, bias);
    MultiHeadAttention& heads = heads_of(model);
    if (grouped)
        heads.kv_heads = config.integer({"num_kv_heads", "n_head_kv"}, model.attention.heads);
    else if (multi_query)
        heads.kv_heads = 1;
    heads.rotary_dims = heads.head_size;
    if (config.flag("alibi", false)) {
        heads.rotary_dims = 0;
        config.find("model.hf.alibi", "alibi", "ALiBi in place of rotary positions: no rotary work is counted");
    }
    const std::int64_t norms = config.maybe({"num_ln_in_parallel_attn"}).value_or(2);
    const bool parallel = grouped || config.flag("parallel_attn", true);
    if (parallel)
        model.layout = BlockLayout::parallel;
    if (parallel && (!grouped || norms == 1))
        model.norm.placement = NormPlacement::shared;
    model.vocabulary->tied = config.flag("tie_word_embeddings", true);
}

void read_falcon_by_keys(Config& config, Description& model)
{
    read_falcon(config, model, config.flag("new_decoder_architecture", false), config.flag("multi_query", true));
}

/// The names that the first files had, before the family was called Falcon.
void read_refined_web(Config& config, Description& model) { read_falcon(config, model, true, false); }
void read_refined_web_model(Config& config, Description& model)
{
    read_falcon(config, model, false, config.flag("multi_query", true));
}

constexpr std::array kFamilies{
    Family{"gpt2", read_gpt2, 1024},
    Family{"gpt_bigcode", read_gpt_bigcode, 1024},
    Family{"bloom", read_bloom, 2048, true},
    Family{"gpt_neox", read_gpt_neox, 2048},
    Family{"falcon", read_falcon_by_keys, 2048},
    Family{"RefinedWeb", read_refined_web, 2048},
    Family{"RefinedWebModel", read_refined_web_model, 2048},
};

} // namespace

std::span<const Family> layer_norm_families() { return kFamilies; }

} // namespace blueprinting::model::hf
