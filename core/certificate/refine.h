#pragma once
#include "core/certificate/fit.h"

#include <cstdint>
#include <span>

namespace blueprinting::certificate {

/// The loss of selection_loss() for many coefficient vectors over the same cells. A bound lets hopeless trials stop as
/// soon as what they have lost reaches it, since further cells and pairs can only add; the answer is the same.
class LossSurface {
public:
    explicit LossSurface(const std::vector<FitCell>& cells);
    /// The loss, or some value of at least `bound` where the loss is at least that.
    [[nodiscard]] double loss(const Eigen::VectorXd& coefficients, double bound);

private:
    void score(std::size_t first_cell, std::size_t last_cell, const Eigen::VectorXd& coefficients);
    [[nodiscard]] std::span<const double> scores_of(std::size_t cell) const;

    /// Rows of a separated pair: the one that must score less, or must not score more, first.
    struct RowPair {
        std::uint32_t less;
        std::uint32_t more;
    };

    const std::vector<FitCell>& m_cells;
    std::vector<RowPair> m_strict;     ///< right when less < more: the first in file order is faster
    std::vector<RowPair> m_loose;      ///< right when less ≤ more: the second is
    std::vector<Eigen::Index> m_first; ///< first row of each cell in m_matrix, and the row behind the last
    Eigen::MatrixXd m_matrix;
    std::vector<double> m_scores;
};

/// Coordinate search from `start`: six starts (× 1, 0.5, 2, each in forward and reverse order), at most 12 sweeps.
/// Trials of a coefficient, from its value at the start of its turn: × 0.25, 0.5, 0.8, 1.25, 2, 4, then 0; from 0:
/// floor × 1, 10, 100, 1000 with floor = 1e-3 of the least positive coefficient of `start`. A trial is taken when it is
/// below the best so far by more than 1e-9; a sweep without progress ends the search. The least loss wins, the first of
/// equals.
Result<Fit> refine(const std::vector<FitCell>& cells, const Eigen::VectorXd& start, const FitOptions& options);

} // namespace blueprinting::certificate
