#include "core/program/state_elements.h"

#include "core/strategy/derived.h"

#include <algorithm>

namespace blueprinting::program {

using strategy::StateSharding;

StateElements state_elements(const strategy::Execution& execution, const Weights& weights)
{
    const strategy::DataParallel& data = strategy::data(execution);
    const StateSharding kind = strategy::sharding(execution);
    auto group = static_cast<double>(strategy::gradient_group(execution));
    auto expert_group = static_cast<double>(strategy::expert_data_degree(execution));
    if (kind >= StateSharding::gradients && data.group) {
        group = static_cast<double>(*data.group);
        expert_group = std::min(expert_group, group);
    }
    const double dense = weights.all - weights.routed;
    const double whole = dense + weights.routed;
    const double shared = dense / group + weights.routed / expert_group;
    return {kind == StateSharding::full ? shared : whole, kind >= StateSharding::gradients ? shared : whole,
            kind >= StateSharding::optimizer ? shared : whole};
}

double resident_weight_bytes(const strategy::Execution& execution)
{
    const bool float32 = strategy::sharding(execution) == StateSharding::full &&
                         strategy::data(execution).parameters == strategy::ShardedParameters::float32;
    return float32 ? 4 : static_cast<double>(bytes_per_element(execution.datatype));
}

} // namespace blueprinting::program
