#pragma once
#include <cstdint>
#include <vector>

namespace blueprinting::strategy {

/// All divisors of n ≥ 1 in ascending order. Fast up to 2^63 (factors by trial division to the cube root, then
/// Pollard's rho): a value of 2^53 must not make an editor wait. Empty for n < 1. Pure; any thread.
std::vector<std::int64_t> divisors(std::int64_t n);

} // namespace blueprinting::strategy
