#pragma once
#include "core/base/cancel.h"

#include <atomic>
#include <csignal>
#include <thread>

namespace blueprinting::cli {

/// While it lives, Ctrl+C, a hang-up or a request to end cancels the work instead of ending the program, so that what
/// was begun is cleaned up; when it goes, a signal that came ends the program as it would have. Make it before other
/// threads start.
class Interruption {
public:
    explicit Interruption(CancelToken cancel);
    ~Interruption();
    Interruption(const Interruption&) = delete;
    Interruption& operator=(const Interruption&) = delete;

private:
    void watch();

    CancelToken m_cancel;
    sigset_t m_signals{}; ///< those that nobody chose to ignore
    sigset_t m_before{};
    std::atomic<bool> m_done = false;
    std::atomic<int> m_came = 0;
    std::thread m_watcher;
};

} // namespace blueprinting::cli
