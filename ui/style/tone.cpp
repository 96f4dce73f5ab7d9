#include "ui/style/tone.h"

#include <cmath>

namespace blueprinting::ui {

QColor color_of(const Theme& theme, Tone tone)
{
    switch (tone) {
    case Tone::text: return theme.text;
    case Tone::secondary: return theme.secondary;
    case Tone::accent: return theme.accent;
    case Tone::good: return theme.good;
    case Tone::caution: return theme.caution;
    case Tone::bad: return theme.bad;
    case Tone::below: return theme.below_text;
    case Tone::above: return theme.above_text;
    }
    return theme.text;
}

Tone sign_tone(double value, double near)
{
    if (std::isnan(value) || std::abs(value) <= near)
        return Tone::secondary;
    return value < 0 ? Tone::below : Tone::above;
}

} // namespace blueprinting::ui
