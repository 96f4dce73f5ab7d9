#include "core/certificate/refine.h"

#include <array>
#include <limits>
#include <numeric>

namespace blueprinting::certificate
{
namespace
{

constexpr double kPairWeight = 0.05;
constexpr double kLeastGain = 1e-9;
constexpr int kMostSweeps = 12;
constexpr std::array<double, 6> kFactors{0.25, 0.5, 0.8, 1.25, 2.0, 4.0};
constexpr std::array<double, 4> kSwitchOn{1.0, 10.0, 100.0, 1000.0};

struct Search {
    Eigen::VectorXd beta;
    double loss = 0;
};

std::vector<double> trials_of(double current, double floor)
{
    std::vector<double> out;
    if (current > 0) {
        for (const double factor : kFactors)
            out.push_back(current * factor);
        out.push_back(0.0);
    } else {
        for (const double factor : kSwitchOn)
            out.push_back(floor * factor);
    }
    return out;
}

/// Nothing where it was cancelled.
std::optional<Search> search(LossSurface& surface, Eigen::VectorXd beta, const std::vector<Eigen::Index>& order,
                             double floor, const CancelToken& cancel)
{
    double best = surface.loss(beta, std::numeric_limits<double>::infinity());
    for (int sweep = 0; sweep < kMostSweeps; ++sweep) {
        bool improved = false;
        for (const Eigen::Index j : order) {
            for (const double trial : trials_of(beta(j), floor)) {
                if (cancel.cancelled())
                    return std::nullopt;
                const double kept = beta(j);
                beta(j) = trial;
                const double loss = surface.loss(beta, best - kLeastGain);
                if (loss < best - kLeastGain) {
                    best = loss;
                    improved = true;
                } else {
                    beta(j) = kept;
                }
            }
        }
        if (!improved)
            break;
    }
    return Search{std::move(beta), best};
}

} // namespace

LossSurface::LossSurface(const std::vector<FitCell>& cells) : m_cells(cells)
{
    Eigen::Index rows = 0;
    for (const FitCell& cell : cells) {
        m_first.push_back(rows);
        rows += cell.terms.rows();
        m_pairs += cell.measured.pairs.size();
    }
    m_matrix.resize(rows, cells.empty() ? 0 : cells.front().terms.cols());
    for (std::size_t i = 0; i < cells.size(); ++i)
        m_matrix.middleRows(m_first[i], cells[i].terms.rows()) = cells[i].terms;
    m_scores.resize(static_cast<std::size_t>(rows));
}

double LossSurface::loss(const Eigen::VectorXd& coefficients, double bound)
{
    const Eigen::Index columns = m_matrix.cols();
    for (Eigen::Index row = 0; row < m_matrix.rows(); ++row) {
        const double* terms = m_matrix.data() + row * columns;
        double score = 0;
        for (Eigen::Index j = 0; j < columns; ++j)
            score += terms[j] * coefficients(j);
        m_scores[static_cast<std::size_t>(row)] = score;
    }
    const std::span<const double> all(m_scores);
    const auto scores_of = [&](std::size_t cell) {
        return all.subspan(static_cast<std::size_t>(m_first[cell]), m_cells[cell].measured.timings.size());
    };
    double regret = 0;
    for (std::size_t i = 0; i < m_cells.size(); ++i)
        regret += m_cells[i].measured.regret_of(first_least(scores_of(i)));
    if (m_pairs == 0 || regret >= bound)
        return regret;
    std::size_t right = 0;
    for (std::size_t i = 0; i < m_cells.size(); ++i) {
        const std::span<const double> scores = scores_of(i);
        for (const Pair& pair : m_cells[i].measured.pairs)
            right += in_order(pair, scores) ? 1 : 0;
    }
    const double accuracy = static_cast<double>(right) / static_cast<double>(m_pairs);
    return regret + kPairWeight * ((1.0 - accuracy) * 100.0);
}

double selection_loss(const std::vector<FitCell>& cells, const Eigen::VectorXd& coefficients)
{
    return LossSurface(cells).loss(coefficients, std::numeric_limits<double>::infinity());
}

Result<Fit> refine(const std::vector<FitCell>& cells, const Eigen::VectorXd& start, const FitOptions& options)
{
    LossSurface surface(cells);
    double floor = 0;
    for (const double coefficient : start)
        if (coefficient > 0 && (floor == 0 || coefficient < floor))
            floor = coefficient;
    floor = floor > 0 ? floor * 1e-3 : 1e-3;

    std::vector<Eigen::Index> forward(static_cast<std::size_t>(start.size()));
    std::iota(forward.begin(), forward.end(), Eigen::Index{0});
    std::vector<Eigen::Index> reverse(forward.rbegin(), forward.rend());
    Fit out;
    out.least_squares = start;
    out.loss = std::numeric_limits<double>::infinity();
    int done = 0;
    for (const double scale : {1.0, 0.5, 2.0}) {
        for (const auto* order : {&forward, &reverse}) {
            auto found = search(surface, start * scale, *order, floor, options.cancel);
            if (!found)
                return Cancelled{};
            if (found->loss < out.loss) {
                out.loss = found->loss;
                out.coefficients = std::move(found->beta);
            }
            if (options.progress)
                options.progress(0.1 + 0.9 * ++done / 6.0);
        }
    }
    return out;
}

} // namespace blueprinting::certificate
