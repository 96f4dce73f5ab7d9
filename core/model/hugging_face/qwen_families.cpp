#include "core/model/hugging_face/family.h"
#include "core/model/hugging_face/parts.h"

#include <algorithm>
#include <array>

namespace blueprinting::model::hf {
namespace {

constexpr std::int64_t kWindow = 4096;        ///< "sliding_window" of the classes
constexpr std::int64_t kMaxWindowLayers = 28; ///< "max_window_layers" of the classes

/// The blocks whose attention is windowed where the file switches windows on and does not name them.
enum class Windowed { behind_max_window_layers, even_below_max_window_layers, all };

void read_window(Config& config, Description& model, Windowed rule)
{
    if (!config.flag("use_sliding_window", false))
        return;
    const std::int64_t edge = config.integer({"max_window_layers"}, kMaxWindowLayers);
    BlockSet blocks = AllBlocks{};
    if (const auto named = sliding_layers(config, model))
        blocks = *named;
    else if (rule == Windowed::behind_max_window_layers)
        blocks = block_set(model.blocks, [&](std::int64_t i) { return i >= edge; });
    else if (rule == Windowed::even_below_max_window_layers)
        blocks = block_set(model.blocks, [&](std::int64_t i) { return i % 2 == 0 && i < edge; });
    set_window(model, config.integer({"sliding_window"}, kWindow), std::move(blocks));
}

/// Blocks with experts: every "decoder_sparse_step"-th, without those of "mlp_only_layers".
BlockSet expert_layers(Config& config, const Description& model)
{
    const std::int64_t step = config.maybe({"decoder_sparse_step"}).value_or(1);
    const Json* dense = config.present("mlp_only_layers");
    if (!dense || !dense->is_array() || dense->empty())
        return step == 1 ? BlockSet(AllBlocks{}) : BlockSet(EveryNthBlock{step});
    return block_set(model.blocks, [&](std::int64_t i) {
        return (i + 1) % step == 0 && std::find(dense->begin(), dense->end(), Json(i)) == dense->end();
    });
}

void read_qwen(Config& config, Description& model)
{
    read_standard(config, model, {.head_size = config.maybe({"kv_channels"}).value_or(128)});
    heads_of(model).kv_heads = model.attention.heads;
    const bool biases = !config.flag("no_bias", true);
    set_biases(model, biases, biases);
    heads_of(model).qkv_bias = true;
    if (model.mlp.feedforward % 2 != 0)
        config.refuse("model.hf.meaning", "intermediate_size",
                      "Qwen's first files hold both halves of the gated part in \"intermediate_size\"; " +
                          std::to_string(model.mlp.feedforward) + " is odd");
    model.mlp.feedforward /= 2;
    config.find("model.hf.half_feedforward", "intermediate_size",
                "\"intermediate_size\" holds both halves of the gated part: the feed-forward size is half of it, " +
                    std::to_string(model.mlp.feedforward));
}

void read_qwen2(Config& config, Description& model)
{
    read_standard(config, model, {.kv_heads = 32});
    set_biases(model, false, false);
    heads_of(model).qkv_bias = true; // always, and no key says so
    read_window(config, model, Windowed::behind_max_window_layers);
}

void read_qwen3(Config& config, Description& model)
{
    read_standard(config, model, {.kv_heads = 32, .head_size = 128});
    heads_of(model).qk_norm = QueryKeyNorm::head;
    read_window(config, model, Windowed::behind_max_window_layers);
}

void read_qwen2_moe(Config& config, Description& model)
{
    read_standard(config, model, {.kv_heads = 16});
    set_biases(model, false, false);
    heads_of(model).qkv_bias = config.flag("qkv_bias", true);
    Experts moe;
    moe.experts = config.integer({"num_experts"}, 60);
    moe.top_k = config.integer({"num_experts_per_tok"}, 4);
    moe.feedforward = config.integer({"moe_intermediate_size"}, 1408);
    moe.shared_feedforward = config.integer({"shared_expert_intermediate_size"}, 5632);
    moe.shared_gate = true;
    moe.layers = expert_layers(config, model);
    moe.aux_loss = has_auxiliary_loss(config);
    model.moe = moe;
    read_window(config, model, Windowed::even_below_max_window_layers);
}

void read_qwen3_moe(Config& config, Description& model)
{
    read_standard(config, model, {.kv_heads = 4});
    heads_of(model).qk_norm = QueryKeyNorm::head;
    Experts moe;
    moe.experts = config.integer({"num_experts", "num_local_experts"}, 128);
    moe.top_k = config.integer({"num_experts_per_tok"}, 8);
    moe.feedforward = config.integer({"moe_intermediate_size"}, 768);
    moe.layers = expert_layers(config, model);
    moe.aux_loss = has_auxiliary_loss(config);
    model.moe = moe;
    read_window(config, model, Windowed::all);
}

constexpr std::array kFamilies{
    Family{"qwen", read_qwen, 32768},           Family{"qwen2", read_qwen2, 32768},
    Family{"qwen3", read_qwen3, 32768},         Family{"qwen2_moe", read_qwen2_moe, 32768},
    Family{"qwen3_moe", read_qwen3_moe, 32768},
};

} // namespace

std::span<const Family> qwen_families() { return kFamilies; }

} // namespace blueprinting::model::hf
