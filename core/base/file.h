#pragma once
#include "core/base/result.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace blueprinting {

/// The bytes of a file of at most 256 MiB, or of a pipe up to its end (one that nobody writes to is refused after a
/// second). file.missing, file.folder, file.unreadable, file.too_large.
Result<std::string> read_file(const std::filesystem::path& path);

/// Replaces the file only by a whole new one (written beside it, flushed to disk, renamed over it). Symbolic links are
/// followed; permissions of the old file are kept. file.unwritable names the path and the system's reason.
Result<Done> write_file_atomically(const std::filesystem::path& path, std::string_view bytes);

} // namespace blueprinting
