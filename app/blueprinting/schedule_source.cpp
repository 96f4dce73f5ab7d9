#include "app/blueprinting/schedule_source.h"

#include "app/blueprinting/common.h"
#include "app/blueprinting/load_program.h"
#include "core/schedule/from_estimate.h"
#include "core/schedule/from_program.h"
#include "core/search/program_answer.h"

namespace blueprinting::cli {
namespace {

/// What the schedule says better itself is left out.
Diagnostics findings_beside_the_schedule(const Diagnostics& all)
{
    Diagnostics out;
    for (const Diagnostic& each : all)
        if (!each.code.starts_with("schedule."))
            out.push_back(each);
    return out;
}

Result<StrategySource> of_program(const LoadedProgram& loaded, std::optional<cost::View> view)
{
    auto answer = search::answer_program(loaded.inputs, loaded.findings, loaded.origins, view);
    if (auto* refused = std::get_if<search::ProgramRefusal>(&answer))
        return refused->of_view ? of_option("--view", std::move(refused->diagnostics)) : refused->diagnostics;
    auto& answered = std::get<search::ProgramAnswer>(answer);
    const cost::View shown = answered.shown.view;
    Diagnostics findings = findings_beside_the_schedule(answered.shown.findings);
    return StrategySource{schedule::stages_of(std::make_shared<const program::Program>(std::move(answered.program)),
                                              loaded.inputs.system, shown),
                          std::move(findings), answered.calibration, loaded.origins};
}

} // namespace

Result<StrategySource> strategy_source(const InputArguments& arguments, strategy::Rules rules,
                                       std::optional<cost::View> view)
{
    // Calculon's rules are of six numbers alone.
    if (rules == strategy::Rules::strict)
        if (const auto program = load_program(arguments))
            return *program ? of_program(**program, view) : program->failure_as<StrategySource>();
    const auto loaded = load_inputs(arguments, rules);
    if (!loaded)
        return loaded.failure_as<StrategySource>();
    const auto calibration = search::calibration(loaded->inputs.system, loaded->inputs.execution);
    const auto shown = search::shown_view(calibration, view);
    if (!shown)
        return of_option("--view", shown.diagnostics());
    auto evaluation = search::evaluate(loaded->inputs, loaded->origins, rules);
    if (!evaluation)
        return evaluation.failure_as<StrategySource>();
    const auto kept = std::make_shared<const search::Evaluation>(std::move(evaluation).value());
    const cost::Estimate& estimate = kept->in(*shown);
    return StrategySource{schedule::stages_of({kept, &kept->compilation.plan()}, {kept, &estimate}),
                          findings_beside_the_schedule(estimate.findings), calibration, loaded->origins};
}

} // namespace blueprinting::cli
