#include "core/oracle/process.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

namespace blueprinting::oracle::process {
namespace {

constexpr std::size_t kKept = std::size_t{64} << 10;
/// How late a cancellation may be noticed.
constexpr std::chrono::milliseconds kTick{10};

class Descriptor {
public:
    Descriptor() = default;
    explicit Descriptor(int fd) : m_fd(fd) {}
    Descriptor(Descriptor&& other) noexcept : m_fd(std::exchange(other.m_fd, -1)) {}
    Descriptor& operator=(Descriptor&& other) noexcept
    {
        std::swap(m_fd, other.m_fd);
        return *this;
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    ~Descriptor() { close(); }
    void close()
    {
        if (m_fd >= 0)
            ::close(std::exchange(m_fd, -1));
    }
    [[nodiscard]] int get() const { return m_fd; }

private:
    int m_fd = -1;
};

/// One stream of the child, read without ever waiting.
class Stream {
public:
    /// False where the system has no more descriptors; errno says so.
    bool open()
    {
        int ends[2];
        if (::pipe2(ends, O_CLOEXEC) != 0)
            return false;
        m_read = Descriptor(ends[0]);
        const Descriptor write(ends[1]);
        // Above the standard streams, so that putting one in place never overwrites the other.
        m_write = Descriptor(::fcntl(write.get(), F_DUPFD_CLOEXEC, 3));
        return m_write.get() >= 0 && ::fcntl(m_read.get(), F_SETFL, O_NONBLOCK) == 0;
    }
    void close_write() { m_write.close(); }
    void drain()
    {
        // Not until there is no more: whoever writes without end must not keep us from looking at the clock.
        std::array<char, 1 << 14> buffer;
        for (int reads = 0; reads < 64 && m_read.get() >= 0; ++reads) {
            const ssize_t n = ::read(m_read.get(), buffer.data(), buffer.size());
            if (n < 0 && errno == EINTR)
                continue;
            if (n < 0 && errno == EAGAIN)
                return;
            if (n <= 0)
                return m_read.close();
            m_text.append(buffer.data(), static_cast<std::size_t>(n));
            if (m_text.size() > 2 * kKept)
                m_text.erase(0, m_text.size() - kKept);
        }
    }
    [[nodiscard]] int read_end() const { return m_read.get(); }
    [[nodiscard]] int write_end() const { return m_write.get(); }
    [[nodiscard]] std::string text() const { return m_text.size() > kKept ? m_text.substr(m_text.size() - kKept) : m_text; }

private:
    Descriptor m_read, m_write;
    std::string m_text;
};

std::vector<char*> pointers(std::vector<std::string>& strings)
{
    std::vector<char*> out;
    for (std::string& each : strings)
        out.push_back(each.data());
    out.push_back(nullptr);
    return out;
}

/// 0, or why not.
int start(const Command& command, const Stream& out, const Stream& err, pid_t& pid)
{
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, out.write_end(), 1);
    posix_spawn_file_actions_adddup2(&actions, err.write_end(), 2);
    posix_spawn_file_actions_addchdir_np(&actions, command.folder.c_str());
    posix_spawn_file_actions_addclosefrom_np(&actions, 3);

    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    sigset_t every, none;
    sigfillset(&every);
    sigemptyset(&none);
    posix_spawnattr_setsigdefault(&attributes, &every);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);

    std::vector<std::string> arguments{command.program.string()};
    arguments.insert(arguments.end(), command.arguments.begin(), command.arguments.end());
    std::vector<std::string> environment = command.environment;
    const int failed = posix_spawn(&pid, command.program.c_str(), &actions, &attributes, pointers(arguments).data(),
                                   pointers(environment).data());
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return failed;
}

/// Whether the child has ended. It stays a zombie, so that its number, and its group's, cannot be another's yet.
bool ended(pid_t pid)
{
    siginfo_t info{};
    return ::waitid(P_PID, static_cast<id_t>(pid), &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid == pid;
}

/// Kills what is left of the group and takes the child's status.
int reap(pid_t pid)
{
    ::kill(-pid, SIGKILL);
    int status = 0;
    while (::waitpid(pid, &status, 0) < 0 && errno == EINTR) {
    }
    return status;
}

void wait_for_output(const Stream& out, const Stream& err)
{
    std::array<pollfd, 2> wanted{{{out.read_end(), POLLIN, 0}, {err.read_end(), POLLIN, 0}}};
    // A closed stream is -1, which poll passes over; with both closed this only waits.
    (void)::poll(wanted.data(), wanted.size(), static_cast<int>(kTick.count()));
}

} // namespace

Result<Finished> run(const Command& command, const CancelToken& cancel)
{
    if (cancel.cancelled())
        return Cancelled{};
    const auto not_started = [&](int reason) {
        return Diagnostic{Severity::error, "process.not_started", "",
                          command.program.string() + " cannot be started: " + std::strerror(reason)};
    };
    Stream out, err;
    if (!out.open() || !err.open())
        return not_started(errno);
    const auto deadline = std::chrono::steady_clock::now() + command.time_limit;
    pid_t pid = -1;
    if (const int failed = start(command, out, err, pid); failed != 0)
        return not_started(failed);
    out.close_write();
    err.close_write();

    bool timed_out = false;
    while (!ended(pid)) {
        timed_out = std::chrono::steady_clock::now() >= deadline;
        if (timed_out || cancel.cancelled())
            break;
        wait_for_output(out, err);
        out.drain();
        err.drain();
    }
    const int status = reap(pid);
    out.drain();
    err.drain();
    if (cancel.cancelled())
        return Cancelled{};
    Finished finished{Finished::How::exited, WEXITSTATUS(status), out.text(), err.text()};
    if (timed_out)
        finished.how = Finished::How::timed_out;
    else if (WIFSIGNALED(status))
        finished = {Finished::How::signalled, WTERMSIG(status), std::move(finished.out), std::move(finished.err)};
    return finished;
}

std::optional<std::filesystem::path> find_program(std::string_view name)
{
    const auto usable = [](const std::filesystem::path& path) {
        std::error_code ignored;
        return std::filesystem::is_regular_file(path, ignored) && ::access(path.c_str(), X_OK) == 0;
    };
    std::error_code ignored;
    if (name.find('/') != std::string_view::npos)
        return usable(name) ? std::optional(std::filesystem::absolute(name, ignored)) : std::nullopt;
    const char* set = std::getenv("PATH");
    std::string_view rest = set ? set : "/usr/local/bin:/usr/bin:/bin";
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find(':'), rest.size());
        const std::filesystem::path candidate = std::filesystem::path(end == 0 ? "." : rest.substr(0, end)) / name;
        if (usable(candidate))
            return std::filesystem::absolute(candidate, ignored);
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return std::nullopt;
}

} // namespace blueprinting::oracle::process
