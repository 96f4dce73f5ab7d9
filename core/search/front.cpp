#include "core/search/front.h"

#include <algorithm>
#include <limits>

namespace blueprinting::search {
namespace {

std::vector<std::size_t> fitting(std::span<const Found> found)
{
    std::vector<std::size_t> out;
    for (std::size_t i = 0; i < found.size(); ++i)
        if (found[i].fits)
            out.push_back(i);
    return out;
}

/// Faster first; of equals the smaller, of equals the earlier.
auto before(std::span<const Found> found)
{
    return [found](std::size_t left, std::size_t right) {
        const Found& a = found[left];
        const Found& b = found[right];
        if (a.total != b.total)
            return a.total < b.total;
        return a.memory != b.memory ? a.memory < b.memory : a.number < b.number;
    };
}

} // namespace

std::vector<std::size_t> pareto_front(std::span<const Found> found)
{
    std::vector<std::size_t> order = fitting(found);
    std::sort(order.begin(), order.end(), before(found));
    std::vector<std::size_t> out;
    Bytes least(std::numeric_limits<double>::infinity());
    for (const std::size_t each : order) {
        if (found[each].memory >= least)
            continue;
        least = found[each].memory;
        out.push_back(each);
    }
    return out;
}

std::vector<std::size_t> fastest(std::span<const Found> found, std::size_t count)
{
    std::vector<std::size_t> order = fitting(found);
    count = std::min(count, order.size());
    std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(count), order.end(), before(found));
    order.resize(count);
    return order;
}

} // namespace blueprinting::search
