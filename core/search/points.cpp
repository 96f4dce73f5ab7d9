#include "core/search/points.h"

#include <algorithm>

namespace blueprinting::search {

Result<Points> Points::collect(const Searched& searched, const CancelToken& cancel, std::size_t most)
{
    Points out;
    out.m_knobs = searched.layout.knobs();
    out.m_places.resize(out.m_knobs.size());
    bool too_many = false;
    const auto add = [&](const Found& found) {
        if (!searched.judgement.counts(found))
            return true;
        too_many = out.m_all.size() == most;
        if (too_many)
            return false;
        out.m_all.push_back(found);
        const strategy::Execution execution = searched.layout.at(found.number);
        for (std::size_t i = 0; i < out.m_knobs.size(); ++i) {
            const auto& values = out.m_knobs[i].values;
            const auto at = std::find(values.begin(), values.end(), knob_value(out.m_knobs[i].field, execution));
            out.m_places[i].push_back(static_cast<std::uint16_t>(at - values.begin()));
        }
        return true;
    };
    const auto done = each_legal(searched, add, cancel);
    if (!done)
        return done.failure_as<Points>();
    if (too_many)
        return Diagnostic{Severity::error, "search.too_many", "",
                          "more than " + std::to_string(most) + " strategies count; narrow the bounds to see each"};
    return out;
}

std::vector<std::uint32_t> Points::within(const Brush& brush) const
{
    std::vector<char> in(m_all.size());
    for (std::size_t i = 0; i < m_all.size(); ++i) {
        const double seconds = m_all[i].total.value(), bytes = m_all[i].memory.value();
        in[i] = seconds >= brush.least_seconds && seconds <= brush.most_seconds && bytes >= brush.least_bytes &&
                bytes <= brush.most_bytes;
    }
    for (const Brush::Knob& each : brush.knobs)
        for (std::size_t knob = 0; knob < m_knobs.size(); ++knob) {
            if (m_knobs[knob].field != each.field)
                continue;
            std::vector<char> allowed;
            for (const std::int64_t value : m_knobs[knob].values)
                allowed.push_back(std::find(each.values.begin(), each.values.end(), value) != each.values.end());
            for (std::size_t i = 0; i < m_all.size(); ++i)
                in[i] = in[i] && allowed[m_places[knob][i]];
        }
    std::vector<std::uint32_t> out;
    for (std::size_t i = 0; i < in.size(); ++i)
        if (in[i])
            out.push_back(static_cast<std::uint32_t>(i));
    return out;
}

std::vector<std::uint64_t> Points::ribbons(std::span<const std::uint32_t> points, std::size_t first,
                                           std::size_t second) const
{
    const std::size_t columns = m_knobs[second].values.size();
    std::vector<std::uint64_t> out(m_knobs[first].values.size() * columns);
    for (const std::uint32_t point : points)
        ++out[place(first, point) * columns + place(second, point)];
    return out;
}

} // namespace blueprinting::search
