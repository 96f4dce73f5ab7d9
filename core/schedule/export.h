#pragma once
#include "core/base/text_stream.h"
#include "core/schedule/lane_layout.h"
#include "core/schedule/schedule.h"

/// A schedule as files. Stages count from 0, chunks and microbatches from 1, as everywhere that people read. A schedule
/// may have millions of commands: each text is handed on as it is made, and beside the schedule next to nothing is
/// held.
namespace blueprinting::schedule {

struct IterationEnd;

inline constexpr std::size_t kMostArrows = 20000; ///< commands that have arrows unless they are asked for
struct TraceOptions {
    std::optional<bool> arrows{};      ///< of dependencies; not said: up to 20 000 commands
    const IterationEnd* end = nullptr; ///< with what comes after the pipeline
};
/// Chrome trace event format (JSON object form), which Perfetto opens: a process per device (its number + 1), thread 1
/// for its compute queue, 2 for its collectives, and one per link that leaves it; complete events in whole microseconds
/// (a unit is 1000; everything is stretched by 1000 where a command would vanish), so that no two on a thread overlap;
/// flow arrows for dependencies, a counter of activations held, exact times in "args", and "executable": false, since
/// nothing was run. A joined pair is one event.
void chrome_trace(const Simulation& simulation, const TextSink& sink, const TraceOptions& options = {});

/// One line a command: id, kind, stage, chunk, microbatch, resource, start, end, duration, slack, critical, depends_on
/// (ids parted by spaces), path, virtual_stage, slice, pair (the same number for both of a joined pair, else empty);
/// all of these from 1. As core/base/delimited.h writes.
void csv(const Simulation& simulation, const TextSink& sink);

struct SvgColors {
    Palette palette;
    std::string panel, text, secondary, hairline, strip, hatch;
};
/// The light tokens of the program.
SvgColors default_svg_colors();

struct SvgOptions {
    double begin = 0;
    double end = 0; ///< 0: the longest makespan
    double width = 1200;
    SvgColors colors = default_svg_colors();
};
/// Lanes of the schedules under each other on one axis, with activation strips. Schedules that are analytical only are
/// left out, but for their title and reason.
void svg(std::span<const Schedule> schedules, const TextSink& sink, const SvgOptions& options = {});

} // namespace blueprinting::schedule
