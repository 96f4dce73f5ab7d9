#pragma once
#include "core/base/json_document.h"

namespace blueprinting {

/// Builds the value of a strict JSON text in one pass. Nothing where the text is refused (not one JSON value, a
/// duplicate key, a number past double, nesting past `most_deep`): saying where and why is left to a second, slower
/// look.
std::optional<Json> build_json(const std::string& text, std::size_t most_deep);

} // namespace blueprinting
