#pragma once
#include <optional>
#include <string_view>

namespace blueprinting {

/// What a file, a copied text or an answer of the command line is read as.
enum class FileFormat {
#define BLUEPRINTING_FILE_FORMAT(name, ending) name,
#include "core/base/file_formats.def"
#undef BLUEPRINTING_FILE_FORMAT
};

/// "csv".
std::string_view to_string(FileFormat format);

/// By how the path ends, in capitals or not; .htm is .html. Nothing for any other ending.
std::optional<FileFormat> format_of(std::string_view path);

} // namespace blueprinting
