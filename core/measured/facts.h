#pragma once
#include "core/measured/row.h"

namespace blueprinting::measured {

/// The GPU that a row is of, for filters: its preset ("a100_80g"), else what its machine's note calls it ("V100"); ""
/// where neither says.
std::string gpu_of(const Row& row);
/// Whether a person who types this GPU means the row: its name or the head of it, whatever the case ("A100").
bool is_gpu(const Row& row, std::string_view typed);

/// When a row was published: a table by the beginnings of ids, since some families published for years. Nothing: not
/// stated.
std::optional<int> year_of(const Row& row);

/// A family as people call it: "BLOOM" for "bloom"; the key itself where it has no other name.
std::string_view family_title(std::string_view family);

/// A source in a few words: "Korthikanti 2022, table 5"; the source itself where it has no other name.
std::string_view short_source(std::string_view source);

/// Why a row that has a price has none in the evidence view.
inline constexpr std::string_view kNotCalibrated =
    "priced in the peak-only view alone: of its system only the data sheet is known";

/// Tokens a second and GPU of a row, printed or derived from its time; none where neither can be said.
std::optional<double> tokens_per_second_per_gpu(const Row& row);
/// The same of a time in seconds that the row's batch would take.
std::optional<double> tokens_per_second_per_gpu(const Row& row, double seconds);

} // namespace blueprinting::measured
