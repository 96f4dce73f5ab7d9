#include "core/base/diagnostic.h"

namespace blueprinting {

std::string_view to_string(Severity severity)
{
    switch (severity) {
    case Severity::error: return "error";
    case Severity::warning: return "warning";
    case Severity::finding: return "finding";
    }
    return "error";
}

std::string to_line(const Diagnostic& diagnostic)
{
    std::string line;
    if (diagnostic.location && !diagnostic.location->file.empty()) {
        line += diagnostic.location->file;
        if (diagnostic.location->line > 0) {
            line += ":" + std::to_string(diagnostic.location->line);
            if (diagnostic.location->column > 0)
                line += ":" + std::to_string(diagnostic.location->column);
        }
        line += ": ";
    }
    if (!diagnostic.path.empty())
        line += diagnostic.path + ": ";
    line += diagnostic.message + " [" + diagnostic.code + "]";
    // A value quoted from a file may hold anything; the promise is one line.
    for (char& c : line)
        if (static_cast<unsigned char>(c) < 0x20)
            c = ' ';
    return line;
}

} // namespace blueprinting
