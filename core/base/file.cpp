#include "core/base/file.h"

#include "core/base/descriptor.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <new>
#include <optional>
#include <sys/stat.h>

namespace blueprinting {
namespace {

Diagnostic failure(std::string code, const std::filesystem::path& path, std::string message)
{
    return {Severity::error, std::move(code), "", std::move(message), SourceLocation{path.string(), 0, 0}};
}

Diagnostic unreadable(const std::filesystem::path& path)
{
    const int reason = errno;
    if (reason == ENOENT)
        return failure("file.missing", path, "there is no such file");
    return failure("file.unreadable", path, std::string("cannot be read: ") + std::strerror(reason));
}

Diagnostic too_large(const std::filesystem::path& path)
{
    return failure("file.too_large", path, "this is larger than 256 MiB, the most that is read");
}

/// What is wrong with reading this; nothing where it is a regular file that is not too large.
std::optional<Diagnostic> refused(const std::filesystem::path& path, const struct stat& facts)
{
    const auto special = [&](const char* what) {
        return failure("file.special", path, std::string("this is ") + what + "; a regular file is expected");
    };
    switch (facts.st_mode & S_IFMT) {
    case S_IFREG: break;
    case S_IFDIR: return failure("file.folder", path, "this is a folder; a file is expected");
    case S_IFIFO: return special("a pipe");
    case S_IFSOCK: return special("a socket");
    case S_IFCHR:
    case S_IFBLK: return special("a device");
    default: return special("no file");
    }
    if (facts.st_size > static_cast<off_t>(kMostFileBytes))
        return too_large(path);
    return std::nullopt;
}

/// Up to the end, or one byte more than may be read. False with errno where reading fails.
bool read_all(int fd, std::string& bytes)
{
    char buffer[1 << 16];
    while (bytes.size() <= kMostFileBytes) {
        const ssize_t n = ::read(fd, buffer, sizeof buffer);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return n == 0;
        bytes.append(buffer, static_cast<std::size_t>(n));
    }
    return true;
}

Result<std::string> read_bounded(int fd, const std::filesystem::path& path, std::size_t expected)
{
    try {
        std::string bytes;
        bytes.reserve(expected);
        if (!read_all(fd, bytes))
            return unreadable(path);
        if (bytes.size() > kMostFileBytes)
            return too_large(path);
        return bytes;
    } catch (const std::bad_alloc&) {
        return failure("memory.exhausted", path, "there is not enough memory to read this");
    }
}

} // namespace

Result<Done> check_file(const std::filesystem::path& path)
{
    struct stat facts {};
    if (::stat(path.c_str(), &facts) != 0)
        return unreadable(path);
    if (auto problem = refused(path, facts))
        return *std::move(problem);
    return Done{};
}

Result<std::string> read_file(const std::filesystem::path& path)
{
    // Looked at before it is opened: opening alone makes a device act, or waits.
    if (const auto usable = check_file(path); !usable)
        return usable.failure_as<std::string>();
    const Descriptor in(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
    struct stat facts {};
    if (in.get() < 0 || ::fstat(in.get(), &facts) != 0)
        return unreadable(path);
    if (auto problem = refused(path, facts)) // something else stands there by now
        return *std::move(problem);
    return read_bounded(in.get(), path, static_cast<std::size_t>(facts.st_size));
}

Result<std::string> read_standard_input() { return read_bounded(STDIN_FILENO, "standard input", 0); }

} // namespace blueprinting
