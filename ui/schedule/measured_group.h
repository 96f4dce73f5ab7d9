#pragma once
#include "core/schedule/scene.h"
#include "ui/schedule/lane_group.h"

#include <list>
#include <map>

namespace blueprinting::ui {

/// Measured runs that were read, by where they are from: a run, or why there is none. GUI thread.
class RunCache {
public:
    struct Known {
        schedule::TraceSource source;
        std::shared_ptr<const schedule::MeasuredRun> run; ///< null where it was refused
        Diagnostics problems;
        std::shared_ptr<const DrawnSchedule> drawn; ///< what its lanes show; null where only the host's time is there
        std::shared_ptr<const schedule::Simulation> beside;
    };
    [[nodiscard]] const Known* find(const schedule::TraceSource& source) const;
    void put(Known known);

private:
    std::list<Known> m_known; ///< the last few
};

/// Reads the traces and lays them beside their simulation. Any thread.
RunCache::Known read_run(const schedule::TraceSource& source);

/// A person can say what the files do not: ranks, or what spans are called.
bool can_be_said(const Diagnostics& refused);
/// "Measured: uneven, step 3", from where it is.
QString run_title(const schedule::TraceSource& source, const schedule::MeasuredRun* run);
/// What is known of a run, put into the group that shows it.
void show_run(const RunCache::Known* known, const schedule::TraceSource& source, LaneGroup& group);

} // namespace blueprinting::ui
