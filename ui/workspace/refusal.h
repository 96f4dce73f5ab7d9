#pragma once
#include "core/base/diagnostic.h"

#include <QString>

namespace blueprinting::ui {

/// "Line 23, column 5266: this string is never closed." and " 2 more problems." where there are.
QString refusal_text(const Diagnostics& diagnostics);

/// The line of the file that the first problem is about and its column in characters; an empty line where there is
/// none.
struct RefusedLine {
    std::size_t line = 0;
    QString text;
    int column = -1;
};
RefusedLine refused_line(const std::string& bytes, const Diagnostic& diagnostic);

} // namespace blueprinting::ui
