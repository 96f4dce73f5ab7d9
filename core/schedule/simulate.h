#pragma once
#include "core/base/cancel.h"
#include "core/schedule/command_graph.h"

#include <memory>

namespace blueprinting::schedule {

/// When each command runs, in units (or seconds).
struct Timeline {
    std::vector<double> start;
    std::vector<double> end;
    double makespan = 0;
};

/// Where in a stage's work it idles: until its first backward (or, where there is none, its first command), after its
/// last forward, or in between. A gap that is both is warm-up.
enum class Phase : std::uint8_t { warm_up, steady, cool_down };
std::string_view to_string(Phase phase); ///< "warm-up", "steady", "cool-down"

/// A stage computes nothing from begin to end. It waits for `waits_for` to end (a command elsewhere, or a transfer),
/// and then runs `next`. After a stage's last command there is no next: the iteration lasts until `waits_for` ends.
struct Idle {
    double begin = 0;
    double end = 0;
    std::uint32_t stage = 0;
    CommandId waits_for = kNoCommand;
    CommandId next = kNoCommand;
    Phase phase = Phase::steady;
};

/// What one stage did. Times in units; activations in chunks.
struct StageSummary {
    double first_start = 0;
    double last_end = 0;
    double work = 0;
    double internal_idle = 0;                     ///< between its own first and last command
    std::uint32_t peak_activations = 0;           ///< held until the backward, or the input gradient, has ended
    std::uint32_t peak_until_weight_gradient = 0; ///< equal to it where the backward is one command
    [[nodiscard]] double span() const { return last_end - first_start; }
};

/// A graph and what came out. Immutable; shared freely between threads.
struct Simulation {
    CommandGraph graph;
    Timeline timeline;
    std::vector<double> slack; ///< how much later a command may end, queue orders kept, without a longer makespan
    std::vector<Idle> idle;    ///< by stage, then time
    std::vector<std::uint32_t> idle_begin; ///< of stage i; one more entry than there are stages
    std::vector<StageSummary> stages;
    double bubble_time = 0;       ///< makespan − work of one stage
    double bubble_over_ideal = 0; ///< bubble over work
    double bubble_over_total = 0; ///< bubble over makespan

    [[nodiscard]] bool critical(CommandId id) const { return slack[id] == 0; }
    [[nodiscard]] std::size_t critical_count() const;
    [[nodiscard]] std::span<const Idle> idle_of(std::size_t stage) const
    {
        return {idle.data() + idle_begin[stage], idle_begin[stage + 1] - idle_begin[stage]};
    }
};

/// Runs every command as soon as its resource and what it needs are free. Exact (in whole ticks where times are
/// decimal), deterministic, O(commands + dependencies). schedule.cycle, naming the commands that wait for each other;
/// Cancelled. Pure; any thread.
Result<Simulation> simulate(CommandGraph graph, const CancelToken& cancel = {});

/// Start and end of what does not run.
inline constexpr double kNeverRan = -1;
/// When each command runs where the compute queue of each device begins at its time of `begins`, at 0 where that is
/// empty; an order that stands still is run as far as it goes. What is `blocked` never runs. Makespan: the last end of
/// what ran.
Timeline partial_run(const CommandGraph& graph, std::span<const double> begins = {},
                     const std::vector<bool>* blocked = nullptr);

/// A timeline that simulate() did not make – a measured run, or one that stands still – in the same words: idle times,
/// stages, bubble. What never ran (kNeverRan, or past the end of the lists) starts and ends at infinity; slack is 1
/// throughout, for nothing is known of it. Times of `timeline` are units, the graph's ticks what its commands took.
Simulation as_simulation(CommandGraph graph, Timeline timeline);

/// The commands of one cycle, as the error that simulate() gives; nothing where every command can run.
std::optional<Diagnostic> find_cycle(const CommandGraph& graph);

/// Activations held by one stage over time: from `time` on, `count` chunks.
struct Held {
    double time = 0;
    std::uint32_t count = 0;
    bool operator==(const Held&) const = default;
};
enum class HeldUntil { gradient, weight_gradient };
/// From a forward's start to the end of its backward (input gradient, weight gradient), in forward-only of the forward.
std::vector<Held> activations(const Simulation& simulation, std::size_t stage, HeldUntil until);

/// The commands that list `id` among what they need. Linear in the commands: for one click, not for each.
std::vector<CommandId> unblocked_by(const CommandGraph& graph, CommandId id);

} // namespace blueprinting::schedule
