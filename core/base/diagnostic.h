#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace blueprinting {

/// `finding` is something true that a person should see but that refuses nothing (a plan that does not fit).
enum class Severity { error, warning, finding };

std::string_view to_string(Severity severity);

/// A place in a file. Line and column count from 1, the column in bytes; 0 means that it is not known.
struct SourceLocation {
    std::string file;
    std::size_t line = 0;
    std::size_t column = 0;
    bool operator==(const SourceLocation&) const = default;
};

/// One thing to tell a person. `code` is stable and dotted, `path` names the field (a JSON pointer in files,
/// "" for the whole), `message` is one sentence with the value and what is allowed.
struct Diagnostic {
    Severity severity = Severity::error;
    std::string code;
    std::string path;
    std::string message;
    std::optional<SourceLocation> location = std::nullopt;
    bool operator==(const Diagnostic&) const = default;
};

using Diagnostics = std::vector<Diagnostic>;

/// "file:line:column: /pointer: message [code]", leaving out what is not known. Never holds a line break.
std::string to_line(const Diagnostic& diagnostic);

} // namespace blueprinting
