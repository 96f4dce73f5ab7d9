#pragma once
#include "core/base/units.h"

#include <cstdint>
#include <string>

/// Numbers as people read them; every number on the screen and in summaries goes through here. Independent of locale.
/// Infinity is "∞", NaN is "–". Decimal point, thin space (U+2009) between thousands from 10 000 on, true minus sign (U+2212).
namespace blueprinting::format {

std::string integer(std::int64_t value);
/// Fixed decimals; "−0.00" is written "0.00".
std::string fixed(double value, int decimals);
/// As few decimals as say the value exactly: "12", "7.125", "6.0625".
std::string shortest(double value);
/// At least `digits` significant digits, without exponent between 1e-4 and 1e7, else "1.8·10⁻¹⁴".
std::string significant(double value, int digits = 4);
/// "+3.33" or "−8.87"; zero without sign.
std::string with_sign(double value, int decimals);
/// Signed percent: "−24.4 %".
std::string percent(double value, int decimals = 1, bool sign = true);
std::string seconds(Seconds value);                 ///< "18.03 s", "349 µs": unit by size
std::string gibibytes(Bytes value, int decimals = 1); ///< "48.1 GiB"
std::string bytes(Bytes value);                     ///< unit by size, binary: "12.5 MiB"
} // namespace blueprinting::format
