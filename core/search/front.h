#pragma once
#include "core/base/units.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace blueprinting::search {

/// A legal strategy of a space, priced.
struct Found {
    std::uint64_t number = 0; ///< in its Layout
    Seconds total;            ///< one iteration, in the view that was searched
    Bytes memory;             ///< of one device at its fullest
    bool fits = true;         ///< into the device's first memory
    bool operator==(const Found&) const = default;
};

/// Those that fit and that no other that fits beats: none is as fast with less memory, or faster with as little.
/// Indices into `found`, the fastest first, so that memory falls along them. Of two that are equal in both, the one
/// with the lower number.
std::vector<std::size_t> pareto_front(std::span<const Found> found);

/// The `count` fastest of those that fit, as indices; equally fast ones by memory, then by number. Fewer where fewer
/// fit.
std::vector<std::size_t> fastest(std::span<const Found> found, std::size_t count);

} // namespace blueprinting::search
