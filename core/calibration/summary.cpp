#include "core/calibration/experiment.h"

#include <algorithm>
#include <cmath>

namespace blueprinting::calibration {
namespace {

/// Mean and maximum of |error| over the cases that have one.
struct Spread {
    double sum = 0, max = 0;
    std::size_t count = 0;

    void add(const Error& error)
    {
        if (!error.has_value())
            return;
        sum += std::fabs(error.value);
        max = std::max(max, std::fabs(error.value));
        ++count;
    }
    [[nodiscard]] double mean() const { return count == 0 ? 0 : sum / static_cast<double>(count); }
};

ComponentError component_error(const std::vector<CaseReport>& cases, std::size_t component)
{
    Spread percent;
    double seconds = 0;
    for (const CaseReport& one : cases) {
        const oracle::Figure& reference = one.calculon_breakdown[component];
        if (!reference.has_value())
            continue;
        const double estimate = one.evidence_breakdown[component];
        percent.add(Error::of(oracle::relative_error_percent(estimate, reference.value)));
        seconds = std::max(seconds, std::fabs(estimate - reference.value));
    }
    return {percent.mean(), percent.max, seconds};
}

} // namespace

Summary summarise(const std::vector<CaseReport>& cases)
{
    Spread peak, evidence, paper, workload;
    Summary out;
    out.case_count = cases.size();
    for (const CaseReport& one : cases) {
        peak.add(one.peak_only_vs_calculon);
        evidence.add(one.evidence_vs_calculon);
        paper.add(one.evidence_vs_paper);
        for (const Comparison& comparison : one.workload)
            workload.add(comparison.error_percent);
        if (one.memory_bytes.reference.has_value())
            out.memory_max_absolute_bytes = std::max(out.memory_max_absolute_bytes,
                                                     std::fabs(one.memory_bytes.blueprinting - one.memory_bytes.reference.value));
    }
    out.peak_only_mean_absolute_percent = peak.mean();
    out.evidence_mean_absolute_percent = evidence.mean();
    out.evidence_max_absolute_percent = evidence.max;
    out.evidence_vs_paper_mean_absolute_percent = paper.mean();
    out.evidence_vs_paper_max_absolute_percent = paper.max;
    out.workload_max_absolute_percent = workload.max;
    for (std::size_t i = 0; i < cost::kComponents; ++i)
        out.breakdown[i] = component_error(cases, i);
    return out;
}

} // namespace blueprinting::calibration
