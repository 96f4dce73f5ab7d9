#include "core/base/embedded_file.h"
#include "core/base/object_reader.h"
#include "core/calibration/gate.h"

#include <span>

namespace blueprinting::calibration {

std::span<const EmbeddedFile> embedded_contracts(); // defined by packaging/cmake/EmbedData.cmake

namespace {

Json file_json(const InputFile& file) { return {{"file", file.file}, {"sha256", file.sha256}}; }

class ContractReader {
public:
    explicit ContractReader(const JsonDocument& document) : m_document(document) {}
    Contract read();
    Diagnostics diagnostics;

private:
    template <class Read>
    void object(ObjectReader& parent, const char* key, Read read)
    {
        const Json* value = parent.object(key);
        if (!value)
            return;
        ObjectReader reader(m_document, *value, parent.pointer(key), diagnostics);
        read(reader);
        reader.finish();
    }
    InputFile file(ObjectReader& parent, const char* key)
    {
        InputFile out;
        object(parent, key, [&](ObjectReader& reader) {
            out.file = reader.string("file").value_or("");
            out.sha256 = reader.string("sha256").value_or("");
        });
        return out;
    }
    /// A bound or a golden: finite, and a bound of zero or less could not be used up in parts.
    double positive(ObjectReader& reader, const char* key)
    {
        const auto value = reader.number(key);
        if (value && *value <= 0)
            reader.fail("reader.range", key, "must be above 0");
        return value.value_or(1);
    }
    const JsonDocument& m_document;
};

Contract ContractReader::read()
{
    Contract out;
    ObjectReader root(m_document, m_document.root(), "", diagnostics);
    if (!root.valid())
        return out;
    if (const auto schema = root.string("schema"); schema && *schema != Contract::kSchema) {
        root.fail("contract.schema", "schema",
                  "must be \"" + std::string(Contract::kSchema) + "\", not \"" + *schema + "\"");
        return out;
    }
    out.report_schema = root.string("report_schema").value_or("");
    object(root, "oracle", [&](ObjectReader& reader) {
        out.oracle = {reader.string("name").value_or(""), reader.string("package_version").value_or(""),
                      reader.string("source_repository").value_or(""), reader.string("source_digest").value_or(""),
                      reader.string("provider").value_or("")};
    });
    out.evidence_revision = root.string("evidence_revision").value_or("");
    object(root, "policy", [&](ObjectReader& reader) {
        out.fit_against_case_outputs = reader.boolean("fit_against_case_outputs").value_or(false);
        out.oracle_read_during_lowering = reader.boolean("oracle_read_during_lowering").value_or(false);
        out.oracle_read_during_costing = reader.boolean("oracle_read_during_costing").value_or(false);
    });
    const Json* cases = root.array("cases");
    for (std::size_t i = 0; cases && i < cases->size() && !diagnostics.full(); ++i) {
        ObjectReader reader(m_document, (*cases)[i], "/cases" + pointer_step(i), diagnostics);
        Contract::Case one;
        one.name = reader.string("case").value_or("");
        one.model = file(reader, "model");
        one.execution = file(reader, "execution");
        one.system = file(reader, "system");
        one.portable_digest = reader.string("portable_digest").value_or("");
        reader.finish();
        out.cases.push_back(std::move(one));
    }
    object(root, "goldens", [&](ObjectReader& reader) {
        out.goldens = {positive(reader, "peak_only_mean_absolute_error_percent"),
                       positive(reader, "system_evidence_vs_paper_mean_absolute_error_percent"),
                       positive(reader, "system_evidence_vs_paper_max_absolute_error_percent"),
                       positive(reader, "tolerance")};
    });
    object(root, "budgets", [&](ObjectReader& reader) {
        out.budgets = {positive(reader, "workload_percent"),     positive(reader, "timing_component_percent"),
                       positive(reader, "timing_total_percent"), positive(reader, "paper_mean_percent"),
                       positive(reader, "paper_max_percent"),    positive(reader, "memory_bytes")};
    });
    root.finish();
    return out;
}

} // namespace

Json to_json(const Contract& contract)
{
    Json cases = Json::array();
    for (const Contract::Case& one : contract.cases)
        cases.push_back({{"case", one.name},
                         {"model", file_json(one.model)},
                         {"execution", file_json(one.execution)},
                         {"system", file_json(one.system)},
                         {"portable_digest", one.portable_digest}});
    return {
        {"schema", Contract::kSchema},
        {"report_schema", contract.report_schema},
        {"oracle",
         {{"name", contract.oracle.name},
          {"package_version", contract.oracle.package_version},
          {"source_repository", contract.oracle.source_repository},
          {"source_digest", contract.oracle.source_digest},
          {"provider", contract.oracle.provider}}},
        {"evidence_revision", contract.evidence_revision},
        {"policy",
         {{"fit_against_case_outputs", contract.fit_against_case_outputs},
          {"oracle_read_during_lowering", contract.oracle_read_during_lowering},
          {"oracle_read_during_costing", contract.oracle_read_during_costing}}},
        {"cases", std::move(cases)},
        {"goldens",
         {{"peak_only_mean_absolute_error_percent", contract.goldens.peak_only_mean_absolute_percent},
          {"system_evidence_vs_paper_mean_absolute_error_percent",
           contract.goldens.evidence_vs_paper_mean_absolute_percent},
          {"system_evidence_vs_paper_max_absolute_error_percent",
           contract.goldens.evidence_vs_paper_max_absolute_percent},
          {"tolerance", contract.goldens.tolerance}}},
        {"budgets",
         {{"workload_percent", contract.budgets.workload_percent},
          {"timing_component_percent", contract.budgets.timing_component_percent},
          {"timing_total_percent", contract.budgets.timing_total_percent},
          {"paper_mean_percent", contract.budgets.paper_mean_percent},
          {"paper_max_percent", contract.budgets.paper_max_percent},
          {"memory_bytes", contract.budgets.memory_bytes}}},
    };
}

Result<Contract> contract_from_json(const JsonDocument& document)
{
    ContractReader reader(document);
    Contract contract = reader.read();
    if (!reader.diagnostics.empty())
        return reader.diagnostics;
    return contract;
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
