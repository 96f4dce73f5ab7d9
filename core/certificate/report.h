#pragma once
#include "core/certificate/ablation.h"
#include "core/certificate/verdict.h"

/// The answers of the command line as JSON; also what the explorer copies and exports.
namespace blueprinting::certificate {

/// {"verdict", "says", "checks": [{"name", "title", "passed", "state", "reason"}], "passed", "failed", "not_checked",
/// "unchecked": [names], "not_allowed": [names], "unused_fields": […], "manifest_unused_fields": […], "cannot_know":
/// {"says", "fields": [{"path", "what"}]}}; "passed" of a check is null where it was not checked.
Json verify_json(const Certificate& certificate, const Manifest* manifest, const std::vector<CheckResult>& checks,
                 const Judgement& judgement);

/// {"integer_all", "test", "train"} as certificates spell them, and "gates" of the held-out split.
Json evaluation_json(const Evaluation& evaluation);

/// One entry a cell: {"cell", "split", "selected", "fastest", "regret_pct", "pairs", "pairs_in_order", "clear_miss"}.
Json cells_json(const Certificate& certificate, const CertificateSet& set, const Evaluation& evaluation);

/// {"cell", "faster", "slower", "separation_pct"}, widest first.
Json misordered_json(const Certificate& certificate, const Assessment& assessment);

/// {"integer_table_milli_us", "matches_shipped", "coefficients_us", the splits, "gates", "withheld", "dropped",
/// "moved", "doubts"}; "moved" lists the cells whose regret differs from the shipped table's, "doubts" why the fit
/// cannot be trusted.
Json refit_json(const Certificate& certificate, const Assessment& shipped, const Refit& refit,
                const RefitRequest& request);

/// {"ablations": [{"name", "patterns", the metrics of the whole held-out split, "metrics", "source", "difference"}],
/// "note"}. "source" is null where the source publishes nothing; differences are ours − the source's, in percent
/// points.
Json ablations_json(const Certificate& certificate, const std::vector<Ablation>& ablations);

} // namespace blueprinting::certificate
