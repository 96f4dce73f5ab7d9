#pragma once
#include "core/base/cancel.h"
#include "core/base/result.h"
#include "core/certificate/metrics.h"

#include <Eigen/Core>

#include <cstdint>
#include <functional>
#include <vector>

/// Fits non-negative coefficients of a linear score to measured candidates. Knows cells as timings and a matrix; what
/// the columns stand for is the caller's.
namespace blueprinting::certificate {

struct FitCell {
    MeasuredCell measured;
    Eigen::MatrixXd terms; ///< one row a candidate, one column a term, in feature units
};

enum class Objective {
    least_squares, ///< stop after the least squares
    regret,        ///< refine by the regret that the selection costs
};

struct FitOptions {
    Objective objective = Objective::regret;
    CancelToken cancel;
    std::function<void(double)> progress; ///< share done, 0 to 1; from the thread that fits
};

struct Fit {
    Eigen::VectorXd coefficients;  ///< microseconds per feature unit, at least 0
    Eigen::VectorXd least_squares; ///< before the refinement
    double loss = 0;               ///< of `coefficients`, see selection_loss()
    bool converged = true;         ///< the least squares came to an end
};

/// 1. a row a within-cell pair: Δterms and Δms·1000, both weighted 1/(√(pairs of the cell)·½(a.ms + b.ms));
/// 2. non-negative least squares (nnls.h);
/// 3. for Objective::regret a coordinate search on selection_loss() (refine.h).
/// Deterministic. Any thread. Cancelled where the token says so; no cells or no columns give zero coefficients.
Result<Fit> fit(const std::vector<FitCell>& cells, Eigen::Index terms, const FitOptions& options);

/// Σ regret % + 0.05·100·(1 − pairwise accuracy over all cells).
double selection_loss(const std::vector<FitCell>& cells, const Eigen::VectorXd& coefficients);

/// round(coefficient·1000), halves to even.
std::vector<std::int64_t> integerise(const Eigen::VectorXd& coefficients);

/// Starts from integerise(); where rounding costs a ranking (its loss is above that of `coefficients`), searches on
/// whole numbers for a table that does not: steps of 1 and 2, 0, and × 0.5, 0.9, 1.1, 2 (from 0: 1, 10, 100, 1000), at
/// most 12 sweeps, strict gains only. Later certificates are made this way; where rounding costs nothing both are the
/// same.
std::vector<std::int64_t> integerise_and_repair(const std::vector<FitCell>& cells, const Eigen::VectorXd& coefficients);

} // namespace blueprinting::certificate
