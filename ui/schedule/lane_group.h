#pragma once
#include "core/schedule/hand_order.h"
#include "core/schedule/scene.h"
#include "core/schedule/schedule.h"
#include "core/schedule/stage_source.h"

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
    schedule::LowerBound bound;
    double work = 0;    ///< of all devices together, in the plan's unit
    bool pairs = false; ///< some commands run as one
    /// Where the order stands still: as far as it ran, each device's next command (kNoCommand: it has none), and those
    /// that wait for each other; of each head that waits for another, both.
    std::shared_ptr<const schedule::Simulation> stopped{};
    std::vector<schedule::CommandId> heads{};
    std::vector<schedule::CommandId> ring{};
    std::vector<std::pair<schedule::CommandId, schedule::CommandId>> waits{};
    std::vector<schedule::Unplaced> unplaced{}; ///< of an order that someone wrote: what it still lacks
};
Result<DrawnSchedule> draw_schedule(const schedule::Plan& plan, const CancelToken& cancel);

/// What a question that is open asks for: figures that would answer it are "?" until it is answered or given up.
struct Asked {
    bool any = false; ///< a question is open
    bool makespan = false, bubble = false, peak = false, idle = false;
    bool operator==(const Asked&) const = default;
};

/// One group of lanes as it stands on the screen.
struct LaneGroup {
    QString title;                                         ///< "1F1B, p 4, m 8"
    QString letter;                                        ///< chip of the strategy; empty by hand
    std::size_t chip = 0;                                  ///< its colour
    std::shared_ptr<const schedule::StageSource> source{}; ///< its stages; null by hand
    std::shared_ptr<const DrawnSchedule> drawn;            ///< null where there is nothing to draw: see `message`
    QString message;      ///< why there is nothing, or what is drawn instead of what was asked for
    bool stale = false;   ///< what is drawn is not what was asked for (any more, or yet)
    double scale = 1;     ///< units of the axis per unit of the schedule
    int decimals = 1;     ///< of its lengths in units: one for the whole picture
    Diagnostics findings; ///< of the plan, beside the schedule's own
    QString unfit;        ///< "does not fit by 151.9 GiB", of the strategy; empty where it does and by hand
    QString changed;      ///< "m 8 → 16 for DualPipe", of the last edit
    Asked asked;
    bool bounded = false; ///< its title says how far it is over its lower bound
    /// What comes after the pipeline, and a second iteration; null where they are not shown.
    schedule::Tail tail{};
    std::shared_ptr<const schedule::IterationEnd> iteration{};
    std::shared_ptr<const schedule::Simulation> second{};
    double second_end = 0; ///< of it with its own end, in the schedule's unit
    /// The schedule with slack to the end of all that; null where only the pipeline is shown.
    std::shared_ptr<const schedule::Simulation> to_the_end{};
    std::vector<schedule::CommandId> critical_to_the_end{};
    schedule::ByteTerms byte_terms{};
    std::shared_ptr<const std::vector<schedule::DeviceBytes>> bytes{}; ///< by device, GiB; null: chunks are shown
    std::optional<double> bytes_cap{};
    std::vector<schedule::NextUp> next_up{}; ///< of each unplaced command
    std::shared_ptr<const schedule::MeasuredRun> measured{};
    Diagnostics refused{};                                ///< why its traces could not be read
    std::shared_ptr<const schedule::Simulation> beside{}; ///< of a measured run: its simulation, under each lane

    /// What the lanes show: as far as it ran where the order stands still.
    [[nodiscard]] const schedule::Simulation* simulation() const
    {
        if (!drawn)
            return nullptr;
        if (to_the_end)
            return to_the_end.get();
        return drawn->stopped ? drawn->stopped.get() : drawn->schedule.simulation.get();
    }
    /// Only where there is a simulation.
    [[nodiscard]] const schedule::Simulation& shown() const
    {
        if (to_the_end)
            return *to_the_end;
        return drawn->stopped ? *drawn->stopped : *drawn->schedule.simulation;
    }
    /// Of the pipeline, or of all that comes after it where that is shown.
    [[nodiscard]] const std::vector<schedule::CommandId>& criticalPath() const
    {
        return to_the_end ? critical_to_the_end : drawn->critical_path;
    }
    [[nodiscard]] bool still() const { return drawn && drawn->stopped; }
    /// Only where something is drawn.
    [[nodiscard]] const schedule::Request& request() const { return drawn->schedule.plan.request; }
    /// An order that someone wrote, and so one whose commands can be moved; not where there are so many that only its
    /// text can be edited.
    [[nodiscard]] bool editable() const
    {
        constexpr std::size_t most = 4096;
        return simulation() && !measured && !stale && request().written && shown().graph.size() <= most;
    }
    /// Of the pipeline: its last command.
    [[nodiscard]] double pipeline_end() const
    {
        return drawn ? (still() ? shown().timeline.makespan : drawn->schedule.makespan()) * scale : 0;
    }
    /// Of all that is drawn.
    [[nodiscard]] double end() const;
    /// The two do the same work: only then ends one of them sooner than the other.
    [[nodiscard]] bool sameWork(const LaneGroup& other) const;
    [[nodiscard]] const schedule::DeviceBytes* bytesOf(std::size_t device) const
    {
        return bytes ? &(*bytes)[device] : nullptr;
    }
    /// Of the devices the one that holds most bytes.
    [[nodiscard]] std::size_t fullest() const;
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
    double least_lane = 4;      ///< pixels; lanes that would be lower scroll
    std::optional<double> lane; ///< height that a person gave them; none: what fits
    bool bound = false;         ///< no order ends before it: a line in each group
    schedule::MemoryShown memory = schedule::MemoryShown::chunks;
    Asked asked;
    QString lesson;  ///< title and step of one whose question or task is open: the headline then
    int device = -1; ///< selected; its bytes stand above lanes that have no room for a strip each

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
