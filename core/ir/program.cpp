#include "core/ir/distributed_ir.h"

#include "core/strategy/derived.h"

namespace blueprinting::ir {

WorkContext work_context(const ProgramSemantics& program)
{
    const strategy::Execution& execution = program.execution;
    const strategy::TensorParallel& tensor = strategy::tensor(execution);
    return {bytes_per_element(execution.datatype), tensor.degree,
            strategy::optimizer_sharding(execution) ? strategy::data_degree(execution) : 1, tensor.communication};
}

} // namespace blueprinting::ir
