#pragma once
#include "core/strategy/derived.h"

namespace blueprinting::primitive {

/// What of the strategy enters the work of a task.
struct WorkContext {
    std::int64_t element_bytes = 2;    ///< e
    std::int64_t participants = 1;     ///< t
    std::int64_t optimizer_shards = 1; ///< z
    strategy::TensorCommunication communication = strategy::TensorCommunication::all_reduce;
    bool operator==(const WorkContext&) const = default;
};

inline WorkContext work_context(const strategy::Execution& execution)
{
    const strategy::TensorParallel& tensor = strategy::tensor(execution);
    return {bytes_per_element(execution.datatype), tensor.degree, strategy::optimizer_shards(execution),
            tensor.communication};
}

} // namespace blueprinting::primitive
