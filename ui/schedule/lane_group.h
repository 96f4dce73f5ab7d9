#pragma once
#include "core/schedule/scene.h"
#include "core/schedule/schedule.h"

#include <QString>

#include <memory>
#include <vector>

namespace blueprinting::ui {

/// A schedule with what drawing it needs beside: made once, off the GUI thread where it is large.
struct DrawnSchedule {
    schedule::Schedule schedule;
    std::vector<std::vector<schedule::Held>> held; ///< by stage, until the gradient
    std::vector<std::vector<schedule::Held>>
        held_until_weight; ///< the same until the weight gradient; empty where not split
    std::vector<schedule::CommandId> critical_path;
};
Result<DrawnSchedule> draw_schedule(const schedule::Plan& plan, const CancelToken& cancel);

/// One group of lanes as it stands on the screen.
struct LaneGroup {
    QString title;                              ///< "1F1B, p 4, m 8"
    QString letter;                             ///< chip of the strategy; empty by hand
    std::size_t chip = 0;                       ///< its colour
    std::shared_ptr<const DrawnSchedule> drawn; ///< null where there is nothing to draw: see `message`
    QString message;      ///< why there is nothing, or what is drawn instead of what was asked for
    bool stale = false;   ///< what is drawn is not what was asked for (any more, or yet)
    double scale = 1;     ///< units of the axis per unit of the schedule
    Diagnostics findings; ///< of the plan, beside the schedule's own
    QString unfit;        ///< "does not fit by 151.9 GiB", of the strategy; empty where it does and by hand

    [[nodiscard]] const schedule::Simulation* simulation() const
    {
        return drawn ? drawn->schedule.simulation.get() : nullptr;
    }
    /// Only where there is a simulation.
    [[nodiscard]] const schedule::Simulation& shown() const { return *drawn->schedule.simulation; }
    /// Only where something is drawn.
    [[nodiscard]] const schedule::Request& request() const { return drawn->schedule.plan.request; }
    [[nodiscard]] double end() const { return drawn ? drawn->schedule.makespan() * scale : 0; }
};

/// All groups and the axis that they share.
struct LaneChart {
    std::vector<LaneGroup> groups;
    std::size_t selected = 0;
    QString axis_title; ///< "Time (units)", "Time (s)"
    QString axis_unit;  ///< behind a length on the axis: empty for units, " s", " ms"
    std::optional<double> cap;
    bool critical_path = false;
    double time = 0; ///< playhead
    std::optional<std::pair<double, double>> range;
    double least_lane = 4; ///< pixels; lanes that would be lower scroll

    [[nodiscard]] double end() const
    {
        double out = 0;
        for (const LaneGroup& group : groups)
            out = std::max(out, group.end());
        return out > 0 ? out : 1;
    }
    [[nodiscard]] const LaneGroup* selected_group() const
    {
        return selected < groups.size() ? &groups[selected] : nullptr;
    }
};

} // namespace blueprinting::ui
