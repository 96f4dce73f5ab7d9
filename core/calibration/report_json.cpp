#include "core/calibration/json_fields.h"

namespace blueprinting::calibration {
namespace {

/// Numbers by component, or by block metric, under the names of these.
void by_component(auto& visit, const std::string& key, auto& values)
{
    visit.object(key, [&](auto& inner) {
        for (std::size_t i = 0; i < values.size(); ++i)
            inner(std::string(to_string(static_cast<cost::Component>(i))), values[i]);
    });
}

void by_metric(auto& visit, const std::string& key, auto& values)
{
    visit.object(key, [&](auto& inner) {
        for (std::size_t i = 0; i < values.size(); ++i)
            inner(std::string(name_of(static_cast<ir::BlockMetric>(i))), values[i]);
    });
}

} // namespace

void fields(auto& visit, Of<CheckpointStamp> auto& stamp)
{
    visit("pass", stamp.pass);
    visit("schema", stamp.schema);
    visit("digest", stamp.digest);
}

void fields(auto& visit, Of<Comparison> auto& comparison)
{
    visit("blueprinting", comparison.blueprinting);
    visit("reference", comparison.reference);
    visit("relative_error_percent", comparison.error_percent);
}

void fields(auto& visit, Of<ComponentError> auto& error)
{
    visit("mean_absolute_error_percent", error.mean_absolute_percent);
    visit("max_absolute_error_percent", error.max_absolute_percent);
    visit("max_absolute_error_seconds", error.max_absolute_seconds);
}

void fields(auto& visit, Of<Policy> auto& policy)
{
    visit("scope", policy.scope);
    visit("evidence", policy.evidence);
    visit("shared_across_cases", policy.shared_across_cases);
    visit("fit_against_case_outputs", policy.fit_against_case_outputs);
    visit("oracle_read_during_lowering", policy.oracle_read_during_lowering);
    visit("oracle_read_during_costing", policy.oracle_read_during_costing);
    visit("forbidden_inputs", policy.forbidden_inputs);
}

void fields(auto& visit, Of<Summary> auto& summary)
{
    visit("case_count", summary.case_count);
    visit("peak_only_mean_absolute_error_percent", summary.peak_only_mean_absolute_percent);
    visit("system_evidence_mean_absolute_error_percent", summary.evidence_mean_absolute_percent);
    visit("system_evidence_max_absolute_error_percent", summary.evidence_max_absolute_percent);
    visit("workload_max_absolute_error_percent", summary.workload_max_absolute_percent);
    visit("memory_max_absolute_error_bytes", summary.memory_max_absolute_bytes);
    visit("system_evidence_vs_paper_mean_absolute_error_percent", summary.evidence_vs_paper_mean_absolute_percent);
    visit("system_evidence_vs_paper_max_absolute_error_percent", summary.evidence_vs_paper_max_absolute_percent);
    by_component(visit, "breakdown_error", summary.breakdown);
}

void fields(auto& visit, Of<CaseReport> auto& one)
{
    visit("case", one.name);
    visit.object("inputs", [&](auto& inputs) {
        inputs("model", one.model);
        inputs("execution", one.execution);
        inputs("system", one.system);
    });
    visit.object("ir", [&](auto& ir) {
        ir("model_digest", one.model_digest);
        ir("distributed_digest", one.distributed_digest);
        ir("portable_digest", one.portable_digest);
        ir("pass_checkpoints", one.checkpoints);
    });
    by_metric(visit, "workload_audit", one.workload);
    visit.object("timing_seconds", [&](auto& timing) {
        timing("peak_only", one.peak_only_seconds);
        timing("system_evidence", one.evidence_seconds);
        timing("calculon", one.calculon_seconds);
        timing("paper", one.paper_seconds);
    });
    visit.object("timing_error_percent", [&](auto& errors) {
        errors("peak_only_vs_calculon", one.peak_only_vs_calculon);
        errors("system_evidence_vs_calculon", one.evidence_vs_calculon);
        errors("system_evidence_vs_paper", one.evidence_vs_paper);
    });
    by_component(visit, "estimated_breakdown_seconds", one.evidence_breakdown);
    by_component(visit, "peak_only_breakdown_seconds", one.peak_only_breakdown);
    by_component(visit, "calculon_breakdown_seconds", one.calculon_breakdown);
    visit.object("memory_bytes", [&](auto& memory) {
        memory("estimated", one.memory_bytes.blueprinting);
        memory("calculon", one.memory_bytes.reference);
        memory("relative_error_percent", one.memory_bytes.error_percent);
    });
    visit.object("recompute_counter_audit", [&](auto& audit) {
        audit("calculon_block_re_flops", one.calculon_recompute_counter);
        audit("derived_explicit_operations", one.derived_recompute_operations);
        audit.note("note", "the reference's counter adds the running forward prefix at every recomputed layer while "
                           "its time adds only the recomputed layers; compared here, copied nowhere");
    });
    visit.if_any("calculon_refusal", one.calculon_refusal);
    visit.if_any("calculon_failure", one.calculon_failure);
}

void fields(auto& visit, Of<Report> auto& report)
{
    visit("oracle", report.oracle);
    visit("paper_baseline", report.paper_baseline);
    visit("hardware", report.hardware);
    visit("calibration_policy", report.policy);
    visit("summary", report.summary);
    visit("cases", report.cases);
}

Json to_json(const Report& report) { return Document<Report>::written(report); }

Result<Report> report_from_json(const JsonDocument& document)
{
    return Document<Report>::read(document, "report.schema");
}

} // namespace blueprinting::calibration
