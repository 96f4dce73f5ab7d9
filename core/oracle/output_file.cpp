#include "core/oracle/output_file.h"

#include "core/base/descriptor.h"
#include "core/base/format.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>

namespace blueprinting::oracle {
namespace {

Diagnostic failure(std::string message) { return {Severity::error, "oracle.live.output", "", std::move(message)}; }

Diagnostic unreadable() { return failure(std::string("cannot be read: ") + std::strerror(errno)); }

const char* kind_of(mode_t mode)
{
    if (S_ISLNK(mode))
        return "a symbolic link";
    if (S_ISFIFO(mode))
        return "a pipe";
    if (S_ISDIR(mode))
        return "a folder";
    if (S_ISSOCK(mode))
        return "a socket";
    return "a device";
}

/// Nothing where it is a regular file of at most `most` bytes.
std::optional<Diagnostic> problem_of(const struct stat& facts, std::size_t most)
{
    if (!S_ISREG(facts.st_mode))
        return failure(std::string("cannot be read: it is ") + kind_of(facts.st_mode) + ", and not a regular file");
    if (facts.st_size < 0 || static_cast<std::uintmax_t>(facts.st_size) > most)
        return failure("is too large: " + format::integer(facts.st_size) + " bytes, and at most " +
                       format::integer(static_cast<std::int64_t>(most)) + " are read");
    return std::nullopt;
}

} // namespace

Result<std::optional<std::string>> read_output_file(int folder, const char* name, std::size_t most)
{
    struct stat facts {};
    if (::fstatat(folder, name, &facts, AT_SYMLINK_NOFOLLOW) != 0)
        return errno == ENOENT ? Result<std::optional<std::string>>(std::optional<std::string>()) : unreadable();
    if (auto problem = problem_of(facts, most)) // opening a device may already do something
        return *std::move(problem);
    const Descriptor in(::openat(folder, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
    if (in.get() < 0 || ::fstat(in.get(), &facts) != 0)
        return unreadable();
    if (auto problem = problem_of(facts, most)) // another one may stand there by now
        return *std::move(problem);
    std::string bytes;
    bytes.reserve(static_cast<std::size_t>(facts.st_size));
    std::array<char, 1 << 14> buffer;
    for (;;) {
        const ssize_t n = ::read(in.get(), buffer.data(), buffer.size());
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return unreadable();
        if (n == 0)
            return std::optional(std::move(bytes));
        bytes.append(buffer.data(), static_cast<std::size_t>(n));
        if (bytes.size() > most) // whoever wrote it still does
            return failure("is too large: it grows while it is read, and at most " +
                           format::integer(static_cast<std::int64_t>(most)) + " bytes are read");
    }
}

} // namespace blueprinting::oracle
