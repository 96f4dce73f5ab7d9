#pragma once
#include "core/base/result.h"

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace blueprinting {

/// The one spelling of a JSON value that is digested: keys sorted by code point, no white space, UTF-8, integers (and
/// doubles that are integers below 2^53) as decimal digits without exponent, other doubles in shortest round-trip
/// form; independent of locale. NaN and infinity are refused (json.not_finite).
Result<std::string> canonical_json(const nlohmann::json& value);

/// For people: two-space indentation, the same numbers, keys sorted, a final newline; what a terminal would obey is
/// escaped.
Result<std::string> pretty_json(const nlohmann::json& value);

} // namespace blueprinting
