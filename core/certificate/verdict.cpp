#include "core/certificate/verdict.h"

#include <algorithm>

namespace blueprinting::certificate {
namespace {

/// "2 of 15 checks fail (table hash, metrics recomputed)": at most three by their titles.
std::string counted(const std::string& count, const std::vector<Check>& checks, const char* one, const char* many)
{
    std::string out = count + (checks.size() == 1 ? one : many) + " (";
    for (std::size_t i = 0; i < checks.size() && i < 3; ++i)
        out += (i == 0 ? "" : ", ") + std::string(title_of(checks[i]));
    if (checks.size() > 3)
        out += " and " + std::to_string(checks.size() - 3) + " more";
    return out + ")";
}

std::string sentence_of(const Judgement& judgement, std::size_t all)
{
    const std::string of = " of " + std::to_string(all);
    std::string out = judgement.failed.empty()
                          ? "holds"
                          : "does not hold: " + counted(std::to_string(judgement.failed.size()) + of, judgement.failed,
                                                        " checks fails", " checks fail");
    if (judgement.unchecked.empty())
        return judgement.failed.empty() ? out + ": " + std::to_string(all) + of + " checks pass" : out;
    return out + (judgement.failed.empty() ? ", but " : ", and ") +
           counted(std::to_string(judgement.unchecked.size()), judgement.unchecked, " check could not be made",
                   " checks could not be made");
}

} // namespace

std::string_view to_string(Verdict verdict)
{
    switch (verdict) {
    case Verdict::holds: return "holds";
    case Verdict::not_all_made: return "not all checks made";
    case Verdict::does_not_hold: return "does not hold";
    }
    return "";
}

Judgement judge_checks(const std::vector<CheckResult>& checks, const std::vector<std::string>& allowed)
{
    const auto is_allowed = [&](const CheckResult& check) {
        return std::any_of(allowed.begin(), allowed.end(), [&](const std::string& name) {
            return name == to_string(check.check) || (check.wants_manifest && name == kManifestChecks);
        });
    };
    Judgement out;
    for (const CheckResult& check : checks) {
        if (check.state == CheckState::failed)
            out.failed.push_back(check.check);
        if (!check.leaves_open.empty())
            out.left_open.push_back(check.leaves_open);
        if (check.state != CheckState::not_checked)
            continue;
        out.unchecked.push_back(check.check);
        if (!is_allowed(check))
            out.missing.push_back(check.check);
    }
    out.verdict = !out.failed.empty()    ? Verdict::does_not_hold
                  : !out.missing.empty() ? Verdict::not_all_made
                                         : Verdict::holds;
    out.sentence = sentence_of(out, checks.size());
    if (out.failed.empty())
        for (const std::string& clause : out.left_open)
            out.sentence += "; " + clause;
    return out;
}

std::vector<std::string> allowable_names()
{
    std::vector<std::string> out;
    for (int i = 0; i <= static_cast<int>(Check::envelope); ++i)
        out.emplace_back(to_string(static_cast<Check>(i)));
    out.emplace_back(kManifestChecks);
    return out;
}

} // namespace blueprinting::certificate
