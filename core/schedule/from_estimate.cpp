#include "core/schedule/from_estimate.h"

#include "core/base/format.h"
#include "core/strategy/derived.h"

namespace blueprinting::schedule {
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
    request.chunks = takes_chunks(request.kind) ? shape.virtual_stages : 1;
    request.transfers = options.transfers;
    request.separate_recompute =
        options.separate_recompute && estimate.block.recompute.value() > 0 && estimate.training;

    const cost::BlockTimes& block = estimate.block;
    const double blocks = static_cast<double>(shape.blocks_per_stage) / static_cast<double>(request.chunks);
    // The last block of a chunk may communicate otherwise (p2p_rs_ag); everywhere else both are equal.
    const auto with_edge = [&](Seconds base, Seconds edge) { return ((blocks - 1) * base + edge).value(); };
    ChunkTimes times;
    times.forward = (blocks * block.forward).value() + with_edge(block.tensor_forward, block.edge_tensor_forward);
    if (estimate.training) {
        times.recompute =
            (blocks * block.recompute).value() + with_edge(block.recommunication, block.edge_recommunication);
        times.input_gradient = times.recompute + (blocks * block.activation_gradient).value() +
                               with_edge(block.tensor_backward, block.edge_tensor_backward);
        times.weight_gradient = (blocks * block.weight_gradient).value();
        times.backward = times.input_gradient + times.weight_gradient;
    }
    if (request.stages > 1) {
        times.send_forward = block.pipeline_forward.value();
        times.send_backward = estimate.training ? block.pipeline_backward.value() : 0;
    }

    auto plan = plan_in_seconds(request, times);
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

} // namespace blueprinting::schedule
