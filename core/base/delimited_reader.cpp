#include "core/base/delimited_reader.h"

namespace blueprinting {
namespace {

bool ends_cell(char c) { return c == ',' || c == '\n' || c == '\r'; }

} // namespace

std::string_view without_mark(std::string_view text)
{
    if (text.starts_with("\xef\xbb\xbf"))
        text.remove_prefix(3);
    return text;
}

DelimitedReader::DelimitedReader(std::string_view text, const std::string& file, const char* code)
    : m_text(without_mark(text)), m_file(file), m_code(code)
{
}

std::optional<DelimitedRecord> DelimitedReader::next(Diagnostics& problems)
{
    while (m_at < m_text.size()) {
        DelimitedRecord out{{}, m_line};
        if (!record(out, problems))
            return std::nullopt;
        if (out.cells.size() > 1 || out.cells.front().find_first_not_of(" \t") != std::string::npos)
            return out;
    }
    return std::nullopt;
}

bool DelimitedReader::record(DelimitedRecord& out, Diagnostics& problems)
{
    for (;;) {
        std::string cell;
        const bool quoted = m_at < m_text.size() && m_text[m_at] == '"';
        if (quoted ? !in_quotes(cell, out.line, problems) : false)
            return false;
        while (!quoted && m_at < m_text.size() && !ends_cell(m_text[m_at]))
            cell += m_text[m_at++];
        if (quoted && m_at < m_text.size() && !ends_cell(m_text[m_at])) {
            refuse(problems, m_line, "a comma is expected behind a closing quote");
            return false;
        }
        out.cells.push_back(std::move(cell));
        if (m_at >= m_text.size())
            return true;
        const char end = m_text[m_at++];
        if (end == ',')
            continue;
        if (end == '\r' && m_at < m_text.size() && m_text[m_at] == '\n')
            ++m_at;
        ++m_line;
        return true;
    }
}

bool DelimitedReader::in_quotes(std::string& cell, std::size_t from, Diagnostics& problems)
{
    for (++m_at; m_at < m_text.size(); ++m_at) {
        if (m_text[m_at] == '"') {
            if (m_at + 1 >= m_text.size() || m_text[m_at + 1] != '"') {
                ++m_at;
                return true;
            }
            ++m_at;
        }
        m_line += m_text[m_at] == '\n' ? 1 : 0;
        cell += m_text[m_at];
    }
    refuse(problems, from, "a quote is never closed");
    return false;
}

void DelimitedReader::refuse(Diagnostics& problems, std::size_t line, std::string message) const
{
    problems.push_back({Severity::error, m_code, "", std::move(message), SourceLocation{m_file, line, 0}});
}

} // namespace blueprinting
