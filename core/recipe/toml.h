#pragma once
#include "core/base/result.h"
#include "core/recipe/settings.h"

namespace blueprinting::recipe {

/// The settings of a TOML file (toml.io/en/v1.0.0), "section.key" each, with the words of its value: of a list, one
/// each; of an inline table, its text. What recipes do not hold is left to other programs and refused with its place:
/// texts over several lines, lists of tables. recipe.malformed; the first problem ends it.
Result<std::vector<Setting>> read_toml(const std::string& text, const std::string& place);

} // namespace blueprinting::recipe
