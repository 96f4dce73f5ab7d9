#include "core/base/json_lines.h"

#include "core/base/json_text_iterator.h"

#include <algorithm>

namespace blueprinting {

std::optional<JsonLines::Line> JsonLines::next()
{
    while (!m_rest.empty()) {
        const std::size_t end = m_rest.find('\n');
        const bool terminated = end != std::string_view::npos;
        const std::string_view text = m_rest.substr(0, end);
        m_rest.remove_prefix(terminated ? end + 1 : m_rest.size());
        ++m_number;
        if (!std::all_of(text.begin(), text.end(), is_json_blank))
            return Line{text, m_number, terminated};
    }
    return std::nullopt;
}

} // namespace blueprinting
