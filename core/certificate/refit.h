#pragma once
#include "core/base/cancel.h"
#include "core/certificate/evaluation.h"
#include "core/certificate/score.h"

#include <functional>

/// Scoring, measuring and fitting the cells of one certificate.
namespace blueprinting::certificate {

/// The cells of a certificate that its table answers for: each key once (its first entry), without the shapes that a
/// re-ranker decides. `place` leads from the set to certificate.cells.
struct CertificateSet : MeasuredSet {
    std::vector<std::size_t> place;
    std::vector<std::size_t> repeated; ///< entries of certificate.cells whose key stood before
    std::vector<std::size_t> reranked; ///< entries that leave the table's splits
};
CertificateSet measured_set(const Certificate& certificate);

/// One score a candidate of the set, with what each term gives. Codes as Scorer.
Result<std::vector<std::vector<Score>>> score_set(const IntegerTable& table, const Certificate& certificate,
                                                  const CertificateSet& set);
/// Their totals, for the metrics.
std::vector<std::vector<Int128>> totals(const std::vector<std::vector<Score>>& scores);

/// The split of a certificate: the standing rule, its own hold-out patterns, and further ones.
Splits split_of(const Certificate& certificate, const CertificateSet& set,
                const std::vector<std::string>& further = {});

struct RefitRequest {
    std::vector<std::string> patterns; ///< held out beside the certificate's own split
    std::vector<std::string> dropped;  ///< terms that the fit may not use
    CancelToken cancel;
    std::function<void(double)> progress;
};

struct Refit {
    std::vector<std::string> terms;
    std::vector<double> coefficients; ///< µs per feature unit, in the order of `terms`
    IntegerTable table;               ///< rounded
    /// The table after integerise_and_repair(); equal to `table` where rounding costs no ranking.
    IntegerTable repaired;
    Evaluation evaluation; ///< of `table`
    Evaluation unrounded;  ///< of `coefficients`
    double loss = 0;
    /// Why the fit cannot be trusted, whatever it is rounded to: clauses. Empty where nothing speaks against it.
    std::vector<std::string> doubts;
    std::string table_doubt;    ///< why `table` cannot be trusted beside that; "" for nothing
    std::string repaired_doubt; ///< likewise of `repaired`
};

/// Fits the training cells anew. Codes: certificate.foreign_term (a fit term that is not known), certificate.objective
/// (an objective other than "regret" and "lsq"), certificate.overflow, certificate.fit_range (a coefficient that no
/// table holds).
Result<Refit> refit(const Certificate& certificate, const CertificateSet& set, const RefitRequest& request);

/// All that speaks against a fit whose table this is; empty for nothing.
std::vector<std::string> doubts_of(const Refit& refit, const IntegerTable& table);

} // namespace blueprinting::certificate
