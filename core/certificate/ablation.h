#pragma once
#include "core/certificate/refit.h"

namespace blueprinting::certificate {

/// What a source prints for an ablation, in percent.
struct SourceFigures {
    std::size_t cells = 0;
    double pairwise_pct = 0;
    double p95_regret_pct = 0;
    double max_regret_pct = 0;
    bool operator==(const SourceFigures&) const = default;
};

/// A part of the campaign that is withheld from the fit and judged by it.
struct AblationCase {
    std::string name; ///< "every TP2 cell"
    std::vector<std::string> patterns;
    std::optional<SourceFigures> source; ///< absent where the source publishes none
    bool operator==(const AblationCase&) const = default;
};

struct Ablation {
    AblationCase what;
    Refit refit; ///< refit.evaluation.test is what was withheld
};

/// What a source reports of ablations, and of which table.
struct ReportedAblations {
    std::string note;
    std::string table_sha256;
    std::vector<AblationCase> cases;
};

/// Reads the file of a source's ablations strictly: no unknown key. Codes of JsonDocument and ObjectReader.
Result<ReportedAblations> read_ablations(const JsonDocument& document);

/// The cases that the source reports for this table, or, for any other table, one for each topology degree above 1,
/// each model and each workload, as far as some cells remain to fit on.
Result<std::vector<AblationCase>> ablation_cases(const Certificate& certificate, const CertificateSet& set);

/// What the source remarks on its figures; "" where it reports none for this table.
std::string ablation_note(const Certificate& certificate);

/// Refits once a case.
Result<std::vector<Ablation>> ablate(const Certificate& certificate, const CertificateSet& set,
                                     const std::vector<AblationCase>& cases, const CancelToken& cancel);

} // namespace blueprinting::certificate
