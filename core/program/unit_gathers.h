#pragma once
#include <cstdint>
#include <vector>

namespace blueprinting::program {

/// A unit under full sharding: its parameters are gathered over the link before it computes; in the backward pass its
/// gradients are scattered behind it. Seconds.
struct Unit {
    double gather = 0, compute = 0, scatter = 0;
};

/// When a unit has the link and when it computes; begin and end of each, equal where there is none.
struct UnitSpan {
    double gather_begin = 0, gather_end = 0;
    double compute_begin = 0, compute_end = 0;
    double scatter_begin = 0, scatter_end = 0;
};

/// The gather of a unit starts when the one before it has left the link and one of 1 + prefetch buffers is free;
/// scatters use the same link, each behind its unit's computing and behind the gathers that were asked for before it.
std::vector<UnitSpan> unit_spans(const std::vector<Unit>& units, std::int64_t prefetch);

/// How much longer the units take than their computing alone.
double exposed(const std::vector<Unit>& units, std::int64_t prefetch);

} // namespace blueprinting::program
