#include "core/program/module_cost.h"

#include "core/strategy/derived.h"
#include "core/strategy/laws.h"

namespace blueprinting::program {
namespace {

Result<ProgramEstimate> with(const model::Description& model, const system::SystemProfile& system,
                             strategy::Execution execution, std::int64_t modules)
{
    strategy::row(strategy::Field::recompute_modules).set(execution, modules);
    if (const auto broken = strategy::violations(model, system, execution, strategy::Rules::strict); !broken.empty())
        return strategy::as_diagnostics(broken);
    const auto program = compile_program(model, execution);
    if (!program)
        return program.failure_as<ProgramEstimate>();
    return estimate(*program, system, cost::View::system_evidence);
}

} // namespace

Result<ModuleCost> module_cost(const model::Description& model, const system::SystemProfile& system,
                               const strategy::Execution& execution, strategy::Module module)
{
    const std::int64_t bit = std::int64_t{1} << static_cast<unsigned>(module);
    const std::int64_t now = strategy::modules(execution).bits();
    const auto again = with(model, system, execution, now | bit), kept = with(model, system, execution, now & ~bit);
    if (!again || !kept)
        return again ? kept.failure_as<ModuleCost>() : again.failure_as<ModuleCost>();
    return ModuleCost{(kept->needed() - again->needed()).value(), again->total / kept->total - 1};
}

} // namespace blueprinting::program
