#pragma once
#include "core/model/description.h"

namespace blueprinting::model {

/// The schema "blueprinting.model.v1", which may stand under "schema". Pure; any thread.
inline constexpr std::string_view kDescriptionSchema = "blueprinting.model.v1";

/// Whether a JSON object is meant as a description: by its schema, or because it has "attention".
bool looks_like_description(const Json& value);

/// Strict: an unknown key, a wrong type or a value out of range is an error with its pointer, all of them at once; a
/// missing optional key has its default. The laws of model_laws.h are checked too, so that what is returned is a model.
Result<Description> description_from_json(const JsonDocument& document, const Json& value, const std::string& pointer,
                                          std::string name);
/// The keys whose values are not their defaults, the name left out; description_from_json gives the same description.
Json to_json(const Description& model);

} // namespace blueprinting::model
