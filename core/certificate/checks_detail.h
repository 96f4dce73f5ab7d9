#pragma once
#include "core/certificate/checks.h"

#include <string>
#include <vector>

/// The single checks behind run_checks().
namespace blueprinting::certificate::detail {

/// Collects what speaks against a check; without anything it passes with `otherwise`.
class Findings {
public:
    void add(std::string finding);
    [[nodiscard]] bool empty() const { return m_count == 0; }
    /// The first three findings, and how many more there are.
    [[nodiscard]] std::string text() const;
    [[nodiscard]] CheckResult result(Check check, std::string otherwise) const;

private:
    static constexpr std::size_t kTold = 3;
    std::vector<std::string> m_told;
    std::size_t m_count = 0;
};

CheckResult not_checked(Check check, std::string reason);

/// A name as it stands in a reason: whole, or its beginning where it is longer than any that is plausible for reading.
std::string brief(const std::string& name);
/// The number, or "none".
std::string or_none(const std::optional<std::int64_t>& number);
/// The first twelve digits of a digest.
std::string brief_digest(const std::string& digest);

CheckResult check_schema(const Certificate& certificate);
CheckResult check_table_hash(const Certificate& certificate);
CheckResult check_metrics(const Certificate& certificate, const Assessment& assessment, const Result<Refit>* fitted);
CheckResult check_refit(const Certificate& certificate, const Result<Refit>* fitted);
CheckResult check_terms(const Certificate& certificate);

CheckResult check_expected(const Certificate& certificate, const Manifest* manifest);
CheckResult check_unexpected(const Certificate& certificate, const Manifest* manifest);
CheckResult check_exclusions(const Certificate& certificate, const Manifest* manifest);
CheckResult check_holdout(const Certificate& certificate);
CheckResult check_manifests(const Certificate& certificate, const Manifest* manifest);

CheckResult check_fingerprints(const Certificate& certificate);
CheckResult check_facts(const Certificate& certificate);
CheckResult check_plausible(const Certificate& certificate);
CheckResult check_rows(const Certificate& certificate);
CheckResult check_envelope(const Certificate& certificate);

} // namespace blueprinting::certificate::detail
