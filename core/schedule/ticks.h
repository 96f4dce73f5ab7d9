#pragma once
#include "core/schedule/simulate.h"

/// Between simulate.cpp and the analyses: times in whole ticks, before they become units.
namespace blueprinting::schedule::detail {

struct TickTimeline {
    std::vector<double> start;
    std::vector<double> end;
    std::vector<CommandId> order; ///< every command after what it waits for
    double makespan = 0;
};

std::vector<double> slack(const CommandGraph& graph, const TickTimeline& timeline);
/// Fills idle and idle_begin, still in ticks.
void find_idle(Simulation& simulation, const TickTimeline& timeline);
/// Fills stages and the bubble ratios; times still in ticks.
void summarise(Simulation& simulation, const TickTimeline& timeline);

} // namespace blueprinting::schedule::detail
