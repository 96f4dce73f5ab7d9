#include "core/program/schedule_plan.h"

#include "core/program/laid.h"
#include "core/program/piece_times.h"
#include "core/strategy/derived.h"

#include <algorithm>

namespace blueprinting::program {
namespace {

/// Of one microbatch of a piece: what runs again, and what only the weights' gradients take.
struct Split {
    double recompute = 0, weight_gradient = 0;
};

Result<std::vector<Split>> splits_of(const Program& program, const system::SystemProfile& system, cost::View view)
{
    const auto pricer = cost::Pricer::make(system, program.execution.datatype, view);
    if (!pricer)
        return pricer.failure_as<std::vector<Split>>();
    const auto axes = AxisCost::make(program.execution, system);
    if (!axes)
        return axes.failure_as<std::vector<Split>>();
    std::vector<Split> out(program.pieces());
    for (std::size_t piece = 0; piece < out.size(); ++piece) {
        const ir::PortablePlanIR* plan = program.plan(piece);
        if (!plan)
            continue;
        const auto times = piece_times(*plan, *pricer, *axes);
        if (!times)
            return times.failure_as<std::vector<Split>>();
        out[piece].recompute = times->recompute.total().value();
        for (const cost::TaskCost& task : times->tasks)
            if (plan->tasks[task.task].phase == ir::Phase::weight_gradient)
                out[piece].weight_gradient += task.total.value();
    }
    return out;
}

bool alike(const std::vector<schedule::ChunkTimes>& all)
{
    return std::all_of(all.begin(), all.end(), [&](const schedule::ChunkTimes& each) { return each == all.front(); });
}

/// By virtual stage, in the order of the model.
std::vector<schedule::ChunkTimes> chunk_times(const Program& program, const ProgramEstimate& estimate,
                                              const std::vector<Split>& splits)
{
    const Laid all = laid(program);
    const std::size_t p = estimate.stages.size(), v = estimate.stages.front().time.chunks.size();
    std::vector<schedule::ChunkTimes> out;
    for (std::size_t c = 0; c < v; ++c)
        for (std::size_t i = 0; i < p; ++i) {
            const ChunkTime& time = estimate.stages[i].time.chunks[c];
            schedule::ChunkTimes& one = out.emplace_back();
            one.send_forward = time.forward[Component::pipeline_parallel].value();
            one.send_backward = time.backward[Component::pipeline_parallel].value();
            one.forward = time.forward.total().value() - one.send_forward;
            if (!estimate.training)
                continue;
            one.backward = time.backward.total().value() - one.send_backward;
            for (const Portion& portion : all.chunks[all.stages[all.of_stage[i]].chunks[c]]) {
                one.recompute += splits[portion.piece].recompute * static_cast<double>(portion.count);
                one.weight_gradient += splits[portion.piece].weight_gradient * static_cast<double>(portion.count);
            }
            // Gathers and scatters of full sharding go with the activation's gradient.
            one.input_gradient = one.backward - one.weight_gradient;
        }
    return out;
}

/// Slices of a microbatch that go through a chunk one by one.
double items_of_a_chunk(const schedule::Request& request)
{
    return static_cast<double>(schedule::parameter_or_one(request, schedule::kSlices));
}

const StageTime& longest_step(const ProgramEstimate& estimate)
{
    return std::max_element(
               estimate.stages.begin(), estimate.stages.end(),
               [](const StageEstimate& a, const StageEstimate& b) { return a.time.step.total() < b.time.step.total(); })
        ->time;
}

} // namespace

Result<schedule::Plan> plan_of_estimate(const schedule::Request& request, const Program& program,
                                        const ProgramEstimate& estimate, const system::SystemProfile& system)
{
    const std::int64_t chunks =
        strategy::pipeline_degree(program.execution) * strategy::virtual_stages(program.execution);
    const bool two_ways = request.kind->paths == 2;
    const bool goes_round = request.kind->placement == schedule::loop || request.chunks == 1;
    if (schedule::virtual_stages(request) != chunks || !(goes_round || two_ways))
        return Diagnostic{Severity::error, "schedule.kind.chunks", "kind",
                          "the blocks of this strategy are laid over " + std::to_string(chunks) +
                              " chunks that go round the stages; " + std::string(to_string(request.kind)) +
                              " places them otherwise"};
    const auto splits = splits_of(program, system, estimate.view);
    if (!splits)
        return splits.failure_as<schedule::Plan>();
    std::vector<schedule::ChunkTimes> times = chunk_times(program, estimate, *splits);
    const double parts = items_of_a_chunk(request);
    for (schedule::ChunkTimes& each : times)
        for (double* time :
             {&each.forward, &each.backward, &each.input_gradient, &each.weight_gradient, &each.recompute})
            *time /= parts;
    if (alike(times))
        return schedule::plan_in_seconds(request, times.front());
    // The estimate has every chunk pay for a transfer, the last one among them: on the sender's queue it is a part of
    // the chunk's own time.
    if (request.transfers == schedule::TransferMode::charged)
        for (schedule::ChunkTimes& each : times) {
            each.forward += each.send_forward;
            each.backward += each.send_backward;
            each.input_gradient += each.send_backward;
            each.send_forward = each.send_backward = 0;
        }
    schedule::Request whole = request;
    whole.separate_recompute = false;
    return schedule::plan_in_seconds(whole, std::move(times));
}

Result<schedule::EstimatedPlan> schedule_plan(const Program& program, const ProgramEstimate& estimate,
                                              const system::SystemProfile& system,
                                              const schedule::EstimateOptions& options)
{
    const strategy::Execution& execution = program.execution;
    schedule::Request request;
    request.kind = options.kind
                       ? *options.kind
                       : *schedule::kind_of_typed(strategy::schedule_name(strategy::pipeline(execution).schedule));
    if (!estimate.training && schedule::has_backward(request.kind))
        return Diagnostic{Severity::error, "schedule.kind.inference", "kind",
                          "kind is " + std::string(to_string(request.kind)) +
                              "; inference has no backward: it runs forward-only"};
    request.stages = strategy::pipeline_degree(execution);
    request.microbatches = strategy::microbatch_count(execution);
    const bool fixed = request.kind->chunks.least == request.kind->chunks.most;
    request.chunks = fixed ? request.kind->chunks.least : strategy::virtual_stages(execution);
    request.transfers = options.transfers;
    request.separate_recompute =
        options.separate_recompute && estimate.training && estimate.breakdown[Component::recompute].value() > 0;
    auto plan = plan_of_estimate(request, program, estimate, system);
    if (!plan)
        return plan.failure_as<schedule::EstimatedPlan>();
    schedule::EstimatedPlan out{*std::move(plan), {}};
    if (request.separate_recompute && !out.plan.request.separate_recompute)
        out.findings.push_back({Severity::finding, "schedule.uneven.recompute", "separate_recompute",
                                "recomputation is set apart of equal stages alone; here it is part of each backward"});
    return out;
}

schedule::ByteTerms byte_terms_of(const schedule::Request& request, const Program& program,
                                  const ProgramEstimate& estimate)
{
    const Laid all = laid(program);
    const double parts = items_of_a_chunk(request);
    const std::size_t p = estimate.stages.size(), v = estimate.stages.front().time.chunks.size();
    schedule::ByteTerms out{{}, {}, {}, {}};
    const auto states = [&](std::size_t stage) {
        const StageMemory& memory = estimate.stages[stage].memory;
        return memory[StageMemoryPart::weights] + memory[StageMemoryPart::gradients];
    };
    for (std::size_t i = 0; i < p; ++i) // of two paths each device has a stage of either; a step is of its own
        out.constant.push_back(states(i) + (request.kind->paths == 2 ? states(p - 1 - i) : 0) +
                               estimate.stages[i].memory[StageMemoryPart::optimizer]);
    for (std::size_t c = 0; c < v; ++c)
        for (std::size_t i = 0; i < p; ++i) {
            const StageMemory& memory = estimate.stages[i].memory;
            const double held = estimate.training
                                    ? held_bytes_of(program, all.chunks[all.stages[all.of_stage[i]].chunks[c]])
                                    : memory[StageMemoryPart::activations];
            out.activation.push_back(held / parts);
            out.keep.push_back(estimate.training ? held / parts : 0);
            out.temporary.push_back(memory[StageMemoryPart::transient]);
        }
    return out;
}

schedule::Tail tail_of(const schedule::Request& request, const ProgramEstimate& estimate)
{
    const Breakdown& step = longest_step(estimate).step;
    const double optimizer = step[Component::optimizer].value();
    schedule::Tail out;
    out.reduce = {(step.total().value() - optimizer) / static_cast<double>(request.chunks)};
    out.step = {optimizer};
    out.overlap = false;
    return out;
}

} // namespace blueprinting::program
