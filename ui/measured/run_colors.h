#pragma once
#include "ui/style/theme.h"

namespace blueprinting::ui {

/// Who measured: BLOOM, vTrain, Narayanan, Korthikanti, Vocabulary Parallelism, the next, all others, grade C, one's
/// own.
inline constexpr std::size_t kRunFamilies = 9;
inline constexpr std::size_t kNextFamily = 5, kOtherFamily = 6, kDerivedFamily = 7, kOwnFamily = 8;

/// Colour of a family's marks; the dark ones keep their hue and are lighter.
QColor run_color(std::size_t family, const Theme& theme);

} // namespace blueprinting::ui
