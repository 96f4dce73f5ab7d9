#pragma once
#include "core/ir/distributed_ir.h"

#include <array>

namespace blueprinting::ir {

/// What a step exchanges over the data axis for the weights of one block, once all its microbatches are through: their
/// gradients, and under optimizer sharding the updated parameters. At most two, and no heap: a search asks for each
/// strategy.
struct StepExchanges {
    std::array<Collective, 2> all{};
    std::size_t count = 0;
    [[nodiscard]] const Collective* begin() const { return all.data(); }
    [[nodiscard]] const Collective* end() const { return all.data() + count; }
};
StepExchanges step_exchanges(const strategy::Execution& execution, std::int64_t weight_bytes);

} // namespace blueprinting::ir
