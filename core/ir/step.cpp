#include "core/ir/step.h"

#include "core/strategy/derived.h"

namespace blueprinting::ir {

StepExchanges step_exchanges(const strategy::Execution& execution, std::int64_t weight_bytes)
{
    const std::int64_t d = strategy::data_degree(execution);
    if (!strategy::is_training(execution) || d == 1)
        return {};
    const auto over_data = [&](CollectiveKind kind, const char* reduction) {
        return Collective{kind, d, weight_bytes, reduction, strategy::Axis::data};
    };
    if (!strategy::optimizer_sharding(execution))
        return {{over_data(CollectiveKind::all_reduce, "sum")}, 1};
    return {{over_data(CollectiveKind::reduce_scatter, "sum"), over_data(CollectiveKind::all_gather, "")}, 2};
}

} // namespace blueprinting::ir
