#pragma once
#include "core/model/description.h"

namespace blueprinting::model {

/// A model read from a config.json, with what was assumed or left out on the way.
struct HuggingFaceModel {
    Description description;
    Diagnostics findings;
};

/// Reads a Hugging Face config.json by its family ("model_type"), never quietly as something else; a wrapped file is
/// read through its "text_config". `sequence`: the tokens of a training sequence; without it "seq_length", else the
/// lesser of the model's limit and 8192, and a finding says which.
/// Refused: reader.*, model.encoder_decoder, model.head_size.fraction, model.hf.meaning, .unknown_family, .hybrid,
/// .sparse_attention, .per_block_sizes, .chunked_attention, .layer_types, and the laws of model_laws.h.
/// Findings: model.hf.sequence_from_seq_length, .sequence_assumed, .sequence_past_limit, .text_part_only,
/// .quantization_ignored, .scalars_ignored, .alibi, .half_feedforward, .family_default, .chunked_attention_within,
/// .six_numbers.
/// Names and defaults are those of huggingface/transformers (src/models/*/configuration_*.py).
Result<HuggingFaceModel> read_hugging_face(const JsonDocument& document, std::string name,
                                           std::optional<std::int64_t> sequence = std::nullopt);

} // namespace blueprinting::model
