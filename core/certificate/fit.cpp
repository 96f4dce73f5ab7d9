#include "core/certificate/fit.h"

#include "core/certificate/nnls.h"
#include "core/certificate/refine.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

namespace blueprinting::certificate {
namespace {

/// Nothing where it was cancelled.
std::optional<NonNegative> least_squares(const std::vector<FitCell>& cells, Eigen::Index terms,
                                         const FitOptions& options)
{
    NormalRows rows(terms);
    for (std::size_t at = 0; at < cells.size(); ++at) {
        if (options.cancel.cancelled())
            return std::nullopt;
        if (options.progress && at % 256 == 0)
            options.progress(0.1 * static_cast<double>(at) / static_cast<double>(cells.size()));
        const FitCell& cell = cells[at];
        const auto& timings = cell.measured.timings;
        const double pairs = static_cast<double>(timings.size() * (timings.size() - 1) / 2);
        for (std::size_t i = 0; i < timings.size(); ++i) {
            for (std::size_t j = i + 1; j < timings.size(); ++j) {
                const double a = timings[i].median_ms;
                const double b = timings[j].median_ms;
                const double weight = (1.0 / std::sqrt(pairs)) / (0.5 * (a + b));
                rows.add((cell.terms.row(static_cast<Eigen::Index>(i)) - cell.terms.row(static_cast<Eigen::Index>(j))) *
                             weight,
                         (a - b) * 1000.0 * weight);
            }
        }
    }
    const Eigen::MatrixXd factor = rows.factor();
    return nnls(factor.leftCols(terms), factor.col(terms), rows.largest());
}

} // namespace

Result<Fit> fit(const std::vector<FitCell>& cells, Eigen::Index terms, const FitOptions& options)
{
    const auto start = least_squares(cells, terms, options);
    if (!start)
        return Cancelled{};
    if (options.objective == Objective::least_squares || cells.empty() || terms == 0)
        return Fit{start->solution, start->solution, selection_loss(cells, start->solution), start->converged};
    auto refined = refine(cells, start->solution, options);
    if (refined)
        refined->converged = start->converged;
    return refined;
}

std::vector<std::int64_t> integerise(const Eigen::VectorXd& coefficients)
{
    std::vector<std::int64_t> out;
    for (const double coefficient : coefficients)
        out.push_back(std::llrint(coefficient * 1000.0));
    return out;
}

std::vector<std::int64_t> integerise_and_repair(const std::vector<FitCell>& cells, const Eigen::VectorXd& coefficients)
{
    LossSurface surface(cells);
    constexpr double unbounded = std::numeric_limits<double>::infinity();
    constexpr double least_gain = 1e-9;
    std::vector<std::int64_t> table = integerise(coefficients);
    Eigen::VectorXd beta(coefficients.size());
    for (Eigen::Index j = 0; j < beta.size(); ++j)
        beta(j) = static_cast<double>(table[static_cast<std::size_t>(j)]) / 1000.0;
    double best = surface.loss(beta, unbounded);
    if (best <= surface.loss(coefficients, unbounded) + least_gain)
        return table;
    for (int sweep = 0; sweep < 12; ++sweep) {
        bool improved = false;
        for (Eigen::Index j = 0; j < beta.size(); ++j) {
            std::int64_t& entry = table[static_cast<std::size_t>(j)];
            const std::int64_t current = entry;
            std::set<std::int64_t> trials{0, current + 1, current + 2, std::max<std::int64_t>(0, current - 1),
                                          std::max<std::int64_t>(0, current - 2)};
            if (current > 0)
                for (const double factor : {0.5, 0.9, 1.1, 2.0})
                    trials.insert(std::llrint(static_cast<double>(current) * factor));
            else
                trials.insert({1, 10, 100, 1000});
            trials.erase(current);
            for (const std::int64_t trial : trials) {
                const double kept = beta(j);
                beta(j) = static_cast<double>(trial) / 1000.0;
                const double loss = surface.loss(beta, best - least_gain);
                if (loss < best - least_gain) {
                    best = loss;
                    entry = trial;
                    improved = true;
                } else {
                    beta(j) = kept;
                }
            }
        }
        if (!improved)
            break;
    }
    return table;
}

} // namespace blueprinting::certificate
