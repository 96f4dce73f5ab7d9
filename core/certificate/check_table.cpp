#include "core/certificate/checks_detail.h"

#include <algorithm>
#include <set>

namespace blueprinting::certificate::detail
{
namespace
{

/// A figure as files spell it.
std::string figure(const std::optional<double>& value)
{
    return value ? Json(*value).dump() : "none";
}

/// What differs between a split as stated and as recomputed; nothing where they are equal to the last digit.
std::vector<std::string> differences(const std::string& split, const Metrics& stated, const Metrics& recomputed)
{
    std::vector<std::string> out;
    const auto compare = [&](const char* key, const std::string& a, const std::string& b) {
        if (a != b)
            out.push_back(split + "." + key + " is stated as " + a + " and recomputed as " + b);
    };
    const auto names = [](std::vector<std::string> cells) {
        std::sort(cells.begin(), cells.end());
        return Json(cells).dump(-1, ' ', false, Json::error_handler_t::replace);
    };
    compare("cells", std::to_string(stated.cells), std::to_string(recomputed.cells));
    compare("ordered_pairs", std::to_string(stated.ordered_pairs), std::to_string(recomputed.ordered_pairs));
    compare("pairwise_accuracy", figure(stated.pairwise_accuracy), figure(recomputed.pairwise_accuracy));
    compare("median_regret_pct", figure(stated.median_regret_pct), figure(recomputed.median_regret_pct));
    compare("p95_regret_pct", figure(stated.p95_regret_pct), figure(recomputed.p95_regret_pct));
    compare("max_regret_pct", figure(stated.max_regret_pct), figure(recomputed.max_regret_pct));
    compare("clear_misses", names(stated.clear_misses), names(recomputed.clear_misses));
    return out;
}

bool has_code(const Diagnostics& diagnostics, std::string_view code)
{
    return std::any_of(diagnostics.begin(), diagnostics.end(), [&](const Diagnostic& d) { return d.code == code; });
}

/// The table is the refit's, rounded as one or the other fitter rounds.
bool is_refitted(const IntegerTable& table, const Refit& refit)
{
    return table == refit.table || table == refit.repaired;
}

} // namespace

CheckResult check_schema(const Certificate& certificate)
{
    Findings findings;
    if (certificate.schema != kCertificateSchema)
        findings.add("the schema is \"" + certificate.schema + "\"; known is \"" + std::string(kCertificateSchema) +
                     "\"");
    return findings.result(Check::schema, certificate.schema);
}

CheckResult check_table_hash(const Certificate& certificate)
{
    Findings findings;
    const std::string hash = table_hash(certificate.table);
    if (hash != certificate.table_sha256)
        findings.add("the table hashes to " + hash + ", the certificate says " + certificate.table_sha256);
    return findings.result(Check::table_hash, "SHA-256 " + hash);
}

CheckResult check_metrics(const Certificate& certificate, const Assessment& assessment, const Result<Refit>* fitted)
{
    if (!assessment.evaluation) {
        const std::string why = assessment.problems.front().message;
        if (has_code(assessment.problems, "certificate.foreign_term"))
            return not_checked(Check::metrics, why);
        return {Check::metrics, CheckState::failed, why};
    }
    const Evaluation& recomputed = *assessment.evaluation;
    Findings findings;
    bool unrounded = false;
    bool open = false;
    const auto compare = [&](const std::string& split, const std::optional<Metrics>& stated, const Metrics& integer,
                             const Metrics* before_rounding) {
        if (!stated) {
            if (integer.cells > 0)
                findings.add("no metrics are stated for " + split + ", which has " + std::to_string(integer.cells) +
                             " cells");
            return;
        }
        const auto found = differences(split, *stated, integer);
        if (found.empty())
            return;
        // Fitters state the fitted and the held-out split with the coefficients before they were rounded. Where
        // rounding moved a figure, the statement is right if the refit says so and the shipped table is the refit's.
        if (before_rounding && differences(split, *stated, *before_rounding).empty()) {
            unrounded = true;
            return;
        }
        if (split != "integer_all" && !fitted)
            open = true;
        for (const std::string& each : found)
            findings.add(each);
    };
    const Refit* refit = fitted && *fitted && is_refitted(certificate.table, **fitted) ? &**fitted : nullptr;
    compare("integer_all", certificate.metrics.all, recomputed.all, nullptr);
    const bool all_agree = findings.empty();
    compare("test", certificate.metrics.test, recomputed.test, refit ? &refit->unrounded.test : nullptr);
    compare("train", certificate.metrics.train, recomputed.train, refit ? &refit->unrounded.train : nullptr);
    if (all_agree && open)
        return not_checked(Check::metrics, "the refit that they may be stated of has not been made");
    return findings.result(Check::metrics,
                           unrounded
                               ? "all agree to the last digit; test and train are of the coefficients before rounding"
                               : "all agree to the last digit");
}

CheckResult check_refit(const Certificate& certificate, const Result<Refit>* fitted)
{
    if (!fitted)
        return not_checked(Check::refit, "the refit has not been made");
    if (fitted->cancelled())
        return not_checked(Check::refit, "the refit was cancelled");
    if (!*fitted) {
        const std::string why = fitted->diagnostics().front().message;
        if (has_code(fitted->diagnostics(), "certificate.overflow"))
            return {Check::refit, CheckState::failed, why};
        return not_checked(Check::refit, why);
    }
    const Refit& refit = **fitted;
    const std::string cells = std::to_string(refit.evaluation.train.cells) + " cells";
    if (certificate.table == refit.table)
        return {Check::refit, CheckState::passed, "the fit on " + cells + " gives the table exactly"};
    if (certificate.table == refit.repaired)
        return {Check::refit, CheckState::passed,
                "the fit on " + cells + " gives the table exactly, after the rounding was repaired on whole numbers"};
    Findings findings;
    for (const auto& [term, coefficient] : certificate.table) {
        const auto at = refit.table.find(term);
        if (at == refit.table.end())
            findings.add(term + " stands in the table and is no term of the fit");
        else if (at->second != coefficient)
            findings.add(term + " is " + std::to_string(coefficient) + " in the table and " +
                         std::to_string(at->second) + " by the fit on " + cells);
    }
    for (const auto& [term, coefficient] : refit.table)
        if (!certificate.table.contains(term))
            findings.add(term + " is missing in the table and " + std::to_string(coefficient) + " by the fit");
    return findings.result(Check::refit, "");
}

CheckResult check_terms(const Certificate& certificate)
{
    Findings findings;
    std::set<std::string> fitted;
    for (const std::string& term : certificate.fit.terms)
        if (!fitted.insert(term).second)
            findings.add("the fit lists the term \"" + term + "\" twice");
    for (const auto& [term, coefficient] : certificate.table)
        if (!fitted.contains(term))
            findings.add("the table weighs \"" + term + "\", which is no term of the fit");
    for (const std::string& term : fitted)
        if (!certificate.table.contains(term))
            findings.add("the fit has the term \"" + term + "\", which the table lacks");
    // Both sides may agree on a term of a later form; no score of such a table can be computed, so nothing vouches for it.
    for (const std::string& term : foreign_terms(certificate.table))
        if (fitted.contains(term))
            findings.add("the table and the fit weigh \"" + term + "\", a term that is not known here, so no score can be recomputed");
    return findings.result(Check::terms, std::to_string(fitted.size()) + " terms in both");
}

} // namespace blueprinting::certificate::detail
