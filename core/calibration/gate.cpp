#include "core/calibration/gate.h"

#include "core/base/joined.h"
#include "core/base/written_number.h"

#include <algorithm>
#include <cmath>

namespace blueprinting::calibration {
namespace {

/// Shortest digits that give the same double: a gate compares to 1e-12, so nothing is rounded away.
std::string exact(double value)
{
    if (std::isinf(value))
        return value > 0 ? "Infinity" : "-Infinity";
    return written(value);
}

class Gate {
public:
    void equal(CheckKind kind, std::string name, const std::string& expected, const std::string& actual)
    {
        m_checks.push_back({kind, std::move(name), expected == actual, expected, actual, std::nullopt});
    }
    void equal(CheckKind kind, std::string name, bool expected, bool actual)
    {
        equal(kind, std::move(name), std::string(expected ? "true" : "false"), std::string(actual ? "true" : "false"));
    }
    void golden(std::string name, double expected, double tolerance, const oracle::Figure& actual)
    {
        add(CheckKind::golden, std::move(name), exact(expected) + " ±" + exact(tolerance), actual, "",
            std::fabs(actual.value - expected), tolerance);
    }
    void budget(std::string name, double allowed, const oracle::Figure& actual, const std::string& unit)
    {
        add(CheckKind::budget, std::move(name), "≤ " + exact(allowed) + " " + unit, actual, " " + unit, actual.value,
            allowed);
    }
    std::vector<Check> take() { return std::move(m_checks); }

private:
    void add(CheckKind kind, std::string name, std::string expected, const oracle::Figure& actual,
             const std::string& unit, double figure, double allowed)
    {
        // What was not compared is no pass.
        std::string said = actual.has_value() ? exact(actual.value) + unit : std::string(to_string(actual.state));
        if (!actual.has_value())
            figure = INFINITY;
        const bool passed = figure <= allowed; // false for NaN and for an infinite error
        m_checks.push_back({kind, std::move(name), passed, std::move(expected), std::move(said), figure / allowed,
                            figure, allowed, actual.state});
    }
    std::vector<Check> m_checks;
};

void check_inputs(Gate& gate, const Contract::Case& expected, const CaseReport& actual)
{
    const auto file = [&](const char* what, const InputFile& a, const InputFile& b) {
        gate.equal(CheckKind::input, "input " + expected.name + " " + what, a.file + " " + a.sha256,
                   b.file + " " + b.sha256);
    };
    file("model", expected.model, actual.model);
    file("execution", expected.execution, actual.execution);
    file("system", expected.system, actual.system);
    gate.equal(CheckKind::plan_digest, "portable_digest " + expected.name, expected.portable_digest,
               actual.portable_digest);
}

void check_budgets(Gate& gate, const Report& report, const Contract::Budgets& budgets)
{
    // The figure where every case was compared, else the state of the first that was not.
    const auto whole = [&](const Error& figure, auto of_case) {
        if (report.cases.empty())
            return Error{};
        for (const CaseReport& one : report.cases)
            if (const oracle::State state = of_case(one); state != oracle::State::value)
                return Error{state, 0};
        return figure;
    };
    const Summary& summary = report.summary;
    gate.budget("workload", budgets.workload_percent,
                whole(summary.workload_max_absolute_percent,
                      [](const CaseReport& one) {
                          for (const Comparison& comparison : one.workload)
                              if (!comparison.error_percent.has_value())
                                  return comparison.error_percent.state;
                          return oracle::State::value;
                      }),
                "%");
    for (std::size_t i = 0; i < cost::kComponents; ++i)
        gate.budget("timing " + std::string(to_string(static_cast<cost::Component>(i))),
                    budgets.timing_component_percent,
                    whole(summary.breakdown[i].max_absolute_percent,
                          [i](const CaseReport& one) { return one.calculon_breakdown[i].state; }),
                    "%");
    gate.budget("timing total", budgets.timing_total_percent,
                whole(summary.evidence_max_absolute_percent,
                      [](const CaseReport& one) { return one.evidence_vs_calculon.state; }),
                "%");
    const auto paper = [](const CaseReport& one) { return one.evidence_vs_paper.state; };
    gate.budget("paper mean", budgets.paper_mean_percent, whole(summary.evidence_vs_paper_mean_absolute_percent, paper),
                "%");
    gate.budget("paper maximum", budgets.paper_max_percent,
                whole(summary.evidence_vs_paper_max_absolute_percent, paper), "%");
    gate.budget("memory", budgets.memory_bytes,
                whole(summary.memory_max_absolute_bytes,
                      [](const CaseReport& one) { return one.memory_bytes.reference.state; }),
                "B");
}

} // namespace

std::string_view to_string(CheckKind kind)
{
    switch (kind) {
    case CheckKind::report_schema: return "report schema";
    case CheckKind::oracle_identity: return "oracle identity";
    case CheckKind::input: return "input";
    case CheckKind::evidence_revision: return "evidence revision";
    case CheckKind::policy: return "policy";
    case CheckKind::case_names: return "case names";
    case CheckKind::plan_digest: return "plan digest";
    case CheckKind::golden: return "golden";
    case CheckKind::budget: return "budget";
    }
    return "";
}

std::vector<Check> check(const Report& report, const Contract& contract)
{
    Gate gate;
    gate.equal(CheckKind::report_schema, "report_schema", contract.report_schema, std::string(Report::kSchema));
    gate.equal(CheckKind::oracle_identity, "oracle name", contract.oracle.name, report.oracle.name);
    gate.equal(CheckKind::oracle_identity, "oracle package_version", contract.oracle.package_version,
               report.oracle.package_version);
    gate.equal(CheckKind::oracle_identity, "oracle source_repository", contract.oracle.source_repository,
               report.oracle.source_repository);
    gate.equal(CheckKind::oracle_identity, "oracle source_digest", contract.oracle.source_digest,
               report.oracle.source_digest);
    gate.equal(CheckKind::oracle_identity, "oracle provider", contract.oracle.provider, report.oracle.provider);
    gate.equal(CheckKind::evidence_revision, "evidence_revision", contract.evidence_revision,
               report.hardware.evidence_revision);
    gate.equal(CheckKind::policy, "policy fit_against_case_outputs", contract.fit_against_case_outputs,
               report.policy.fit_against_case_outputs);
    gate.equal(CheckKind::policy, "policy oracle_read_during_lowering", contract.oracle_read_during_lowering,
               report.policy.oracle_read_during_lowering);
    gate.equal(CheckKind::policy, "policy oracle_read_during_costing", contract.oracle_read_during_costing,
               report.policy.oracle_read_during_costing);
    gate.equal(CheckKind::case_names, "case names", joined(contract.cases, ", ", &Contract::Case::name),
               joined(report.cases, ", ", &CaseReport::name));
    for (const Contract::Case& expected : contract.cases) {
        const auto actual = std::find_if(report.cases.begin(), report.cases.end(),
                                         [&](const CaseReport& one) { return one.name == expected.name; });
        check_inputs(gate, expected, actual == report.cases.end() ? CaseReport{} : *actual);
    }
    const Contract::Goldens& goldens = contract.goldens;
    gate.golden("golden peak-only MAPE", goldens.peak_only_mean_absolute_percent, goldens.tolerance,
                report.summary.peak_only_mean_absolute_percent);
    gate.golden("golden paper mean", goldens.evidence_vs_paper_mean_absolute_percent, goldens.tolerance,
                report.summary.evidence_vs_paper_mean_absolute_percent);
    gate.golden("golden paper maximum", goldens.evidence_vs_paper_max_absolute_percent, goldens.tolerance,
                report.summary.evidence_vs_paper_max_absolute_percent);
    check_budgets(gate, report, contract.budgets);
    return gate.take();
}

bool all_passed(const std::vector<Check>& checks)
{
    return std::all_of(checks.begin(), checks.end(), [](const Check& check) { return check.passed; });
}

std::string to_line(const Check& check)
{
    return check.name + ": expected " + check.expected + "; actual " + check.actual;
}

} // namespace blueprinting::calibration
