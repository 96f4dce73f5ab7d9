#pragma once
#include <cstdint>
#include <optional>
#include <string>

namespace blueprinting::certificate {

/// Scores are whole numbers past 64 bits; they are compared exactly and never pass through a double.
using Int128 = __int128;

/// Nothing where the result does not fit 128 bits.
inline std::optional<Int128> checked_multiply(Int128 a, Int128 b)
{
    Int128 out = 0;
    return __builtin_mul_overflow(a, b, &out) ? std::nullopt : std::optional(out);
}
inline std::optional<Int128> checked_add(Int128 a, Int128 b)
{
    Int128 out = 0;
    return __builtin_add_overflow(a, b, &out) ? std::nullopt : std::optional(out);
}

/// Decimal digits, all of them.
std::string to_string(Int128 value);

} // namespace blueprinting::certificate
