#pragma once
#include "ui/schedule/lane_cells.h"

namespace blueprinting::ui {

/// What stands over the cells of a group: bytes above low lanes, the end of the iteration, what waits where an order
/// stands still, the bound, and what there is to say of a measured run.
class LaneMarks {
public:
    LaneMarks(QPainter& painter, const LaneChart& chart, const LaneLayout& layout, const LaneLook& look,
              LaneCells& cells)
        : m_painter(painter), m_chart(chart), m_layout(layout), m_look(look), m_theme(look.theme), m_cells(cells)
    {
    }

    /// Bytes of one device over lanes that have no room for a strip each, its name beside it.
    void strip_above(const LaneGroup& group, const LaneGroupPlace& place, const schedule::TimeWindow& window);
    /// Reductions, exchanges and gathers on their row, steps on the lanes; the second iteration begins behind them.
    void tail(std::size_t index, const LaneGroup& group);
    /// Of an order that can be edited: its lanes outlined, and under them what is not placed; a green foot line under
    /// what can run now.
    void tray(const LaneGroup& group, const LaneGroupPlace& place);
    /// From each command that stands still to the one that it waits for, of those that wait for each other.
    void waits(std::size_t index, const LaneGroup& group);
    /// No order of these commands ends before it.
    void bound(const LaneGroup& group, const LaneGroupPlace& place);
    /// Stragglers framed, what a wide gap waits for, and how much longer than its median a command took.
    void measured(const LaneGroup& group, const LaneGroupPlace& place, const schedule::TimeWindow& window);

private:
    void differences(const schedule::MeasuredRun& run, const LaneGroupPlace& place, const schedule::TimeWindow& window);

    QPainter& m_painter;
    const LaneChart& m_chart;
    const LaneLayout& m_layout;
    const LaneLook& m_look;
    const Theme& m_theme;
    LaneCells& m_cells;
};

} // namespace blueprinting::ui
