#include "core/search/evaluate.h"

#include "core/strategy/derived.h"
#include "core/strategy/mesh.h"

namespace blueprinting::search {

Diagnostics system_findings(const system::SystemProfile& system, const strategy::Execution& execution)
{
    Diagnostics out;
    if (execution.datatype == Datatype::bfloat16 && system::bfloat16_as_float16(system))
        out.push_back({Severity::finding, "system.bfloat16_as_float16", "datatype",
                       "the system has no rates of bfloat16; it is priced with those of float16, which data sheets "
                       "print as equal"});
    if (calibration(system, execution) == system::CalibrationStatus::datasheet)
        out.push_back({Severity::finding, "system.datasheet", "",
                       "the system is a data sheet: times are peak-only, an upper bound of speed, not calibrated"});
    return out;
}

std::optional<system::CalibrationStatus> calibration(const system::SystemProfile& system,
                                                     const strategy::Execution& execution)
{
    std::vector<std::int64_t> tiers;
    for (const strategy::MeshAxis& axis : strategy::mesh(execution))
        if (axis.degree > 1 && axis.tier != strategy::kAutomaticTier)
            tiers.push_back(axis.tier);
        else if (axis.degree > 1) // its groups lie where their ranks do: on any of them
            for (std::int64_t tier = 0; tier < std::ssize(system.networks); ++tier)
                tiers.push_back(tier);
    return system::calibration(system, execution.datatype, tiers);
}

Result<cost::View> shown_view(std::optional<system::CalibrationStatus> status, std::optional<cost::View> asked)
{
    const bool evidence = status != system::CalibrationStatus::datasheet;
    if (asked == cost::View::system_evidence && !evidence)
        return Diagnostic{
            Severity::error, "system.no_evidence", "view",
            "the system is a data sheet, which has no measured efficiencies: there is no evidence view of "
            "it, only peak_only, an upper bound"};
    return asked.value_or(evidence ? cost::View::system_evidence : cost::View::peak_only);
}

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
    const Diagnostics findings = system_findings(system, execution);
    for (cost::Estimate* each : {&*peak_only, &*evidence})
        each->findings.insert(each->findings.end(), findings.begin(), findings.end());
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
    const system::EngineRate* rate = system.matrix_rate(execution.datatype);
    if (!rate)
        return out;
    // Each of the d groups of p stages runs the m microbatches through all L blocks, each block on t ranks.
    const double blocks =
        static_cast<double>(plan.program.blocks) * static_cast<double>(strategy::microbatch_count(execution));
    const double peak = rate->tflops * 1e12 * static_cast<double>(strategy::pipeline_degree(execution));
    const double passes = strategy::is_training(execution) ? 3 : 1;
    out.mfu = passes * forward * blocks / (seconds * peak);
    out.hfu = (passes * forward + recomputed) * blocks / (seconds * peak);
    return out;
}

} // namespace blueprinting::search
