#pragma once
#include <cstddef>

namespace blueprinting::ui {

/// Places of a run's colour among Theme::runs, behind those that always have one (BLOOM, vTrain, Narayanan,
/// Korthikanti, Vocabulary Parallelism).
inline constexpr std::size_t kReadingFamily = 4; ///< of a rate with two readings
inline constexpr std::size_t kNextFamily = 5, kOtherFamily = 6, kDerivedFamily = 7, kOwnFamily = 8;

} // namespace blueprinting::ui
