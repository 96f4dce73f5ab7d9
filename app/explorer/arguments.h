#pragma once
#include <QSize>

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace blueprinting::explorer {

/// What the command line asks for.
struct Arguments {
    std::vector<std::string> files;
    std::string session;
    std::string view;
    std::string theme; ///< "", "light", "dark"
    std::optional<QSize> size;
    double scale = 0;                    ///< 0: as the desktop
    std::string screenshot;              ///< folder; empty: open a window
    std::string report;                  ///< file; empty: none
    std::optional<std::string> calculon; ///< a checkout to ask in this run; else as the settings say
    std::string settings;                ///< file; empty: the person's own
    bool startup_time = false;
    bool verbose = false;
    /// Nobody looks: something is drawn or written, and the program ends.
    [[nodiscard]] bool unattended() const { return !screenshot.empty() || !report.empty(); }
};

/// The arguments, or the code to exit with: help and version are printed (0), a wrong use is said in one line (2).
std::variant<Arguments, int> parse_arguments(int argc, char** argv);

} // namespace blueprinting::explorer
