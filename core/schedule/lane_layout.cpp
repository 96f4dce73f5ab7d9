#include "core/schedule/lane_layout.h"

#include <algorithm>
#include <cmath>

namespace blueprinting::schedule {
namespace {

/// First command of the resource that ends after `time`.
CommandId first_after(const Simulation& simulation, std::uint32_t resource, double time)
{
    const auto& ends = simulation.timeline.end;
    const auto begin = ends.begin() + simulation.graph.queue_begin[resource];
    const auto end = ends.begin() + simulation.graph.queue_begin[resource + 1];
    return static_cast<CommandId>(std::upper_bound(begin, end, time) - ends.begin());
}

} // namespace

std::size_t tint_of(std::int64_t chunks, std::uint32_t chunk)
{
    constexpr std::array<std::array<std::size_t, 4>, 4> table{{{0}, {0, 3}, {0, 2, 4}, {0, 1, 3, 5}}};
    return table[static_cast<std::size_t>(std::clamp<std::int64_t>(chunks, 1, 4) - 1)][chunk % 4];
}

std::vector<LaneItem> lane_items(const Simulation& simulation, std::uint32_t resource, const TimeWindow& window)
{
    std::vector<LaneItem> out;
    const Timeline& timeline = simulation.timeline;
    const CommandId end = simulation.graph.queue_begin[resource + 1];
    const double pixel = window.per_pixel();
    const double scale = 1 / pixel; // once, not once a command
    for (CommandId id = first_after(simulation, resource, window.begin); id < end && timeline.start[id] < window.end;
         ++id) {
        const double x0 = (timeline.start[id] - window.begin) * scale;
        const double x1 = (timeline.end[id] - window.begin) * scale;
        if (timeline.end[id] - timeline.start[id] >= pixel) {
            out.push_back({x0, x1, id, id, false});
        } else if (!out.empty() && out.back().merged && x0 - out.back().x1 < 1) {
            out.back().x1 = x1;
            out.back().last = id;
        } else {
            out.push_back({x0, x1, id, id, true});
        }
    }
    return out;
}

CommandId command_at(const Simulation& simulation, std::uint32_t resource, double time)
{
    const CommandId id = first_after(simulation, resource, time);
    const bool runs = id < simulation.graph.queue_begin[resource + 1] && simulation.timeline.start[id] <= time;
    return runs ? id : kNoCommand;
}

const Idle* idle_at(const Simulation& simulation, std::uint32_t stage, double time)
{
    const auto gaps = simulation.idle_of(stage);
    const auto it =
        std::upper_bound(gaps.begin(), gaps.end(), time, [](double t, const Idle& gap) { return t < gap.end; });
    return it != gaps.end() && it->begin <= time ? &*it : nullptr;
}

PixelRun merged_pixels(const Simulation& simulation, const LaneItem& run, const TimeWindow& window,
                       const Palette& palette)
{
    PixelRun out;
    const int first = std::max(0, static_cast<int>(std::floor(run.x0)));
    const int last =
        std::min(static_cast<int>(std::ceil(window.width)), std::max(first + 1, static_cast<int>(std::ceil(run.x1))));
    if (last <= first)
        return out;
    out.first_x = first;
    struct Sum {
        float red = 0, green = 0, blue = 0, covered = 0;
    };
    std::vector<Sum> sums(static_cast<std::size_t>(last - first));
    const double scale = 1 / window.per_pixel();
    const bool pairs = !simulation.graph.joined.empty();
    for (CommandId id = run.first; id <= run.last; ++id) {
        const std::uint32_t color = palette.color(simulation, id);
        // The two of a pair have its time together.
        const auto part = pairs && simulation.graph.unit(id).first != simulation.graph.unit(id).second ? 0.5F : 1.0F;
        const double x0 = std::max((simulation.timeline.start[id] - window.begin) * scale, static_cast<double>(first));
        const double x1 = std::min((simulation.timeline.end[id] - window.begin) * scale, static_cast<double>(last));
        for (int x = static_cast<int>(x0); x < x1; ++x) {
            const auto share = part * static_cast<float>(std::min(x1, x + 1.0) - std::max(x0, static_cast<double>(x)));
            Sum& sum = sums[static_cast<std::size_t>(x - first)];
            sum.red += share * static_cast<float>((color >> 16) & 0xffU);
            sum.green += share * static_cast<float>((color >> 8) & 0xffU);
            sum.blue += share * static_cast<float>(color & 0xffU);
            sum.covered += share;
        }
    }
    out.colors.reserve(sums.size());
    for (const Sum& sum : sums) {
        const float rest = std::max(0.0F, 1 - sum.covered);
        const auto channel = [&](float total, unsigned shift) {
            const float value = total + rest * static_cast<float>((palette.idle >> shift) & 0xffU);
            return static_cast<std::uint32_t>(std::min(255.0F, value + 0.5F));
        };
        out.colors.push_back(0xff000000U | channel(sum.red, 16) << 16 | channel(sum.green, 8) << 8 |
                             channel(sum.blue, 0));
    }
    return out;
}

std::vector<CommandId> critical_path(const Simulation& simulation)
{
    std::vector<CommandId> out;
    if (simulation.graph.size() == 0)
        return out;
    const Timeline& timeline = simulation.timeline;
    // Of those that nothing may delay the last; where slack refers to more than the pipeline that need not be its end.
    CommandId id = kNoCommand;
    for (const bool any : {false, true})
        for (CommandId each = 0; each < simulation.graph.size() && (id == kNoCommand || !any); ++each)
            if ((any || simulation.critical(each)) && (id == kNoCommand || timeline.end[each] > timeline.end[id]))
                id = each;
    while (id != kNoCommand) {
        out.push_back(id);
        CommandId from = simulation.graph.before(id);
        for (const CommandId d : simulation.graph.dependencies(id))
            if (from == kNoCommand || timeline.end[d] > timeline.end[from])
                from = d;
        id = from;
    }
    std::reverse(out.begin(), out.end());
    return out;
}

std::vector<double> axis_ticks(double begin, double end, int most)
{
    std::vector<double> out;
    if (!(end > begin) || most < 1)
        return out;
    const double least = (end - begin) / most;
    double step = std::pow(10, std::floor(std::log10(least)));
    for (const double factor : {1.0, 2.0, 5.0, 10.0})
        if (step * factor >= least * (1 - 1e-12)) {
            step *= factor;
            break;
        }
    for (double k = std::ceil(begin / step - 1e-9); k * step <= end + 1e-9 * step; ++k)
        out.push_back(k * step);
    return out;
}

} // namespace blueprinting::schedule
