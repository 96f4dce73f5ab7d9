#include "core/schedule/export.h"

#include "core/base/foreign_text.h"
#include "core/base/format.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace blueprinting::schedule {
namespace {

constexpr double kLeft = 84;
constexpr double kRight = 16;
constexpr double kLane = 30;
constexpr double kStrip = 17;
constexpr double kTitle = 34;
constexpr double kAxis = 40;
constexpr double kReason = 32; ///< the line instead of lanes
constexpr double kBehind = 8;  ///< a group of lanes
constexpr double kAboveAxis = 4;

std::string hex(std::uint32_t color)
{
    std::string out = "#";
    for (int shift = 20; shift >= 0; shift -= 4)
        out += "0123456789abcdef"[(color >> static_cast<unsigned>(shift)) & 0xfU];
    return out;
}

/// Black or white, whichever reads on this fill (ITU-R BT.601 luma).
const char* ink(std::uint32_t color)
{
    const double luma = 0.299 * ((color >> 16) & 0xffU) + 0.587 * ((color >> 8) & 0xffU) + 0.114 * (color & 0xffU);
    return luma < 128 ? "#ffffff" : "#000000";
}

/// So much of the second in the first.
std::uint32_t mixed(std::uint32_t color, std::uint32_t with, double share)
{
    std::uint32_t out = 0xff000000U;
    for (const unsigned shift : {0U, 8U, 16U}) {
        const double a = (color >> shift) & 0xffU;
        const double b = (with >> shift) & 0xffU;
        out |= static_cast<std::uint32_t>(std::lround(a + share * (b - a))) << shift;
    }
    return out;
}

class Drawing {
public:
    Drawing(const SvgOptions& options, double end, double height, const TextSink& sink)
        : m_options(options), m_window{options.begin, end, std::max(1.0, options.width - kLeft - kRight)}, m_out(sink)
    {
        begin(height);
    }

    /// What group() will take of the drawing's height.
    static double height_of(const Schedule& schedule)
    {
        const double lanes = schedule.simulation
                                 ? static_cast<double>(schedule.simulation->stages.size()) * (kStrip + kLane) + kBehind
                                 : kReason;
        return kTitle + lanes;
    }
    static constexpr double kAxisHeight = kAboveAxis + kAxis;

    void group(const Schedule& schedule)
    {
        m_y += 20;
        mark(12, m_y, title(schedule.plan.request), "start", m_options.colors.text, 13, true);
        const auto time = [&](double t) { return time_text(schedule.plan, t); };
        const auto busiest = schedule.busiest();
        mark(kLeft + m_window.width, m_y,
             "makespan " + time(schedule.makespan()) + "   bubble " + time(schedule.bubble_time()) +
                 (busiest ? " on device " + std::to_string(*busiest) : std::string()) + ": " +
                 format::percent(100 * schedule.bubble_over_total(), 1, false) + " of total, " +
                 format::percent(100 * schedule.bubble_over_ideal(), 1, false) + " of ideal",
             "end", m_options.colors.text, 12, false);
        m_y += kTitle - 20;
        if (!schedule.simulation) {
            m_y += kReason / 2;
            mark(12, m_y, schedule.findings.empty() ? "analytical only" : schedule.findings.front().message, "start",
                 m_options.colors.secondary, 12, false);
            m_y += kReason / 2;
            return;
        }
        double most = 1;
        for (const StageSummary& stage : schedule.simulation->stages)
            most = std::max(most, static_cast<double>(stage.peak_activations));
        for (std::uint32_t stage = 0; stage < schedule.simulation->stages.size(); ++stage) {
            strip(*schedule.simulation, stage, most);
            lane(*schedule.simulation, stage);
        }
        m_y += kBehind;
    }

    void finish(TimeUnit unit)
    {
        axis(unit);
        m_out << "</g>\n" << m_marks << "</svg>\n";
    }

private:
    void begin(double height)
    {
        m_out << R"(<svg xmlns="http://www.w3.org/2000/svg" width=")" << shown(m_options.width) << R"(" height=")"
              << shown(height) << R"(" viewBox="0 0 )" << shown(m_options.width) << ' ' << shown(height)
              << R"(" font-family="Noto Sans, DejaVu Sans, sans-serif">)" << '\n'
              << R"(<defs><clipPath id="lanes"><rect x=")" << shown(kLeft) << R"(" y="0" width=")"
              << shown(m_window.width) << R"(" height=")" << shown(height) << "\"/></clipPath></defs>\n";
        m_out << rect(0, 0, m_options.width, height, m_options.colors.panel);
        m_out << "<g clip-path=\"url(#lanes)\">\n";
    }

    static std::string shown(double value)
    {
        std::array<char, 40> buffer{};
        const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), std::round(value * 100) / 100);
        return {buffer.data(), end.ptr};
    }
    static std::string rect(double x, double y, double width, double height, const std::string& fill)
    {
        return R"(<rect x=")" + shown(x) + R"(" y=")" + shown(y) + R"(" width=")" + shown(width) + R"(" height=")" +
               shown(height) + R"(" fill=")" + fill + "\"/>\n";
    }
    static std::string text(double x, double y, const std::string& what, const char* anchor, const std::string& fill,
                            int size, bool bold)
    {
        return R"(<text x=")" + shown(x) + R"(" y=")" + shown(y) + R"(" text-anchor=")" + anchor + R"(" fill=")" +
               fill + R"(" font-size=")" + std::to_string(size) + '"' + (bold ? R"( font-weight="bold")" : "") + '>' +
               markup_text(what) + "</text>\n";
    }
    void mark(double x, double y, const std::string& what, const char* anchor, const std::string& fill, int size,
              bool bold)
    {
        m_marks += text(x, y, what, anchor, fill, size, bold);
    }

    void strip(const Simulation& simulation, std::uint32_t stage, double most)
    {
        const double chunks = parts_of_a_stage(simulation.graph.plan.request);
        mark(kLeft - 8, m_y + kStrip - 4,
             "peak " + format::significant(simulation.stages[stage].peak_activations / chunks, 3), "end",
             m_options.colors.secondary, 11, false);
        // Steps thinner than a pixel are drawn together, as high as the highest of them.
        const auto held = activations(simulation, stage, HeldUntil::gradient);
        double from = 0;
        std::uint32_t count = 0;
        const auto flush = [&](double until) {
            const double height = (kStrip - 3) * count / most;
            if (count > 0)
                m_out << rect(kLeft + from, m_y + kStrip - height, until - from, height, m_options.colors.strip);
            count = 0;
        };
        for (std::size_t k = 0; k + 1 < held.size(); ++k) {
            if (held[k + 1].time < m_window.begin || held[k].time > m_window.end)
                continue;
            if (count == 0)
                from = m_window.x(held[k].time);
            count = std::max(count, held[k].count);
            if (const double until = m_window.x(held[k + 1].time); until - from >= 1 || k + 2 == held.size())
                flush(until);
        }
        m_y += kStrip;
    }

    void lane(const Simulation& simulation, std::uint32_t stage)
    {
        const Palette& palette = m_options.colors.palette;
        mark(kLeft - 8, m_y + kLane / 2 + 4, "device " + std::to_string(stage), "end", m_options.colors.text, 12,
             false);
        const double first = std::max(0.0, m_window.x(0));
        const double last = std::min(m_window.width, m_window.x(simulation.timeline.makespan));
        if (last > first)
            hatch(kLeft + first, m_y + 1, last - first, kLane - 2);
        for (const LaneItem& item : lane_items(simulation, stage, m_window)) {
            if (item.merged)
                run(simulation, item);
            else
                cell(simulation, item, palette.color(simulation, item.first));
        }
        m_y += kLane;
    }

    /// Rising lines 6 apart, cut at the rectangle's edges, so that any program draws them alike.
    void hatch(double left, double top, double width, double height)
    {
        constexpr double apart = 6;
        m_out << R"(<path stroke=")" << m_options.colors.hatch << R"(" stroke-width="1.4" fill="none" d=")";
        for (double x = std::ceil((left - height) / apart) * apart; x < left + width; x += apart) {
            // From (x, bottom) to (x + height, top).
            const double from = std::max(x, left);
            const double to = std::min(x + height, left + width);
            if (to > from)
                m_out << 'M' << shown(from) << ' ' << shown(top + height - (from - x)) << 'L' << shown(to) << ' '
                      << shown(top + height - (to - x));
        }
        m_out << "\"/>\n";
    }

    void cell(const Simulation& simulation, const LaneItem& item, std::uint32_t color)
    {
        const auto [upper, lower] = simulation.graph.unit(item.first);
        if (upper != lower)
            return half_cell(simulation, item, color, item.first == upper);
        const double width = item.x1 - item.x0;
        m_out << rect(kLeft + item.x0, m_y + 1, width > 3 ? width - 1 : width, kLane - 2, hex(color));
        const std::string label = item_text(simulation.graph.plan.request, simulation.graph.microbatch[item.first]);
        if (width > 8 * static_cast<double>(label.size()) + 3)
            m_out << text(kLeft + (item.x0 + item.x1) / 2, m_y + kLane / 2 + 4, label, "middle", ink(color), 11, false);
    }

    /// Of a joined pair the forward above, the backward below.
    void half_cell(const Simulation& simulation, const LaneItem& item, std::uint32_t color, bool is_upper)
    {
        constexpr double high = (kLane - 3) / 2;
        const double width = item.x1 - item.x0;
        const double top = is_upper ? m_y + 1 : m_y + kLane - 1 - high;
        m_out << (is_upper ? "<g>\n" : "")
              << rect(kLeft + item.x0, top, width > 3 ? width - 1 : width, high, hex(color));
        const std::string label = item_text(simulation.graph.plan.request, simulation.graph.microbatch[item.first]);
        if (width > 7 * static_cast<double>(label.size()) + 3)
            m_out << text(kLeft + (item.x0 + item.x1) / 2, top + high / 2 + 3.5, label, "middle", ink(color), 9, false);
        m_out << (is_upper ? "" : "</g>\n");
    }

    void run(const Simulation& simulation, const LaneItem& item)
    {
        const PixelRun pixels = merged_pixels(simulation, item, m_window, m_options.colors.palette);
        for (std::size_t i = 0; i < pixels.colors.size();) {
            std::size_t end = i + 1;
            while (end < pixels.colors.size() && pixels.colors[end] == pixels.colors[i])
                ++end;
            m_out << rect(kLeft + pixels.first_x + static_cast<double>(i), m_y + 1, static_cast<double>(end - i),
                          kLane - 2, hex(pixels.colors[i]));
            i = end;
        }
    }

    void axis(TimeUnit unit)
    {
        m_y += kAboveAxis;
        m_marks += rect(kLeft, m_y, m_window.width, 1, m_options.colors.hairline);
        for (const double tick : axis_ticks(m_window.begin, m_window.end, 7)) {
            const double x = kLeft + m_window.x(tick);
            m_marks += rect(x, m_y, 1, 5, m_options.colors.hairline);
            mark(x, m_y + 18, tick == 0 ? "0" : time_text(Plan{{}, {}, unit}, tick), "middle",
                 m_options.colors.secondary, 11, false);
        }
        mark(kLeft + m_window.width, m_y + 34, unit == TimeUnit::units ? "Time (units)" : "Time", "end",
             m_options.colors.secondary, 11, false);
        m_y += kAxis;
    }

    const SvgOptions& m_options;
    TimeWindow m_window;
    double m_y = 0;
    TextStream m_out;
    std::string m_marks; ///< stands over the lanes: a few a stage, kept until these are drawn
};

} // namespace

SvgColors default_svg_colors()
{
    SvgColors out;
    constexpr std::uint32_t panel = 0xffffffffU;
    // forward, backward, input gradient, weight gradient, recompute, send
    constexpr std::array<std::uint32_t, kCommandKinds> full{0xff88cceeU, 0xff332288U, 0xff332288U,
                                                            0xff44aa99U, 0xff882255U, 0xff117733U};
    for (std::size_t kind = 0; kind < kCommandKinds; ++kind) {
        for (std::size_t tint = 0; tint < kTints.size(); ++tint)
            out.palette.shade[shade_of(static_cast<CommandKind>(kind), tint)] = mixed(full[kind], panel, kTints[tint]);
    }
    out.palette.idle = panel;
    out.panel = "#ffffff";
    out.text = "#1f2328";
    out.secondary = "#59636e";
    out.hairline = "#d8dee4";
    out.strip = "#b8c0c8";
    out.hatch = "#b8bec6";
    return out;
}

void svg(std::span<const Schedule> schedules, const TextSink& sink, const SvgOptions& options)
{
    double end = options.end;
    double height = Drawing::kAxisHeight;
    for (const Schedule& schedule : schedules) {
        if (!(options.end > options.begin))
            end = std::max(end, schedule.makespan());
        height += Drawing::height_of(schedule);
    }
    Drawing drawing(options, end > options.begin ? end : options.begin + 1, height, sink);
    for (const Schedule& schedule : schedules)
        drawing.group(schedule);
    drawing.finish(schedules.empty() ? TimeUnit::units : schedules.front().plan.unit);
}

} // namespace blueprinting::schedule
