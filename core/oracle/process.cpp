#include "core/oracle/process.h"

#include "core/oracle/child.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <poll.h>
#include <sys/wait.h>

namespace blueprinting::oracle::process {
namespace {

constexpr std::size_t kKept = std::size_t{64} << 10;
/// How late a cancellation may be noticed.
constexpr std::chrono::milliseconds kTick{10};

/// One stream of the child, read without ever waiting.
class Stream {
public:
    /// False where the system has no more descriptors; errno says so.
    bool open() { return m_pipe.open() && ::fcntl(m_pipe.read.get(), F_SETFL, O_NONBLOCK) == 0; }
    void close_write() { m_pipe.write.close(); }
    void drain()
    {
        // Not until there is no more: whoever writes without end must not keep us from looking at the clock.
        std::array<char, 1 << 14> buffer;
        for (int reads = 0; reads < 64 && m_pipe.read.get() >= 0; ++reads) {
            const ssize_t n = ::read(m_pipe.read.get(), buffer.data(), buffer.size());
            if (n < 0 && errno == EINTR)
                continue;
            if (n < 0 && errno == EAGAIN)
                return;
            if (n <= 0)
                return m_pipe.read.close();
            m_total += static_cast<std::uintmax_t>(n);
            m_text.append(buffer.data(), static_cast<std::size_t>(n));
            if (m_text.size() > 2 * kKept)
                m_text.erase(0, m_text.size() - kKept);
        }
    }
    [[nodiscard]] int read_end() const { return m_pipe.read.get(); }
    [[nodiscard]] int write_end() const { return m_pipe.write.get(); }
    [[nodiscard]] std::uintmax_t total() const { return m_total; }
    [[nodiscard]] std::string text() const
    {
        return m_text.size() > kKept ? m_text.substr(m_text.size() - kKept) : m_text;
    }

private:
    Pipe m_pipe;
    std::uintmax_t m_total = 0;
    std::string m_text;
};

/// Whether the child has ended. It stays a zombie, so that its number, and its group's, cannot be another's yet.
bool ended(pid_t pid)
{
    siginfo_t info{};
    return ::waitid(P_PID, static_cast<id_t>(pid), &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid == pid;
}

/// Kills what is left of the group and takes the child's status.
int reap(pid_t pid, Keeper& keeper)
{
    ::kill(-pid, SIGKILL);
    keeper.dismiss(); // while the number is still the child's
    int status = 0;
    while (::waitpid(pid, &status, 0) < 0 && errno == EINTR) {
    }
    return status;
}

/// How late it may be noticed that too much is written.
constexpr std::chrono::milliseconds kLook{100};

/// Whether more stands in the folder than the command may write. Links are not followed; what is gone again while this
/// looks counts for nothing.
bool has_written_too_much(const Command& command)
{
    namespace fs = std::filesystem;
    std::error_code ignored;
    std::uintmax_t bytes = 0;
    std::size_t files = 0;
    for (fs::recursive_directory_iterator at(command.watched, ignored), end; !ignored && at != end;
         at.increment(ignored)) {
        std::error_code gone;
        const auto size = at->is_symlink(gone) || !at->is_regular_file(gone) ? 0 : at->file_size(gone);
        bytes += gone ? 0 : size;
        if (++files > command.most_files || bytes > command.most_written)
            return true;
    }
    return false;
}

/// Whether the child, and what it started and waited for, wrote more bytes than the command may, wherever that was:
/// its folder, its streams, or any place else that it may write to (proc(5), "wchar").
bool has_written_elsewhere(const Command& command, pid_t pid)
{
    std::ifstream io("/proc/" + std::to_string(pid) + "/io");
    std::string name;
    for (std::uintmax_t bytes = 0; io >> name >> bytes;)
        if (name == "wchar:")
            return bytes > command.most_in_all();
    return false;
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
    Keeper keeper;
    pid_t pid = -1;
    if (const int failed = start(command, out.write_end(), err.write_end(), keeper, pid); failed != 0)
        return not_started(failed);
    out.close_write();
    err.close_write();

    using How = Finished::How;
    auto how = How::exited;
    auto next_look = std::chrono::steady_clock::now() + kLook;
    while (how == How::exited && !cancel.cancelled() && !ended(pid)) {
        if (std::max(out.total(), err.total()) > command.most_said)
            how = How::said_too_much;
        else if (std::chrono::steady_clock::now() >= deadline)
            how = How::timed_out;
        else if (!command.watched.empty() && std::chrono::steady_clock::now() >= next_look) {
            if (has_written_too_much(command))
                how = How::wrote_too_much;
            else if (has_written_elsewhere(command, pid))
                how = How::wrote_elsewhere;
            next_look = std::chrono::steady_clock::now() + kLook;
        }
        if (how != How::exited)
            break;
        wait_for_output(out, err);
        out.drain();
        err.drain();
    }
    const int status = reap(pid, keeper);
    out.drain();
    err.drain();
    if (cancel.cancelled())
        return Cancelled{};
    if (how == How::exited && WIFSIGNALED(status))
        return Finished{How::signalled, WTERMSIG(status), out.text(), err.text()};
    return Finished{how, WEXITSTATUS(status), out.text(), err.text()};
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
