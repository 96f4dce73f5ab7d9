#include "core/model/hugging_face/family.h"
#include "core/model/hugging_face/parts.h"

#include <array>

/// Gemma: heads wider than hidden / heads, gated GeLU, scaled and tied embeddings; from Gemma-2 on four norms a block
/// and windows in most blocks.
namespace blueprinting::model::hf {
namespace {

constexpr std::int64_t kWindow = 4096;

void read_gemma(Config& config, Description& model)
{
    read_standard(config, model, {.kv_heads = 16, .head_size = 256, .tied = true, .gelu = true});
    model.vocabulary->scale = true;
}

bool is_capped(Config& config, const char* key, bool fallback)
{
    return config.stands(key) ? config.has(key) && config.number(key, 0) != 0 : fallback;
}

void read_gemma2(Config& config, Description& model)
{
    read_standard(config, model, {.kv_heads = 4, .head_size = 256, .tied = true, .gelu = true});
    model.vocabulary->scale = true;
    model.norm.placement = NormPlacement::pre_post;
    model.attention.soft_cap = is_capped(config, "attn_logit_softcapping", true);
    model.vocabulary->soft_cap = is_capped(config, "final_logit_softcapping", true);
    const auto named = sliding_layers(config, model);
    set_window(model, config.integer({"sliding_window"}, kWindow), named.value_or(EvenBlocks{}));
}

void read_gemma3(Config& config, Description& model)
{
    // The released 4B to 27B files leave out the vocabulary, that of the 4B the heads too.
    read_standard(config, model,
                  {.kv_heads = 4, .head_size = 256, .heads = 8, .vocabulary = 262208, .tied = true, .gelu = true});
    model.vocabulary->scale = true;
    model.norm.placement = NormPlacement::pre_post;
    heads_of(model).qk_norm = QueryKeyNorm::head;
    model.attention.soft_cap = is_capped(config, "attn_logit_softcapping", false);
    model.vocabulary->soft_cap = is_capped(config, "final_logit_softcapping", false);
    const std::int64_t pattern =
        config.maybe({"sliding_window_pattern", "_sliding_window_pattern"}).value_or(6); // every sixth sees all
    const auto named = sliding_layers(config, model);
    set_window(model, config.integer({"sliding_window"}, kWindow),
               named.value_or(block_set(model.blocks, [&](std::int64_t i) { return (i + 1) % pattern != 0; })));
}

constexpr std::array kFamilies{
    Family{"gemma", read_gemma, 8192},
    Family{"gemma2", read_gemma2, 8192},
    Family{"gemma3", read_gemma3, 131072},
    Family{"gemma3_text", read_gemma3, 131072},
};

} // namespace

std::span<const Family> gemma_families() { return kFamilies; }

} // namespace blueprinting::model::hf
