#pragma once
#include <cstddef>
#include <optional>
#include <string_view>

namespace blueprinting {

/// The lines of a JSONL text, one by one; blank ones are left out but counted.
class JsonLines {
public:
    /// The text must outlive this and what it gives.
    explicit JsonLines(std::string_view text) : m_rest(text) {}

    struct Line {
        std::string_view text;
        std::size_t number = 0; ///< from 1
        bool terminated = true; ///< false of a last line without its line break
    };
    /// Nothing at the end.
    std::optional<Line> next();

private:
    std::string_view m_rest;
    std::size_t m_number = 0;
};

} // namespace blueprinting
