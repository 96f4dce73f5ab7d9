#include "app/explorer/display_watch.h"

#include "app/explorer/refuse.h"

#include <QString>
#include <QtGlobal>

#include <condition_variable>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <mutex>

namespace blueprinting::explorer {
namespace {

/// A handler of messages is a plain function: what it remembers has to lie beside it.
struct Seen {
    QtMessageHandler before = nullptr;
    QString reason;     ///< of the platform itself
    QString of_loading; ///< of loading it
};
Seen& seen()
{
    static Seen one;
    return one;
}

void on_message(QtMsgType type, const QMessageLogContext& context, const QString& text)
{
    Seen& so_far = seen();
    if (type == QtFatalMsg) {
        // The application is half made: neither its destructors nor those of what it has loaded may run.
        std::_Exit(refuse(no_display((so_far.reason.isEmpty() ? so_far.of_loading : so_far.reason).toStdString())));
    }
    const char* category = context.category ? context.category : "";
    if (std::strncmp(category, "qt.qpa.", 7) == 0) {
        QString& kept = std::strcmp(category, "qt.qpa.plugin") == 0 ? so_far.of_loading : so_far.reason;
        if (kept.isEmpty())
            kept = text.trimmed();
    }
    if (so_far.before)
        so_far.before(type, context, text);
}

double processor_seconds()
{
    timespec now{};
    ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// Ends the program after so many seconds in a row in which it did nothing. A slow or busy machine is not meant: there
/// is something to do on it.
void watch_clock(const std::stop_token& stop, std::chrono::seconds patience)
{
    std::mutex mutex;
    std::condition_variable_any stopped;
    std::unique_lock lock(mutex);
    double before = processor_seconds();
    for (auto quiet = std::chrono::seconds(0); quiet < patience;) {
        if (stopped.wait_for(lock, stop, std::chrono::seconds(1), [] { return false; }); stop.stop_requested())
            return;
        const double now = processor_seconds();
        quiet = now - before < 1e-3 ? quiet + std::chrono::seconds(1) : std::chrono::seconds(0);
        before = now;
    }
    std::_Exit(refuse(no_display("it has not answered for " + std::to_string(patience.count()) + " seconds")));
}

} // namespace

DisplayWatch::DisplayWatch(std::chrono::seconds patience)
{
    seen() = {};
    seen().before = qInstallMessageHandler(on_message);
    m_clock = std::jthread([patience](const std::stop_token& stop) { watch_clock(stop, patience); });
}

DisplayWatch::~DisplayWatch()
{
    m_clock.request_stop();
    m_clock.join();
    qInstallMessageHandler(seen().before);
}

std::string no_display(const std::string& reason)
{
    return "there is no display to open a window on" + (reason.empty() ? "" : " (" + reason + ")") +
           "; --screenshot DIR draws without one";
}

} // namespace blueprinting::explorer
