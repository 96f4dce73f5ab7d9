#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace blueprinting::fuzz {

/// The same numbers on every machine (xorshift64*).
class Dice {
public:
    explicit Dice(std::uint64_t seed) : m_state(seed * 2 + 1) {}
    std::uint64_t next()
    {
        m_state ^= m_state >> 12;
        m_state ^= m_state << 25;
        m_state ^= m_state >> 27;
        return m_state * 2685821657736338717ULL;
    }
    /// In [0, n); 0 where n is 0.
    std::size_t below(std::size_t n) { return n == 0 ? 0 : static_cast<std::size_t>((next() >> 16) % n); }

private:
    std::uint64_t m_state;
};

/// A text changed a little, so that it mostly stays what it is: a number becomes another, a flag is turned, a value is
/// what it is in one of `others`, a line or a member comes twice or goes.
std::string nudge(std::string text, const std::vector<std::string>& others, Dice& dice);

/// A seed with one or a few changes: half of them to bytes, half to the JSON tree, which are accepted more often.
std::string mutate(const std::vector<std::string>& seeds, Dice& dice);

} // namespace blueprinting::fuzz
