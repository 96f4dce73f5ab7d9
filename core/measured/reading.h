#pragma once
#include "core/measured/row.h"

/// What both forms of a file of runs are held to. Any thread.
namespace blueprinting::measured {

/// Why a name is refused: those that are near it, else what there is.
std::string no_plain_model(std::string_view name);
std::string no_released_model(std::string_view name);
std::string no_model(std::string_view name); ///< neither of both
std::string no_system(std::string_view name);

/// What a row that can be priced says twice, of itself and of its strategy: GPUs, batch. Field and message of each that
/// differ; what is priced must be what ran.
std::vector<std::pair<const char*, std::string>> contradictions(const Row& row);

/// Where a row states a time and a rate that are more than 1 % apart: the words that are shown with it.
std::optional<std::string> two_measurements(const Row& row);

} // namespace blueprinting::measured
