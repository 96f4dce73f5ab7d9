#pragma once
#include "core/search/points.h"
#include "ui/search/search_run.h"

#include <array>
#include <span>

namespace blueprinting::ui {

/// A column of small numbers, one a strategy: the place of its value on an axis.
struct CloudColumn {
    std::span<const std::uint16_t> places;
    std::size_t count = 0; ///< of places
};

/// Time or memory as an axis shows it: steps of one length from `low` to `high`; the first also holds what is less,
/// the last what is more.
struct CloudSteps {
    static constexpr std::size_t kCount = 24;
    double low = 0, high = 1;      ///< bytes or seconds
    std::vector<std::uint16_t> at; ///< the step of each strategy
};

/// How many lie past what the picture shows at first.
struct CloudBeyond {
    std::uint64_t slower = 0; ///< and fit
    std::uint64_t larger = 0;
};

/// How many strategies have each pair of places on two axes: by place on the first, by place on the second.
using CloudPairs = std::vector<std::uint64_t>;

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

    /// The axes of a strategy: its knobs as points().knobs() has them, then its memory, then its time. Only where
    /// whole().
    [[nodiscard]] std::size_t axes() const { return m_points->knobs().size() + 2; }
    [[nodiscard]] CloudColumn column(std::size_t axis) const;
    /// None where not whole().
    [[nodiscard]] const CloudBeyond& beyond(bool logarithmic) const { return m_beyond[logarithmic ? 1 : 0]; }
    [[nodiscard]] const CloudSteps& bytes() const { return m_bytes; }
    [[nodiscard]] const CloudSteps& seconds() const { return m_seconds; }
    /// Those that count, ascending; where `of` is not empty, those of them that it marks.
    [[nodiscard]] std::vector<std::uint32_t> counting(const std::vector<char>& of) const;
    /// Of some strategies, on two different axes.
    [[nodiscard]] CloudPairs pairs(std::size_t first, std::size_t second, std::span<const std::uint32_t> of) const;
    /// Of all that count: known from the beginning, so that to look at them costs nothing.
    [[nodiscard]] CloudPairs allPairs(std::size_t first, std::size_t second) const;

    /// The strategies in the cells of a grid: of `of` those that are marked, of all where it is empty. Where not
    /// whole(), of the grid that was counted.
    [[nodiscard]] search::Bins bins(const search::BinGrid& grid, const std::vector<char>& of) const;

private:
    void findAxes(const SearchRun& run, std::size_t count);
    [[nodiscard]] std::size_t pairIndex(std::size_t first, std::size_t second) const;

    search::Judgement m_judgement;
    std::optional<search::Points> m_points;
    std::vector<std::uint32_t> m_order, m_rank;
    CloudSteps m_bytes, m_seconds;
    std::array<CloudBeyond, 2> m_beyond; ///< linear, logarithmic
    std::vector<CloudPairs> m_pairs;     ///< of each axis with those behind it
    std::optional<search::Bins> m_bins;  ///< only where not whole
};
using SearchCloudPtr = std::shared_ptr<const SearchCloud>;

/// What of time and memory a picture of these shows at first: linear from just below the best to 1.75 times it, and up
/// to half again the memory; logarithmic all of it.
search::BinGrid search_range(const SearchRun& run, std::size_t count, bool logarithmic);

/// The strategy with this number among what is known of them: of the first by rank, and of those that a cloud keeps.
std::optional<search::Found> found_with(const SearchRun& run, std::size_t count, const SearchCloud* cloud,
                                        std::uint64_t number);

/// The ends of the axis of memory (`bytes`) or time: those of the linear picture; where all must fit, memory ends at
/// what may be held.
CloudSteps axis_steps(const SearchRun& run, std::size_t count, bool bytes);

} // namespace blueprinting::ui
