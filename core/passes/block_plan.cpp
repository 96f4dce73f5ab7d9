#include "core/passes/block_plan.h"

#include "core/passes/transformer_distribute.h"
#include "core/passes/transformer_import.h"
#include "core/passes/transformer_plan_work.h"

namespace blueprinting::passes {

Result<ir::PortablePlanIR> block_plan(const model::TransformerModel& model, const strategy::Execution& execution,
                                      strategy::Rules rules)
{
    const auto imported = import_transformer(model, model_binding(execution));
    if (!imported)
        return imported.failure_as<ir::PortablePlanIR>();
    const auto distributed = distribute_transformer(*imported, Digest{}, execution, rules);
    if (!distributed)
        return distributed.failure_as<ir::PortablePlanIR>();
    return plan_work(*distributed, Digest{});
}

Result<ir::PortablePlanIR> piece_plan(const model::Description& model, const block::Piece& piece,
                                      const strategy::Execution& execution)
{
    const auto imported = import_transformer(model, model_binding(execution));
    if (!imported)
        return imported.failure_as<ir::PortablePlanIR>();
    const auto distributed = distribute_transformer(*imported, Digest{}, execution, strategy::Rules::strict, piece);
    if (!distributed)
        return distributed.failure_as<ir::PortablePlanIR>();
    return plan_work(*distributed, Digest{});
}

} // namespace blueprinting::passes
