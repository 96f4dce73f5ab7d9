#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace blueprinting::certificate {

/// Many patterns looked for in many texts at once: one pass over the patterns and one over each text, however many
/// there are of either. A pattern is found where it is part of the text; an empty one everywhere.
class PatternSet {
public:
    explicit PatternSet(std::span<const std::string> patterns);

    /// Whether one of the patterns is part of this text.
    [[nodiscard]] bool any_in(std::string_view text) const;
    /// Of each pattern, in the order given: whether it is part of one of these texts.
    [[nodiscard]] std::vector<bool> found_in(std::span<const std::string_view> texts) const;

private:
    using Place = std::uint32_t;

    /// What has been read so far, as far as some pattern begins so. The first is that of nothing.
    struct Node {
        Place first_child = 0;
        Place next_sibling = 0;
        Place shorter = 0; ///< the longest end of it, other than itself, that some pattern begins with
        unsigned char byte = 0;
        bool whole = false; ///< a pattern ends here, or with what is shorter
    };

    [[nodiscard]] Place child(Place of, unsigned char byte) const;
    [[nodiscard]] Place next(Place from, unsigned char byte) const;

    std::vector<Node> m_nodes;
    std::vector<Place> m_in_breadth; ///< all but the first, shorter ones before longer ones
    std::vector<Place> m_ends;       ///< where each pattern ends
    std::array<Place, 256> m_begin{};
};

} // namespace blueprinting::certificate
