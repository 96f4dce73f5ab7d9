#pragma once
#include "core/search/found.h"

namespace blueprinting::search {

/// Of what it is offered, in any order: those that no other beats. None is as fast with less memory, or faster with as
/// little; of two that are equal in both, the one with the lower number.
class Front {
public:
    void offer(const Found& found)
    {
        if (!beaten(found))
            add(found);
    }
    /// Whether it would be kept, were it offered.
    [[nodiscard]] bool wants(const Found& found) const { return !beaten(found); }
    void join(const Front& other)
    {
        for (const Found& each : other.m_steps)
            offer(each);
    }
    /// The fastest first, so that memory falls along them.
    [[nodiscard]] const std::vector<Found>& steps() const { return m_steps; }

private:
    [[nodiscard]] bool beaten(const Found& found) const;
    void add(const Found& found);
    std::vector<Found> m_steps;
};

/// The first of what it is offered, in any order.
class Best {
public:
    Best(const Judgement& judgement, std::size_t most) : m_judgement(judgement), m_most(most) {}
    void offer(const Found& found)
    {
        if (wants(found))
            add(found);
    }
    [[nodiscard]] bool wants(const Found& found) const
    {
        return m_most != 0 && (m_heap.size() != m_most || m_judgement.before(found, m_heap.front()));
    }
    void join(const Best& other)
    {
        for (const Found& each : other.m_heap)
            offer(each);
    }
    [[nodiscard]] std::vector<Found> sorted() const;

private:
    void add(const Found& found);
    Judgement m_judgement;
    std::size_t m_most;
    std::vector<Found> m_heap; ///< the last of them in front
};

} // namespace blueprinting::search
