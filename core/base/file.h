#pragma once
#include "core/base/result.h"
#include "core/base/text_stream.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace blueprinting {

/// What is read from outside is at most this many bytes: 256 MiB.
inline constexpr std::size_t kMostFileBytes = std::size_t{256} << 20U;

/// That a regular file stands here (links are followed) of at most kMostFileBytes; it is not opened. For files that
/// somebody else reads. file.missing, file.folder, file.special (a pipe, a device, a socket), file.too_large,
/// file.unreadable.
Result<Done> check_file(const std::filesystem::path& path);

/// The bytes of a file that check_file lets pass, with its codes; memory.exhausted. Nothing waits: neither a pipe nor a
/// device is opened.
Result<std::string> read_file(const std::filesystem::path& path);

/// Everything up to the end of standard input, whatever that is, with the same bound. file.unreadable, file.too_large.
Result<std::string> read_standard_input();

/// Replaces the file only by a whole new one (written beside it, flushed to disk, renamed over it). Symbolic links are
/// followed and stay: the file that they name is written, and made where it does not exist. Permissions of the old file
/// are kept. A pipe that somebody reads or a device (/dev/stdout) is written to as it is. file.unwritable names the
/// path and the system's reason.
Result<Done> write_file_atomically(const std::filesystem::path& path, std::string_view bytes);

/// The same of a text that is never whole in memory. Nothing of it is left where `make` throws.
Result<Done> write_file_atomically(const std::filesystem::path& path, const TextMaker& make);

} // namespace blueprinting
