#include "app/blueprinting/interruption.h"

#include <ctime>
#include <utility>

namespace blueprinting::cli {

Interruption::Interruption(CancelToken cancel) : m_cancel(std::move(cancel))
{
    sigemptyset(&m_signals);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
        struct sigaction set {};
        if (::sigaction(signal, nullptr, &set) == 0 && set.sa_handler != SIG_IGN) // nohup
            sigaddset(&m_signals, signal);
    }
    ::pthread_sigmask(SIG_BLOCK, &m_signals, &m_before);
    m_watcher = std::thread([this] { watch(); });
}

Interruption::~Interruption()
{
    m_done = true;
    m_watcher.join();
    ::pthread_sigmask(SIG_SETMASK, &m_before, nullptr);
    if (m_came != 0)
        std::raise(m_came);
}

void Interruption::watch()
{
    constexpr timespec kTick{0, 20'000'000};
    while (!m_done) {
        const int signal = ::sigtimedwait(&m_signals, nullptr, &kTick);
        if (signal <= 0)
            continue;
        m_came = signal;
        m_cancel.cancel();
    }
}

} // namespace blueprinting::cli
