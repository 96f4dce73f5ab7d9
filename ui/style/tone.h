#pragma once
#include "ui/style/theme.h"

namespace blueprinting::ui {

/// What a piece of text or an icon means; the colour follows from the theme at the time of painting.
enum class Tone { text, secondary, accent, good, caution, bad, below, above };

QColor color_of(const Theme& theme, Tone tone);

/// Blue below, orange above, grey (secondary) within `near` of zero: signed errors in percent use 0.05.
Tone sign_tone(double value, double near = 0.05);

} // namespace blueprinting::ui
