#include "core/passes/compile.h"

#include "core/passes/transaction.h"
#include "core/passes/transformer_distribute.h"
#include "core/passes/transformer_import.h"
#include "core/passes/transformer_plan_work.h"

namespace blueprinting::passes {

Result<Compilation> compile(const model::TransformerModel& model, const strategy::Execution& execution,
                            strategy::Rules rules)
{
    auto imported = import_transformer(model, model_binding(execution));
    if (!imported)
        return imported.failure_as<Compilation>();
    auto first = publish({kImportPass, kImportRevision}, Digest{}, ir::AnyIR(std::move(imported).value()), {});
    if (!first)
        return first.failure_as<Compilation>();
    auto second = run_pass<ir::ModelIR, ir::DistributedTaskIR>(
        {kDistributePass, kDistributeRevision}, *first, [&](const ir::ModelIR& input, const Digest& source) {
            return distribute_transformer(input, source, execution, rules);
        });
    if (!second)
        return second.failure_as<Compilation>();
    auto third = run_pass<ir::DistributedTaskIR, ir::PortablePlanIR>(
        {kPlanPass, kPlanRevision}, *second,
        [](const ir::DistributedTaskIR& input, const Digest& source) { return plan_work(input, source); });
    if (!third)
        return third.failure_as<Compilation>();
    return Compilation{std::move(first).value(), std::move(second).value(), std::move(third).value()};
}

} // namespace blueprinting::passes
