#include "core/base/format.h"
#include "core/program/estimate.h"
#include "core/strategy/derived.h"

namespace blueprinting::program {
namespace {

using strategy::StateSharding;

Diagnostic finding(std::string code, std::string path, std::string message)
{
    return {Severity::finding, std::move(code), std::move(path), std::move(message), std::nullopt};
}

void add_memory(const ProgramEstimate& estimate, Diagnostics& out)
{
    if (estimate.fits())
        return;
    const std::string stage =
        estimate.stages.size() > 1 ? "stage " + std::to_string(estimate.fullest) + ", the fullest, " : std::string();
    out.push_back(finding("memory.exceeds_capacity", "memory",
                          "does not fit by " + format::gibibytes(estimate.needed() - estimate.capacity, 2) + ": " +
                              stage + "needs " + format::gibibytes(estimate.needed(), 2) +
                              " a processor and mem1 holds " + format::gibibytes(estimate.capacity, 2)));
}

/// What is charged whole although it is often hidden.
void add_not_overlapped(const Program& program, const ProgramEstimate& estimate, Diagnostics& out)
{
    const strategy::Execution& execution = program.execution;
    const Seconds exchange = estimate.breakdown[Component::data_parallel];
    if (strategy::gradient_group(execution) > 1 && strategy::sharding(execution) != StateSharding::full)
        out.push_back(finding("estimate.not_overlapped", "data",
                              "gradient exchange not overlapped: " + format::seconds(exchange) +
                                  " of the step are an upper bound"));
    if (strategy::tensor_degree(execution) > 1 || strategy::expert(execution).degree > 1)
        out.push_back(finding("estimate.not_overlapped", "tensor",
                              "collectives of tensor and expert parallelism are not overlapped with work"));
}

} // namespace

Diagnostics findings_of(const Program& program, const ProgramEstimate& estimate)
{
    const strategy::Execution& execution = program.execution;
    Diagnostics out;
    add_memory(estimate, out);
    if (!estimate.training)
        return out;
    const std::int64_t p = strategy::pipeline_degree(execution), m = strategy::microbatch_count(execution);
    if (strategy::virtual_stages(execution) > 1 && m % p != 0)
        out.push_back(
            finding("schedule.no_executable_order", "microbatch_count",
                    std::to_string(m) + " microbatches are no multiple of " + std::to_string(p) +
                        " stages, so interleaving has no executable order; every chunk is taken to be as slow "
                        "as the slowest"));
    if (strategy::sharding(execution) >= StateSharding::gradients && p > 1)
        out.push_back(finding("strategy.sharding.full_with_pipeline", "data.sharding",
                              "with " + std::to_string(p) +
                                  " stages what is shared out is gathered and scattered for every microbatch"));
    if (strategy::sharding(execution) >= StateSharding::gradients && program.model.moe &&
        strategy::expert_data_degree(execution) == 1)
        out.push_back(finding("strategy.sharding.experts_not_sharded", "data.sharding",
                              "no two ranks hold the same routed experts: their weights are not shared out"));
    const std::int64_t cp = strategy::context(execution).degree;
    if (cp > 1 && program.model.attention.window &&
        *program.model.attention.window <= program.model.sequence / (2 * cp))
        out.push_back(finding("strategy.context.window_crosses", "context.degree",
                              "a window of " + std::to_string(*program.model.attention.window) +
                                  " tokens needs no keys from afar, and the steps that carry none are charged"));
    add_not_overlapped(program, estimate, out);
    if (program.model.moe && program.model.moe->imbalance != 1)
        out.push_back(finding("estimate.imbalance", "model.moe.imbalance",
                              "the fullest rank has " + format::significant(program.model.moe->imbalance, 3) +
                                  " times the mean of the experts' rows; time and memory are its own"));
    return out;
}

} // namespace blueprinting::program
