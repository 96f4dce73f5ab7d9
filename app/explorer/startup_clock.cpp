#include "app/explorer/startup_clock.h"

#include <QEvent>
#include <QTimer>
#include <QWidget>

#include <cstdio>
#include <ctime>
#include <fstream>
#include <sstream>
#include <string>
#include <unistd.h>

namespace blueprinting::explorer {
namespace {

/// Since the kernel started the process; below 0 where it does not say.
double milliseconds_of_life()
{
    std::ifstream file("/proc/self/stat");
    std::string line;
    std::getline(file, line);
    const std::size_t name_end = line.rfind(')'); // the name may hold anything
    if (name_end == std::string::npos)
        return -1;
    std::istringstream fields(line.substr(name_end + 1));
    std::string field;
    for (int i = 0; i < 20 && fields >> field; ++i) {
    }
    const double started = std::strtod(field.c_str(), nullptr) / static_cast<double>(::sysconf(_SC_CLK_TCK));
    timespec now{};
    ::clock_gettime(CLOCK_BOOTTIME, &now);
    return (static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9 - started) * 1e3;
}

} // namespace

StartupClock::StartupClock(QWidget* window) : QObject(window) { window->installEventFilter(this); }

bool StartupClock::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Paint) {
        watched->removeEventFilter(this);
        // After the whole window and its children have been drawn.
        QTimer::singleShot(0, this, [this] {
            std::fprintf(stderr, "first window drawn after %.0f ms\n", milliseconds_of_life());
            deleteLater();
        });
    }
    return QObject::eventFilter(watched, event);
}

} // namespace blueprinting::explorer
