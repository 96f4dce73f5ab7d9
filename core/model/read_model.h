#pragma once
#include "core/model/transformer_model.h"

namespace blueprinting::model {

/// A model as a file gives it, and what whoever opens the file should know: what it says that a model here cannot hold,
/// or that was read in one of several ways. Never empty-handed: what is refused is an error of the reader.
struct ModelReading {
    TransformerModel model;
    Diagnostics findings; ///< Severity::finding
};

/// What a model is called after its file: the file's name without its ending, and of a Hugging Face "config.json",
/// which every model has, the folder's name.
std::string model_name_of(const std::string& path);

/// Whether the value is a Hugging Face config.json rather than a Calculon model: it has keys of the one, and at most
/// one of the other's six.
bool is_hugging_face_config(const Json& value);

/// A model file of any kind, told apart by its content. This is the one way in for files, whoever reads them: all hear
/// the same. A description (description_json.h) is taken where six numbers say all of it, else model.not_six_numbers.
/// Other codes: those of read_calculon_model, read_hugging_face_config and description_from_json.
Result<ModelReading> read_model(const JsonDocument& document, std::string name);

} // namespace blueprinting::model
