#include "core/calibration/figure_json.h"
#include "core/calibration/report.h"

namespace blueprinting::calibration {
namespace {

Json file(const InputFile& input) { return {{"file", input.file}, {"sha256", input.sha256}}; }

template <class Values, class Write>
Json by_component(const Values& values, Write write)
{
    Json out = Json::object();
    for (std::size_t i = 0; i < cost::kComponents; ++i)
        out[std::string(to_string(static_cast<cost::Component>(i)))] = write(values[i]);
    return out;
}

Json case_json(const CaseReport& one)
{
    Json checkpoints = Json::array();
    for (const CheckpointStamp& stamp : one.checkpoints)
        checkpoints.push_back({{"pass", stamp.pass}, {"schema", stamp.schema}, {"digest", stamp.digest}});
    Json workload = Json::object();
    for (std::size_t i = 0; i < ir::kBlockMetrics; ++i) {
        const Comparison& comparison = one.workload[i];
        workload[std::string(name_of(static_cast<ir::BlockMetric>(i)))] = {
            {"blueprinting", number_json(comparison.blueprinting)},
            {"reference", figure_json(comparison.reference)},
            {"relative_error_percent", figure_json(comparison.error_percent)}};
    }
    Json out{
        {"case", one.name},
        {"inputs", {{"model", file(one.model)}, {"execution", file(one.execution)}, {"system", file(one.system)}}},
        {"ir",
         {{"model_digest", one.model_digest},
          {"distributed_digest", one.distributed_digest},
          {"portable_digest", one.portable_digest},
          {"pass_checkpoints", std::move(checkpoints)}}},
        {"workload_audit", std::move(workload)},
        {"timing_seconds",
         {{"peak_only", number_json(one.peak_only_seconds)},
          {"system_evidence", number_json(one.evidence_seconds)},
          {"calculon", figure_json(one.calculon_seconds)},
          {"paper", figure_json(one.paper_seconds)}}},
        {"timing_error_percent",
         {{"peak_only_vs_calculon", figure_json(one.peak_only_vs_calculon)},
          {"system_evidence_vs_calculon", figure_json(one.evidence_vs_calculon)},
          {"system_evidence_vs_paper", figure_json(one.evidence_vs_paper)}}},
        {"estimated_breakdown_seconds", by_component(one.evidence_breakdown, number_json)},
        {"peak_only_breakdown_seconds", by_component(one.peak_only_breakdown, number_json)},
        {"calculon_breakdown_seconds", by_component(one.calculon_breakdown, figure_json)},
        {"memory_bytes",
         {{"estimated", number_json(one.memory_bytes.blueprinting)},
          {"calculon", figure_json(one.memory_bytes.reference)},
          {"relative_error_percent", figure_json(one.memory_bytes.error_percent)}}},
        {"recompute_counter_audit",
         {{"calculon_block_re_flops", figure_json(one.calculon_recompute_counter)},
          {"derived_explicit_operations", number_json(one.derived_recompute_operations)},
          {"note", "the reference's counter adds the running forward prefix at every recomputed layer while its time "
                   "adds only the "
                   "recomputed layers; compared here, copied nowhere"}}},
    };
    if (!one.calculon_refusal.empty())
        out["calculon_refusal"] = one.calculon_refusal;
    if (!one.calculon_failure.empty())
        out["calculon_failure"] = one.calculon_failure;
    return out;
}

Json summary_json(const Summary& summary)
{
    return {
        {"case_count", summary.case_count},
        {"peak_only_mean_absolute_error_percent", figure_json(summary.peak_only_mean_absolute_percent)},
        {"system_evidence_mean_absolute_error_percent", figure_json(summary.evidence_mean_absolute_percent)},
        {"system_evidence_max_absolute_error_percent", figure_json(summary.evidence_max_absolute_percent)},
        {"workload_max_absolute_error_percent", figure_json(summary.workload_max_absolute_percent)},
        {"memory_max_absolute_error_bytes", figure_json(summary.memory_max_absolute_bytes)},
        {"breakdown_error",
         by_component(summary.breakdown,
                      [](const ComponentError& error) -> Json {
                          return {{"mean_absolute_error_percent", figure_json(error.mean_absolute_percent)},
                                  {"max_absolute_error_percent", figure_json(error.max_absolute_percent)},
                                  {"max_absolute_error_seconds", figure_json(error.max_absolute_seconds)}};
                      })},
        {"system_evidence_vs_paper_mean_absolute_error_percent",
         figure_json(summary.evidence_vs_paper_mean_absolute_percent)},
        {"system_evidence_vs_paper_max_absolute_error_percent",
         figure_json(summary.evidence_vs_paper_max_absolute_percent)},
    };
}

} // namespace

Json to_json(const Report& report)
{
    Json cases = Json::array();
    for (const CaseReport& one : report.cases)
        cases.push_back(case_json(one));
    return {
        {"schema", Report::kSchema},
        {"oracle",
         {{"name", report.oracle.name},
          {"package_version", report.oracle.package_version},
          {"source_repository", report.oracle.source_repository},
          {"source_digest", report.oracle.source_digest},
          {"provider", report.oracle.provider}}},
        {"paper_baseline",
         {{"name", report.paper_baseline.name},
          {"paper", report.paper_baseline.paper},
          {"source", report.paper_baseline.source}}},
        {"hardware", {{"name", report.hardware.name}, {"evidence_revision", report.hardware.evidence_revision}}},
        {"calibration_policy",
         {{"scope", report.policy.scope},
          {"evidence", report.policy.evidence},
          {"shared_across_cases", report.policy.shared_across_cases},
          {"fit_against_case_outputs", report.policy.fit_against_case_outputs},
          {"oracle_read_during_lowering", report.policy.oracle_read_during_lowering},
          {"oracle_read_during_costing", report.policy.oracle_read_during_costing},
          {"forbidden_inputs", report.policy.forbidden_inputs}}},
        {"summary", summary_json(report.summary)},
        {"cases", std::move(cases)},
    };
}

} // namespace blueprinting::calibration
