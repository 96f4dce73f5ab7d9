#pragma once
#include "ui/schedule/lane_group.h"
#include "ui/workspace/workspace.h"

#include <list>

namespace blueprinting::ui {

/// Remembers drawn schedules by their plans, so that only what changed is simulated again. GUI thread.
class ScheduleCache {
public:
    [[nodiscard]] std::shared_ptr<const DrawnSchedule> find(const schedule::Plan& plan);
    void put(std::shared_ptr<const DrawnSchedule> drawn);

private:
    std::list<std::shared_ptr<const DrawnSchedule>> m_known; ///< last used first
};

/// What a group of the scene asks for: a plan, or why there is none.
struct PlannedGroup {
    std::optional<schedule::Plan> plan;
    Diagnostics problems;  ///< where there is no plan
    Diagnostics findings;
    bool current = true;   ///< false: of a strategy's last legal form
};
PlannedGroup plan_group(const schedule::Scene& scene, const schedule::SceneGroup& group, const Workspace& workspace);

/// Groups whose strategy is no longer in the session are left out; never empty.
schedule::Scene sound_scene(schedule::Scene scene, const Session& session);

/// The chart of a scene from what is drawn so far. `planned` and `drawn` stand one per group; where `drawn` is null the one
/// of `before` (the chart on the screen) stays, stale.
LaneChart make_chart(const schedule::Scene& scene, const Workspace& workspace, const std::vector<PlannedGroup>& planned,
                     const std::vector<std::shared_ptr<const DrawnSchedule>>& drawn, const LaneChart& before);

/// A plan with more commands than this is simulated off the GUI thread.
inline constexpr std::int64_t kAtOnce = 20000;

} // namespace blueprinting::ui
