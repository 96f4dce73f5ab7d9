#include "ui/search/search_cloud.h"

#include <algorithm>
#include <numeric>

namespace blueprinting::ui {
namespace {

constexpr std::size_t kCountedColumns = 240, kCountedRows = 160; ///< of what is too much to be kept

} // namespace

search::BinGrid search_range(const SearchRun& run, std::size_t count, bool logarithmic)
{
    const search::Exploration& found = run.found[count];
    search::BinGrid out;
    out.logarithmic = logarithmic;
    const double capacity = run.question.system.capacity().value();
    double best = found.smallest ? found.smallest->total.value() : 1;
    double worst = best;
    double least = found.smallest ? found.smallest->memory.value() : capacity;
    for (const search::Found& each : found.front) {
        best = std::min(best, each.total.value());
        worst = std::max(worst, each.total.value());
    }
    for (const search::Found& each : found.top)
        best = std::min(best, each.total.value());
    if (logarithmic) {
        out.from_seconds = 0.9 * best;
        out.to_seconds = std::max(20 * best, 1.2 * worst);
        out.from_bytes = 0.8 * least;
        out.to_bytes = std::max(8 * capacity, 4 * least);
    } else {
        out.from_seconds = 0.95 * best;
        out.to_seconds = 1.75 * best;
        out.from_bytes = 0;
        out.to_bytes = std::max(1.5 * capacity, 1.2 * least);
    }
    return out;
}

std::optional<search::Found> found_with(const SearchRun& run, std::size_t count, const SearchCloud* cloud,
                                        std::uint64_t number)
{
    for (const search::Found& each : run.found[count].top)
        if (each.number == number)
            return each;
    if (!cloud || !cloud->whole())
        return std::nullopt;
    const auto all = cloud->points().all();
    const auto at =
        std::lower_bound(all.begin(), all.end(), number,
                         [](const search::Found& each, std::uint64_t wanted) { return each.number < wanted; });
    return at != all.end() && at->number == number ? std::optional(*at) : std::nullopt;
}

CloudSteps axis_steps(const SearchRun& run, std::size_t count, bool bytes)
{
    const search::BinGrid range = search_range(run, count, false);
    if (!bytes)
        return {range.from_seconds, range.to_seconds, {}};
    const double most = run.question.must_fit ? run.question.judgement().limit.value() : range.to_bytes;
    return {range.from_bytes, std::max(most, range.from_bytes + 1), {}};
}

Result<SearchCloudPtr> SearchCloud::collect(const SearchRunPtr& run, std::size_t count, const CancelToken& cancel,
                                            std::size_t most)
{
    auto out = std::make_shared<SearchCloud>();
    out->m_judgement = run->question.judgement();
    search::Searched all = run->searched(count);
    all.judgement.must_fit = false; // what does not fit is seen, too
    if (run->found[count].legal <= most) {
        auto points = search::Points::collect(all, cancel, most);
        if (!points)
            return points.failure_as<SearchCloudPtr>();
        out->m_points = *std::move(points);
        const auto kept = out->m_points->all();
        for (std::uint32_t i = 0; i < kept.size(); ++i)
            if (out->m_judgement.counts(kept[i]))
                out->m_order.push_back(i);
        std::sort(out->m_order.begin(), out->m_order.end(),
                  [&](std::uint32_t a, std::uint32_t b) { return out->m_judgement.before(kept[a], kept[b]); });
        out->m_rank.resize(kept.size());
        for (std::uint32_t i = 0; i < out->m_order.size(); ++i)
            out->m_rank[out->m_order[i]] = i + 1;
        out->findAxes(*run, count);
        return SearchCloudPtr(out);
    }
    search::BinGrid grid = search_range(*run, count, false);
    grid.columns = kCountedColumns;
    grid.rows = kCountedRows;
    auto counted = search::explore(all, {.top = 0, .band_percent = 0, .marginals = false, .bins = grid}, {}, cancel);
    if (!counted)
        return counted.failure_as<SearchCloudPtr>();
    out->m_bins = std::move(counted->bins);
    return SearchCloudPtr(out);
}

void SearchCloud::findAxes(const SearchRun& run, std::size_t count)
{
    m_bytes = axis_steps(run, count, true);
    m_seconds = axis_steps(run, count, false);
    const auto all = m_points->all();
    const auto step = [](const CloudSteps& steps, double value) {
        const double share = (value - steps.low) / (steps.high - steps.low);
        const double most = static_cast<double>(CloudSteps::kCount - 1);
        return static_cast<std::uint16_t>(std::clamp(share * static_cast<double>(CloudSteps::kCount), 0.0, most));
    };
    m_bytes.at.reserve(all.size());
    m_seconds.at.reserve(all.size());
    for (const search::Found& each : all) {
        m_bytes.at.push_back(step(m_bytes, each.memory.value()));
        m_seconds.at.push_back(step(m_seconds, each.total.value()));
    }
    for (const bool logarithmic : {false, true}) {
        const search::BinGrid range = search_range(run, count, logarithmic);
        CloudBeyond& beyond = m_beyond[logarithmic ? 1 : 0];
        for (const search::Found& each : all) {
            beyond.slower += each.fits && each.total.value() > range.to_seconds ? 1 : 0;
            beyond.larger += each.memory.value() > range.to_bytes ? 1 : 0;
        }
    }
    const auto every = counting({});
    for (std::size_t first = 0; first < axes(); ++first)
        for (std::size_t second = first + 1; second < axes(); ++second)
            m_pairs.push_back(pairs(first, second, every));
}

CloudColumn SearchCloud::column(std::size_t axis) const
{
    const auto& knobs = m_points->knobs();
    if (axis < knobs.size())
        return {m_points->places(axis), knobs[axis].values.size()};
    return {axis == knobs.size() ? m_bytes.at : m_seconds.at, CloudSteps::kCount};
}

std::vector<std::uint32_t> SearchCloud::counting(const std::vector<char>& of) const
{
    std::vector<std::uint32_t> out;
    out.reserve(m_order.size());
    for (std::uint32_t i = 0; i < m_rank.size(); ++i)
        if (m_rank[i] != 0 && (of.empty() || of[i] != 0))
            out.push_back(i);
    return out;
}

CloudPairs SearchCloud::pairs(std::size_t first, std::size_t second, std::span<const std::uint32_t> of) const
{
    const CloudColumn a = column(first), b = column(second);
    CloudPairs out(a.count * b.count);
    for (const std::uint32_t point : of)
        ++out[a.places[point] * b.count + b.places[point]];
    return out;
}

/// Axes before `first` have one pair less each than the one before.
std::size_t SearchCloud::pairIndex(std::size_t first, std::size_t second) const
{
    return first * (2 * axes() - first - 1) / 2 + second - first - 1;
}

CloudPairs SearchCloud::allPairs(std::size_t first, std::size_t second) const
{
    if (first < second)
        return m_pairs[pairIndex(first, second)];
    const CloudPairs& turned = m_pairs[pairIndex(second, first)];
    const std::size_t rows = column(first).count, columns = column(second).count;
    CloudPairs out(rows * columns);
    for (std::size_t row = 0; row < rows; ++row)
        for (std::size_t each = 0; each < columns; ++each)
            out[row * columns + each] = turned[each * rows + row];
    return out;
}

std::vector<char> SearchCloud::within(const search::Brush& brush) const
{
    if (!whole())
        return {};
    std::vector<char> out(m_points->all().size());
    for (const std::uint32_t point : m_points->within(brush))
        out[point] = 1;
    return out;
}

search::Bins SearchCloud::bins(const search::BinGrid& grid, const std::vector<char>& of) const
{
    if (!whole())
        return *m_bins;
    search::Bins out(grid);
    const auto all = m_points->all();
    for (std::size_t i = 0; i < all.size(); ++i)
        if (of.empty() || of[i] != 0)
            out.offer(all[i], m_judgement);
    return out;
}

} // namespace blueprinting::ui
