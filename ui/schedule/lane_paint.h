#pragma once
#include "ui/schedule/schedule_layout.h"
#include "ui/style/theme.h"

#include <QFont>

#include <optional>
#include <vector>

class QPainter;

namespace blueprinting::ui {

struct LaneFonts {
    QFont body, bold, small, small_bold, number;
};
LaneFonts lane_fonts(const QWidget* widget);
LaneMetrics lane_metrics(const LaneFonts& fonts, const LaneChart& chart);

/// How a chart is drawn beside what it says.
struct LaneLook {
    const Theme& theme;
    const LaneFonts& fonts;
    schedule::Palette palette;
    int selected_stage = -1; ///< picked in any view
    bool on_screen = true;   ///< with playhead; vector files get lines for the hatch instead of a texture
};
void paint_lanes(QPainter& painter, const LaneChart& chart, const LaneLayout& layout, const LaneLook& look);

/// What pointer and keyboard add.
struct LaneOverlay {
    LaneHit hit;                                       ///< framed, with what it needs and unblocks, and explained
    QPointF pointer;                                   ///< where the tip stands
    std::optional<std::pair<double, double>> measured; ///< Δt between two times of the axis
    double measured_y = 0;
};
/// Where tip and measure stand; the tip covers nothing of the measure, and is not there while there is no such place.
struct OverlayPlaces {
    std::optional<QRectF> tip;
    std::vector<QRectF> measure; ///< label and line
    std::vector<QRectF> framed;
};
OverlayPlaces overlay_places(const LaneChart& chart, const LaneLayout& layout, const LaneOverlay& overlay,
                             const LaneFonts& fonts, const QRectF& area);
void paint_overlay(QPainter& painter, const LaneChart& chart, const LaneLayout& layout, const LaneOverlay& overlay,
                   const LaneLook& look, const QRectF& area);

} // namespace blueprinting::ui
