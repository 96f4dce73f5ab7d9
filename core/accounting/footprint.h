#pragma once
#include "core/accounting/recipe.h"
#include "core/base/units.h"

namespace blueprinting::accounting {

/// A number of parameters: an integer from 1 on.
///
/// From text as a person types it: 8030261248, 7e9, 1.5e9. `path` is what the diagnostic is about ("--params").
/// accounting.parameters.not_a_number, .fractional, .negative, .zero, .overflow (past 2^53), each naming what was
/// given.
Result<std::int64_t> parameter_count_from(std::string_view text, const std::string& path);

/// The bytes of a whole model, or of one GPU's share of it.
struct Footprint {
    std::int64_t parameters = 0;
    Bytes weights, gradients, state;
    Bytes checkpoint; ///< weights and state
    [[nodiscard]] Bytes total() const { return weights + gradients + state; }
    bool operator==(const Footprint&) const = default;
};

/// Exact as long as the bytes stay below 2^53; past that refused: accounting.bytes.overflow. The count's own refusals
/// are those of parameter_count_from().
Result<Footprint> footprint(const PerParameter& bytes, std::int64_t parameters);

/// A count of bytes in GiB, the unit of the published tables.
constexpr double gibibytes(Bytes bytes) { return bytes.value() / kGibibyte; }

} // namespace blueprinting::accounting
