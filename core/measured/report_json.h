#pragma once
#include "core/measured/choices.h"
#include "core/measured/like.h"

namespace blueprinting::measured {

/// What the command line answers as JSON. Percent are not rounded; null stands for what there is none of.

/// {"view", "grades", "all", "by_source", "without_error", "repeats", "faults"} of these runs.
Json summary_json(const Runs& runs, std::span<const Grade> grades, cost::View view);
/// A list: each row with what was measured, both predictions, both errors and the interval.
Json rows_json(const Runs& runs);
/// {"A,B": …, "C": …}: metrics of the cells of these grades.
Json choices_json(const Runs& runs, cost::View view);
/// {"nearest": […], "median_percent", "range_percent"}; both null where none is near.
Json like_json(const Runs& runs, const Likeness& likeness);

/// Why a run is a fault, in words; of one that is faster than peak-only also how that can be.
std::string_view faster_words(const Runs& runs, std::size_t row);
inline constexpr std::string_view kFasterThanPeak = "faster than peak-only";
inline constexpr std::string_view kDoesNotFit = "ran, but is predicted not to fit";

} // namespace blueprinting::measured
