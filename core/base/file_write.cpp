#include "core/base/descriptor.h"
#include "core/base/file.h"

#include <cerrno>
#include <chrono>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <thread>

namespace blueprinting {
namespace {

constexpr int kMostLinks = 40; ///< as the kernel has it

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

Diagnostic unwritable(const std::filesystem::path& path, int reason)
{
    return {Severity::error, "file.unwritable", "", std::string("cannot be written: ") + std::strerror(reason),
            SourceLocation{path.string(), 0, 0}};
}

/// Where a chain of links ends, whether there is something or not; false where it never ends.
bool follow_links(std::filesystem::path& path)
{
    std::error_code problem;
    for (int i = 0; i < kMostLinks; ++i) {
        if (!std::filesystem::is_symlink(std::filesystem::symlink_status(path, problem)))
            return true;
        const std::filesystem::path target = std::filesystem::read_symlink(path, problem);
        path = target.is_absolute() ? target : path.parent_path() / target;
    }
    return false;
}

/// How long a pipe may stand without anybody who reads it: a shell starts both ends at once, and either may come first.
constexpr auto kPatience = std::chrono::seconds(1);
constexpr auto kPause = std::chrono::milliseconds(5);

/// A pipe or a device cannot be replaced; it is written to. -1 with errno, ENXIO where nobody reads the pipe.
int open_special(const char* path)
{
    const auto open = [path] { return ::open(path, O_WRONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY); };
    const auto end = std::chrono::steady_clock::now() + kPatience;
    int fd = open();
    while (fd < 0 && errno == ENXIO && std::chrono::steady_clock::now() < end) {
        std::this_thread::sleep_for(kPause);
        fd = open();
    }
    if (fd >= 0)
        ::fcntl(fd, F_SETFL, ::fcntl(fd, F_GETFL) & ~O_NONBLOCK);
    return fd;
}

mode_t mode_of_new_file()
{
    const mode_t mask = ::umask(0);
    ::umask(mask);
    return 0666 & ~mask;
}

/// A file beside the one that it will replace; it is gone unless it did.
struct Temporary {
    explicit Temporary(const std::filesystem::path& target)
        : name(target.string() + ".XXXXXX"), out(::mkostemp(name.data(), O_CLOEXEC))
    {
    }
    Temporary(const Temporary&) = delete;
    Temporary& operator=(const Temporary&) = delete;
    ~Temporary()
    {
        if (out.get() >= 0 && !renamed)
            ::unlink(name.c_str());
    }
    std::string name;
    const Descriptor out;
    bool renamed = false;
};

} // namespace

Result<Done> write_file_atomically(const std::filesystem::path& path, const TextMaker& make)
{
    struct stat facts {};
    const bool exists = ::stat(path.c_str(), &facts) == 0;
    if (exists && S_ISDIR(facts.st_mode))
        return Diagnostic{Severity::error, "file.folder", "", "this is a folder; a file is expected",
                          SourceLocation{path.string(), 0, 0}};

    int problem = 0;
    const auto into = [&](int fd) {
        make([&problem, fd](std::string_view bytes) {
            if (problem == 0 && !write_all(fd, bytes))
                problem = errno;
            return problem == 0;
        });
    };
    if (exists && !S_ISREG(facts.st_mode)) {
        const Descriptor out(open_special(path.c_str()));
        if (out.get() < 0)
            return unwritable(path, errno);
        into(out.get());
        return problem == 0 ? Result<Done>(Done{}) : unwritable(path, problem);
    }
    std::filesystem::path target = path;
    if (!follow_links(target))
        return unwritable(path, ELOOP);
    Temporary temporary(target);
    if (temporary.out.get() < 0)
        return unwritable(path, errno);
    into(temporary.out.get());
    if (problem != 0)
        return unwritable(path, problem);
    const mode_t mode = exists ? facts.st_mode & 07777U : mode_of_new_file();
    temporary.renamed = ::fchmod(temporary.out.get(), mode) == 0 && ::fsync(temporary.out.get()) == 0 &&
                        ::rename(temporary.name.c_str(), target.c_str()) == 0;
    return temporary.renamed ? Result<Done>(Done{}) : unwritable(path, errno);
}

Result<Done> write_file_atomically(const std::filesystem::path& path, std::string_view bytes)
{
    return write_file_atomically(path, [bytes](const TextSink& sink) { sink(bytes); });
}

} // namespace blueprinting
