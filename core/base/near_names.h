#pragma once
#include <string>
#include <vector>

namespace blueprinting {

/// The at most three known names that a mistyped one is nearest to, best first: those that hold it (three letters or
/// more of it), then by Levenshtein distance, both without regard to case; names equally far keep their order. A
/// name further than half of what was typed, and than two letters, says nothing and is left out; nothing is near to
/// what is longer than any name.
std::vector<std::string> near_names(const std::string& typed, const std::vector<std::string>& known);

} // namespace blueprinting
