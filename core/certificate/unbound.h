#pragma once
#include <span>
#include <string>
#include <string_view>

/// What no check can tell. A certificate is bound to measurements by nothing but the evidence that it was made of:
/// whoever alters these fields and restates metrics and hash may leave every check passing.
namespace blueprinting::certificate {

struct UnboundField {
    std::string_view path; ///< as unused_fields() writes places: "/cells/*/candidates/*/median_ms"
    std::string_view what; ///< "how long each candidate took"
};

/// In the order of the file.
std::span<const UnboundField> unbound_fields();

/// In words: what is not known, and what would tell.
std::string_view unbound_sentence();

} // namespace blueprinting::certificate
