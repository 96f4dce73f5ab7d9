#pragma once
#include "core/base/diagnostic.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace blueprinting {

/// Without the mark that spreadsheets and editors of some systems begin a file in UTF-8 with.
std::string_view without_mark(std::string_view text);

/// Cells of one record, and the line that it begins on.
struct DelimitedRecord {
    std::vector<std::string> cells;
    std::size_t line = 1;
};

/// The one reader of tables whose cells are parted by commas: RFC 4180, quotes around what holds a comma, a quote
/// (written twice) or a line's end. Lines that hold nothing are left out, and so is a byte-order mark. Text and name
/// must outlive it.
class DelimitedReader {
public:
    /// `code` is that of what it refuses: text behind a closing quote, a quote that is never closed.
    DelimitedReader(std::string_view text, const std::string& file, const char* code);

    /// Nothing at the end, or behind what cannot be read.
    std::optional<DelimitedRecord> next(Diagnostics& problems);

private:
    bool record(DelimitedRecord& out, Diagnostics& problems);
    bool in_quotes(std::string& cell, std::size_t from, Diagnostics& problems);
    void refuse(Diagnostics& problems, std::size_t line, std::string message) const;

    std::string_view m_text;
    const std::string& m_file;
    const char* m_code;
    std::size_t m_at = 0;
    std::size_t m_line = 1;
};

} // namespace blueprinting
