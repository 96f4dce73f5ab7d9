#include "core/oracle/child.h"

#include <cerrno>
#include <csignal>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>

namespace blueprinting::oracle::process {
namespace {

std::vector<char*> pointers(std::vector<std::string>& strings)
{
    std::vector<char*> out;
    for (std::string& each : strings)
        out.push_back(each.data());
    out.push_back(nullptr);
    return out;
}

/// All that the child needs, put together before it is there: memory must not be asked for in it.
struct Plan {
    const char* program;
    char* const* arguments;
    char* const* environment;
    const char* folder;
    rlim_t most_file;
    int out, err, told, failed;
    pid_t parent;
};

void limit(int resource, rlim_t most)
{
    rlimit now{};
    if (::getrlimit(resource, &now) != 0)
        return;
    if (now.rlim_max == RLIM_INFINITY || now.rlim_max > most)
        now.rlim_max = most; // never above what we are held to ourselves
    now.rlim_cur = now.rlim_max;
    ::setrlimit(resource, &now);
}

bool put_in_place(const Plan& plan)
{
    const int nothing = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
    // dup2 of a descriptor onto itself would leave it to be closed.
    if (nothing < 0 || (nothing == 0 ? ::fcntl(0, F_SETFD, 0) : ::dup2(nothing, 0)) < 0)
        return false;
    if (::dup2(plan.out, 1) < 0 || ::dup2(plan.err, 2) < 0 || ::chdir(plan.folder) != 0)
        return false;
    constexpr int kFailed = 3;
    if (plan.failed != kFailed && ::dup3(plan.failed, kFailed, O_CLOEXEC) < 0)
        return false;
    ::closefrom(kFailed + 1);
    return true;
}

/// The child, a copy of a program with several threads: nothing but system calls is safe here.
[[noreturn]] void become(const Plan& plan)
{
    int failed = plan.failed;
    const auto fail = [&failed] {
        const int reason = errno;
        (void)!::write(failed, &reason, sizeof reason);
        ::_exit(127);
    };
    if (::setpgid(0, 0) != 0 || ::prctl(PR_SET_PDEATHSIG, SIGKILL) != 0)
        fail();
    if (::getppid() != plan.parent)
        ::_exit(127); // it died before the line above; nobody is there to be told
    if (!Keeper::tell(plan.told))
        fail();
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_FSIZE, plan.most_file);
    if (!put_in_place(plan))
        fail();
    failed = 3;
    struct sigaction standard {};
    standard.sa_handler = SIG_DFL;
    for (int signal = 1; signal < NSIG; ++signal)
        ::sigaction(signal, &standard, nullptr); // those that cannot be caught refuse, and stay what they are
    sigset_t none;
    ::sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    ::execve(plan.program, plan.arguments, plan.environment);
    fail();
    ::_exit(127);
}

/// What the child could not do (errno); 0 once it has become the other program.
int reason_in(int failed)
{
    int reason = 0;
    ssize_t n = 0;
    while ((n = ::read(failed, &reason, sizeof reason)) < 0 && errno == EINTR) {
    }
    return n == static_cast<ssize_t>(sizeof reason) ? reason : 0;
}

/// Lets no signal into this thread while it lives: a child must not run our handlers, nor a keeper die of what ends us.
class Deaf {
public:
    Deaf()
    {
        sigset_t every;
        ::sigfillset(&every);
        ::pthread_sigmask(SIG_SETMASK, &every, &m_before);
    }
    ~Deaf() { ::pthread_sigmask(SIG_SETMASK, &m_before, nullptr); }
    Deaf(const Deaf&) = delete;
    Deaf& operator=(const Deaf&) = delete;

private:
    sigset_t m_before{};
};

} // namespace

int start(const Command& command, int out, int err, Keeper& keeper, pid_t& pid)
{
    std::vector<std::string> arguments{command.program.string()};
    arguments.insert(arguments.end(), command.arguments.begin(), command.arguments.end());
    std::vector<std::string> environment = command.environment;
    const auto argument_pointers = pointers(arguments);
    const auto environment_pointers = pointers(environment);
    Pipe failed;
    if (!failed.open())
        return errno;
    const Deaf deaf;
    if (!keeper.start())
        return errno;
    const Plan plan{command.program.c_str(),
                    argument_pointers.data(),
                    environment_pointers.data(),
                    command.folder.c_str(),
                    static_cast<rlim_t>(command.most_file),
                    out,
                    err,
                    keeper.told(),
                    failed.write.get(),
                    ::getpid()};
    pid = ::fork();
    if (pid == 0)
        become(plan);
    if (pid < 0)
        return errno;
    ::setpgid(pid, pid); // whichever of us comes first: from here on the group can be killed
    failed.write.close();
    const int reason = reason_in(failed.read.get());
    if (reason == 0)
        return 0;
    keeper.dismiss();
    while (::waitpid(pid, nullptr, 0) < 0 && errno == EINTR) {
    }
    return reason;
}

} // namespace blueprinting::oracle::process
