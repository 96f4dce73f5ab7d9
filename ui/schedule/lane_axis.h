#pragma once
#include "ui/schedule/lane_paint.h"

class QFontMetricsF;

namespace blueprinting::ui {

/// The time axis under the lanes, and the playhead over them.
class LaneAxis {
public:
    LaneAxis(QPainter& painter, const LaneChart& chart, const LaneLayout& layout, const LaneLook& look)
        : m_painter(painter), m_chart(chart), m_layout(layout), m_look(look), m_theme(look.theme)
    {
    }

    void paint();
    void playhead();

private:
    [[nodiscard]] QRectF title_of(const std::vector<std::pair<QString, QRectF>>& labels, const QRectF& now,
                                  const QFontMetricsF& metrics) const;

    QPainter& m_painter;
    const LaneChart& m_chart;
    const LaneLayout& m_layout;
    const LaneLook& m_look;
    const Theme& m_theme;
};

} // namespace blueprinting::ui
