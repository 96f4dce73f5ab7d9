#pragma once
#include "core/search/found.h"
#include "core/search/space.h"

#include <algorithm>

namespace blueprinting::search {

/// The strategies whose score lies within some percent of the best: one answer, since the model cannot order them.
struct Band {
    double percent = 3;
    double limit = 0; ///< the largest score within
    std::uint64_t count = 0;
    std::vector<Found> members;   ///< by rank; the first kMostMembers
    std::optional<Found> leanest; ///< of them all the one with most free memory, of equal ones the first by rank
    /// How many have each value of each knob. What has one value they have in common; where there are more, they
    /// differ.
    struct Value {
        strategy::Field field;
        std::int64_t value = 0;
        std::uint64_t count = 0;
        bool operator==(const Value&) const = default;
    };
    std::vector<Value> values;
    bool operator==(const Band&) const = default;

    static constexpr std::size_t kMostMembers = 1000;
    /// The knobs with one value among more that the space has, with it.
    [[nodiscard]] std::vector<Value> common(const Layout& layout) const;
};

/// Collects a band while its best is still being looked for. It keeps at most `most` candidates; where the band has
/// more, it is `full`, and a second pass with the limit known counts it.
class BandGathering {
public:
    BandGathering(const Judgement& judgement, double percent, std::size_t most = kMost)
        : m_judgement(judgement), m_factor(1 + percent / 100), m_most(most)
    {
    }
    void offer(const Found& found)
    {
        const double score = m_judgement.score(found);
        if (score > m_limit)
            return;
        if (score < m_best) {
            m_best = score;
            m_limit = score * m_factor;
        }
        if (m_found.size() == m_most && m_limit < m_pruned)
            prune();
        if (m_found.size() < m_most)
            m_found.push_back(found);
        else
            m_dropped_below = std::min(m_dropped_below, score);
    }
    [[nodiscard]] bool wants(const Found& found) const { return !(m_judgement.score(found) > m_limit); }
    void join(const BandGathering& other);
    [[nodiscard]] double limit() const { return m_limit; }
    /// Whether one within the limit had to be dropped.
    [[nodiscard]] bool full() const { return m_dropped_below <= m_limit; }
    /// By rank. Only where not full.
    [[nodiscard]] std::vector<Found> take();

    static constexpr std::size_t kMost = 200'000;

private:
    void prune();
    Judgement m_judgement;
    double m_factor;
    std::size_t m_most;
    double m_best = std::numeric_limits<double>::infinity();
    double m_limit = std::numeric_limits<double>::infinity();
    double m_pruned = std::numeric_limits<double>::infinity(); ///< the limit when it was last done
    double m_dropped_below = std::numeric_limits<double>::infinity();
    std::vector<Found> m_found;
};

/// The band of these members, which are by rank.
Band band_of(const Layout& layout, std::vector<Found> members, double percent, double limit);

} // namespace blueprinting::search
