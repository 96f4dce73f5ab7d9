#include "core/certificate/checks_detail.h"
#include "core/certificate/splits.h"

#include <algorithm>
#include <set>
#include <span>

namespace blueprinting::certificate::detail {
namespace {

/// A cell that is measured or, being excluded, at least expected.
bool means_a_cell(const Certificate& certificate, const std::string& pattern)
{
    const std::span<const std::string> one(&pattern, 1);
    return std::any_of(certificate.cells.begin(), certificate.cells.end(),
                       [&](const Cell& cell) { return matches_any(cell.key, one); }) ||
           (certificate.manifest &&
            std::any_of(certificate.manifest->expected.begin(), certificate.manifest->expected.end(),
                        [&](const std::string& key) { return matches_any(key, one); }));
}

} // namespace

CheckResult check_holdout(const Certificate& certificate)
{
    Findings findings;
    const std::vector<std::string> patterns = split_patterns(certificate.fit.holdout);
    if (patterns.empty() && !certificate.fit.holdout.empty())
        findings.add("the hold-out " + shown(Json(certificate.fit.holdout)) + " names nothing");
    for (const std::string& pattern : patterns)
        if (!means_a_cell(certificate, pattern))
            findings.add("the hold-out pattern \"" + brief(pattern) + "\" means no cell");
    std::set<std::string> shapes;
    for (const std::string& shape : certificate.fit.rerank_shapes) {
        if (!shapes.insert(shape).second)
            findings.add("the re-ranked shape \"" + brief(shape) + "\" is listed twice");
        if (std::none_of(certificate.cells.begin(), certificate.cells.end(),
                         [&](const Cell& cell) { return fit_shape(cell.facts) == shape; }))
            findings.add("the re-ranked shape \"" + brief(shape) + "\" is that of no cell");
    }
    return findings.result(Check::holdout, patterns.empty()
                                               ? "the standing rule alone: odd groups of the Ellavox cells"
                                               : "the standing rule and " + std::to_string(patterns.size()) +
                                                     " patterns, each of which means cells");
}

} // namespace blueprinting::certificate::detail
