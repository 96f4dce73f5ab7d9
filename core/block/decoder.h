#pragma once
#include "core/block/operation.h"

namespace blueprinting::block {

/// What of model and strategy decides how a decoder block is written.
struct DecoderTraits {
    bool shared_key_values = false; ///< one key and value head for all (multiquery), whole on every rank
    bool sequence_cut = false;      ///< between its two halves the activation is cut along the sequence (RS+AG)
    bool fused_activation = false;
};
DecoderTraits decoder_traits(const strategy::Execution& execution);

/// The decoder block of Megatron-LM: attention and MLP, each with a layer norm before it, two dropouts and a residual
/// sum.
Block decoder(const DecoderTraits& traits);

} // namespace blueprinting::block
