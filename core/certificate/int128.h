#pragma once
#include "core/base/checked.h"

#include <algorithm>
#include <string>

namespace blueprinting::certificate {

/// Scores are whole numbers past 64 bits; they are compared exactly and never pass through a double.
using Int128 = __int128;
using Checked128 = CheckedOf<Int128>;

/// Decimal digits, all of them.
inline std::string to_string(Int128 value)
{
    // Digits are taken from the negative side, which holds one value more.
    const bool negative = value < 0;
    Int128 rest = negative ? value : -value;
    std::string out;
    do {
        out += static_cast<char>('0' - static_cast<int>(rest % 10));
        rest /= 10;
    } while (rest != 0);
    if (negative)
        out += '-';
    std::reverse(out.begin(), out.end());
    return out;
}

} // namespace blueprinting::certificate
