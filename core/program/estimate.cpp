#include "core/program/estimate.h"

#include "core/program/composition.h"
#include "core/strategy/derived.h"

#include <cmath>

namespace blueprinting::program {
Result<ProgramEstimate> estimate(const Program& program, const system::SystemProfile& system, cost::View view)
{
    const auto pricer = cost::Pricer::make(system, program.execution.datatype, view);
    if (!pricer)
        return pricer.failure_as<ProgramEstimate>();
    if (program.execution.precision.recipe == strategy::PrecisionRecipe::float8_linear && !pricer->has_narrow())
        return Diagnostic{Severity::error, "system.missing_rate", "precision.recipe",
                          "the system has no matrix rate for float8, in which the linear layers run"};
    const auto axes = AxisCost::make(program.execution, system);
    if (!axes)
        return axes.failure_as<ProgramEstimate>();
    const auto work = piece_work(program, *pricer, *axes);
    if (!work)
        return work.failure_as<ProgramEstimate>();
    const Prices prices = prices_of(program, *work, *pricer, *axes);
    const Laid all = laid(program);
    Composition composition;
    composition.put_together(program, all, prices);
    std::optional<double> span = composition.pipeline().closed();
    if (!span) {
        if (const Diagnostics& refused = composition.pipeline().refused(); !refused.empty())
            return refused;
        span = composition.pipeline().simulated();
    }

    ProgramEstimate out;
    out.view = view;
    out.training = strategy::is_training(program.execution);
    out.capacity = system.capacity();
    const std::vector<StageContent> contents = stage_contents(program);
    for (std::size_t i = 0; i < contents.size(); ++i)
        out.stages.push_back({contents[i], composition.memory(i), composition.time(i)});
    out.fullest = composition.fullest();
    out.breakdown = composition.breakdown(*span);
    out.total = out.breakdown.total();
    if (!std::isfinite(out.total.value()))
        return Diagnostic{
            Severity::error, "cost.not_finite", "system",
            "the profile's rates, latencies or efficiencies give an iteration time past the range of double"};
    out.findings = findings_of(program, out);
    return out;
}

} // namespace blueprinting::program
