#include "core/passes/compile.h"

#include "core/passes/transaction.h"
#include "core/passes/transformer_distribute.h"
#include "core/passes/transformer_import.h"
#include "core/passes/transformer_plan_work.h"

namespace blueprinting::passes {

namespace {

Result<Compilation> compile_imported(Result<ir::ModelIR> imported, const strategy::Execution& execution,
                                     strategy::Rules rules, const block::Piece& piece)
{
    if (!imported)
        return imported.failure_as<Compilation>();
    auto first = publish({kImportPass, kImportRevision}, Digest{}, ir::AnyIR(std::move(imported).value()), {});
    if (!first)
        return first.failure_as<Compilation>();
    auto second = run_pass<ir::ModelIR, ir::DistributedTaskIR>(
        {kDistributePass, kDistributeRevision}, *first, [&](const ir::ModelIR& input, const Digest& source) {
            return distribute_transformer(input, source, execution, rules, piece);
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

} // namespace

Result<Compilation> compile(const model::TransformerModel& model, const strategy::Execution& execution,
                            strategy::Rules rules)
{
    return compile_imported(import_transformer(model, model_binding(execution)), execution, rules, {});
}

Result<Compilation> compile(const model::Description& model, const block::Piece& piece,
                            const strategy::Execution& execution)
{
    return compile_imported(import_transformer(model, model_binding(execution)), execution, strategy::Rules::strict,
                            piece);
}

} // namespace blueprinting::passes
