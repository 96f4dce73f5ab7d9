#pragma once
#include "core/base/text_stream.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace blueprinting {

/// The one writer of tables whose cells are parted by commas or tabs: RFC 4180, which Python's csv reads as "excel" and
/// "excel-tab", and no spreadsheet takes a cell of it for a formula. Text is UTF-8 and whole; numbers are plain: ASCII
/// digits, point and minus, nothing between thousands, no unit.
///
/// A spreadsheet evaluates a text that begins with = + - @ even within quotes, so such a text has an apostrophe before
/// it, and so that a reader may take one leading apostrophe off every text, one that begins with an apostrophe has
/// another.
class DelimitedWriter {
public:
    enum class Separator : char { comma = ',', tab = '\t' };

    /// Appends to `out`, which must outlive the writer. Lines end with CR LF behind commas, with LF behind tabs.
    DelimitedWriter(std::string& out, Separator separator) : m_text(&out), m_separator(static_cast<char>(separator)) {}
    /// The same into a stream: a table of any length.
    DelimitedWriter(TextStream& out, Separator separator) : m_stream(&out), m_separator(static_cast<char>(separator)) {}

    /// What is a plain number stays as it is: it is none other in a spreadsheet.
    void text(std::string_view value);
    /// The fewest digits that give the same number when they are read; an empty cell for NaN and infinity.
    void number(double value);
    void integer(std::int64_t value);
    void boolean(bool value) { raw(value ? "true" : "false"); }
    void end_row();

private:
    void raw(std::string_view value);
    void put(std::string_view piece);

    std::string* m_text = nullptr; ///< one of the two takes what is written
    TextStream* m_stream = nullptr;
    char m_separator;
    std::size_t m_cells = 0; ///< of this row
    bool m_empty = true;     ///< so far
};

/// As DelimitedWriter writes a number: "0.5", "-3", "1e+20"; empty for NaN and infinity.
std::string plain_number(double value);

} // namespace blueprinting
