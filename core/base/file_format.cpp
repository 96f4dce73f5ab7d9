#include "core/base/file_format.h"

#include <algorithm>
#include <array>
#include <utility>

namespace blueprinting {
namespace {

bool ends_with(std::string_view path, std::string_view ending)
{
    const auto same = [](char a, char b) {
        return (a >= 'A' && a <= 'Z' ? static_cast<char>(a + ('a' - 'A')) : a) == b;
    };
    return path.size() >= ending.size() &&
           std::equal(ending.begin(), ending.end(), path.end() - static_cast<std::ptrdiff_t>(ending.size()),
                      [&](char b, char a) { return same(a, b); });
}

} // namespace

std::string_view to_string(FileFormat format)
{
    switch (format) {
#define BLUEPRINTING_FILE_FORMAT(name, ending)                                                                         \
    case FileFormat::name:                                                                                             \
        return #name;
#include "core/base/file_formats.def"
#undef BLUEPRINTING_FILE_FORMAT
    }
    return {};
}

std::optional<FileFormat> format_of(std::string_view path)
{
    static constexpr std::array kEndings{
#define BLUEPRINTING_FILE_FORMAT(name, ending) std::pair(std::string_view(ending), FileFormat::name),
#include "core/base/file_formats.def"
#undef BLUEPRINTING_FILE_FORMAT
        std::pair(std::string_view(".htm"), FileFormat::html)};
    for (const auto& [ending, format] : kEndings)
        if (ends_with(path, ending))
            return format;
    return std::nullopt;
}

} // namespace blueprinting
