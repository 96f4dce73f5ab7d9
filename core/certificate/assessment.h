#pragma once
#include "core/certificate/gates.h"
#include "core/certificate/refit.h"

namespace blueprinting::certificate {

/// What the shipped table makes of the certificate's cells: the quick half of a review, without any fit.
struct Assessment {
    CertificateSet set;
    /// One list a cell of the set; empty where some score cannot be computed, and then `problems` says why and the
    /// evaluation is absent.
    std::vector<std::vector<Score>> scores;
    Diagnostics problems;
    std::optional<Evaluation> evaluation;
    std::vector<MisorderedPair> misordered;
    std::array<GateResult, 5> gates{}; ///< of the held-out split; not judged where there is no evaluation
};

/// Any thread. `further` patterns are held out beside the certificate's own.
Assessment assess(const Certificate& certificate, const std::vector<std::string>& further = {});

} // namespace blueprinting::certificate
