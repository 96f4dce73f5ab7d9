#pragma once
#include "core/base/digest.h"
#include "core/base/result.h"

#include <filesystem>
#include <functional>
#include <string_view>

/// Files that others may write, too: another window, another program. What stands there is held against what was last
/// known of it before it is replaced, so that nobody's work is lost without a word.
namespace blueprinting {

/// SHA-256 of the bytes that stand there now; empty where there is no file, or where it is none that holds anything (a
/// pipe, a device). Of any size. file.folder, file.unreadable.
Result<Digest> content_digest(const std::filesystem::path& path);

/// write_file_atomically, but only where the file holds what it held when `known` was taken, or these very bytes, or is
/// gone: else file.changed, and the file stays as it is. Whoever writes by this function waits for the others of the
/// folder, so that of two who come at once one finds the other's bytes. Any thread.
Result<Done> replace_file(const std::filesystem::path& path, std::string_view bytes, const Digest& known);

/// The same by what `write` does to the file, for what is written piece by piece.
Result<Done> replace_file(const std::filesystem::path& path, const Digest& known,
                          const std::function<Result<Done>()>& write);

/// What replace_file says where it found other bytes.
inline constexpr std::string_view kFileChanged = "file.changed";

} // namespace blueprinting
