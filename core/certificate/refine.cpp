#include "core/certificate/refine.h"

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>

namespace blueprinting::certificate {
namespace {

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
        const auto first = static_cast<std::uint32_t>(rows);
        for (const Pair& pair : cell.measured.pairs) {
            const std::uint32_t a = first + static_cast<std::uint32_t>(pair.first);
            const std::uint32_t b = first + static_cast<std::uint32_t>(pair.second);
            if (pair.first_faster)
                m_strict.push_back({a, b});
            else
                m_loose.push_back({b, a});
        }
        rows += cell.terms.rows();
    }
    m_first.push_back(rows);
    m_matrix.resize(rows, cells.empty() ? 0 : cells.front().terms.cols());
    for (std::size_t i = 0; i < cells.size(); ++i)
        m_matrix.middleRows(m_first[i], cells[i].terms.rows()) = cells[i].terms;
    m_scores.resize(static_cast<std::size_t>(rows));
}

std::span<const double> LossSurface::scores_of(std::size_t cell) const
{
    return std::span(m_scores).subspan(static_cast<std::size_t>(m_first[cell]), m_cells[cell].measured.timings.size());
}

void LossSurface::score(std::size_t first_cell, std::size_t last_cell, const Eigen::VectorXd& coefficients)
{
    const Eigen::Index from = m_first[first_cell];
    const Eigen::Index rows = m_first[last_cell] - from;
    double* const scores = m_scores.data() + from;
    std::fill(scores, scores + rows, 0.0);
    // Term by term, so that each score is the sum in the order of the terms and the rows go through in step.
    for (Eigen::Index j = 0; j < m_matrix.cols(); ++j) {
        const double coefficient = coefficients(j);
        if (coefficient == 0)
            continue;
        const double* const column = m_matrix.data() + j * m_matrix.rows() + from;
        for (Eigen::Index row = 0; row < rows; ++row)
            scores[row] += column[row] * coefficient;
    }
}

double LossSurface::loss(const Eigen::VectorXd& coefficients, double bound)
{
    constexpr std::size_t block = 32;
    double regret = 0;
    for (std::size_t from = 0; from < m_cells.size(); from += block) {
        const std::size_t to = std::min(from + block, m_cells.size());
        score(from, to, coefficients);
        for (std::size_t i = from; i < to; ++i)
            regret += m_cells[i].measured.regret_of(first_least(scores_of(i)));
        if (regret >= bound)
            return regret;
    }
    const std::size_t pairs = m_strict.size() + m_loose.size();
    if (pairs == 0)
        return regret;
    const auto with_pairs = [&](std::size_t wrong) {
        const double accuracy = static_cast<double>(pairs - wrong) / static_cast<double>(pairs);
        return regret + kPairWeight * ((1.0 - accuracy) * 100.0);
    };
    const double* const scores = m_scores.data();
    constexpr std::size_t stride = 4096;
    std::size_t wrong = 0;
    for (std::size_t from = 0; from < m_strict.size(); from += stride) {
        const std::size_t to = std::min(from + stride, m_strict.size());
        for (std::size_t i = from; i < to; ++i)
            wrong += scores[m_strict[i].less] < scores[m_strict[i].more] ? 0 : 1;
        if (with_pairs(wrong) >= bound)
            return with_pairs(wrong);
    }
    for (std::size_t from = 0; from < m_loose.size(); from += stride) {
        const std::size_t to = std::min(from + stride, m_loose.size());
        for (std::size_t i = from; i < to; ++i)
            wrong += scores[m_loose[i].more] < scores[m_loose[i].less] ? 1 : 0;
        if (with_pairs(wrong) >= bound)
            return with_pairs(wrong);
    }
    return with_pairs(wrong);
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
