#include "core/certificate/checks.h"

#include "core/base/joined.h"
#include "core/base/shortened.h"
#include "core/certificate/checks_detail.h"

#include <algorithm>

namespace blueprinting::certificate {

namespace {

struct Words {
    std::string_view name, title;
};
/// In the order of the enumeration.
constexpr std::array<Words, static_cast<std::size_t>(Check::envelope) + 1> kWords{{
    {"schema", "schema"},
    {"table_hash", "table hash"},
    {"metrics", "metrics recomputed"},
    {"refit", "refit gives the table"},
    {"expected_cells", "expected cells present"},
    {"unexpected_cells", "no unexpected cell"},
    {"exclusions", "exclusions have reasons"},
    {"holdout", "hold-out matches cells"},
    {"fingerprints", "one fingerprint per cell"},
    {"facts", "facts agree with keys"},
    {"plausible", "every fact is plausible"},
    {"manifests", "manifests agree"},
    {"rows", "enough rows per candidate"},
    {"terms", "terms = fit terms"},
    {"envelope", "envelope = cells"},
}};

bool needs_manifest(Check check)
{
    return check == Check::expected_cells || check == Check::unexpected_cells || check == Check::exclusions ||
           check == Check::manifests;
}

} // namespace

std::string_view to_string(Check check) { return kWords[static_cast<std::size_t>(check)].name; }

std::string_view title_of(Check check) { return kWords[static_cast<std::size_t>(check)].title; }

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
    std::string out = joined(m_told, "; ");
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

std::string brief(const std::string& name) { return shortened(name, 120); }

std::string or_none(const std::optional<std::int64_t>& number) { return number ? std::to_string(*number) : "none"; }

std::string brief_digest(const std::string& digest)
{
    return digest.size() <= 12 ? digest : brief(digest).substr(0, 12) + "…";
}

} // namespace detail
} // namespace blueprinting::certificate
