#pragma once
#include "ui/schedule/lane_paint.h"

#include <QLineF>

namespace blueprinting::ui {

/// How much sooner a group ends than the longest of those that do the same work: a measure over its lanes, from its end
/// to the other's.
struct EndDifference {
    QLineF line;
    QRectF label; ///< over the line; empty where there is no room for words, and the titles say both makespans
    QString text;
};
/// Nothing where it is the longest, or where no such comparison is fair. Pure.
std::optional<EndDifference> end_difference(const LaneChart& chart, const LaneLayout& layout, std::size_t index,
                                            const LaneFonts& fonts);

} // namespace blueprinting::ui
