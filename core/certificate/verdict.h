#pragma once
#include "core/certificate/checks.h"

/// What the checks of a certificate come to. A check that could not be made never lets a certificate hold, unless who
/// asks says by name that it may be left out.
namespace blueprinting::certificate {

enum class Verdict {
    holds,         ///< every check was made and passes, or may be left out by name
    not_all_made,  ///< none fails, and one that may not be left out could not be made
    does_not_hold, ///< one fails
};

/// "holds", "not all checks made", "does not hold": as the command line names it.
std::string_view to_string(Verdict verdict);

struct Judgement {
    Verdict verdict = Verdict::holds;
    std::vector<Check> failed;
    std::vector<Check> unchecked;       ///< could not be made, allowed or not
    std::vector<Check> missing;         ///< of these, those that may not be left out
    std::vector<std::string> left_open; ///< clauses of checks that pass
    /// "holds, but 2 checks could not be made (exclusions have reasons, manifests agree)"; what is left open behind it,
    /// unless one fails
    std::string sentence;
};

/// The name that stands for every check that a manifest file would let be made.
inline constexpr std::string_view kManifestChecks = "manifest";

/// `allowed`: names of checks, and kManifestChecks. Those of checks that were made mean nothing.
Judgement judge_checks(const std::vector<CheckResult>& checks, const std::vector<std::string>& allowed = {});

/// All that `allowed` may hold.
std::vector<std::string> allowable_names();

} // namespace blueprinting::certificate
