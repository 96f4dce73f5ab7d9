#pragma once
#include "ui/style/foreign_text.h"

namespace blueprinting::ui {

/// A text that people or files wrote, as the text of a menu's entry or of a button: made visible on one line; an
/// ampersand of its own is shown, and is no key.
inline QString menu_text(const QString& text)
{
    return line_text(text).replace(QLatin1Char('&'), QStringLiteral("&&"));
}

/// What a person reads of a menu's entry: without the ampersands that mark keys.
inline QString read_in_menu(const QString& text)
{
    QString out;
    out.reserve(text.size());
    for (qsizetype i = 0; i < text.size(); ++i) {
        if (text[i] == QLatin1Char('&') && ++i == text.size())
            break;
        out += text[i];
    }
    return out;
}

} // namespace blueprinting::ui
