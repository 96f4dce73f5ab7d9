#pragma once
#include <Eigen/Core>

namespace blueprinting::certificate {

/// Collects the rows of a least-squares problem and keeps only their triangular factor, so that millions of rows need
/// no memory. Solving with the factor gives the solution of the rows.
class NormalRows {
public:
    explicit NormalRows(Eigen::Index columns);
    void add(const Eigen::RowVectorXd& x, double y);
    /// At most columns + 1 rows: x and, in the last column, y.
    [[nodiscard]] Eigen::MatrixXd factor();
    [[nodiscard]] const Eigen::VectorXd& largest() const { return m_largest; } ///< magnitude, by column of x

private:
    void reduce();

    Eigen::MatrixXd m_rows;
    Eigen::Index m_used = 0;
    Eigen::VectorXd m_largest;
};

/// min |x·b − y| over b ≥ 0 by the active sets of Lawson and Hanson (Solving Least Squares Problems, ch. 23), on
/// columns scaled by `scale` (a scale of 0 stands for an all-zero column: scale 1, coefficient 0). Gradients up to
/// 1e-10·max(1, |xᵀy|∞) count as zero; a coefficient leaves the passive set at ≤ 1e-12.
struct NonNegative {
    Eigen::VectorXd solution;
    bool converged = true; ///< else the steps ran out, and the solution is where they ended
};
NonNegative nnls(const Eigen::MatrixXd& x, const Eigen::VectorXd& y, const Eigen::VectorXd& scale,
                 int most_steps = 500);

} // namespace blueprinting::certificate
