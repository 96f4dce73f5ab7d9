#pragma once
#include "core/model/description.h"

namespace blueprinting::model {

/// A description as a file gives it, and what whoever opens the file should know.
struct DescriptionReading {
    Description description;
    Diagnostics findings; ///< Severity::finding
};

/// A model file of any kind as a description, told apart by its content: a description (description_json.h), a Hugging
/// Face config.json (hugging_face.h), else Calculon's six numbers. `sequence` replaces the tokens of a training
/// sequence that the file states, and is ≥ 1. Codes: those of the three readers.
Result<DescriptionReading> read_description(const JsonDocument& document, const std::string& name,
                                            std::optional<std::int64_t> sequence = std::nullopt);

} // namespace blueprinting::model
