#pragma once
#include <cmath>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

/// How well a score orders measured candidates. Knows candidates as (measured time, spread, score) and cells as lists
/// of them; what a candidate is, and how it was scored, is nobody's business here.
namespace blueprinting::certificate {

/// One candidate as measured. Milliseconds, positive; spread = (max − min)/median·100.
struct Timing {
    double median_ms = 0;
    double spread_pct = 0;
    bool operator==(const Timing&) const = default;
};

/// Two candidates of one cell whose times differ by more than kSeparationPct of the smaller; first < second in file
/// order.
struct Pair {
    std::size_t first = 0;
    std::size_t second = 0;
    double separation_pct = 0;
    bool first_faster = false;
    bool operator==(const Pair&) const = default;
};

inline constexpr double kSeparationPct = 3.0;  ///< pairs closer than this have no measured order
inline constexpr double kClearRegretPct = 5.0; ///< a clear winner missed by more than this is a clear miss

std::vector<Pair> separated_pairs(std::span<const Timing> timings);

/// A pair is right when (first is faster) = (first scores less); equal scores put the second first.
template <class Score>
bool in_order(const Pair& pair, std::span<const Score> scores)
{
    return pair.first_faster == (scores[pair.first] < scores[pair.second]);
}

/// Place of the least value; the first of equals.
template <class Value>
std::size_t first_least(std::span<const Value> values)
{
    std::size_t at = 0;
    for (std::size_t i = 1; i < values.size(); ++i)
        if (values[i] < values[at])
            at = i;
    return at;
}

/// What the score makes of one cell. Indices are places in the cell's candidates.
struct CellOutcome {
    std::size_t best = 0;     ///< least time
    std::size_t selected = 0; ///< least score
    double regret_pct = 0;    ///< (selected − best)/best·100
    double lead_pct = 0;      ///< of the best over the runner-up; 0 with one candidate
    bool clear_miss = false;  ///< lead above max(best's spread, 3 %) and regret above 5 %
    std::size_t pairs = 0;    ///< separated pairs
    std::size_t right = 0;    ///< of those, in order
    bool operator==(const CellOutcome&) const = default;
};

/// The measured half of a cell's outcome, the same for every score.
struct MeasuredCell {
    std::vector<Timing> timings;
    std::vector<Pair> pairs;
    std::size_t best = 0;
    double lead_pct = 0;

    explicit MeasuredCell(std::vector<Timing> of);
    [[nodiscard]] double regret_of(std::size_t candidate) const
    {
        return (timings[candidate].median_ms - timings[best].median_ms) / timings[best].median_ms * 100.0;
    }
};

/// At least one candidate; one score a candidate.
template <class Score>
CellOutcome judge(const MeasuredCell& cell, std::span<const Score> scores)
{
    CellOutcome out;
    out.best = cell.best;
    out.selected = first_least(scores);
    out.regret_pct = cell.regret_of(out.selected);
    out.lead_pct = cell.lead_pct;
    out.clear_miss = cell.lead_pct > std::fmax(cell.timings[cell.best].spread_pct, kSeparationPct) &&
                     out.regret_pct > kClearRegretPct;
    out.pairs = cell.pairs.size();
    for (const Pair& pair : cell.pairs)
        out.right += in_order(pair, scores) ? 1 : 0;
    return out;
}

/// Metrics of a set of cells. An empty set has no figures; a set without separated pairs has no accuracy.
struct Metrics {
    std::size_t cells = 0;
    std::size_t ordered_pairs = 0;
    std::optional<double> pairwise_accuracy;
    std::optional<double> median_regret_pct;
    std::optional<double> p95_regret_pct; ///< sorted regrets at min(N − 1, ⌊0.95·N⌋)
    std::optional<double> max_regret_pct;
    std::vector<std::string> clear_misses; ///< names of the cells, in their order
    bool operator==(const Metrics&) const = default;
};

/// `members` are places in `outcomes` and `names`.
Metrics summarise(std::span<const CellOutcome> outcomes, std::span<const std::string> names,
                  std::span<const std::size_t> members);

} // namespace blueprinting::certificate
