#pragma once
#include "core/measured/row.h"

#include <array>

namespace blueprinting::measured {

/// What two runs are compared by. Sizes are compared by ratio, the rest by being the same.
struct Traits {
    std::array<double, 9>
        sizes{}; ///< parameters of the blocks, hidden, sequence, GPUs, TP, PP, DP, microbatch, tokens a batch
    strategy::RecomputePolicy recompute = strategy::RecomputePolicy::none;
    bool sequence_parallel = false; ///< reduce-scatter and all-gather
    bool flash = false;
    bool sharding = false;
    std::string generation; ///< of the GPU: "Ampere"
};
Traits traits(const model::TransformerModel& model, const std::string& system, const strategy::Execution& execution);
Traits traits(const model::Description& model, const std::string& system, const strategy::Execution& execution);
/// Of a row that can be priced.
Traits traits(const Row& row);

} // namespace blueprinting::measured
