#pragma once
#include "core/accounting/comparison.h"
#include "core/accounting/footprint.h"

namespace blueprinting::accounting {

/// {"table1_matches", "checkpoint_matches", "rows", "rows_matching", "deviations": […], …}. Published figures stand as
/// printed text under "published", predictions as numbers under "predicted"; never one in the other's object.
Json to_json(const Report& report);

/// {"optimizer", "options", "parts": […], "bytes_per_parameter": {…}} and, with a footprint, "parameters" and "bytes".
Json to_json(const Optimizer& optimizer, const Options& options, const std::optional<Footprint>& footprint);

} // namespace blueprinting::accounting
