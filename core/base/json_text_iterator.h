#pragma once
#include <cstddef>
#include <iterator>

/// Inside the room: how the library's parser is fed.
namespace blueprinting {

inline bool is_json_blank(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; }

/// Goes over a JSON text and leaves out all but the first of blanks that follow each other outside strings: the
/// library's lexer keeps everything that it has read since the last string or number, which may be a file of blanks.
class JsonTextIterator {
public:
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = const char&;

    /// How far the text was read: the library counts only what it was given.
    struct Progress {
        std::size_t given = 0;
        std::size_t offset = 0; ///< in the text, behind what was given last
    };

    /// Where `progress` is set, every step is written down there.
    JsonTextIterator(const char* at, const char* end, Progress* progress = nullptr)
        : m_at(at), m_end(end), m_progress(progress)
    {
    }

    reference operator*() const { return *m_at; }
    JsonTextIterator& operator++()
    {
        const char c = *m_at++;
        if (m_progress)
            *m_progress = {m_progress->given + 1, m_progress->offset + static_cast<std::size_t>(m_at - m_from)};
        m_from = m_at;
        if (m_in_string) {
            m_in_string = m_escaped || c != '"';
            m_escaped = !m_escaped && c == '\\';
        } else if (is_json_blank(c)) {
            while (m_at != m_end && is_json_blank(*m_at))
                ++m_at;
        } else {
            m_in_string = c == '"';
        }
        return *this;
    }
    JsonTextIterator operator++(int)
    {
        JsonTextIterator old = *this;
        ++*this;
        return old;
    }
    friend bool operator==(const JsonTextIterator& a, const JsonTextIterator& b) { return a.m_at == b.m_at; }
    friend bool operator!=(const JsonTextIterator& a, const JsonTextIterator& b) { return a.m_at != b.m_at; }

private:
    const char* m_at;
    const char* m_end;
    const char* m_from = m_at; ///< behind what was given last: m_at without the blanks that were left out
    Progress* m_progress;
    bool m_in_string = false;
    bool m_escaped = false;
};

} // namespace blueprinting
