#pragma once
#include "core/schedule/simulate.h"

#include <array>

/// What of a simulation stands where on a time axis: shared by the drawn view and the SVG. Pure; any thread.
namespace blueprinting::schedule {

/// The part of the time axis that is shown, on so many pixels.
struct TimeWindow {
    double begin = 0;
    double end = 1;
    double width = 1;
    [[nodiscard]] double per_pixel() const { return (end - begin) / width; }
    [[nodiscard]] double x(double time) const { return (time - begin) * width / (end - begin); }
    [[nodiscard]] double time(double x) const { return begin + x * (end - begin) / width; }
};

/// One command at least a pixel wide, or a run of thinner ones (first ≠ last or a lone thin one) without a visible gap.
struct LaneItem {
    double x0 = 0;
    double x1 = 0;
    CommandId first = kNoCommand;
    CommandId last = kNoCommand;
    bool merged = false;
    bool operator==(const LaneItem&) const = default;
};

/// The visible commands of a resource in order; x relative to the window's left edge, not clipped.
std::vector<LaneItem> lane_items(const Simulation& simulation, std::uint32_t resource, const TimeWindow& window);

/// The command of a resource that runs at this time; kNoCommand where it idles. O(log commands).
CommandId command_at(const Simulation& simulation, std::uint32_t resource, double time);
/// The idle interval of a stage at this time; null where it computes or there is none.
const Idle* idle_at(const Simulation& simulation, std::uint32_t stage, double time);

/// Shares of the panel that are mixed into a kind's colour: what tells the chunks of a device, and the two directions
/// of a schedule, apart.
inline constexpr std::array kTints{0.0, 1.0 / 4, 1.0 / 3, 1.0 / 2, 2.0 / 3, 3.0 / 4};
/// Which of them a chunk of so many has: the first none, the others as far apart as they can be, from the fifth on the
/// first four again.
std::size_t tint_of(std::int64_t chunks, std::uint32_t chunk);
/// A colour class: each kind in each tint.
inline constexpr std::size_t kShades = kTints.size() * kCommandKinds;
inline std::size_t shade_of(CommandKind kind, std::size_t tint)
{
    return kTints.size() * static_cast<std::size_t>(kind) + tint;
}
inline std::size_t shade_of(const CommandGraph& graph, CommandId id)
{
    return shade_of(graph.kind[id], tint_of(graph.plan.request.chunks, graph.chunk[id]));
}
/// 0xffRRGGBB by shade, and of idle time.
struct Palette {
    std::array<std::uint32_t, kShades> shade{};
    std::uint32_t idle = 0xffffffffU;
    /// Where set: of commands that are on no critical path.
    std::optional<std::array<std::uint32_t, kShades>> off_path = std::nullopt;
    [[nodiscard]] std::uint32_t color(const Simulation& simulation, CommandId id) const
    {
        const std::size_t which = shade_of(simulation.graph, id);
        return off_path && !simulation.critical(id) ? (*off_path)[which] : shade[which];
    }
};

/// A run of thin commands as pixels, each the mean of what runs in its time. `first_x` is the leftmost pixel; the run
/// is clipped to the window.
struct PixelRun {
    int first_x = 0;
    std::vector<std::uint32_t> colors;
};
PixelRun merged_pixels(const Simulation& simulation, const LaneItem& run, const TimeWindow& window,
                       const Palette& palette);

/// One critical path, first command first: back from the last command to end, each time to what its start waited for.
std::vector<CommandId> critical_path(const Simulation& simulation);

/// At most `most` round values that cover the window: 1, 2 or 5 times a power of ten apart.
std::vector<double> axis_ticks(double begin, double end, int most);

} // namespace blueprinting::schedule
