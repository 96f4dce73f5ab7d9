#include "core/certificate/checks_detail.h"
#include "core/certificate/pattern_set.h"
#include "core/certificate/splits.h"

#include <map>
#include <set>

namespace blueprinting::certificate::detail {
namespace {

/// Cells that are measured or, being excluded, at least expected.
std::vector<std::string_view> known_keys(const Certificate& certificate)
{
    std::vector<std::string_view> out;
    for (const Cell& cell : certificate.cells)
        out.emplace_back(cell.key);
    if (certificate.manifest)
        out.insert(out.end(), certificate.manifest->expected.begin(), certificate.manifest->expected.end());
    return out;
}

void look_at_patterns(Findings& findings, const Certificate& certificate, const std::vector<std::string>& patterns)
{
    if (patterns.empty() && !certificate.fit.holdout.empty())
        findings.add("the hold-out " + shown(Json(certificate.fit.holdout)) + " names nothing");
    const std::vector<bool> found = PatternSet(patterns).found_in(known_keys(certificate));
    for (std::size_t i = 0; i < patterns.size(); ++i)
        if (!found[i])
            findings.add("the hold-out pattern \"" + brief(patterns[i]) + "\" matches no cell");
}

/// How many cells are left to a re-ranker. Their shapes leave the splits of the table, so only the fit can say that the
/// list is the one that was signed: a shape of which no cell would be fitted on could be named to hide cells that are
/// held out from every gate.
std::size_t look_at_shapes(Findings& findings, const Certificate& certificate, const std::vector<std::string>& patterns)
{
    if (certificate.fit.rerank_shapes.empty())
        return 0;
    struct Cells {
        std::size_t all = 0;
        std::size_t fitted = 0;
    };
    std::map<std::string, Cells> cells;
    std::size_t all_held = 0;
    const PatternSet held_out(patterns);
    for (const Cell& cell : certificate.cells) {
        Cells& of = cells[fit_shape(cell.facts)];
        ++of.all;
        const bool held = always_held_out(cell.key) || held_out.any_in(cell.key);
        of.fitted += held ? 0 : 1;
        all_held += held ? 1 : 0;
    }
    std::size_t left = 0;
    std::size_t held_left = 0;
    std::set<std::string_view> shapes;
    for (const std::string& shape : certificate.fit.rerank_shapes) {
        const std::string name = "the re-ranked shape \"" + brief(shape) + "\"";
        if (!shapes.insert(shape).second) {
            findings.add(name + " is listed twice");
            continue;
        }
        const auto of = cells.find(shape);
        if (of == cells.end()) {
            findings.add(name + " belongs to no cell");
            continue;
        }
        left += of->second.all;
        held_left += of->second.all - of->second.fitted;
        if (of->second.fitted == 0)
            findings.add(name + " belongs to held-out cells alone (" + std::to_string(of->second.all) +
                         "): no fitted cell ties it to the fit, and it would hide them from every gate");
    }
    // Each may have cells that are fitted on, and together they may still hide every cell that is held out.
    if (all_held > 0 && held_left == all_held)
        findings.add("the re-ranked shapes cover all " + std::to_string(all_held) +
                     " held-out cells, so no gate judges anything");
    return left;
}

} // namespace

CheckResult check_holdout(const Certificate& certificate)
{
    Findings findings;
    const std::vector<std::string> patterns = split_patterns(certificate.fit.holdout);
    look_at_patterns(findings, certificate, patterns);
    const std::size_t left = look_at_shapes(findings, certificate, patterns);
    std::string passed = patterns.empty() ? "the built-in rule alone: odd groups of the Ellavox cells"
                                          : "the built-in rule and " + std::to_string(patterns.size()) +
                                                " patterns, each of which matches cells";
    std::string open;
    if (left > 0) {
        open = std::to_string(left) + " of " + std::to_string(certificate.cells.size()) +
               (left == 1 ? " cells is" : " cells are") +
               " left to a re-ranker (/fit_arguments/rerank_shapes), and no gate judges " + (left == 1 ? "it" : "them");
        passed += "; " + open;
    }
    CheckResult out = findings.result(Check::holdout, std::move(passed));
    if (out.state == CheckState::passed)
        out.leaves_open = std::move(open);
    return out;
}

} // namespace blueprinting::certificate::detail
