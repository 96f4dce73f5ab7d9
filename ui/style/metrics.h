#pragma once

/// Distances in device-independent pixels, multiples of four where they part things.
namespace blueprinting::ui::metrics {

inline constexpr int kPanelGap = 12; ///< between panels; the splitter's handle is as wide
inline constexpr int kPanelPadding = 12;
inline constexpr int kControlGap = 8;
inline constexpr int kFormRowGap = 6;
inline constexpr int kControlHeight = 28;
inline constexpr int kCompactHeight = 24; ///< inside tables and messages
inline constexpr int kTableRow = 25;
inline constexpr int kListRow = 30;
inline constexpr int kRadius = 4;
inline constexpr int kAccentBar = 3;
inline constexpr int kMenuBar = 26;
inline constexpr int kToolBar = 40;
inline constexpr int kTabs = 32;
inline constexpr int kStatusBar = 26;
inline constexpr int kDock = 332;
inline constexpr int kFormLabel = 78;
inline constexpr int kIcon = 20;
inline constexpr int kRowIcon = 16;

} // namespace blueprinting::ui::metrics
