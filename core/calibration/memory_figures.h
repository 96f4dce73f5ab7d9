#pragma once
#include "core/base/cancel.h"
#include "core/calibration/experiment.h"

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace blueprinting::calibration {

/// What Figures 1 and 7 of arXiv 2205.05198 print.
enum class MemoryQuantity {
    parameters_and_optimizer, ///< bytes a GPU: weights, weight gradients and optimizer
    activations,              ///< bytes a GPU
    activations_of_none       ///< activations and checkpoints in percent of the model's "none"
};
std::string_view to_string(MemoryQuantity quantity); ///< "parameters_and_optimizer_bytes", …

/// One printed figure, the recorded reference and ours.
struct MemoryRow {
    std::string figure;   ///< "Figure 7"
    std::string strategy; ///< the execution preset: "seqsel-fig7/megatron-22B/full"
    MemoryQuantity quantity = MemoryQuantity::activations;
    double estimated = 0;
    oracle::Figure calculon, paper;
    Error estimated_vs_calculon, estimated_vs_paper, calculon_vs_paper; ///< signed, percent
    bool operator==(const MemoryRow&) const = default;
};

/// How far apart two of the three are, over the rows that have both.
struct MemoryDeviation {
    std::size_t rows = 0;
    double mean_absolute_percent = 0, max_absolute_percent = 0;
    std::string largest; ///< the strategy of the largest; empty where all agree
    bool operator==(const MemoryDeviation&) const = default;
};

struct MemoryFigureSummary {
    std::string figure;
    MemoryDeviation estimated_vs_calculon, estimated_vs_paper, calculon_vs_paper;
    bool operator==(const MemoryFigureSummary&) const = default;
};

struct MemoryFigures {
    static constexpr std::string_view kSchema = "blueprinting.memory-figures.v0";
    oracle::Identity oracle;
    PaperBaseline paper_baseline;
    Hardware hardware;
    std::vector<MemoryFigureSummary> summary; ///< one a figure
    std::vector<MemoryRow> rows;              ///< by figure, model size, strategy and quantity
    std::map<std::string, std::string>
        calculon_failures; ///< why Calculon gave no answer of a strategy; such rows are not covered
    bool operator==(const MemoryFigures&) const = default;
};

/// The strategies of one figure, "seqsel-fig1/" or "seqsel-fig7/", by model size and then none, seq, sel, seqsel, full;
/// each named by its whole preset.
Result<std::vector<CaseInputs>> figure_cases(std::string_view prefix);

/// Compiles and prices every strategy of Figures 1 and 7 with the Calculon-compatible rules, and only when all
/// estimates stand asks the two oracles. Where Calculon fails at some of them the others stand, as in run_experiment.
/// That the paper is far off is a finding, no failure. `progress` is called on the caller's thread: of every strategy
/// when its estimates stand, and then of every one before Calculon is asked about it and when both have answered.
Result<MemoryFigures> run_memory_figures(oracle::Oracle& calculon, oracle::Oracle& paper,
                                         const std::function<void(const Progress&)>& progress,
                                         const CancelToken& cancel);

/// {schema, oracle, paper_baseline, hardware, summary[], rows[], calculon_failures{} where there are some}; an infinite
/// error is "Infinity", a figure that is no value its state in words; a deviation over no rows is null.
Json to_json(const MemoryFigures& figures);

} // namespace blueprinting::calibration
