#pragma once
#include "core/base/result.h"
#include "core/calibration/memory_figures.h"
#include "core/calibration/report.h"
#include "ui/workspace/workspace.h"

/// What the view's jobs do, off the GUI thread: everything between the inputs and the report, with progress and cancel.
namespace blueprinting::ui {

/// The eight cases, each held against the Calculon that is made here and against the paper.
Result<calibration::Report> run_cases(const JobContext& context, const OracleFactory& make_calculon);
/// The memory of Figures 1 and 7, against the same two.
Result<calibration::MemoryFigures> run_figures(const JobContext& context, const OracleFactory& make_calculon);

} // namespace blueprinting::ui
