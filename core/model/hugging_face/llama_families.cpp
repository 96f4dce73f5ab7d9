#include "core/model/hugging_face/family.h"
#include "core/model/hugging_face/parts.h"

#include <array>

/// Llama and the families that differ from it in a default, a bias, a window or where the norms stand.
namespace blueprinting::model::hf {
namespace {

void read_llama(Config& config, Description& model)
{
    read_standard(config, model);
    model.mlp.bias = config.flag("mlp_bias", false);
}

void read_granite(Config& config, Description& model)
{
    read_llama(config, model);
    for (const char* key : {"embedding_multiplier", "logits_scaling", "residual_multiplier", "attention_multiplier"})
        if (config.has(key)) {
            config.find("model.hf.scalars_ignored", key,
                        "Granite's scalar multipliers change neither weights nor matrix products; they are left out");
            return;
        }
}

void read_mistral(Config& config, Description& model)
{
    read_standard(config, model, {.kv_heads = 8});
    set_biases(model, false, false);
    const bool absent = !config.stands("sliding_window");
    set_window(model, absent ? std::optional<std::int64_t>(4096) : config.maybe({"sliding_window"}), AllBlocks{});
}

void read_phi3(Config& config, Description& model)
{
    read_standard(config, model);
    set_window(model, config.maybe({"sliding_window"}), AllBlocks{});
}

void read_olmo2(Config& config, Description& model)
{
    read_standard(config, model);
    model.norm.placement = NormPlacement::post;
    heads_of(model).qk_norm = QueryKeyNorm::full;
}

void read_internlm2(Config& config, Description& model)
{
    read_standard(config, model);
    set_biases(model, config.flag("bias", true), false);
}

void read_baichuan(Config& config, Description& model)
{
    read_standard(config, model);
    heads_of(model).kv_heads = model.attention.heads;
    set_biases(model, false, false);
    // The 13B models have ALiBi in place of rotary positions, and no key that says so.
    if (model.hidden >= 5120) {
        heads_of(model).rotary_dims = 0;
        config.find("model.hf.alibi", "hidden_size",
                    "Baichuan of this size has ALiBi in place of rotary positions: no rotary work is counted");
    }
}

constexpr std::array kFamilies{
    Family{"llama", read_llama, 2048},       Family{"granite", read_granite, 2048},
    Family{"mistral", read_mistral, 131072}, Family{"phi3", read_phi3, 4096},
    Family{"olmo2", read_olmo2, 2048},       Family{"internlm2", read_internlm2, 2048},
    Family{"baichuan", read_baichuan, 4096},
};

} // namespace

std::span<const Family> llama_families() { return kFamilies; }

} // namespace blueprinting::model::hf
