#include "core/oracle/keeper.h"

#include <cerrno>
#include <csignal>
#include <sys/prctl.h>
#include <sys/wait.h>

namespace blueprinting::oracle::process {
namespace {

/// Reads until `size` bytes are there; false at the end of the pipe.
bool read_whole(int fd, void* to, std::size_t size)
{
    auto* at = static_cast<char*>(to);
    while (size > 0) {
        const ssize_t n = ::read(fd, at, size);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        at += n;
        size -= static_cast<std::size_t>(n);
    }
    return true;
}

/// A copy of a program with several threads: nothing but system calls is safe here.
[[noreturn]] void keep(int lifeline)
{
    ::setpgid(0, 0); // whoever kills our whole group shall not kill this one
    ::prctl(PR_SET_NAME, "calculon-keeper");
    ::dup2(lifeline, 0);
    ::closefrom(1); // neither our streams nor our own end of the lifeline
    pid_t group = 0;
    char nothing = 0;
    if (read_whole(0, &group, sizeof group)) {
        while (read_whole(0, &nothing, 1)) {
        }
        ::kill(-group, SIGKILL);
    }
    ::_exit(0);
}

} // namespace

bool Keeper::start()
{
    if (!m_lifeline.open())
        return false;
    m_pid = ::fork();
    if (m_pid == 0)
        keep(m_lifeline.read.get());
    if (m_pid < 0)
        return false;
    m_lifeline.read.close();
    return true;
}

bool Keeper::tell(int told)
{
    const pid_t self = ::getpid();
    return ::write(told, &self, sizeof self) == static_cast<ssize_t>(sizeof self); // fewer than PIPE_BUF: all or none
}

void Keeper::dismiss()
{
    if (m_pid < 0)
        return;
    ::kill(m_pid, SIGKILL);
    while (::waitpid(m_pid, nullptr, 0) < 0 && errno == EINTR) {
    }
    m_pid = -1;
    m_lifeline = {};
}

} // namespace blueprinting::oracle::process
