#pragma once
#include "core/base/result.h"

#include <nlohmann/json.hpp>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

namespace blueprinting {

using Json = nlohmann::json;

/// A JSON text read strictly, together with the text, so that every later complaint can name line and column.
/// Refused with line and column: anything that is not one JSON value (truncated, trailing comma, comment, single
/// quotes, text behind the end), a duplicate key, NaN, infinity, a number past the range of double, UTF-16, invalid
/// UTF-8, an empty file, nesting past 256. A UTF-8 byte-order mark is stripped.
/// Copies share what was found out of the text; any thread.
/// Codes: json.syntax, json.duplicate_key, json.encoding, json.empty, json.depth, json.number.
class JsonDocument {
public:
    /// `file` is how the text is called in diagnostics ("" where it has no name).
    static Result<JsonDocument> parse(std::string text, std::string file);
    /// Also: file.missing, file.folder, file.unreadable, file.too_large.
    static Result<JsonDocument> read(const std::filesystem::path& path);

    [[nodiscard]] const Json& root() const { return m_root; }
    [[nodiscard]] const std::string& text() const { return m_text; }
    [[nodiscard]] const std::string& file() const { return m_file; }

    /// Where the value at this JSON pointer starts; file alone where there is no such value.
    [[nodiscard]] SourceLocation locate(const std::string& pointer) const;
    /// An error about the value at `pointer`, with its location.
    [[nodiscard]] Diagnostic error(std::string code, const std::string& pointer, std::string message) const;

private:
    class Places;

    std::string m_text;
    std::string m_file;
    Json m_root;
    std::shared_ptr<Places> m_places; ///< of this text, found as they are asked for; locked within
};

/// A JSON-pointer step: "~" and "/" escaped, with the slash before it.
std::string pointer_step(std::string_view key);
std::string pointer_step(std::size_t index);

/// A value as it may stand in a message: compact JSON, cut at 60 characters.
std::string shown(const Json& value);

} // namespace blueprinting
