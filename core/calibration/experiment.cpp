#include "core/calibration/experiment.h"

#include "core/calibration/failures.h"
#include "core/search/evaluate.h"

namespace blueprinting::calibration {
namespace {

Comparison compare(double ours, const oracle::Figure& reference)
{
    return {ours, reference, error_of(ours, reference)};
}

CheckpointStamp stamp(const passes::PassCheckpoint& checkpoint)
{
    return {checkpoint.pass, checkpoint.schema, checkpoint.output.hex()};
}

Policy policy()
{
    return {"target-wide, datatype-specific response curves",
            {"matrix operation-size efficiency", "vector operation-size efficiency", "memory transfer-size efficiency",
             "network bandwidth efficiency", "collective volume models"},
            true,
            false,
            false,
            false,
            {"model or case identity", "reference total time", "reference component time", "per-case correction",
             "gradient ratios taken from a reference", "fixed overlap ratio"}};
}

CaseReport case_report(const CaseInputs& inputs, const search::Evaluation& evaluation, const oracle::Answer& calculon,
                       const oracle::Answer& paper)
{
    CaseReport out;
    out.name = inputs.name;
    out.model = inputs.model;
    out.execution = inputs.execution;
    out.system = inputs.system;
    const passes::Compilation& compilation = evaluation.compilation;
    out.model_digest = compilation.model.output.hex();
    out.distributed_digest = compilation.distributed.output.hex();
    out.portable_digest = compilation.portable.output.hex();
    out.checkpoints = {stamp(compilation.distributed), stamp(compilation.portable)};
    for (std::size_t i = 0; i < ir::kBlockMetrics; ++i)
        out.workload[i] = compare(evaluation.metrics.values[i], calculon.metrics[i]);

    out.peak_only_seconds = evaluation.peak_only.total.value();
    out.evidence_seconds = evaluation.evidence.total.value();
    out.calculon_seconds = calculon.total_seconds;
    out.calculon_refusal = calculon.refusal;
    out.paper_seconds = paper.total_seconds;
    out.peak_only_vs_calculon = error_of(out.peak_only_seconds, calculon.total_seconds);
    out.evidence_vs_calculon = error_of(out.evidence_seconds, calculon.total_seconds);
    out.evidence_vs_paper = error_of(out.evidence_seconds, paper.total_seconds);
    for (std::size_t i = 0; i < cost::kComponents; ++i) {
        out.evidence_breakdown[i] = evaluation.evidence.breakdown.seconds[i].value();
        out.peak_only_breakdown[i] = evaluation.peak_only.breakdown.seconds[i].value();
    }
    out.calculon_breakdown = calculon.components;
    out.memory_bytes = compare(evaluation.evidence.memory.total().value(), calculon.memory_bytes);
    out.calculon_recompute_counter = calculon.reference_recompute_counter;
    out.derived_recompute_operations = ir::recompute_audit(compilation.plan()).derived_explicit_operations;
    return out;
}

} // namespace

Result<Report> run_experiment(const std::vector<CaseInputs>& cases, oracle::Oracle& calculon, oracle::Oracle& paper,
                              const std::function<void(const Progress&)>& progress, const CancelToken& cancel)
{
    Report report;
    report.oracle = calculon.identity();
    const oracle::Identity published = paper.identity();
    report.paper_baseline = {"Table 5", published.name, published.source_repository};
    report.policy = policy();

    Failures failures;
    calculon.begin_run();
    for (const CaseInputs& inputs : cases) {
        if (cancel.cancelled())
            return Cancelled{};
        const oracle::Question& question = inputs.question;
        const auto evaluation =
            search::evaluate(question.model, question.system, question.execution, strategy::Rules::calculon_compatible);
        if (!evaluation)
            return evaluation.failure_as<Report>();
        const auto say = [&](Progress::Stage stage) {
            if (progress)
                progress({stage, inputs.name, report.cases.size(), cases.size(), evaluation->peak_only.total,
                          evaluation->evidence.total});
        };
        // Both estimates stand; nothing that an oracle says can reach them any more.
        say(Progress::Stage::estimated);
        say(Progress::Stage::asking);
        const auto reference = calculon.ask(question, cancel);
        if (reference.cancelled())
            return Cancelled{};
        if (reference)
            failures.answered();
        else if (failures.add(reference.diagnostics()))
            return *failures.of_all();
        const auto printed = paper.ask(question, cancel);
        if (!printed)
            return printed.failure_as<Report>();
        report.cases.push_back(case_report(
            inputs, *evaluation, reference ? *reference : oracle::answer_of(oracle::State::not_covered), *printed));
        if (!reference)
            report.cases.back().calculon_failure = reference.diagnostics().front().message;

        const std::string revision = system::evidence_revision(question.system).hex();
        if (report.cases.size() == 1)
            report.hardware = {question.system.name, revision};
        else if (report.hardware.evidence_revision != revision)
            report.policy.shared_across_cases = false;
        say(Progress::Stage::compared);
    }
    if (const Diagnostics* failed = failures.of_all())
        return *failed;
    report.summary = summarise(report.cases);
    return report;
}

} // namespace blueprinting::calibration
