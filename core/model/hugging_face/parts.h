#pragma once
#include "core/model/hugging_face/config.h"

#include <functional>

/// Inside the room: what many families have in common. Key names and defaults are those of the families' configuration
/// classes in huggingface/transformers (src/models/*/configuration_*.py) or of their own remote code.
namespace blueprinting::model::hf {

/// What a family's class fills in where its file says nothing.
struct Defaults {
    std::optional<std::int64_t> kv_heads = std::nullopt;  ///< none: as many as heads
    std::optional<std::int64_t> head_size = std::nullopt; ///< none: hidden / heads
    std::optional<std::int64_t> heads = std::nullopt;     ///< none: the file must say
    std::optional<std::int64_t> vocabulary = std::nullopt;
    bool tied = false;
    double partial_rotary = 1;
    bool gelu = false; ///< the gated activation is GeLU instead of SiLU
};

/// Hidden size, blocks, heads, key-value heads, head size, feed-forward size, vocabulary, tying, gated activation, RMS
/// norm, rotary dimensions and attention bias, as Llama's class has them.
void read_standard(Config& config, Description& model, const Defaults& defaults = {});

/// The key-value and head part of `model`; read_standard() has made it.
MultiHeadAttention& heads_of(Description& model);
/// Puts a head of `size` into the model: hidden / heads where the file and the family name none.
std::int64_t head_size(Config& config, const Description& model, std::optional<std::int64_t> fallback);

/// A window of `size` tokens over the blocks; none of either where there is no size or no block.
void set_window(Description& model, std::optional<std::int64_t> size, BlockSet blocks);
/// The blocks that "layer_types" calls sliding; nothing where the key is absent. A list of another length is refused.
std::optional<BlockSet> sliding_layers(Config& config, const Description& model);
/// The shortest way to write the blocks for which `holds` is true.
BlockSet block_set(std::int64_t blocks, const std::function<bool(std::int64_t)>& holds);

/// "output_router_logits" with a coefficient above 0.
bool has_auxiliary_loss(Config& config);
/// A gated or plain activation by name; another one is refused as model.hf.meaning.
void require_activation(Config& config, Names keys, bool gelu);
/// All of attention's and the feed-forward part's products have biases, or none.
void set_biases(Description& model, bool attention, bool feedforward);

} // namespace blueprinting::model::hf
