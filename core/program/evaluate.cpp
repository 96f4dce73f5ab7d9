#include "core/program/evaluate.h"

namespace blueprinting::program {

Result<Evaluation> evaluate(const model::Description& model, const system::SystemProfile& system,
                            const strategy::Execution& execution)
{
    auto program = compile_program(model, execution);
    if (!program)
        return program.failure_as<Evaluation>();
    auto peak_only = estimate(*program, system, cost::View::peak_only);
    if (!peak_only)
        return peak_only.failure_as<Evaluation>();
    auto evidence = estimate(*program, system, cost::View::system_evidence);
    if (!evidence)
        return evidence.failure_as<Evaluation>();
    return Evaluation{*std::move(program), *std::move(peak_only), *std::move(evidence)};
}

} // namespace blueprinting::program
