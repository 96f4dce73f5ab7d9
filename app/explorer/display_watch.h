#pragma once
#include <chrono>
#include <string>
#include <thread>

namespace blueprinting::explorer {

/// While it lives, that Qt finds no platform to show windows on – a display that cannot be reached, a plugin that is
/// not there – ends the program with one line on standard error and exit code 2. Qt would abort. Lay it around the
/// making of QApplication, one at a time; other messages go on to the handler before it. A display that accepts the
/// connection and never answers ends the program likewise, once for `patience` the program has had nothing to do.
class DisplayWatch {
public:
    explicit DisplayWatch(std::chrono::seconds patience = std::chrono::seconds(8));
    ~DisplayWatch();
    DisplayWatch(const DisplayWatch&) = delete;
    DisplayWatch& operator=(const DisplayWatch&) = delete;

private:
    std::jthread m_clock;
};

/// Why no window can be opened, in one line; `reason` is Qt's, empty where there is none.
std::string no_display(const std::string& reason);

} // namespace blueprinting::explorer
