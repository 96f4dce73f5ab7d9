#include "core/base/embedded_file.h"
#include "core/calibration/gate.h"
#include "core/calibration/json_fields.h"

#include <span>

namespace blueprinting::calibration {

std::span<const EmbeddedFile> embedded_contracts(); // defined by packaging/cmake/EmbedData.cmake

void fields(auto& visit, Of<Contract::Case> auto& one)
{
    visit("case", one.name);
    visit("model", one.model);
    visit("execution", one.execution);
    visit("system", one.system);
    visit("portable_digest", one.portable_digest);
}

void fields(auto& visit, Of<Contract::Goldens> auto& goldens)
{
    visit.positive("peak_only_mean_absolute_error_percent", goldens.peak_only_mean_absolute_percent);
    visit.positive("system_evidence_vs_paper_mean_absolute_error_percent",
                   goldens.evidence_vs_paper_mean_absolute_percent);
    visit.positive("system_evidence_vs_paper_max_absolute_error_percent",
                   goldens.evidence_vs_paper_max_absolute_percent);
    visit.positive("tolerance", goldens.tolerance);
}

void fields(auto& visit, Of<Contract::Budgets> auto& budgets)
{
    visit.positive("workload_percent", budgets.workload_percent);
    visit.positive("timing_component_percent", budgets.timing_component_percent);
    visit.positive("timing_total_percent", budgets.timing_total_percent);
    visit.positive("paper_mean_percent", budgets.paper_mean_percent);
    visit.positive("paper_max_percent", budgets.paper_max_percent);
    visit.positive("memory_bytes", budgets.memory_bytes);
}

void fields(auto& visit, Of<Contract> auto& contract)
{
    visit("report_schema", contract.report_schema);
    visit("oracle", contract.oracle);
    visit("evidence_revision", contract.evidence_revision);
    visit.object("policy", [&](auto& policy) {
        policy("fit_against_case_outputs", contract.fit_against_case_outputs);
        policy("oracle_read_during_lowering", contract.oracle_read_during_lowering);
        policy("oracle_read_during_costing", contract.oracle_read_during_costing);
    });
    visit("cases", contract.cases);
    visit("goldens", contract.goldens);
    visit("budgets", contract.budgets);
}

Json to_json(const Contract& contract) { return Document<Contract>::written(contract); }

Result<Contract> contract_from_json(const JsonDocument& document)
{
    return Document<Contract>::read(document, "contract.schema");
}

Result<Contract> baseline_contract()
{
    const EmbeddedFile& file = embedded_contracts().front();
    const auto document = JsonDocument::parse(std::string(file.bytes), std::string(file.path));
    if (!document)
        return document.failure_as<Contract>();
    return contract_from_json(*document);
}

Contract first_contract(const Report& report)
{
    Contract out;
    out.report_schema = Report::kSchema;
    out.oracle = report.oracle;
    out.evidence_revision = report.hardware.evidence_revision;
    out.fit_against_case_outputs = report.policy.fit_against_case_outputs;
    out.oracle_read_during_lowering = report.policy.oracle_read_during_lowering;
    out.oracle_read_during_costing = report.policy.oracle_read_during_costing;
    for (const CaseReport& one : report.cases)
        out.cases.push_back({one.name, one.model, one.execution, one.system, one.portable_digest});
    // Not what this program printed: the published aggregates of the eight cases.
    out.goldens = {12.993831306582473, 3.654361437637248, 8.874452316395821, 1e-12};
    out.budgets = {1e-9, 1e-9, 1e-9, 3.7, 8.9, 1};
    return out;
}

} // namespace blueprinting::calibration
