#include "core/search/front.h"

#include <algorithm>

namespace blueprinting::search {
namespace {

bool faster(const Found& a, const Found& b) { return a.total < b.total; }

} // namespace

bool Front::beaten(const Found& found) const
{
    // The slowest of those as fast or faster needs least of them.
    const auto after = std::upper_bound(m_steps.begin(), m_steps.end(), found, faster);
    if (after == m_steps.begin())
        return false;
    const Found& nearest = *std::prev(after);
    if (nearest.memory != found.memory || nearest.total != found.total)
        return nearest.memory <= found.memory;
    return nearest.number <= found.number;
}

void Front::add(const Found& found)
{
    const auto from = std::lower_bound(m_steps.begin(), m_steps.end(), found, faster);
    auto to = from;
    while (to != m_steps.end() && to->memory >= found.memory)
        ++to;
    if (from == to) {
        m_steps.insert(from, found);
        return;
    }
    *from = found;
    m_steps.erase(std::next(from), to);
}

void Best::add(const Found& found)
{
    const auto before = [this](const Found& a, const Found& b) { return m_judgement.before(a, b); };
    if (m_heap.size() == m_most) {
        std::pop_heap(m_heap.begin(), m_heap.end(), before);
        m_heap.pop_back();
    }
    m_heap.push_back(found);
    std::push_heap(m_heap.begin(), m_heap.end(), before);
}

std::vector<Found> Best::sorted() const
{
    std::vector<Found> out = m_heap;
    std::sort(out.begin(), out.end(), [this](const Found& a, const Found& b) { return m_judgement.before(a, b); });
    return out;
}

} // namespace blueprinting::search
