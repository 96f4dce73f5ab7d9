#pragma once
#include "core/base/written_number.h"
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

/// What an iteration takes, from a nanosecond to 30 years, and a GPU does: beyond them an error says nothing.
inline constexpr RealRange kSeconds{1e-9, 1e9};
inline constexpr RealRange kTokensPerSecond{1e-9, 1e15};
inline bool is_within(double value, const RealRange& range) { return value >= range.least && value <= range.most; }
/// The refusal; `given` is what stands there.
std::string must_be_within(std::string_view field, const RealRange& range, const std::string& given);

/// Whether a name says nothing.
inline bool is_blank(std::string_view text) { return text.find_first_not_of(" \t\r\n") == std::string_view::npos; }

/// Where a row states a time and a rate that are more than 1 % apart: the words that are shown with it.
std::optional<std::string> two_measurements(const Row& row);

} // namespace blueprinting::measured
