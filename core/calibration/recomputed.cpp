#include "core/calibration/experiment.h"

namespace blueprinting::calibration {
namespace {

/// Where the reference has no figure, what stands there instead of an error is kept: it names a state, not a number.
void work_out(Error& error, double ours, const oracle::Figure& reference)
{
    if (reference.has_value() || error.has_value())
        error = error_of(ours, reference);
}

} // namespace

Error error_of(double ours, const oracle::Figure& reference)
{
    return reference.has_value() ? Error::of(oracle::relative_error_percent(ours, reference.value))
                                 : Error{reference.state, 0};
}

Report recomputed(Report report)
{
    for (CaseReport& one : report.cases) {
        for (Comparison& comparison : one.workload)
            work_out(comparison.error_percent, comparison.blueprinting, comparison.reference);
        work_out(one.memory_bytes.error_percent, one.memory_bytes.blueprinting, one.memory_bytes.reference);
        work_out(one.peak_only_vs_calculon, one.peak_only_seconds, one.calculon_seconds);
        work_out(one.evidence_vs_calculon, one.evidence_seconds, one.calculon_seconds);
        work_out(one.evidence_vs_paper, one.evidence_seconds, one.paper_seconds);
    }
    report.summary = summarise(report.cases);
    return report;
}

} // namespace blueprinting::calibration
