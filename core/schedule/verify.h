#pragma once
#include "core/schedule/simulate.h"

namespace blueprinting::schedule {

/// What is wrong with a graph, each complaint naming its commands; empty means nothing. At most kMostComplaints of a
/// code, then one that counts the rest.
///   schedule.command.missing, schedule.command.double   a (kind, chunk, microbatch) of a stage not there, or twice
///   schedule.dependency.missing                         a command does not wait for what it needs
///   schedule.cycle                                      commands that wait for each other
/// Pure; any thread.
Diagnostics verify(const CommandGraph& graph);
inline constexpr std::size_t kMostComplaints = 20;

/// A timetable for the graph, whoever wrote it. Beside the above:
///   schedule.command.time            a start that is no time, or a length that is not the command's
///   schedule.dependency.late         a command starts before what it needs has ended
///   schedule.resource.double_booked  two commands at once on a compute queue or link
///   schedule.activation.cap          more than `cap` chunks held by a stage (until the gradient), where a cap is given
///   schedule.makespan.impossible     shorter than any order can be (bound.h)
Diagnostics verify(const CommandGraph& graph, const Timeline& timeline, std::optional<double> cap = std::nullopt);

} // namespace blueprinting::schedule
