#include "core/search/band.h"

#include <algorithm>
#include <map>

namespace blueprinting::search {

void BandGathering::prune()
{
    std::erase_if(m_found, [this](const Found& each) { return m_judgement.score(each) > m_limit; });
    m_pruned = m_limit;
}

void BandGathering::join(const BandGathering& other)
{
    if (other.m_best < m_best) {
        m_best = other.m_best;
        m_limit = other.m_limit;
    }
    m_dropped_below = std::min(m_dropped_below, other.m_dropped_below);
    for (const Found& each : other.m_found)
        offer(each);
}

std::vector<Found> BandGathering::take()
{
    prune();
    std::sort(m_found.begin(), m_found.end(),
              [this](const Found& a, const Found& b) { return m_judgement.before(a, b); });
    return std::move(m_found);
}

std::vector<Band::Value> Band::common(const Layout& layout) const
{
    std::vector<Value> out;
    for (const Layout::Knob& knob : layout.knobs()) {
        const auto of_knob = [&](const Value& each) { return each.field == knob.field; };
        if (knob.values.size() > 1 && std::count_if(values.begin(), values.end(), of_knob) == 1)
            out.push_back(*std::find_if(values.begin(), values.end(), of_knob));
    }
    return out;
}

Band band_of(const Layout& layout, std::vector<Found> members, double percent, double limit)
{
    Band out;
    out.percent = percent;
    out.limit = limit;
    out.count = members.size();
    std::vector<std::map<std::int64_t, std::uint64_t>> counts(layout.knobs().size());
    for (const Found& each : members) {
        if (!out.leanest || each.memory < out.leanest->memory)
            out.leanest = each;
        const strategy::Execution execution = layout.at(each.number);
        for (std::size_t i = 0; i < counts.size(); ++i)
            ++counts[i][knob_value(layout.knobs()[i].field, execution)];
    }
    for (std::size_t i = 0; i < counts.size(); ++i)
        for (const std::int64_t value : layout.knobs()[i].values)
            if (const auto at = counts[i].find(value); at != counts[i].end())
                out.values.push_back({layout.knobs()[i].field, value, at->second});
    if (members.size() > Band::kMostMembers)
        members.resize(Band::kMostMembers);
    out.members = std::move(members);
    return out;
}

} // namespace blueprinting::search
