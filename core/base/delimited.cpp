#include "core/base/delimited.h"

#include "core/base/written_number.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace blueprinting {
namespace {

/// Whether a spreadsheet could evaluate it, or a reader that takes an apostrophe off would change it. Blanks before it
/// are skipped: some programs trim them. East Asian spreadsheets know the wide forms.
bool needs_apostrophe(std::string_view text)
{
    static constexpr std::array<std::string_view, 4> kWide{"\uff1d", "\uff0b", "\uff0d", "\uff20"};
    if (text.empty() || is_decimal(text))
        return false;
    if (text.front() == '\'' || text.front() == '\t' || text.front() == '\r' || text.front() == '\n')
        return true;
    const std::string_view rest = text.substr(std::min(text.find_first_not_of(' '), text.size()));
    return !rest.empty() &&
           (std::string_view("=+-@").find(rest.front()) != std::string_view::npos ||
            std::any_of(kWide.begin(), kWide.end(), [&](std::string_view wide) { return rest.starts_with(wide); }));
}

} // namespace

void DelimitedWriter::put(std::string_view piece)
{
    if (m_stream)
        *m_stream << piece;
    else
        *m_text += piece;
}

void DelimitedWriter::raw(std::string_view value)
{
    if (m_cells++ > 0)
        put(std::string_view(&m_separator, 1));
    put(value);
    m_empty = m_empty && value.empty();
}

void DelimitedWriter::text(std::string_view value)
{
    std::string cell = needs_apostrophe(value) ? "'" : "";
    cell += value;
    // Where a comma parts numbers from decimals, a semicolon parts cells.
    const bool quoted = cell.find_first_of(m_separator == ',' ? "\",\t\r\n;" : "\"\t\r\n") != std::string::npos;
    if (!quoted)
        return raw(cell);
    std::string whole = "\"";
    for (const char c : cell) {
        if (c == '"')
            whole += '"';
        whole += c;
    }
    raw(whole + '"');
}

void DelimitedWriter::number(double value) { raw(plain_number(value)); }

void DelimitedWriter::integer(std::int64_t value) { raw(std::to_string(value)); }

void DelimitedWriter::end_row()
{
    if (m_cells == 1 && m_empty)
        put("\"\""); // an empty line would be no row
    put(m_separator == ',' ? "\r\n" : "\n");
    m_cells = 0;
    m_empty = true;
}

std::string plain_number(double value)
{
    if (!std::isfinite(value))
        return {};
    if (value == 0)
        return "0"; // −0 is no other figure
    const double size = std::fabs(value);
    std::array<char, 64> buffer{};
    const auto end = size >= 1e-6 && size < 1e17
                         ? std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::fixed)
                         : std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
    return {buffer.data(), end.ptr};
}

} // namespace blueprinting
