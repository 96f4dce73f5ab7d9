#pragma once
#include "core/base/json_document.h"

#include <cstdint>
#include <string>
#include <vector>

namespace blueprinting::model {

/// A decoder-only Transformer by its six shape numbers. Attention width is heads · head_size, which need not equal
/// hidden (palm-540B, lamda). Any value ≥ 1 is a model; whether a strategy can cut it is a law of the strategy.
struct TransformerModel {
    std::string name;            ///< a display alias: never digested
    std::int64_t hidden = 0;     ///< h, Calculon `hidden`
    std::int64_t feedforward = 0;///< f, Calculon `feedforward`
    std::int64_t sequence = 0;   ///< s, tokens, Calculon `seq_size`
    std::int64_t heads = 0;      ///< a, Calculon `attn_heads`
    std::int64_t head_size = 0;  ///< k, Calculon `attn_size`
    std::int64_t blocks = 0;     ///< L, Calculon `num_blocks`
    bool operator==(const TransformerModel&) const = default;
};

/// Calculon model file: exactly the six keys. Every problem is reported. `strategy.degree.not_positive` for a value < 1,
/// reader.* codes otherwise.
Result<TransformerModel> read_calculon_model(const JsonDocument& document, const Json& value, const std::string& pointer,
                                             std::string name);
/// The six keys in Calculon's spelling; read_calculon_model gives the same model back.
Json to_calculon(const TransformerModel& model);

/// Hugging Face config.json: hidden_size|n_embd|d_model, intermediate_size|n_inner|ffn_dim (4·hidden where the format's own
/// default says so), max_position_embeddings|n_positions|n_ctx, num_attention_heads|n_head, num_hidden_layers|n_layer, head_dim (else
/// hidden/heads, refused where it is not whole). Other keys are theirs and are skipped.
Result<TransformerModel> read_hugging_face_config(const JsonDocument& document, std::string name);

/// Weights of all blocks as the workload counts them (linear layers and layer norms, no vocabulary), and the formula
/// in words with the numbers put in.
struct ParameterCount {
    double value = 0;
    std::string formula;
};
ParameterCount parameter_count(const TransformerModel& model);

/// The models that the program carries (data/models), in their published order. Their source is in each file.
struct Preset {
    TransformerModel model;
    std::string source;
};
const std::vector<Preset>& presets();
/// Null where no preset has this name.
const TransformerModel* find_preset(std::string_view name);

} // namespace blueprinting::model
