#include "app/blueprinting/table.h"

#include "core/base/foreign_text.h"

#include <algorithm>

namespace blueprinting::cli {
namespace {

std::size_t width(const std::string& text)
{
    // Bytes that continue a UTF-8 sequence take no place of their own.
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

} // namespace

Table::Table(std::vector<Column> columns) : m_columns(std::move(columns))
{
    for (Column& column : m_columns)
        column.title = visible_line(column.title);
}

void Table::add(std::vector<std::string> cells)
{
    for (std::string& cell : cells)
        cell = visible_line(cell);
    m_rows.push_back(std::move(cells));
}

std::string Table::text() const
{
    std::vector<std::size_t> widths;
    for (const Column& column : m_columns)
        widths.push_back(width(column.title));
    for (const auto& row : m_rows)
        for (std::size_t i = 0; i < row.size() && i < widths.size(); ++i)
            widths[i] = std::max(widths[i], width(row[i]));

    std::string out;
    const auto line = [&](const std::vector<std::string>& cells) {
        std::string text;
        for (std::size_t i = 0; i < cells.size() && i < widths.size(); ++i) {
            const std::string pad(widths[i] - width(cells[i]), ' ');
            text += m_columns[i].align == Align::right ? pad + cells[i] : cells[i] + pad;
            text += "  ";
        }
        text.erase(text.find_last_not_of(' ') + 1);
        out += text + "\n";
    };
    std::vector<std::string> titles;
    std::vector<std::string> rules;
    for (std::size_t i = 0; i < m_columns.size(); ++i) {
        titles.push_back(m_columns[i].title);
        rules.emplace_back(widths[i], '-');
    }
    line(titles);
    line(rules);
    for (const auto& row : m_rows)
        line(row);
    return out;
}

} // namespace blueprinting::cli
