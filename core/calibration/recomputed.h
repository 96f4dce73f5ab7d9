#pragma once
#include "core/calibration/report.h"

namespace blueprinting::calibration {

/// The report with every error and the summary worked out anew from the figures that it holds. What a file says of
/// itself is not taken on trust: a report that adds up is equal to this.
Report recomputed(Report report);

} // namespace blueprinting::calibration
