#include "core/certificate/nnls.h"

#include <Eigen/QR>

#include <algorithm>
#include <vector>

namespace blueprinting::certificate {
namespace {

constexpr Eigen::Index kChunk = 1024;

/// Least squares over the chosen columns; the least solution where they depend on each other.
Eigen::VectorXd solve(const Eigen::MatrixXd& x, const Eigen::VectorXd& y, const std::vector<Eigen::Index>& columns)
{
    Eigen::MatrixXd chosen(x.rows(), static_cast<Eigen::Index>(columns.size()));
    for (std::size_t i = 0; i < columns.size(); ++i)
        chosen.col(static_cast<Eigen::Index>(i)) = x.col(columns[i]);
    return Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd>(chosen).solve(y);
}

} // namespace

NormalRows::NormalRows(Eigen::Index columns)
    : m_rows(kChunk + columns + 1, columns + 1), m_largest(Eigen::VectorXd::Zero(columns))
{
}

void NormalRows::add(const Eigen::RowVectorXd& x, double y)
{
    if (m_used == m_rows.rows())
        reduce();
    m_rows.row(m_used).head(x.size()) = x;
    m_rows(m_used, x.size()) = y;
    ++m_used;
    m_largest = m_largest.cwiseMax(x.cwiseAbs().transpose());
}

void NormalRows::reduce()
{
    const Eigen::Index columns = m_rows.cols();
    if (m_used <= columns)
        return;
    const Eigen::HouseholderQR<Eigen::MatrixXd> qr(m_rows.topRows(m_used));
    const Eigen::MatrixXd upper = qr.matrixQR().topRows(columns).triangularView<Eigen::Upper>();
    m_rows.topRows(columns) = upper;
    m_used = columns;
}

Eigen::MatrixXd NormalRows::factor()
{
    reduce();
    return m_rows.topRows(m_used);
}

NonNegative nnls(const Eigen::MatrixXd& x, const Eigen::VectorXd& y, const Eigen::VectorXd& scale, int most_steps)
{
    const Eigen::Index n = x.cols();
    Eigen::VectorXd beta = Eigen::VectorXd::Zero(n);
    if (n == 0 || x.rows() == 0)
        return {std::move(beta), true};
    const Eigen::VectorXd by = (scale.array() > 0).select(scale, 1.0);
    const Eigen::MatrixXd scaled = x * by.cwiseInverse().asDiagonal();
    const double tolerance = 1e-10 * std::max(1.0, (scaled.transpose() * y).cwiseAbs().maxCoeff());

    std::vector<bool> passive(static_cast<std::size_t>(n), false);
    bool converged = false;
    for (int step = 0; step < most_steps; ++step) {
        const Eigen::VectorXd gradient = scaled.transpose() * (y - scaled * beta);
        Eigen::Index entering = -1;
        for (Eigen::Index j = 0; j < n; ++j)
            if (!passive[static_cast<std::size_t>(j)] && (entering < 0 || gradient(j) > gradient(entering)))
                entering = j;
        if (entering < 0 || gradient(entering) <= tolerance) {
            converged = true;
            break;
        }
        passive[static_cast<std::size_t>(entering)] = true;

        while (true) {
            std::vector<Eigen::Index> columns;
            for (Eigen::Index j = 0; j < n; ++j)
                if (passive[static_cast<std::size_t>(j)])
                    columns.push_back(j);
            Eigen::VectorXd trial = Eigen::VectorXd::Zero(n);
            if (!columns.empty()) {
                const Eigen::VectorXd solved = solve(scaled, y, columns);
                for (std::size_t i = 0; i < columns.size(); ++i)
                    trial(columns[i]) = solved(static_cast<Eigen::Index>(i));
            }
            // Go towards the unconstrained solution as far as the first coefficient that reaches zero.
            double reach = 1.0;
            Eigen::Index blocking = -1;
            for (const Eigen::Index j : columns) {
                if (trial(j) > 0)
                    continue;
                const double ratio = beta(j) / std::max(beta(j) - trial(j), 1e-300);
                if (blocking < 0 || ratio < reach) {
                    reach = std::min(1.0, ratio);
                    blocking = j;
                }
            }
            if (blocking < 0) {
                beta = trial;
                break;
            }
            beta += reach * (trial - beta);
            for (const Eigen::Index j : columns) {
                // The blocking one is zero but for rounding, which must not keep it in.
                if (j == blocking || beta(j) <= 1e-12) {
                    passive[static_cast<std::size_t>(j)] = false;
                    beta(j) = 0.0;
                }
            }
        }
    }
    return {beta.cwiseQuotient(by), converged};
}

} // namespace blueprinting::certificate
