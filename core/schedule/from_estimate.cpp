#include "core/schedule/from_estimate.h"

#include "core/base/format.h"
#include "core/strategy/derived.h"

#include <algorithm>

namespace blueprinting::schedule {

Result<Plan> plan_of_estimate(const Request& request, const cost::Estimate& estimate)
{
    using cost::Component;
    using ir::Phase;
    const cost::IterationShape& shape = estimate.shape;
    const cost::BlockTimes& block = estimate.block;
    const double blocks = static_cast<double>(shape.blocks_per_stage) / parts_of_a_stage(request);
    const auto all = [&](Component component, Phase phase) { return (blocks * block.inner(component, phase)).value(); };
    // The last block of a chunk may communicate otherwise (p2p_rs_ag); everywhere else both are equal.
    const auto with_edge = [&](Component component, Phase phase) {
        return ((blocks - 1) * block.inner(component, phase) + block.edge(component, phase)).value();
    };
    ChunkTimes times;
    times.forward = all(Component::forward, Phase::forward) + with_edge(Component::tensor_parallel, Phase::forward);
    if (estimate.training) {
        times.recompute =
            all(Component::recompute, Phase::recompute) + with_edge(Component::recommunication, Phase::recommunication);
        times.input_gradient = times.recompute + all(Component::backward, Phase::activation_gradient) +
                               with_edge(Component::tensor_parallel, Phase::activation_gradient);
        times.weight_gradient = all(Component::backward, Phase::weight_gradient);
        times.backward = times.input_gradient + times.weight_gradient;
    }
    if (request.stages > 1) {
        times.send_forward = block.inner(Component::pipeline_parallel, Phase::forward).value();
        times.send_backward =
            estimate.training ? block.inner(Component::pipeline_parallel, Phase::activation_gradient).value() : 0;
    }

    return plan_in_seconds(request, times);
}

Result<EstimatedPlan> plan_from_estimate(const strategy::Execution& execution, const cost::Estimate& estimate,
                                         const EstimateOptions& options)
{
    const cost::IterationShape& shape = estimate.shape;
    Request request;
    request.kind =
        options.kind ? *options.kind : *kind_of_typed(strategy::schedule_name(strategy::pipeline(execution).schedule));
    if (!estimate.training && has_backward(request.kind))
        return Diagnostic{Severity::error, "schedule.kind.inference", "kind",
                          "kind is " + std::string(to_string(request.kind)) +
                              "; inference has no backward: it runs forward-only"};
    request.stages = strategy::pipeline_degree(execution);
    request.microbatches = shape.microbatches;
    const bool fixed = request.kind->chunks.least == request.kind->chunks.most;
    request.chunks = fixed ? request.kind->chunks.least : shape.virtual_stages;
    request.transfers = options.transfers;
    using cost::Component;
    using ir::Phase;
    const cost::BlockTimes& block = estimate.block;
    request.separate_recompute = options.separate_recompute &&
                                 block.inner(Component::recompute, Phase::recompute).value() > 0 && estimate.training;

    auto plan = plan_of_estimate(request, estimate);
    if (!plan)
        return plan.failure_as<EstimatedPlan>();
    EstimatedPlan out{std::move(plan).value(), {}};
    if (shape.imbalance.value() != 0)
        out.findings.push_back({Severity::finding, "schedule.uneven_stages", "",
                                "stages are uneven; each is simulated with " + std::to_string(shape.blocks_per_stage) +
                                    " blocks, and the estimate takes " + format::seconds(shape.imbalance) +
                                    " off for it"});
    return out;
}

ByteTerms byte_terms_of(const Request& request, const ir::PortablePlanIR& plan, const cost::Estimate& estimate)
{
    using cost::MemoryPart;
    const cost::Memory& memory = estimate.memory;
    const ir::BlockMemoryFacts& block = plan.memory;
    const auto working = static_cast<double>(block.activation_working);
    const double weights = memory[MemoryPart::weights].value();
    if (!estimate.training)
        return {{weights}, {working}, {0}, {0}};
    const bool full = strategy::recompute(plan.program.execution) == strategy::RecomputePolicy::full;
    const double stored = full ? 0 : static_cast<double>(block.activation_storage);
    const double activation = static_cast<double>(estimate.shape.blocks_per_stage) *
                              (stored + static_cast<double>(block.activation_checkpoint)) / parts_of_a_stage(request);
    const auto paths = static_cast<double>(request.kind->paths);
    return {{paths * (weights + memory[MemoryPart::weight_gradients].value()) + memory[MemoryPart::optimizer].value()},
            {activation},
            {activation},
            {std::max(0.0, working - stored) + memory[MemoryPart::activation_gradients].value()}};
}

Tail tail_of(const Request& request, const cost::Estimate& estimate)
{
    const double exchange = estimate.breakdown[cost::Component::data_parallel].value();
    Tail out;
    out.reduce = {exchange / static_cast<double>(request.chunks)};
    out.step = {estimate.breakdown[cost::Component::optimizer].value()};
    out.overlap = false;
    return out;
}

} // namespace blueprinting::schedule
