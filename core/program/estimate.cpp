#include "core/program/estimate.h"

#include "core/program/composition.h"
#include "core/strategy/derived.h"

#include <cmath>

namespace blueprinting::program {
namespace {

/// A program with its prices, put together. It stays where it is made: the parts refer to each other.
struct Priced {
    std::vector<PieceWork> work;
    Laid all;
    Prices prices;
    Composition composition;
};

Result<Done> price(const Program& program, const system::SystemProfile& system, cost::View view, Priced& out)
{
    const auto pricer = cost::Pricer::make(system, program.execution.datatype, view);
    if (!pricer)
        return pricer.failure_as<Done>();
    if (program.execution.precision.recipe == strategy::PrecisionRecipe::float8_linear && !pricer->has_narrow())
        return Diagnostic{Severity::error, "system.missing_rate", "precision.recipe",
                          "the system has no matrix rate for float8, in which the linear layers run"};
    const auto axes = AxisCost::make(program.execution, system);
    if (!axes)
        return axes.failure_as<Done>();
    auto work = piece_work(program, *pricer, *axes);
    if (!work)
        return work.failure_as<Done>();
    out.work = *std::move(work);
    out.prices = prices_of(program, out.work, *pricer, *axes);
    out.all = laid(program);
    out.composition.put_together(program, out.all, out.prices);
    return Done{};
}

std::vector<StageEstimate> stages_of(const Program& program, const Composition& composition)
{
    std::vector<StageEstimate> out;
    const std::vector<StageContent> contents = stage_contents(program);
    for (std::size_t i = 0; i < contents.size(); ++i)
        out.push_back({contents[i], composition.memory(i), composition.time(i)});
    return out;
}

} // namespace

Result<std::vector<StageEstimate>> stage_estimates(const Program& program, const system::SystemProfile& system,
                                                   cost::View view)
{
    Priced priced;
    if (const auto done = price(program, system, view, priced); !done)
        return done.failure_as<std::vector<StageEstimate>>();
    return stages_of(program, priced.composition);
}

Result<ProgramEstimate> estimate(const Program& program, const system::SystemProfile& system, cost::View view)
{
    Priced priced;
    if (const auto done = price(program, system, view, priced); !done)
        return done.failure_as<ProgramEstimate>();
    Composition& composition = priced.composition;
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
    out.stages = stages_of(program, composition);
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
