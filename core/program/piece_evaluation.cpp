#include "core/program/piece_evaluation.h"

#include "core/program/exchanges.h"
#include "core/program/piece_times.h"
#include "core/strategy/derived.h"

#include <algorithm>
#include <charconv>

namespace blueprinting::program {
namespace {

ProgramPiece piece_of_block(const Program& program, std::int64_t number)
{
    return {{block::PieceKind::block, number, false},
            program.kinds[program.kind_of[static_cast<std::size_t>(number)]].count,
            std::to_string(number)};
}

/// The tasks of a plan with their prices; the optimizer's are those of the ranks that share out the step.
Result<std::vector<cost::TaskCost>> priced(const Program& program, const ir::PortablePlanIR& plan,
                                           const system::SystemProfile& system, cost::View view)
{
    const auto pricer = cost::Pricer::make(system, program.execution.datatype, view);
    if (!pricer)
        return pricer.failure_as<std::vector<cost::TaskCost>>();
    const auto axes = AxisCost::make(program.execution, system);
    if (!axes)
        return axes.failure_as<std::vector<cost::TaskCost>>();
    auto times = piece_times(plan, *pricer, *axes);
    if (!times)
        return times.failure_as<std::vector<cost::TaskCost>>();
    const Exchanges exchanges(program, *pricer, *axes);
    const PieceNumbers numbers = numbers_of(plan);
    std::size_t step = 0;
    for (cost::TaskCost& cost : times->tasks)
        if (plan.tasks[cost.task].phase == ir::Phase::optimizer) {
            const std::size_t task = cost.task;
            cost = exchanges.step_cost(numbers.step[step++]);
            cost.task = task;
        }
    return std::move(times->tasks);
}

std::vector<double> shares_of(const Program& program, const ir::PortablePlanIR& plan,
                              const std::vector<cost::TaskCost>& tasks)
{
    const auto microbatches = static_cast<double>(strategy::microbatch_count(program.execution));
    std::vector<double> out(tasks.size(), 0);
    double sum = 0;
    for (const cost::TaskCost& each : tasks)
        sum += out[each.task] =
            each.total.value() * (plan.tasks[each.task].phase == ir::Phase::optimizer ? 1 : microbatches);
    if (sum > 0)
        for (double& share : out)
            share /= sum;
    return out;
}

} // namespace

std::vector<ProgramPiece> pieces_of(const Program& program)
{
    std::vector<ProgramPiece> out;
    for (const BlockKind& kind : program.kinds)
        out.push_back(piece_of_block(program, kind.first));
    for (const Part& part : program.parts) {
        const bool of_module = part.kind == block::PieceKind::mtp_input || part.kind == block::PieceKind::mtp_head;
        out.push_back({*part.plan.program.piece, of_module ? program.model.mtp_modules : 1,
                       std::string(block::to_string(part.kind))});
    }
    return out;
}

std::optional<ProgramPiece> find_piece(const Program& program, std::string_view key)
{
    for (ProgramPiece& each : pieces_of(program))
        if (each.key == key)
            return std::move(each);
    std::int64_t number = -1;
    const auto [end, error] = std::from_chars(key.data(), key.data() + key.size(), number);
    if (error != std::errc() || end != key.data() + key.size() || number < 0 || number >= program.model.blocks)
        return std::nullopt;
    return piece_of_block(program, number);
}

Result<PieceEvaluation> evaluate_piece(const Program& program, const ProgramPiece& piece,
                                       const system::SystemProfile& system)
{
    auto compiled = passes::compile(program.model, piece.piece, program.execution);
    if (!compiled)
        return compiled.failure_as<PieceEvaluation>();
    PieceEvaluation out{piece, *std::move(compiled), {}, {}, {}, {}};
    const ir::PortablePlanIR& plan = out.compilation.plan();
    for (const ir::PortableTask& task : plan.tasks)
        out.components.push_back(component_of(task, piece.piece.kind != block::PieceKind::block));
    auto peak_only = priced(program, plan, system, cost::View::peak_only);
    if (!peak_only)
        return peak_only.failure_as<PieceEvaluation>();
    auto evidence = priced(program, plan, system, cost::View::system_evidence);
    if (!evidence)
        return evidence.failure_as<PieceEvaluation>();
    out.peak_only = *std::move(peak_only);
    out.evidence = *std::move(evidence);
    out.shares = shares_of(program, plan, out.evidence);
    return out;
}

} // namespace blueprinting::program
