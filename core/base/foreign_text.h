#pragma once
#include <string>
#include <string_view>

/// Text that people and files wrote – names, keys, paths, refusals – as it may stand where it is read. Machine formats
/// (JSON, CSV) keep the exact text; what people look at goes through here. Any thread.
namespace blueprinting {

/// Whether a terminal obeys this character, or a line of text is turned around or falsified by it, instead of it being
/// seen: the control characters (C0, DEL, C1), marks and overrides of direction, separators of lines, annotations,
/// tags, byte-order marks and U+FFFE and U+FFFF.
bool is_unseen(char32_t character);

/// The first such character of a text; 0 for none.
char32_t first_unseen(std::string_view text);

/// Whether nothing of a text is seen: blanks of every width, fillers, marks without a width, and the characters above.
bool shows_nothing(std::string_view text);

/// Printable ASCII, line feeds and tabs alone, as nearly every text: none of the functions below but markup_text()
/// changes it, or it does so only by its blanks.
bool is_plain(std::string_view text);

/// Such a character spelled out: "\u001b", "\U000e0041".
std::string spelled_out(char32_t character);

/// UTF-8 with every such character spelled out, and bytes that are no UTF-8 as "\xff": safe on a console. Line feeds
/// and tabs stay. What is visible already stays as it is.
std::string visible(std::string_view text);
/// The same on one line: line breaks and tabs are spaces. For names, and for whatever else stands within a sentence or
/// a cell.
std::string visible_line(std::string_view text);

/// As the content of an element or of a quoted attribute of XML and HTML.
std::string markup_text(std::string_view text);

/// A JSON text with such characters as JSON's own escapes: the same value, safe on a console.
std::string visible_json(std::string_view json);

} // namespace blueprinting
