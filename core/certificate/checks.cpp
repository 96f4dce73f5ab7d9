#include "core/certificate/checks.h"

#include "core/certificate/checks_detail.h"

#include <algorithm>

namespace blueprinting::certificate {

std::string_view to_string(Check check)
{
    switch (check) {
    case Check::schema: return "schema";
    case Check::table_hash: return "table_hash";
    case Check::metrics: return "metrics";
    case Check::refit: return "refit";
    case Check::expected_cells: return "expected_cells";
    case Check::unexpected_cells: return "unexpected_cells";
    case Check::exclusions: return "exclusions";
    case Check::holdout: return "holdout";
    case Check::fingerprints: return "fingerprints";
    case Check::facts: return "facts";
    case Check::plausible: return "plausible";
    case Check::manifests: return "manifests";
    case Check::rows: return "rows";
    case Check::terms: return "terms";
    case Check::envelope: return "envelope";
    }
    return "";
}

std::string_view title_of(Check check)
{
    switch (check) {
    case Check::schema: return "schema";
    case Check::table_hash: return "table hash";
    case Check::metrics: return "metrics recomputed";
    case Check::refit: return "refit gives the table";
    case Check::expected_cells: return "expected cells present";
    case Check::unexpected_cells: return "no unexpected cell";
    case Check::exclusions: return "exclusions have reasons";
    case Check::holdout: return "hold-out means cells";
    case Check::fingerprints: return "one fingerprint a cell";
    case Check::facts: return "facts agree with keys";
    case Check::plausible: return "every fact is plausible";
    case Check::manifests: return "manifests agree";
    case Check::rows: return "enough rows a candidate";
    case Check::terms: return "terms = fit terms";
    case Check::envelope: return "envelope = cells";
    }
    return "";
}

namespace {

bool needs_manifest(Check check)
{
    return check == Check::expected_cells || check == Check::unexpected_cells || check == Check::exclusions ||
           check == Check::manifests;
}

} // namespace

std::vector<CheckResult> run_checks(const Certificate& certificate, const Manifest* manifest,
                                    const Assessment& assessment, const Result<Refit>* fitted)
{
    std::vector<CheckResult> out{detail::check_schema(certificate),
                                 detail::check_table_hash(certificate),
                                 detail::check_metrics(certificate, assessment, fitted),
                                 detail::check_refit(certificate, fitted),
                                 detail::check_expected(certificate, manifest),
                                 detail::check_unexpected(certificate, manifest),
                                 detail::check_exclusions(certificate, manifest),
                                 detail::check_holdout(certificate),
                                 detail::check_fingerprints(certificate),
                                 detail::check_facts(certificate),
                                 detail::check_plausible(certificate),
                                 detail::check_manifests(certificate, manifest),
                                 detail::check_rows(certificate),
                                 detail::check_terms(certificate),
                                 detail::check_envelope(certificate)};
    for (CheckResult& each : out)
        each.wants_manifest = each.state == CheckState::not_checked && !manifest && needs_manifest(each.check);
    return out;
}

std::size_t count_of(const std::vector<CheckResult>& checks, CheckState state)
{
    return static_cast<std::size_t>(
        std::count_if(checks.begin(), checks.end(), [&](const CheckResult& check) { return check.state == state; }));
}

namespace detail {

void Findings::add(std::string finding)
{
    if (m_count++ < kTold)
        m_told.push_back(std::move(finding));
}

std::string Findings::text() const
{
    std::string out;
    for (const std::string& finding : m_told)
        out += (out.empty() ? "" : "; ") + finding;
    if (m_count > m_told.size())
        out += "; and " + std::to_string(m_count - m_told.size()) + " more";
    return out;
}

CheckResult Findings::result(Check check, std::string otherwise) const
{
    if (empty())
        return {check, CheckState::passed, std::move(otherwise)};
    return {check, CheckState::failed, text()};
}

CheckResult not_checked(Check check, std::string reason) { return {check, CheckState::not_checked, std::move(reason)}; }

std::string brief(const std::string& name)
{
    constexpr std::size_t longest = 120;
    if (name.size() <= longest)
        return name;
    std::size_t cut = longest;
    while (cut > 0 && (static_cast<unsigned char>(name[cut]) & 0xC0) == 0x80)
        --cut;
    return name.substr(0, cut) + "…";
}

std::string brief_digest(const std::string& digest)
{
    return digest.size() <= 12 ? digest : brief(digest).substr(0, 12) + "…";
}

} // namespace detail
} // namespace blueprinting::certificate
