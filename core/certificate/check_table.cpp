#include "core/base/format.h"
#include "core/certificate/checks_detail.h"

#include <algorithm>
#include <set>

namespace blueprinting::certificate::detail {
namespace {

/// Two percentages with as few decimals, from two on, as tell them apart.
std::pair<std::string, std::string> told_apart(const std::optional<double>& a, const std::optional<double>& b)
{
    const auto shown_with = [](const std::optional<double>& value, int decimals) {
        return value ? format::fixed(*value, decimals) + " %" : std::string("none");
    };
    for (int decimals = 2; decimals < 16; ++decimals) {
        const std::pair texts(shown_with(a, decimals), shown_with(b, decimals));
        if (texts.first != texts.second)
            return texts;
    }
    return {Json(a.value_or(0)).dump() + " %", Json(b.value_or(0)).dump() + " %"};
}

/// "none", or the first two names and how many more there are.
std::string listed(const std::vector<std::string>& names)
{
    std::string out;
    for (std::size_t i = 0; i < names.size() && i < 2; ++i)
        out += (i == 0 ? "" : ", ") + brief(names[i]);
    if (names.size() > 2)
        out += " and " + std::to_string(names.size() - 2) + " more";
    return out.empty() ? "none" : out;
}

/// What differs between a split as stated and as recomputed; nothing where they are equal to the last digit.
std::vector<std::string> differences(const std::string& split, const Metrics& stated, const Metrics& recomputed)
{
    std::vector<std::string> out;
    const auto add = [&](const std::string& what, const std::string& a, const std::string& b) {
        out.push_back(split + ": " + what + " stated as " + a + " and recomputed as " + b);
    };
    const auto count = [&](const char* what, std::size_t a, std::size_t b) {
        if (a != b)
            add(what, std::to_string(a), std::to_string(b));
    };
    const auto percent = [&](const char* what, const std::optional<double>& a, const std::optional<double>& b,
                             double scale) {
        if (a == b)
            return;
        const auto scaled = [&](const std::optional<double>& value) {
            return value ? std::optional(*value * scale) : std::nullopt;
        };
        const auto [first, second] = told_apart(scaled(a), scaled(b));
        add(what, first, second);
    };
    count("the cells are", stated.cells, recomputed.cells);
    count("the pairs over 3 % are", stated.ordered_pairs, recomputed.ordered_pairs);
    percent("the pairs in order are", stated.pairwise_accuracy, recomputed.pairwise_accuracy, 100.0);
    percent("the median regret is", stated.median_regret_pct, recomputed.median_regret_pct, 1.0);
    percent("the p95 regret is", stated.p95_regret_pct, recomputed.p95_regret_pct, 1.0);
    percent("the largest regret is", stated.max_regret_pct, recomputed.max_regret_pct, 1.0);
    auto said = stated.clear_misses;
    auto found = recomputed.clear_misses;
    std::sort(said.begin(), said.end());
    std::sort(found.begin(), found.end());
    if (said != found)
        add("the clear misses are", listed(said), listed(found));
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
        findings.add("the schema is \"" + brief(certificate.schema) + "\"; known is \"" +
                     std::string(kCertificateSchema) + "\"");
    return findings.result(Check::schema, certificate.schema);
}

CheckResult check_table_hash(const Certificate& certificate)
{
    Findings findings;
    const std::string hash = table_hash(certificate.table);
    if (const std::string& stated = certificate.table_sha256; hash != stated) {
        const bool apart = brief_digest(hash) != brief_digest(stated);
        findings.add("the table's SHA-256 is " + (apart ? brief_digest(hash) : hash) + ", the certificate says " +
                     (apart ? brief_digest(stated) : brief(stated)));
    }
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
                findings.add(split + ": no metrics are stated of its " + std::to_string(integer.cells) + " cells");
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
        if (&integer != &recomputed.all && !fitted)
            open = true;
        for (const std::string& each : found)
            findings.add(each);
    };
    const Refit* refit = fitted && *fitted && is_refitted(certificate.table, **fitted) ? &**fitted : nullptr;
    compare("all cells", certificate.metrics.all, recomputed.all, nullptr);
    const bool all_agree = findings.empty();
    compare("held out", certificate.metrics.test, recomputed.test, refit ? &refit->unrounded.test : nullptr);
    compare("fitted on", certificate.metrics.train, recomputed.train, refit ? &refit->unrounded.train : nullptr);
    if (all_agree && open)
        return not_checked(Check::metrics, "they may be those of the refit, which has not been made");
    return findings.result(
        Check::metrics,
        unrounded
            ? "all agree to the last digit; the splits held out and fitted on use the coefficients before rounding"
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
        if (has_code(fitted->diagnostics(), "certificate.overflow") ||
            has_code(fitted->diagnostics(), "certificate.fit_range"))
            return {Check::refit, CheckState::failed, why};
        return not_checked(Check::refit, why);
    }
    const Refit& refit = **fitted;
    const std::string cells = std::to_string(refit.evaluation.train.cells) + " cells";
    Findings findings;
    if (is_refitted(certificate.table, refit)) {
        for (const std::string& doubt : doubts_of(refit, certificate.table))
            findings.add("the fit on " + cells + " gives the table, but cannot be trusted: " + doubt);
        return findings.result(
            Check::refit,
            "the fit on " + cells + " gives the table exactly" +
                (certificate.table == refit.table ? "" : ", after the rounding was repaired on whole numbers"));
    }
    for (const auto& [term, coefficient] : certificate.table) {
        const auto at = refit.table.find(term);
        if (at == refit.table.end())
            findings.add(brief(term) + " is in the table, but is no term of the fit");
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
            findings.add("the fit lists the term \"" + brief(term) + "\" twice");
    for (const auto& [term, coefficient] : certificate.table)
        if (!fitted.contains(term))
            findings.add("the table weighs \"" + brief(term) + "\", which is no term of the fit");
    for (const std::string& term : fitted)
        if (!certificate.table.contains(term))
            findings.add("the fit has the term \"" + brief(term) + "\", which the table lacks");
    // Both sides may agree on a term of a later form; no score of such a table can be computed, so nothing vouches for
    // it.
    for (const std::string& term : foreign_terms(certificate.table))
        if (fitted.contains(term))
            findings.add("the table and the fit weigh \"" + brief(term) +
                         "\", a term that is not known here, so no score can be recomputed");
    // A table of fewer terms is one of its own, with metrics of its own; nothing tells why it has no more.
    const auto weighed = static_cast<std::size_t>(std::count_if(
        kTerms.begin(), kTerms.end(), [&](Term term) { return fitted.contains(std::string(to_string(term))); }));
    std::string open;
    if (weighed < kTerms.size())
        open = std::to_string(kTerms.size() - weighed) + " of the " + std::to_string(kTerms.size()) +
               " known terms are not fitted (/fit_arguments/terms)";
    CheckResult out = findings.result(Check::terms, std::to_string(fitted.size()) + " terms in both" +
                                                        (open.empty() ? "" : "; ") + open);
    if (out.state == CheckState::passed)
        out.leaves_open = std::move(open);
    return out;
}

} // namespace blueprinting::certificate::detail
