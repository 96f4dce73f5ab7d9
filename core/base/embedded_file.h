#pragma once
#include <span>
#include <string_view>

namespace blueprinting {

/// A data file carried inside the program: its path below data/ and its bytes, for the life of the process.
struct EmbeddedFile {
    std::string_view path;
    std::string_view bytes;
};

} // namespace blueprinting
