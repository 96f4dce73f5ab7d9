#pragma once
#include "ui/schedule/lane_group.h"
#include "ui/schedule/strategy_estimate.h"

#include <QStringList>

#include <functional>
#include <list>

namespace blueprinting::ui {

/// What a group of the scene asks for: a plan, or why there is none.
struct PlannedGroup {
    std::optional<schedule::Plan> plan;
    Diagnostics problems; ///< where there is no plan
    Diagnostics findings;
    bool current = true; ///< false: of a strategy's last legal form
};
PlannedGroup plan_group(const schedule::Scene& scene, const schedule::SceneGroup& group, const Workspace& workspace);
/// The plan of a group set by hand. Beside what plan_by_hand() refuses: more stages than lanes are drawn.
Result<schedule::Plan> plan_of_hand(const schedule::Scene& scene, const schedule::SceneGroup& group);
inline constexpr std::int64_t kMostLanes = 1024;

/// Remembers drawn schedules by their plans, so that only what changed is simulated again. GUI thread.
class ScheduleCache {
public:
    [[nodiscard]] std::shared_ptr<const DrawnSchedule> find(const schedule::Plan& plan);
    void put(std::shared_ptr<const DrawnSchedule> drawn);
    /// Forgets what was used longest ago beyond 12 schedules or 2 000 000 commands, but nothing that is wanted.
    void forget(const std::vector<PlannedGroup>& wanted);
    [[nodiscard]] std::size_t size() const { return m_known.size(); }

private:
    std::list<std::shared_ptr<const DrawnSchedule>> m_known; ///< last used first
};

/// Groups whose strategy is no longer in the session are left out; never empty.
schedule::Scene sound_scene(schedule::Scene scene, const Session& session);

/// The chart of a scene from what is drawn so far. `planned` and `drawn` stand one per group; where `drawn` is null the
/// one of `before` (the chart on the screen) stays, stale.
LaneChart make_chart(const schedule::Scene& scene, const Workspace& workspace, const std::vector<PlannedGroup>& planned,
                     const std::vector<std::shared_ptr<const DrawnSchedule>>& drawn, const LaneChart& before);

/// One row a command of every group, raw, under a row of names. Any thread.
std::vector<QStringList> command_rows(const LaneChart& chart);
/// The same, one by one, until `take` answers false: there may be millions.
void each_command_row(const LaneChart& chart, const std::function<bool(const QStringList& row)>& take);

/// A plan with more commands than this is simulated off the GUI thread.
inline constexpr std::int64_t kAtOnce = 20000;

} // namespace blueprinting::ui
