#pragma once
#include "core/base/json_document.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace blueprinting::model {

/// A decoder-only Transformer by its six shape numbers. Attention width is heads · head_size, which need not equal
/// hidden (palm-540B, lamda). Any value ≥ 1 is a model; whether a strategy can cut it is a law of the strategy.
struct TransformerModel {
    std::string name;             ///< a display alias: never digested
    std::int64_t hidden = 0;      ///< h, Calculon `hidden`
    std::int64_t feedforward = 0; ///< f, Calculon `feedforward`
    std::int64_t sequence = 0;    ///< s, tokens, Calculon `seq_size`
    std::int64_t heads = 0;       ///< a, Calculon `attn_heads`
    std::int64_t head_size = 0;   ///< k, Calculon `attn_size`
    std::int64_t blocks = 0;      ///< L, Calculon `num_blocks`
    bool operator==(const TransformerModel&) const = default;
};

/// Calculon model file: exactly the six keys. Every problem is reported. `strategy.degree.not_positive` for a value <
/// 1, reader.* codes otherwise.
Result<TransformerModel> read_calculon_model(const JsonDocument& document, const Json& value,
                                             const std::string& pointer, std::string name);
/// The six keys in Calculon's spelling; read_calculon_model gives the same model back.
Json to_calculon(const TransformerModel& model);

/// Hugging Face config.json, by the names its families use: hidden_size|n_embd|n_embed|d_model,
/// intermediate_size|n_inner|ffn_dim|ffn_hidden_size (4·hidden, or expansion_ratio·hidden, only where the family's own
/// default says so), max_position_embeddings|n_positions|n_ctx|max_seq_len|seq_length,
/// num_attention_heads|n_head|n_heads|num_heads, num_hidden_layers|n_layer|n_layers|num_layers, head_dim (else
/// hidden/heads: model.head_size.fraction where that is not whole). Names of one thing that disagree are refused
/// (reader.alias_conflict), encoder-decoders too (model.encoder_decoder). Other keys are theirs and are skipped.
Result<TransformerModel> read_hugging_face_config(const JsonDocument& document, std::string name);
/// What such a config says that the six numbers cannot: grouped or single key-value heads, experts, a gated
/// feed-forward part. Findings for the person who opens it; empty where the shape is whole.
Diagnostics hugging_face_findings(const JsonDocument& document);

/// Where a model's file, Calculon's or a config, says one of the six numbers ("hidden", "feedforward", "sequence",
/// "heads", "head_size", "blocks"); nothing where it leaves it out.
std::optional<SourceLocation> locate_member(const JsonDocument& document, const std::string& pointer,
                                            std::string_view member);

/// Weights of all blocks as the workload counts them (linear layers and layer norms, no vocabulary), and the formula
/// in words with the numbers put in.
struct ParameterCount {
    double value = 0;
    std::string formula;
};
ParameterCount parameter_count(const TransformerModel& model);

/// The models that the program carries (data/models), in the order of SOURCES.json, which also names their sources.
struct Preset {
    TransformerModel model;
    std::string source;
};
const std::vector<Preset>& presets();
/// Null where no preset has this name.
const TransformerModel* find_preset(std::string_view name);

} // namespace blueprinting::model
