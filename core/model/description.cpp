#include "core/model/description.h"

namespace blueprinting::model {

bool is_latent(const Description& model) { return std::holds_alternative<LatentAttention>(model.attention.kind); }

std::int64_t key_size(const Description& model)
{
    if (const auto* latent = std::get_if<LatentAttention>(&model.attention.kind))
        return latent->nope + latent->rope;
    return std::get<MultiHeadAttention>(model.attention.kind).head_size;
}

std::int64_t value_size(const Description& model)
{
    if (const auto* latent = std::get_if<LatentAttention>(&model.attention.kind))
        return latent->value;
    return std::get<MultiHeadAttention>(model.attention.kind).head_size;
}

bool has_experts(const Description& model, std::int64_t block)
{
    return model.moe && contains(model.moe->layers, block);
}

std::optional<std::int64_t> window_of(const Description& model, std::int64_t block)
{
    if (!model.attention.window || *model.attention.window >= model.sequence ||
        !contains(model.attention.window_layers, block))
        return std::nullopt;
    return model.attention.window;
}

Description describe(const TransformerModel& model)
{
    Description out;
    out.name = model.name;
    out.hidden = model.hidden;
    out.blocks = model.blocks;
    out.sequence = model.sequence;
    MultiHeadAttention heads;
    heads.kv_heads = model.heads;
    heads.head_size = model.head_size;
    out.attention.heads = model.heads;
    out.attention.kind = heads;
    out.mlp.feedforward = model.feedforward;
    out.dropout = true;
    return out;
}

std::optional<TransformerModel> plain_model(const Description& model)
{
    if (is_latent(model))
        return std::nullopt;
    const TransformerModel six{model.name,     model.hidden,          model.mlp.feedforward,
                               model.sequence, model.attention.heads, key_size(model),
                               model.blocks};
    return describe(six) == model ? std::optional(six) : std::nullopt;
}

} // namespace blueprinting::model
