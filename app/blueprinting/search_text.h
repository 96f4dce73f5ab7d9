#pragma once
#include "core/search/findings_json.h"

#include <string>

namespace blueprinting::cli {

/// A search for a person. For each number of devices: the counts, what refused how many, the first by rank or with
/// `front` the whole front, and what is as good as the best; then, of several numbers, how they scale.
std::string search_text(const search::Answers& answers, bool front);

/// Where one strategy stands, or the laws that refuse it.
std::string explanation_text(const search::Question& question, const search::Explanation& explanation);

/// The next legal value of each knob and what it does.
std::string neighbours_text(const search::Question& question, std::span<const search::Neighbour> neighbours);

} // namespace blueprinting::cli
