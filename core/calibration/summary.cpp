#include "core/calibration/experiment.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace blueprinting::calibration {
namespace {

/// Mean and maximum of |error| over the cases that have one; without any, the reason that all of them share.
class Spread {
public:
    void add(const Error& error)
    {
        if (!error.has_value()) {
            m_reason = m_reason.value_or(error.state) == error.state ? error.state : oracle::State::not_covered;
            return;
        }
        m_sum += std::fabs(error.value);
        m_max = std::max(m_max, std::fabs(error.value));
        ++m_count;
    }
    [[nodiscard]] Error mean() const { return figure(m_sum / static_cast<double>(m_count)); }
    [[nodiscard]] Error max() const { return figure(m_max); }

private:
    [[nodiscard]] Error figure(double value) const
    {
        return m_count > 0 ? Error::of(value) : Error{m_reason.value_or(oracle::State::not_covered), 0};
    }

    double m_sum = 0, m_max = 0;
    std::size_t m_count = 0;
    std::optional<oracle::State> m_reason;
};

/// How far ours is from a reference, in its own unit.
Error distance(double ours, const oracle::Figure& reference)
{
    return reference.has_value() ? Error::of(ours - reference.value) : reference;
}

ComponentError component_error(const std::vector<CaseReport>& cases, std::size_t component)
{
    Spread percent, seconds;
    for (const CaseReport& one : cases) {
        const oracle::Figure& reference = one.calculon_breakdown[component];
        const double estimate = one.evidence_breakdown[component];
        percent.add(error_of(estimate, reference));
        seconds.add(distance(estimate, reference));
    }
    return {percent.mean(), percent.max(), seconds.max()};
}

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

Summary summarise(const std::vector<CaseReport>& cases)
{
    Spread peak, evidence, paper, workload, memory;
    Summary out;
    out.case_count = cases.size();
    for (const CaseReport& one : cases) {
        peak.add(one.peak_only_vs_calculon);
        evidence.add(one.evidence_vs_calculon);
        paper.add(one.evidence_vs_paper);
        for (const Comparison& comparison : one.workload)
            workload.add(comparison.error_percent);
        memory.add(distance(one.memory_bytes.blueprinting, one.memory_bytes.reference));
    }
    out.peak_only_mean_absolute_percent = peak.mean();
    out.evidence_mean_absolute_percent = evidence.mean();
    out.evidence_max_absolute_percent = evidence.max();
    out.evidence_vs_paper_mean_absolute_percent = paper.mean();
    out.evidence_vs_paper_max_absolute_percent = paper.max();
    out.workload_max_absolute_percent = workload.max();
    out.memory_max_absolute_bytes = memory.max();
    for (std::size_t i = 0; i < cost::kComponents; ++i)
        out.breakdown[i] = component_error(cases, i);
    return out;
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
