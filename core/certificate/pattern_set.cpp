#include "core/certificate/pattern_set.h"

#include <algorithm>

namespace blueprinting::certificate {

// The automaton of Aho and Corasick, "Efficient string matching: an aid to bibliographic search", 1975.
PatternSet::PatternSet(std::span<const std::string> patterns) : m_nodes(1)
{
    m_ends.reserve(patterns.size());
    for (const std::string& pattern : patterns) {
        Place at = 0;
        for (const char c : pattern) {
            const auto byte = static_cast<unsigned char>(c);
            Place below = child(at, byte);
            if (below == 0) {
                below = static_cast<Place>(m_nodes.size());
                m_nodes.push_back({0, m_nodes[at].first_child, 0, byte, false});
                m_nodes[at].first_child = below;
                if (at == 0)
                    m_begin[byte] = below;
            }
            at = below;
        }
        m_nodes[at].whole = true;
        m_ends.push_back(at);
    }
    m_in_breadth.reserve(m_nodes.size());
    const auto add_children = [&](Place of) {
        for (Place below = m_nodes[of].first_child; below != 0; below = m_nodes[below].next_sibling)
            m_in_breadth.push_back(below);
    };
    add_children(0);
    for (std::size_t i = 0; i < m_in_breadth.size(); ++i) {
        const Place at = m_in_breadth[i];
        for (Place below = m_nodes[at].first_child; below != 0; below = m_nodes[below].next_sibling) {
            m_nodes[below].shorter = next(m_nodes[at].shorter, m_nodes[below].byte);
            m_nodes[below].whole = m_nodes[below].whole || m_nodes[m_nodes[below].shorter].whole;
        }
        add_children(at);
    }
}

PatternSet::Place PatternSet::child(Place of, unsigned char byte) const
{
    if (of == 0)
        return m_begin[byte];
    Place at = m_nodes[of].first_child;
    while (at != 0 && m_nodes[at].byte != byte)
        at = m_nodes[at].next_sibling;
    return at;
}

PatternSet::Place PatternSet::next(Place from, unsigned char byte) const
{
    while (true) {
        if (const Place below = child(from, byte); below != 0 || from == 0)
            return below;
        from = m_nodes[from].shorter;
    }
}

bool PatternSet::any_in(std::string_view text) const
{
    Place at = 0;
    if (m_nodes[at].whole)
        return true;
    for (const char c : text) {
        at = next(at, static_cast<unsigned char>(c));
        if (m_nodes[at].whole)
            return true;
    }
    return false;
}

std::vector<bool> PatternSet::found_in(std::span<const std::string_view> texts) const
{
    std::vector<bool> seen(m_nodes.size(), false);
    seen[0] = !texts.empty();
    for (const std::string_view text : texts) {
        Place at = 0;
        for (const char c : text) {
            at = next(at, static_cast<unsigned char>(c));
            seen[at] = true;
        }
    }
    // Where a longer one was read, so was what it ends with.
    for (auto at = m_in_breadth.rbegin(); at != m_in_breadth.rend(); ++at)
        if (seen[*at])
            seen[m_nodes[*at].shorter] = true;
    std::vector<bool> out;
    out.reserve(m_ends.size());
    std::transform(m_ends.begin(), m_ends.end(), std::back_inserter(out), [&](Place end) { return seen[end]; });
    return out;
}

} // namespace blueprinting::certificate
