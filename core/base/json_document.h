#pragma once
#include "core/base/result.h"

#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace blueprinting {

using Json = nlohmann::json;

/// A JSON text read strictly, together with the text, so that every later complaint can name line and column.
/// Refused with line and column: anything that is not one JSON value (truncated, trailing comma, comment, single
/// quotes, text behind the end), a duplicate key, NaN, infinity, a number past the range of double, UTF-16, invalid
/// UTF-8, an empty file, nesting past 256. One UTF-8 byte-order mark before the first line is left out.
/// Time and memory grow with the text and no faster, of what is refused as well. Copies share everything; any thread.
/// Codes: json.syntax, json.duplicate_key, json.encoding, json.empty, json.depth, json.number, memory.exhausted.
class JsonDocument {
public:
    /// `file` is how the text is called in diagnostics ("" where it has no name); `first_line` is its line there, for a
    /// text that is a line of a file. Only the first line of a file may begin with a byte-order mark.
    static Result<JsonDocument> parse(std::string text, std::string file, std::size_t first_line = 1);
    /// Also: the codes of read_file.
    static Result<JsonDocument> read(const std::filesystem::path& path);

    [[nodiscard]] const Json& root() const;
    /// Without the byte-order mark.
    [[nodiscard]] const std::string& text() const;
    [[nodiscard]] const std::string& file() const;
    /// The file began with a byte-order mark.
    [[nodiscard]] bool had_mark() const;

    /// Where the value at this JSON pointer starts; file alone where there is no such value.
    [[nodiscard]] SourceLocation locate(const std::string& pointer) const;
    /// An error about the value at `pointer`, with its location.
    [[nodiscard]] Diagnostic error(std::string code, const std::string& pointer, std::string message) const;

private:
    class State;
    explicit JsonDocument(std::shared_ptr<State> state) : m_state(std::move(state)) {}

    std::shared_ptr<State> m_state;
};

/// A JSON-pointer step: "~" and "/" escaped, with the slash before it. Of a key longer than kLongestStep bytes it is
/// the beginning with a number made of all of it, so that no pointer is long; JsonDocument finds such a place as any
/// other.
std::string pointer_step(std::string_view key);
std::string pointer_step(std::size_t index);
inline constexpr std::size_t kLongestStep = 120;

/// A value as it may stand in a message: compact JSON, cut at 60 characters. Costs no more, whatever the value holds.
std::string shown(const Json& value);
/// A key as it may stand in a message: in quotes, cut at 80.
std::string shown_key(std::string_view key);

} // namespace blueprinting
