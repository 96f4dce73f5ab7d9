#pragma once
#include "core/model/description.h"

#include <array>
#include <string_view>

/// Floating-point operations of training, forward and backward, for one token, without recomputation: four public
/// definitions that differ, so every rate names its own. Pure; any thread.
namespace blueprinting::model {

enum class FlopDefinition {
    palm,            ///< every token sees all s keys (arXiv 2204.02311, Appendix B; torchtitan)
    megatron,        ///< s/2 keys; no router; padded head; norms of latents and modules as products (Megatron-LM)
    megatron_window, ///< as megatron, with w − w(w − 1)/(2s) keys where a block has a window w < s (Megatron-Bridge)
    exact            ///< the keys that a causal, windowed token really sees
};
inline constexpr std::array kFlopDefinitions{FlopDefinition::palm, FlopDefinition::megatron,
                                             FlopDefinition::megatron_window, FlopDefinition::exact};
std::string_view to_string(FlopDefinition definition); ///< "palm", "megatron", "megatron_window", "exact"

/// FLOPs a token. `tensor_degree` ≥ 1 pads the vocabulary of the two Megatron definitions, and nothing else.
double flops_per_token(const Description& model, FlopDefinition definition, std::int64_t tensor_degree = 1);

/// Query-key pairs of one sequence and head in this block: s(s + 1)/2 causal, w(w + 1)/2 + (s − w)w with a window
/// w < s, s² without causal order.
double attention_pairs(const Description& model, std::int64_t block);

/// Bytes of the keys and values that inference keeps for a token, all blocks and heads, windows left aside;
/// `element_bytes` of one number.
double kv_bytes_per_token(const Description& model, double element_bytes);
/// The same for a whole sequence; a block with a window keeps at most w tokens.
double kv_bytes_per_sequence(const Description& model, double element_bytes);

} // namespace blueprinting::model
