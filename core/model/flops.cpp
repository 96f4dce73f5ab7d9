#include "core/model/flops.h"

#include "core/model/block_weights.h"
#include "core/model/counts.h"

#include <algorithm>

namespace blueprinting::model {
namespace {

constexpr std::array kNames{"palm", "megatron", "megatron_window", "exact"};

double number(Checked value) { return static_cast<double>(value.get().value_or(0)); }
double number(std::int64_t value) { return static_cast<double>(value); }

bool is_megatron(FlopDefinition definition)
{
    return definition == FlopDefinition::megatron || definition == FlopDefinition::megatron_window;
}

/// Weights that take part in a matrix product of a token in this block.
double matrix_weights(const Description& model, std::int64_t block, FlopDefinition definition)
{
    double out = number(detail::attention_weights(model).matrices);
    if (!has_experts(model, block))
        return out + number(detail::feed_forward_weights(model, model.mlp.feedforward, false).matrices);
    const Experts& moe = *model.moe;
    out += number(moe.top_k) * number(detail::feed_forward_weights(model, moe.feedforward, false).matrices);
    out += number(detail::feed_forward_weights(model, moe.shared_feedforward, false).matrices);
    if (!is_megatron(definition))
        out += number(detail::router_weights(model).matrices) + number(detail::shared_gate_weights(model).matrices);
    return out;
}

/// Keys that a token sees, by the definition's reckoning.
double keys_seen(const Description& model, std::int64_t block, FlopDefinition definition)
{
    const double s = number(model.sequence);
    switch (definition) {
    case FlopDefinition::palm: return s;
    case FlopDefinition::megatron: return s / 2;
    case FlopDefinition::megatron_window:
        if (const auto window = window_of(model, block)) {
            const double w = number(*window);
            return w - w * (w - 1) / (2 * s);
        }
        return s / 2;
    case FlopDefinition::exact: return attention_pairs(model, block) / s;
    }
    return 0;
}

/// Forward and backward FLOPs a token of one block.
double block_flops(const Description& model, std::int64_t block, FlopDefinition definition)
{
    const double heads = number(model.attention.heads) * number(key_size(model) + value_size(model));
    double weights = matrix_weights(model, block, definition) + heads * keys_seen(model, block, definition);
    // Megatron-LM and Megatron-Bridge count the norms of the latents as if they were products.
    if (const auto* latent = std::get_if<LatentAttention>(&model.attention.kind); latent && is_megatron(definition))
        weights += number(latent->q_rank.value_or(0) + latent->kv_rank);
    return 6 * weights;
}

double head_weights(const Description& model, FlopDefinition definition, std::int64_t tensor_degree)
{
    if (!model.vocabulary)
        return 0;
    const std::int64_t rows = is_megatron(definition)
                                  ? padded_vocabulary(*model.vocabulary, tensor_degree).value_or(model.vocabulary->size)
                                  : model.vocabulary->size;
    return number(rows) * number(model.hidden);
}

/// Blocks are of at most four kinds: with experts or not, with a window or not.
int kind_of(const Description& model, std::int64_t block)
{
    return (has_experts(model, block) ? 1 : 0) + (window_of(model, block) ? 2 : 0);
}

/// Σ over the blocks of a figure that depends on the block's kind alone.
template <class Figure>
double over_blocks(const Description& model, Figure figure)
{
    if (!model.moe && !model.attention.window)
        return number(model.blocks) * figure(std::int64_t{0});
    std::array<std::int64_t, 4> counts{};
    std::array<std::int64_t, 4> example{};
    for (std::int64_t i = 0; i < model.blocks; ++i) {
        const auto kind = static_cast<std::size_t>(kind_of(model, i));
        ++counts[kind];
        example[kind] = i;
    }
    double out = 0;
    for (std::size_t kind = 0; kind < counts.size(); ++kind)
        if (counts[kind] > 0)
            out += number(counts[kind]) * figure(example[kind]);
    return out;
}

/// Numbers of a head's keys and values that one token keeps in one block.
double kv_elements(const Description& model)
{
    if (const auto* latent = std::get_if<LatentAttention>(&model.attention.kind))
        return number(latent->kv_rank + latent->rope);
    const auto& heads = std::get<MultiHeadAttention>(model.attention.kind);
    return 2 * number(heads.kv_heads) * number(heads.head_size);
}

} // namespace

std::string_view to_string(FlopDefinition definition) { return kNames[static_cast<std::size_t>(definition)]; }

double attention_pairs(const Description& model, std::int64_t block)
{
    const double s = number(model.sequence);
    if (!model.attention.causal)
        return s * s;
    if (const auto window = window_of(model, block)) {
        const double w = number(*window);
        return w * (w + 1) / 2 + (s - w) * w;
    }
    return s * (s + 1) / 2;
}

double flops_per_token(const Description& model, FlopDefinition definition, std::int64_t tensor_degree)
{
    const double head = 6 * head_weights(model, definition, tensor_degree);
    double out = over_blocks(model, [&](std::int64_t block) { return block_flops(model, block, definition); }) + head;
    if (model.mtp_modules > 0) {
        const double h = number(model.hidden);
        const double norms = is_megatron(definition) ? 6 * 3 * h : 0;
        out += number(model.mtp_modules) *
               (block_flops(model, model.blocks - 1, definition) + 6 * 2 * h * h + head + norms);
    }
    return out;
}

double kv_bytes_per_token(const Description& model, double element_bytes)
{
    return number(model.blocks) * kv_elements(model) * element_bytes;
}

double kv_bytes_per_sequence(const Description& model, double element_bytes)
{
    return over_blocks(model, [&](std::int64_t block) {
        const std::int64_t tokens = window_of(model, block).value_or(model.sequence);
        // A latent is kept for every token.
        return number(is_latent(model) ? model.sequence : tokens) * kv_elements(model) * element_bytes;
    });
}

} // namespace blueprinting::model
