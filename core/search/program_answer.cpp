#include "core/search/program_answer.h"

#include "core/program/report.h"
#include "core/search/batch.h"

namespace blueprinting::search {

std::variant<ProgramAnswer, ProgramRefusal> answer_program(const ProgramInputs& inputs, const Diagnostics& findings,
                                                           const Origins& origins, std::optional<cost::View> view)
{
    auto broken = strategy::violations(inputs.model, inputs.system, inputs.execution, strategy::Rules::strict);
    if (!broken.empty()) {
        Diagnostics said = placed(broken, origins);
        return ProgramRefusal{std::move(said), std::move(broken)};
    }
    const auto status = calibration(inputs.system, inputs.execution);
    const auto asked = shown_view(status, view);
    if (!asked)
        return ProgramRefusal{asked.diagnostics(), {}, true};
    auto program = program::compile_program(inputs.model, inputs.execution);
    if (!program)
        return ProgramRefusal{placed(program.diagnostics(), origins)};
    auto shown = program::estimate(*program, inputs.system, *asked);
    if (!shown)
        return ProgramRefusal{placed(shown.diagnostics(), origins)};
    auto peak_only = program::estimate(*program, inputs.system, cost::View::peak_only);
    if (!peak_only)
        return ProgramRefusal{placed(peak_only.diagnostics(), origins)};
    Diagnostics all = findings;
    const Diagnostics of_system = system_findings(inputs.system, inputs.execution);
    all.insert(all.end(), shown->findings.begin(), shown->findings.end());
    all.insert(all.end(), of_system.begin(), of_system.end());
    shown->findings = std::move(all);
    return ProgramAnswer{*std::move(program), *std::move(shown), *std::move(peak_only), status};
}

Json answer_json(const Json& id, const ProgramInputs& inputs, const ProgramAnswer& answer)
{
    Json out = program::estimate_json(id, answer.program, inputs.system, answer.shown, answer.peak_only);
    if (answer.calibration)
        out["calibration"] = to_string(*answer.calibration);
    return out;
}

Json answer_json(const Json& id, const ProgramRefusal& refusal)
{
    return refusal.violations.empty() ? refusal_json(id, refusal.diagnostics)
                                      : program::refusal_json(id, refusal.violations, refusal.diagnostics);
}

} // namespace blueprinting::search
