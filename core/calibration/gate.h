#pragma once
#include "core/calibration/report.h"

#include <optional>

namespace blueprinting::calibration {

/// What must not change, and how much room the rest has. Frozen in data/contracts/baseline.json; a new golden is an
/// edit that a reviewer sees. There is no way to accept what the program currently prints.
struct Contract {
    static constexpr std::string_view kSchema = "blueprinting.regression-contract.v0";

    struct Case {
        std::string name;
        InputFile model, execution, system;
        std::string portable_digest;
        bool operator==(const Case&) const = default;
    };
    /// Aggregates of the eight cases, each to be met within `tolerance`, in percent.
    struct Goldens {
        double peak_only_mean_absolute_percent = 0;
        double evidence_vs_paper_mean_absolute_percent = 0;
        double evidence_vs_paper_max_absolute_percent = 0;
        double tolerance = 0;
        bool operator==(const Goldens&) const = default;
    };
    /// Upper bounds, percent but for memory.
    struct Budgets {
        double workload_percent = 0;
        double timing_component_percent = 0;
        double timing_total_percent = 0;
        double paper_mean_percent = 0;
        double paper_max_percent = 0;
        double memory_bytes = 0;
        bool operator==(const Budgets&) const = default;
    };

    std::string report_schema;
    oracle::Identity oracle;
    std::string evidence_revision;
    bool fit_against_case_outputs = false;
    bool oracle_read_during_lowering = false;
    bool oracle_read_during_costing = false;
    std::vector<Case> cases; ///< in order
    Goldens goldens;
    Budgets budgets;
    bool operator==(const Contract&) const = default;
};

Json to_json(const Contract& contract);
/// Strict: contract.schema, reader.*.
Result<Contract> contract_from_json(const JsonDocument& document);
/// The contract that the program carries.
Result<Contract> baseline_contract();

/// A first contract: identity and provenance of a report, with the goldens and budgets that are published for the eight
/// cases. For a deliberate first writing only.
Contract first_contract(const Report& report);

enum class CheckKind {
    report_schema,
    oracle_identity,
    input,
    evidence_revision,
    policy,
    case_names,
    plan_digest,
    golden,
    budget
};
std::string_view to_string(CheckKind kind);

/// One line of the gate.
struct Check {
    CheckKind kind = CheckKind::budget;
    std::string name;
    bool passed = false;
    std::string expected, actual;
    /// Of goldens and budgets: the share of the allowance that is used (1 = all of it); nothing for what must be equal.
    std::optional<double> used;
    /// Of goldens the deviation, of budgets the figure itself; and what it may be at most. Infinite, as `used` is,
    /// where not everything was compared: `state` then says why, and such a check never passes.
    double figure = 0, allowed = 0;
    oracle::State state = oracle::State::value;
};

/// Every check, failed or not.
std::vector<Check> check(const Report& report, const Contract& contract);
bool all_passed(const std::vector<Check>& checks);
/// "name: expected …; actual …"
std::string to_line(const Check& check);

} // namespace blueprinting::calibration
