#pragma once
#include "core/certificate/assessment.h"
#include "core/certificate/manifest.h"

#include <optional>

/// The validation of a certificate. Every check is made, whatever the others say.
namespace blueprinting::certificate {

enum class Check {
    schema,
    table_hash,
    metrics,
    refit,
    expected_cells,
    unexpected_cells,
    exclusions,
    holdout,
    fingerprints,
    facts,
    plausible,
    manifests,
    rows,
    terms,
    envelope,
};

/// "table_hash", as the command line names it.
std::string_view to_string(Check check);
/// "refit gives the table": what holds when it passes.
std::string_view title_of(Check check);

enum class CheckState { passed, failed, not_checked };
/// Nothing where it was not checked.
constexpr std::optional<bool> verdict_of(CheckState state)
{
    return state == CheckState::not_checked ? std::nullopt : std::optional(state == CheckState::passed);
}

struct CheckResult {
    Check check = Check::schema;
    CheckState state = CheckState::passed;
    std::string reason; ///< one sentence with the values: what held, what did not and where, or what is missing to tell
    /// Of one that was not made: for want of a manifest file.
    bool wants_manifest = false;
    /// Of one that passes: what it leaves open all the same, as a clause of the verdict; "" for nothing.
    std::string leaves_open = {};
    bool operator==(const CheckResult&) const = default;
};

/// All checks, in the order of the enumeration. `manifest` is the file beside the certificate, null where there is
/// none; `fitted` is the refit of the certificate's own split and terms, null while it has not been made. Expected
/// cells are taken from the manifest file or, without one, from the list inside the certificate. Any thread.
std::vector<CheckResult> run_checks(const Certificate& certificate, const Manifest* manifest,
                                    const Assessment& assessment, const Result<Refit>* fitted);

std::size_t count_of(const std::vector<CheckResult>& checks, CheckState state);

} // namespace blueprinting::certificate
