#include "core/program/estimate.h"

#include "core/strategy/derived.h"

#include <cmath>

namespace blueprinting::program {
namespace {

/// The makespan of the iteration's microbatches.
Result<double> simulated(const Program& program, const std::vector<StageTime>& times)
{
    CommandTimes commands;
    for (const StageTime& stage : times) {
        std::vector<double> forward, backward;
        for (const ChunkTime& chunk : stage.chunks) {
            forward.push_back(chunk.forward.total().value());
            backward.push_back(chunk.backward.total().value());
        }
        commands.forward.push_back(std::move(forward));
        commands.backward.push_back(std::move(backward));
    }
    const auto kind = *schedule::kind_of_typed(strategy::schedule_name(strategy::pipeline(program.execution).schedule));
    return makespan(kind, commands, strategy::microbatch_count(program.execution));
}

} // namespace

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
    const std::vector<StageContent> contents = stage_contents(program);
    const auto times = stage_times(program, contents, *pricer, *axes);
    if (!times)
        return times.failure_as<ProgramEstimate>();
    const auto span = simulated(program, *times);
    if (!span)
        return span.failure_as<ProgramEstimate>();

    ProgramEstimate out;
    out.view = view;
    out.training = strategy::is_training(program.execution);
    out.capacity = system.capacity();
    const std::vector<StageMemory> memory = stage_memory(program, contents);
    const auto m = static_cast<double>(strategy::microbatch_count(program.execution));
    const double share = 1.0 / static_cast<double>(contents.size());
    std::size_t longest_step = 0;
    for (std::size_t i = 0; i < contents.size(); ++i) {
        out.stages.push_back({contents[i], memory[i], (*times)[i]});
        out.breakdown += (*times)[i].microbatch().times(m * share);
        if ((*times)[i].step.total() > (*times)[longest_step].step.total())
            longest_step = i;
        if (memory[i].total() > memory[out.fullest].total())
            out.fullest = i;
    }
    if (contents.size() > 1) // a single stage waits for no one
        out.breakdown[Component::pipeline_bubble] = Seconds(*span) - out.breakdown.total();
    out.breakdown += (*times)[longest_step].step;
    out.total = out.breakdown.total();
    if (!std::isfinite(out.total.value()))
        return Diagnostic{
            Severity::error, "cost.not_finite", "system",
            "the profile's rates, latencies or efficiencies give an iteration time past the range of double"};
    out.findings = findings_of(program, out);
    return out;
}

} // namespace blueprinting::program
