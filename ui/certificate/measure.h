#pragma once
#include <QFontMetricsF>
#include <QString>

namespace blueprinting::ui {

/// Room that a text takes, in pixels.
inline double advance(const QFont& font, const QString& text) { return QFontMetricsF(font).horizontalAdvance(text); }
inline double line_height(const QFont& font) { return QFontMetricsF(font).height(); }

} // namespace blueprinting::ui
