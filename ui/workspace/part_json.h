#pragma once
#include "core/base/json_document.h"
#include "ui/widgets/part.h"

#include <string>

namespace blueprinting::ui {

/// The state of all parts of all views, by view id and object name.
using Parts = std::map<std::string, std::map<std::string, PartState>>;

Json to_json(const Parts& parts);
/// Strict about what a state may say, beside the codes of ObjectReader: session.part (a width that is none, a range
/// that holds nothing, a sight past the whole). Which views, parts, columns and rows there are it does not know: names
/// of any are kept.
Parts read_parts(const JsonDocument& document, const Json& value, const std::string& pointer, Diagnostics& diagnostics);

} // namespace blueprinting::ui
