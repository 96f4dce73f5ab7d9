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
