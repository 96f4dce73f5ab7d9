#include "core/base/file.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

namespace blueprinting {
namespace {

constexpr off_t kMaxFile = off_t{256} << 20;

Diagnostic failure(std::string code, const std::filesystem::path& path, std::string message)
{
    return {Severity::error, std::move(code), "", std::move(message), SourceLocation{path.string(), 0, 0}};
}

/// Closes a descriptor however the function is left.
struct Descriptor {
    int fd = -1;
    explicit Descriptor(int value) : fd(value) {}
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    ~Descriptor()
    {
        if (fd >= 0)
            ::close(fd);
    }
};

/// How long a named pipe may stand without anybody who writes to it before it is refused.
constexpr int kWriterMilliseconds = 1000;

/// Waits until the descriptor has bytes or its end; false where `milliseconds` (−1: for ever) pass without either.
bool wait_for_bytes(int fd, int milliseconds)
{
    pollfd wanted{fd, POLLIN, 0};
    for (;;) {
        const int ready = ::poll(&wanted, 1, milliseconds);
        if (ready >= 0 || errno != EINTR)
            return ready > 0;
    }
}

bool write_all(int fd, std::string_view bytes)
{
    while (!bytes.empty()) {
        const ssize_t n = ::write(fd, bytes.data(), bytes.size());
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        bytes.remove_prefix(static_cast<std::size_t>(n));
    }
    return true;
}

} // namespace

Result<std::string> read_file(const std::filesystem::path& path)
{
    // O_NONBLOCK: opening a named pipe must not wait for ever for a writer.
    const Descriptor in(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    if (in.fd < 0)
        return failure(errno == ENOENT ? "file.missing" : "file.unreadable", path,
                       errno == ENOENT ? "there is no such file" : std::string("cannot be read: ") + std::strerror(errno));
    struct stat facts {};
    if (::fstat(in.fd, &facts) != 0)
        return failure("file.unreadable", path, std::string("cannot be read: ") + std::strerror(errno));
    if (S_ISDIR(facts.st_mode))
        return failure("file.folder", path, "this is a folder; a file is expected");
    if (facts.st_size > kMaxFile)
        return failure("file.too_large", path, "the file is larger than 256 MiB");
    std::string bytes;
    bytes.reserve(static_cast<std::size_t>(facts.st_size));
    char buffer[1 << 16];
    bool waited = false;
    for (;;) {
        const ssize_t n = ::read(in.fd, buffer, sizeof buffer);
        // The end of a pipe before its first byte: its writer has not come yet, or never will.
        if (n == 0 && S_ISFIFO(facts.st_mode) && bytes.empty()) {
            if (waited)
                return failure("file.unreadable", path, "this is a pipe that nothing was written to");
            waited = true;
            wait_for_bytes(in.fd, kWriterMilliseconds);
            continue;
        }
        if (n == 0)
            return bytes;
        if (n < 0 && errno == EINTR)
            continue;
        // A pipe whose writer has nothing yet.
        if (n < 0 && errno == EAGAIN && wait_for_bytes(in.fd, -1))
            continue;
        if (n < 0)
            return failure("file.unreadable", path, std::string("cannot be read: ") + std::strerror(errno));
        bytes.append(buffer, static_cast<std::size_t>(n));
        if (bytes.size() > static_cast<std::size_t>(kMaxFile))
            return failure("file.too_large", path, "the file is larger than 256 MiB");
    }
}

Result<Done> write_file_atomically(const std::filesystem::path& path, std::string_view bytes)
{
    std::error_code ignored;
    std::filesystem::path target = std::filesystem::weakly_canonical(path, ignored);
    if (target.empty())
        target = path;
    if (std::filesystem::is_directory(target, ignored))
        return failure("file.folder", path, "this is a folder; a file is expected");
    // Devices and pipes (/dev/stdout) cannot be renamed over; they are written to.
    if (std::filesystem::exists(target, ignored) && !std::filesystem::is_regular_file(target, ignored)) {
        const Descriptor out(::open(target.c_str(), O_WRONLY | O_CLOEXEC));
        if (out.fd < 0 || !write_all(out.fd, bytes))
            return failure("file.unwritable", path, std::string("cannot be written: ") + std::strerror(errno));
        return Done{};
    }
    std::string temporary = target.string() + ".XXXXXX";
    const Descriptor out(::mkostemp(temporary.data(), O_CLOEXEC));
    if (out.fd < 0)
        return failure("file.unwritable", path, std::string("cannot be written: ") + std::strerror(errno));
    struct stat facts {};
    mode_t mode = 0;
    if (::stat(target.c_str(), &facts) == 0) {
        mode = facts.st_mode & 07777;
    } else {
        const mode_t mask = ::umask(0);
        ::umask(mask);
        mode = 0666 & ~mask;
    }
    const bool written = write_all(out.fd, bytes) && ::fchmod(out.fd, mode) == 0 && ::fsync(out.fd) == 0 &&
                         ::rename(temporary.c_str(), target.c_str()) == 0;
    if (!written) {
        const int reason = errno;
        ::unlink(temporary.c_str());
        return failure("file.unwritable", path, std::string("cannot be written: ") + std::strerror(reason));
    }
    return Done{};
}

} // namespace blueprinting
