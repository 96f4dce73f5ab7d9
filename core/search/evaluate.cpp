#include "core/search/evaluate.h"

#include "core/strategy/derived.h"

namespace blueprinting::search {

Result<Evaluation> evaluate(const model::TransformerModel& model, const system::SystemProfile& system,
                            const strategy::Execution& execution, strategy::Rules rules)
{
    if (const auto broken = strategy::violations(model, system, execution, rules); !broken.empty())
        return strategy::as_diagnostics(broken);
    auto compilation = passes::compile(model, execution, rules);
    if (!compilation)
        return compilation.failure_as<Evaluation>();
    auto peak_only = cost::estimate(compilation->plan(), system, cost::View::peak_only, rules);
    if (!peak_only)
        return peak_only.failure_as<Evaluation>();
    auto evidence = cost::estimate(compilation->plan(), system, cost::View::system_evidence, rules);
    if (!evidence)
        return evidence.failure_as<Evaluation>();
    const ir::BlockMetrics metrics = ir::block_metrics(compilation->plan());
    return Evaluation{*std::move(compilation), *std::move(peak_only), *std::move(evidence), metrics};
}

Rates rates(const Evaluation& evaluation, const system::SystemProfile& system)
{
    const ir::PortablePlanIR& plan = evaluation.compilation.plan();
    const strategy::Execution& execution = plan.program.execution;
    const double seconds = evaluation.evidence.total.value();
    Rates out;
    if (seconds <= 0)
        return out;
    const auto batch = static_cast<double>(execution.global_batch);
    const auto ranks = static_cast<double>(strategy::world_size(execution));
    out.samples_per_second = batch / seconds;
    out.tokens_per_second_per_gpu = out.samples_per_second * static_cast<double>(plan.program.sequence) / ranks;

    double forward = 0; // of one block on one TP rank, one microbatch
    double recomputed = 0;
    for (const ir::PortableTask& task : plan.tasks) {
        if (task.engine != ir::EngineClass::matrix)
            continue;
        if (task.phase == ir::Phase::forward)
            forward += task.facts.operations.value();
        else if (task.phase == ir::Phase::recompute)
            recomputed += task.facts.operations.value();
    }
    const auto rate = system.matrix.find(execution.datatype);
    if (rate == system.matrix.end())
        return out;
    // Each of the d groups of p stages runs the m microbatches through all L blocks, each block on t ranks.
    const double blocks =
        static_cast<double>(plan.program.blocks) * static_cast<double>(strategy::microbatch_count(execution));
    const double peak = rate->second.tflops * 1e12 * static_cast<double>(strategy::pipeline_degree(execution));
    const double passes = strategy::is_training(execution) ? 3 : 1;
    out.mfu = passes * forward * blocks / (seconds * peak);
    out.hfu = (passes * forward + recomputed) * blocks / (seconds * peak);
    return out;
}

} // namespace blueprinting::search
