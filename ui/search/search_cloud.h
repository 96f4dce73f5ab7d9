#pragma once
#include "core/search/points.h"
#include "ui/search/search_run.h"

namespace blueprinting::ui {

/// Every legal strategy of one number of devices, kept while a person looks at it, with the order of those that count.
/// Where they are too many to be kept there is a density of them alone. Immutable once built; any thread.
class SearchCloud {
public:
    /// Cancelled as search::explore().
    static Result<std::shared_ptr<const SearchCloud>> collect(const SearchRunPtr& run, std::size_t count,
                                                              const CancelToken& cancel,
                                                              std::size_t most = search::Points::kMost);

    /// Whether each strategy is kept.
    [[nodiscard]] bool whole() const { return m_points.has_value(); }
    [[nodiscard]] const search::Points& points() const { return *m_points; } ///< only where whole()
    /// The places of those that count, by rank: the first has rank 1.
    [[nodiscard]] const std::vector<std::uint32_t>& order() const { return m_order; }
    /// Of a point: 0 where it does not count.
    [[nodiscard]] std::uint32_t rank(std::uint32_t point) const { return m_rank[point]; }
    /// Whether each point is within a brush; all where whole() and the brush says nothing.
    [[nodiscard]] std::vector<char> within(const search::Brush& brush) const;

    /// The strategies in the cells of a grid: of `of` those that are marked, of all where it is empty. Where not
    /// whole(), of the grid that was counted.
    [[nodiscard]] search::Bins bins(const search::BinGrid& grid, const std::vector<char>& of) const;

private:
    search::Judgement m_judgement;
    std::optional<search::Points> m_points;
    std::vector<std::uint32_t> m_order, m_rank;
    std::optional<search::Bins> m_bins; ///< only where not whole
};
using SearchCloudPtr = std::shared_ptr<const SearchCloud>;

/// What of time and memory a picture of these shows at first: linear from just below the best to 1.75 times it, and up
/// to half again the memory; logarithmic all of it.
search::BinGrid search_range(const SearchRun& run, std::size_t count, bool logarithmic);

} // namespace blueprinting::ui
