#pragma once
#include "core/certificate/evidence.h"
#include "core/certificate/manifest.h"
#include "core/certificate/refit.h"

namespace blueprinting::certificate {

struct BuildRequest {
    std::vector<std::string> exclude; ///< patterns or whole keys; their cells are left out and may be incomplete
    std::string holdout;              ///< comma-separated patterns
    std::int64_t require_complete = 2;
    std::string objective = "regret";
    std::vector<std::string> terms; ///< empty: all, in the order of the published fit
    const Manifest* manifest = nullptr;
    CancelToken cancel;
};

/// Makes a certificate of the cells that the evidence measured: aggregates, fits, rounds, states its metrics. Refused,
/// with every reason: a gap in a cell that is not excluded (evidence.incomplete), samples of a cell that was never
/// announced (evidence.unannounced), and against the manifest a missing or unexpected cell (evidence.manifest); an
/// exclusion that the manifest does not list, or that means nothing or everything (evidence.exclude); a hold-out
/// pattern that means no cell (evidence.holdout); facts that contradict each other or that no measurement can have
/// (evidence.implausible); no cell left to fit on (evidence.empty); a fit that cannot be trusted
/// (evidence.untrusted_fit). A certificate that its own checks would not pass is never made. What the evidence says is
/// told with its file and, of a cell, its line.
Result<Certificate> build_certificate(const Evidence& evidence, const BuildRequest& request);

/// The order of terms of the published fit, which its search follows.
std::vector<std::string> published_term_order();

} // namespace blueprinting::certificate
