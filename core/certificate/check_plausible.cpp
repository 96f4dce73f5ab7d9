#include "core/certificate/checks_detail.h"
#include "core/certificate/plausible.h"

namespace blueprinting::certificate::detail {

CheckResult check_plausible(const Certificate& certificate)
{
    Findings findings;
    if (certificate.manifest)
        for (const std::string& clause : implausible_manifest(*certificate.manifest))
            findings.add("the manifest list: " + clause);
    for (const Cell& cell : certificate.cells) {
        for (const std::string& clause : implausible_cell(cell))
            findings.add(brief(cell.key) + ": " + clause);
        for (const Candidate& candidate : cell.candidates)
            for (const std::string& clause : implausible_candidate(candidate, cell))
                findings.add(brief(cell.key) + ", " + brief(candidate.label) + ": " + clause);
    }
    return findings.result(Check::plausible, std::to_string(certificate.candidate_count()) +
                                                 " candidates are plausible, as far as their facts show");
}

} // namespace blueprinting::certificate::detail
