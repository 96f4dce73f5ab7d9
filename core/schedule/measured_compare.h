#pragma once
#include "core/schedule/measured_run.h"

/// Between measured_run.cpp and measured_compare.cpp.
namespace blueprinting::schedule::detail {

/// The spans of a device in order, a pair being one. Milliseconds.
struct MeasuredDevice {
    std::vector<double> start, end;
};

/// Aligns the clocks, simulates the same order and compares.
Result<MeasuredRun> compare(MeasuredRun run, WrittenOrder order, std::vector<MeasuredDevice> devices, double transfer);

} // namespace blueprinting::schedule::detail
