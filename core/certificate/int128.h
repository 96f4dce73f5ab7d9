#pragma once
#include "core/base/checked.h"

#include <string>

namespace blueprinting::certificate {

/// Scores are whole numbers past 64 bits; they are compared exactly and never pass through a double.
using Int128 = __int128;
using Checked128 = CheckedOf<Int128>;

/// Decimal digits, all of them.
std::string to_string(Int128 value);

} // namespace blueprinting::certificate
