#pragma once
#include "ui/schedule/lane_paint.h"

namespace blueprinting::ui {

/// The title line of a group, and the names of its lanes with what each of them holds at most.
class LaneNames {
public:
    LaneNames(QPainter& painter, const LaneChart& chart, const LaneLayout& layout, const LaneLook& look)
        : m_painter(painter), m_chart(chart), m_layout(layout), m_look(look), m_theme(look.theme)
    {
    }

    void title(std::size_t index, const LaneGroup& group, const QRectF& rect);
    void labels(const LaneGroup& group, const LanePlace& lane, bool named); ///< `named`: there is room for its name

private:
    QPainter& m_painter;
    const LaneChart& m_chart;
    const LaneLayout& m_layout;
    const LaneLook& m_look;
    const Theme& m_theme;
};

} // namespace blueprinting::ui
