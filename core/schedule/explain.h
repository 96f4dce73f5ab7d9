#pragma once
#include "core/schedule/simulate.h"

/// A simulation in words: what the view says on hover and at each step. Pure; any thread.
namespace blueprinting::schedule {

/// A bold line and quieter ones below it.
struct Explanation {
    std::string title;
    std::vector<std::string> lines;
    bool operator==(const Explanation&) const = default;
};

/// When it runs, what it needed, what it unblocks, its slack.
Explanation explain_command(const Simulation& simulation, CommandId id);
/// How long, what it waits for on which stage, in which phase, and what that unblocks.
Explanation explain_idle(const Simulation& simulation, const Idle& idle);

/// One or two sentences about what happens at this time.
std::string narrate(const Simulation& simulation, double time);

/// The nearest start or end of a command after (before) this time; the makespan (0) where there is none.
double next_event(const Simulation& simulation, double time);
double previous_event(const Simulation& simulation, double time);

/// "6.0 units", "18.03 s".
std::string duration_text(const Plan& plan, double time);

} // namespace blueprinting::schedule
