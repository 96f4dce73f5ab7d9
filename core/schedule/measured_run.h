#pragma once
#include "core/base/json_document.h"
#include "core/schedule/kineto.h"
#include "core/schedule/recognise.h"
#include "core/schedule/simulate.h"

/// A measured run read from traces, and laid beside the simulation of its own order. Times are milliseconds from the
/// earliest start.
namespace blueprinting::schedule {

struct MeasuredOptions {
    std::map<std::string, std::int64_t> ranks; ///< of files that do not say theirs
    std::optional<std::string> iteration;      ///< the first complete one where not said
    double transfer = 0;                       ///< of the simulation: traces do not show one
    std::size_t replica = 0; ///< of several ranks with the same stages; of stages that have fewer their last
};

/// Much longer than the others of its virtual stage and kind: more than 1.5 medians and 3 median absolute deviations.
struct Straggler {
    CommandId command = kNoCommand;
    double time = 0;
    double median = 0;
    double costs = 0; ///< of the length, all other measured times and the order kept
};

/// Why a device was idle before a command.
struct Wait {
    CommandId next = kNoCommand;
    CommandId waits_for = kNoCommand; ///< the command of another device that it needs; none: its own queue
    double until_its_end = 0;
    double after_it = 0; ///< from that one's end on: handing over; all of a gap that began later
};

struct MeasuredRun {
    Recognised recognised;
    std::vector<std::int64_t> ranks; ///< by device
    std::vector<std::string> files;  ///< by device
    std::size_t replicas = 1;        ///< ranks with the same stages, at most
    std::vector<std::string> iterations;
    std::string iteration;
    /// Only the host's time is there: when work was queued, not when it ran. Nothing below is known then.
    bool host_time = false;
    std::size_t broken = 0;     ///< needs that began before what they need had ended, by the files' own clocks
    std::vector<double> shifts; ///< by device; empty where clocks agree
    CommandGraph graph;         ///< of the order; a command's ticks are its measured time
    Timeline measured;
    Timeline simulated; ///< each command with the median of its virtual stage and kind
    std::vector<double> bubble, simulated_bubble;
    std::vector<Straggler> stragglers; ///< by device, then time
    std::vector<std::vector<Wait>> waits;
    std::vector<double> after_the_last;
    Diagnostics findings; ///< trace.replica, trace.stage_is_rank, trace.host_time, trace.clocks, trace.order

    /// Measured end − simulated end.
    [[nodiscard]] double late_by(CommandId id) const { return measured.end[id] - simulated.end[id]; }
};

/// trace.rank of each file that does not say its own, trace.rank.twice, trace.no_spans with the commonest names,
/// trace.incomplete, trace.iteration, trace.replica.range, trace.clocks where no shifts make sense; those of
/// order_text.h. Pure; any thread.
Result<MeasuredRun> measured_run(std::vector<TraceFile> files, const MeasuredOptions& options = {});

/// The same from files as they are given, and all .json files of folders by name. Also read_trace()'s; trace.empty
/// where a folder has none.
Result<MeasuredRun> read_measured_run(const std::vector<std::string>& inputs, const MeasuredOptions& options = {},
                                      const std::vector<SpanPattern>& patterns = {});

/// {"order", "ranks", "iteration", "iterations", "transfer_ms", "length_ms", "simulated_ms", "bubble_ms",
/// "simulated_bubble_ms", "stragglers", "causes", "broken", "shifts_ms", "host_time", "diagnostics"}
Json to_json(const MeasuredRun& run, double transfer);
/// A page for people.
std::string summary(const MeasuredRun& run);

} // namespace blueprinting::schedule
