#pragma once
#include "core/base/digest.h"
#include "core/base/json_document.h"
#include "core/cost/estimate.h"
#include "core/ir/block_metrics.h"
#include "core/oracle/oracle.h"

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace blueprinting::calibration {

/// The SHA-256 of an input. A model's and a system's are of the file's bytes; the executions share a file, so that
/// theirs is of the canonical JSON of the one entry, named behind "#".
struct InputFile {
    std::string file;
    std::string sha256;
    bool operator==(const InputFile&) const = default;
};

struct CheckpointStamp {
    std::string pass, schema, digest;
    bool operator==(const CheckpointStamp&) const = default;
};

/// An error that exists only where the reference has a figure. May be infinite.
using Error = oracle::Figure;

/// Signed, in percent of the reference; where that has no figure, why not.
Error error_of(double ours, const oracle::Figure& reference);

/// Both sides of one comparison.
struct Comparison {
    double blueprinting = 0;
    oracle::Figure reference;
    Error error_percent;
    bool operator==(const Comparison&) const = default;
};

struct CaseReport {
    std::string name;
    InputFile model, execution, system;
    std::string model_digest, distributed_digest, portable_digest;
    std::vector<CheckpointStamp> checkpoints; ///< of the two lowering passes
    std::array<Comparison, ir::kBlockMetrics> workload;
    double peak_only_seconds = 0;
    double evidence_seconds = 0;
    oracle::Figure calculon_seconds, paper_seconds;
    std::string calculon_refusal; ///< its own words, where it refuses the case; else empty
    std::string calculon_failure; ///< why it gave no answer at all; its figures are then not covered
    Error peak_only_vs_calculon, evidence_vs_calculon, evidence_vs_paper;
    std::array<double, cost::kComponents> evidence_breakdown{}, peak_only_breakdown{};
    std::array<oracle::Figure, cost::kComponents> calculon_breakdown;
    Comparison memory_bytes;
    oracle::Figure calculon_recompute_counter; ///< block_re_flops
    double derived_recompute_operations = 0;
    bool operator==(const CaseReport&) const = default;
};

struct ComponentError {
    Error mean_absolute_percent, max_absolute_percent, max_absolute_seconds;
    bool operator==(const ComponentError&) const = default;
};

/// Over the cases in which there was something to compare with; where there is none, why: refused where every case is
/// refused, and so on, and not covered where the cases' reasons differ.
struct Summary {
    std::size_t case_count = 0; ///< all of them
    Error peak_only_mean_absolute_percent;
    Error evidence_mean_absolute_percent, evidence_max_absolute_percent;
    Error workload_max_absolute_percent;
    Error memory_max_absolute_bytes;
    std::array<ComponentError, cost::kComponents> breakdown;
    Error evidence_vs_paper_mean_absolute_percent, evidence_vs_paper_max_absolute_percent;
    bool operator==(const Summary&) const = default;
};

struct PaperBaseline {
    std::string name, paper, source;
    bool operator==(const PaperBaseline&) const = default;
};

struct Hardware {
    std::string name, evidence_revision;
    bool operator==(const Hardware&) const = default;
};

/// What was allowed to be known. The flags state what the structure of the program enforces.
struct Policy {
    std::string scope;
    std::vector<std::string> evidence;
    bool shared_across_cases = true;
    bool fit_against_case_outputs = false;
    bool oracle_read_during_lowering = false;
    bool oracle_read_during_costing = false;
    std::vector<std::string> forbidden_inputs;
    bool operator==(const Policy&) const = default;
};

struct Report {
    static constexpr std::string_view kSchema = "blueprinting.calculon-calibration-experiment.v0";
    oracle::Identity oracle;
    PaperBaseline paper_baseline;
    Hardware hardware;
    Policy policy;
    Summary summary;
    std::vector<CaseReport> cases;
    bool operator==(const Report&) const = default;
};

/// The report with every error and the summary worked out anew from the figures that it holds. What a file says of
/// itself is not taken on trust: a report that adds up is equal to this.
Report recomputed(Report report);

/// JSON has no infinity: an infinite error is "Infinity" (or "-Infinity"). A figure that is no value is its state in
/// words.
Json to_json(const Report& report);
/// Strict; report.schema where it is none of ours. Reading back what was written gives an equal report.
Result<Report> report_from_json(const JsonDocument& document);

} // namespace blueprinting::calibration
