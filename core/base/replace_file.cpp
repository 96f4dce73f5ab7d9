#include "core/base/replace_file.h"

#include "core/base/descriptor.h"
#include "core/base/file.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <thread>
#include <vector>

namespace blueprinting {
namespace {

/// Held by nobody for longer than one file takes to be written: who has it for longer is no writer of ours, and is not
/// waited for.
constexpr auto kPatience = std::chrono::seconds(2);
constexpr auto kPause = std::chrono::milliseconds(5);

/// The folder's lock, as long as this lives. Where the file system knows no locks, or the folder cannot be opened,
/// there is none.
Descriptor locked(const std::filesystem::path& folder)
{
    Descriptor out(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    const auto end = std::chrono::steady_clock::now() + kPatience;
    while (out.get() >= 0 && ::flock(out.get(), LOCK_EX | LOCK_NB) != 0 && (errno == EWOULDBLOCK || errno == EINTR) &&
           std::chrono::steady_clock::now() < end)
        std::this_thread::sleep_for(kPause);
    return out;
}

Diagnostic failure(std::string code, const std::filesystem::path& path, std::string message)
{
    return {Severity::error, std::move(code), "", std::move(message), SourceLocation{path.string(), 0, 0}};
}

/// Writes where the file is not there or holds one of these.
Result<Done> replace(const std::filesystem::path& path, const std::vector<Digest>& replaceable,
                     const std::function<Result<Done>()>& write)
{
    std::error_code ignored;
    const std::filesystem::path target = std::filesystem::weakly_canonical(path, ignored);
    const Descriptor lock = locked((target.empty() ? path : target).parent_path());
    const Result<Digest> now = content_digest(path);
    if (!now)
        return now.failure_as<Done>();
    if (!now->empty() && std::find(replaceable.begin(), replaceable.end(), *now) == replaceable.end())
        return failure(std::string(kFileChanged), path,
                       replaceable.front().empty() ? "a file was put there meanwhile"
                                                   : "the file was changed on disk since it was read or written here");
    return write();
}

} // namespace

Result<Digest> content_digest(const std::filesystem::path& path)
{
    const Descriptor in(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    const auto unreadable = [&](int reason) {
        return failure("file.unreadable", path, std::string("cannot be read: ") + std::strerror(reason));
    };
    if (in.get() < 0) {
        if (errno == ENOENT || errno == ENOTDIR || errno == ENXIO)
            return Digest();
        return unreadable(errno);
    }
    struct stat facts {};
    if (::fstat(in.get(), &facts) != 0)
        return unreadable(errno);
    if (S_ISDIR(facts.st_mode))
        return failure("file.folder", path, "this is a folder; a file is expected");
    if (!S_ISREG(facts.st_mode))
        return Digest();
    DigestStream stream;
    char buffer[1 << 16];
    for (;;) {
        const ssize_t n = ::read(in.get(), buffer, sizeof buffer);
        if (n == 0)
            return stream.finish();
        if (n < 0 && errno != EINTR)
            return unreadable(errno);
        if (n > 0)
            stream.add({buffer, static_cast<std::size_t>(n)});
    }
}

Result<Done> replace_file(const std::filesystem::path& path, std::string_view bytes, const Digest& known)
{
    return replace(path, {known, Digest::of_bytes(bytes)}, [&] { return write_file_atomically(path, bytes); });
}

Result<Done> replace_file(const std::filesystem::path& path, const Digest& known,
                          const std::function<Result<Done>()>& write)
{
    return replace(path, {known}, write);
}

} // namespace blueprinting
