#include "core/certificate/build.h"

#include "core/certificate/checks_detail.h"

#include <algorithm>
#include <set>

namespace blueprinting::certificate {
namespace {

Diagnostic refusal(std::string code, std::string message, std::optional<SourceLocation> where = std::nullopt)
{
    return {Severity::error, std::move(code), "", std::move(message), std::move(where)};
}

/// The evidence as a whole: its file, or the first and how many more there are.
std::optional<SourceLocation> whole(const Evidence& evidence)
{
    if (evidence.files.empty())
        return std::nullopt;
    const std::size_t more = evidence.files.size() - 1;
    return SourceLocation{evidence.files.front() + (more > 0 ? " and " + std::to_string(more) + " more" : ""), 0, 0};
}

/// Where a cell is announced.
std::optional<SourceLocation> place_of(const Evidence& evidence, const std::string& key)
{
    const auto at = evidence.cells.find(key);
    return at == evidence.cells.end() || at->second.where.file.empty() ? whole(evidence) : at->second.where;
}

/// The cell that a check's reason begins with.
std::optional<SourceLocation> place_of_reason(const Evidence& evidence, const std::string& reason)
{
    for (const auto& [key, cell] : evidence.cells)
        if (reason.starts_with(detail::brief(key)))
            return place_of(evidence, key);
    return whole(evidence);
}

SourceLocation in_file(const Manifest& manifest) { return {manifest.file, 0, 0}; }

/// Keys that are left out, resolved against what is expected, or against what is there where nothing says what is
/// expected.
ResolvedExclusions exclusions_of(const Evidence& evidence, const BuildRequest& request)
{
    if (request.manifest)
        return resolve_exclusions(keys_of<std::vector<std::string>>(request.manifest->cells), request.exclude);
    std::vector<std::string> present;
    for (const auto& [key, cell] : evidence.cells)
        present.push_back(key);
    return resolve_exclusions(present, request.exclude);
}

void hold_against_manifest(const Evidence& evidence, const Manifest& manifest, const std::set<std::string>& excluded,
                           Diagnostics& out)
{
    const auto expected = keys_of<std::set<std::string>>(manifest.cells);
    const auto listed = keys_of<std::set<std::string>>(manifest.excluded);
    for (const std::string& key : excluded)
        if (!listed.contains(key))
            out.push_back(refusal("evidence.exclude", key + " is excluded and the manifest does not list it"));
    for (const std::string& key : expected)
        if (!excluded.contains(key) && !evidence.cells.contains(key))
            out.push_back(refusal("evidence.manifest", key + " is expected by the manifest and missing in the evidence",
                                  in_file(manifest)));
    for (const auto& [key, cell] : evidence.cells)
        if (!expected.contains(key))
            out.push_back(
                refusal("evidence.manifest", key + " is not expected by the manifest", place_of(evidence, key)));
}

/// The checks of what was measured: evidence that fails one makes no certificate.
void hold_against_checks(const Certificate& made, const Evidence& evidence, Diagnostics& out)
{
    const auto look = [&](const char* code, const CheckResult& check) {
        if (check.state == CheckState::failed)
            out.push_back(refusal(code, check.reason, place_of_reason(evidence, check.reason)));
    };
    if (const CheckResult holdout = detail::check_holdout(made); holdout.state == CheckState::failed)
        out.push_back(refusal("evidence.holdout", holdout.reason));
    look("evidence.implausible", detail::check_fingerprints(made));
    look("evidence.implausible", detail::check_facts(made));
    look("evidence.implausible", detail::check_plausible(made));
}

} // namespace

std::vector<std::string> published_term_order()
{
    std::vector<std::string> out;
    for (const Term term : {Term::token_per_rank, Term::token_cp_exchange, Term::token_tp_collective,
                            Term::gdn_token_per_rank, Term::attention_token_cp_exchange, Term::tiny_segment_per_layer,
                            Term::level_cp_per_layer, Term::level_tp_per_layer, Term::gdn_level, Term::gdn_level_tp})
        out.emplace_back(to_string(term));
    return out;
}

Result<Certificate> build_certificate(const Evidence& evidence, const BuildRequest& request)
{
    Aggregate made = aggregate(evidence, request.require_complete);
    const ResolvedExclusions resolved = exclusions_of(evidence, request);
    const std::set<std::string> excluded(resolved.keys.begin(), resolved.keys.end());
    Diagnostics refused;
    for (const EvidenceGap& gap : made.gaps)
        if (!excluded.contains(gap.cell))
            refused.push_back(
                refusal("evidence.incomplete", gap.cell + ": " + gap.reason, place_of(evidence, gap.cell)));
    for (const std::string& key : made.unannounced)
        if (!excluded.contains(key))
            refused.push_back(
                refusal("evidence.unannounced", key + " has samples, but no calibration_cell row", whole(evidence)));
    for (const std::string& pattern : resolved.unmatched)
        refused.push_back(refusal("evidence.exclude", "the pattern \"" + pattern + "\" excludes no cell"));
    if (request.manifest)
        hold_against_manifest(evidence, *request.manifest, excluded, refused);
    if (!refused.empty())
        return refused;

    Certificate out;
    out.schema = kCertificateSchema;
    for (Cell& cell : made.cells)
        if (!excluded.contains(cell.key))
            out.cells.push_back(std::move(cell));
    out.fit.terms = request.terms.empty() ? published_term_order() : request.terms;
    out.fit.objective = request.objective;
    out.fit.holdout = request.holdout;
    out.fit.exclude_cells = request.exclude;
    out.fit.require_complete = request.require_complete;
    out.envelope = envelope_of(out.cells);
    if (request.manifest)
        out.manifest =
            EmbeddedManifest{request.manifest->file, keys_of<std::vector<std::string>>(request.manifest->cells),
                             resolved.keys, Json::object()};

    if (out.cells.empty())
        return evidence.cells.empty()
                   ? refusal("evidence.empty", "the evidence has no calibration_cell row", whole(evidence))
                   : refusal("evidence.exclude", "every cell of the evidence is excluded");
    hold_against_checks(out, evidence, refused);
    if (!refused.empty())
        return refused;
    const CertificateSet set = measured_set(out);
    if (split_of(out, set).train.empty())
        return refusal("evidence.empty",
                       "no cell is left to fit on: " + std::to_string(out.cells.size()) +
                           " cells are measured and all of them held out",
                       whole(evidence));
    RefitRequest fit;
    fit.cancel = request.cancel;
    const auto fitted = refit(out, set, fit);
    if (!fitted)
        return fitted.failure_as<Certificate>();
    for (const std::string& doubt : doubts_of(*fitted, fitted->table))
        refused.push_back(refusal("evidence.untrusted_fit", "the fit cannot be trusted: " + doubt, whole(evidence)));
    if (!refused.empty())
        return refused;
    out.table = fitted->table;
    out.table_sha256 = table_hash(out.table);
    out.metrics.all = fitted->evaluation.all;
    out.metrics.train = fitted->evaluation.train;
    out.metrics.test = fitted->evaluation.test;
    return out;
}

} // namespace blueprinting::certificate
