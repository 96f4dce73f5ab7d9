#pragma once
#include "core/schedule/lesson.h"

/// Between lesson.cpp and lesson_read.cpp.
namespace blueprinting::schedule::detail {

/// The measure of one schedule, of its stage or of the largest.
double of_stages(const Quantity& quantity, const Schedule& schedule, const Scene& scene);
/// Which group has the least or most, of a question that asks for it.
std::size_t extreme(const ChoiceQuestion& question, std::span<const Schedule> schedules);
/// In the order of Measure.
std::span<const std::string_view> measure_names();

} // namespace blueprinting::schedule::detail
