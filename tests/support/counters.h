#pragma once
#include <cstdint>

/// What code has used, counted and not timed: every run says the same. counters.cpp takes over the allocation of the
/// whole program.
namespace blueprinting::testing {

/// Of the thread that asks; since it began.
struct Used {
    std::uint64_t bytes = 0; ///< allocated, whether they were given back or not
    std::uint64_t steps = 0; ///< basic blocks run of the code that is compiled to count them; 0 where none is
};
Used used();

/// The most bytes that the whole program has held at once since this was last asked to begin anew.
std::int64_t most_held();
void begin_most_held();

} // namespace blueprinting::testing
