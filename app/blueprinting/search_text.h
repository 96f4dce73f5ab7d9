#pragma once
#include "core/search/findings_json.h"

#include <string>

namespace blueprinting::cli {

/// A search for a person: the counts, what refused how many, and the `top` fastest, or with `front` the whole front.
std::string search_text(const search::Question& question, const search::Layout& layout,
                        const search::Exploration& exploration, std::size_t top, bool front, double seconds);

} // namespace blueprinting::cli
