#pragma once
#include <optional>

/// How every table for people says what a check or a gate gave. What failed is in capitals, to be seen in a long list.
namespace blueprinting::cli {

/// No value: the check could not be made, or there was nothing to judge.
inline constexpr const char* verdict_word(std::optional<bool> passed)
{
    return !passed ? "not checked" : *passed ? "passed" : "FAILED";
}

} // namespace blueprinting::cli
