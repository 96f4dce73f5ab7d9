#include "core/certificate/int128.h"

#include <algorithm>

namespace blueprinting::certificate {

std::string to_string(Int128 value)
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
