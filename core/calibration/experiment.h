#pragma once
#include "core/base/cancel.h"
#include "core/calibration/report.h"
#include "core/oracle/oracle.h"

#include <functional>

namespace blueprinting::calibration {

/// What one case is of, and the files that say so.
struct CaseInputs {
    std::string name; ///< "megatron-22B/full"
    oracle::Question question;
    InputFile model, execution, system;
};

/// The eight cases of Table 5 of arXiv 2205.05198, in the paper's order, from the files that the program carries.
Result<std::vector<CaseInputs>> table5_cases();

/// Where a case is. `estimated` is said once both estimates stand and before any oracle is asked, `asking` right before
/// Calculon is asked about this case, which may take it a while.
struct Progress {
    enum class Stage { estimated, asking, compared } stage = Stage::compared;
    std::string name;
    std::size_t done = 0; ///< cases compared so far
    std::size_t total = 0;
    Seconds peak_only, evidence; ///< while estimated
};

/// Runs every case: compile, peak-only estimate, evidence estimate, and only then ask the two oracles. Compares with
/// the Calculon-compatible rules. A case that Calculon fails at is kept without its figures; where it fails at all of
/// them, or at the first two alike (the set-up is at fault then), the run fails as the first did; until it answers, all
/// questions together have the time of one (Oracle::begin_run). Cancelled between cases and by the oracle. `progress`
/// is called on the caller's thread.
Result<Report> run_experiment(const std::vector<CaseInputs>& cases, oracle::Oracle& calculon, oracle::Oracle& paper,
                              const std::function<void(const Progress&)>& progress, const CancelToken& cancel);

/// The summary that follows from the cases. Figures that an oracle does not give take no part.
Summary summarise(const std::vector<CaseReport>& cases);

} // namespace blueprinting::calibration
