#pragma once
#include <QString>

#include <string_view>

namespace blueprinting::ui {

/// A text of core, which is UTF-8, as Qt takes it. Any thread.
inline QString shown(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

} // namespace blueprinting::ui
