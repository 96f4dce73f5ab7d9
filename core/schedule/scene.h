#pragma once
#include "core/base/json_document.h"
#include "core/schedule/plan.h"

namespace blueprinting::schedule {

/// One group of lanes: a schedule set by hand, or that of a strategy of the session.
struct SceneGroup {
    std::string strategy;     ///< id; empty: by hand
    std::optional<Kind> kind; ///< by hand always; of a strategy: another order than its own
    std::int64_t stages = 4;  ///< these three by hand only
    std::int64_t microbatches = 8;
    std::int64_t chunks = 1;
    bool operator==(const SceneGroup&) const = default;
};

/// What the schedule view shows: everything that can be set in it, as one value. Kept in the session and set by
/// lessons.
struct Scene {
    std::vector<SceneGroup> groups; ///< one axis for all
    std::size_t selected = 0;       ///< the group that the controls are about
    StageTimes times;               ///< of all groups by hand
    TransferMode transfers = TransferMode::charged;
    bool separate_recompute = false;
    std::optional<double> cap; ///< activations that a stage may hold, in full-stage units
    bool critical_path = false;
    double time = 0;                                ///< playhead, in units of the axis
    std::optional<std::pair<double, double>> range; ///< visible part of the axis; none: all
    bool operator==(const Scene&) const = default;
};

/// 1F1B against two chunks a stage, p 4, m 8, under a cap of 5.
Scene starting_scene();

/// The request of a group set by hand, with the scene's transfers.
Request request_of(const Scene& scene, const SceneGroup& group);

Json to_json(const Scene& scene);
/// Strict: {"groups": [{"kind", "stages", "microbatches", "chunks"} or {"strategy", "kind"}], "selected", "forward",
/// "backward", "input_gradient", "recompute", "transfer", "transfers", "separate_recompute", "cap", "critical_path",
/// "time", "range": [begin, end]}; all but the groups may be left out. A group by hand must make a plan. reader.*,
/// schedule.*.
Result<Scene> scene_from_json(const JsonDocument& document, const Json& value, const std::string& pointer);

} // namespace blueprinting::schedule
