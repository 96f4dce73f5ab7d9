#include "core/schedule/iteration.h"
#include "core/schedule/placement.h"

#include <algorithm>
#include <cmath>
#include <tuple>

/// How much later a command may end without a later end of the whole iteration: backwards through what comes after the
/// pipeline, then through the pipeline.
namespace blueprinting::schedule {
namespace {

/// The latest ends of an iteration whose devices must be free by given times, and which must end by `end`.
class Latest {
public:
    Latest(const CommandGraph& graph, const Timeline& timeline, const Tail& tail, const IterationEnd& found,
           std::vector<double> free_by, double end)
        : m_graph(graph),
          m_timeline(timeline),
          m_tail(tail),
          m_found(found),
          m_placement(graph.plan.request),
          m_free_by(std::move(free_by)),
          m_of(graph.size(), end)
    {
        after_the_pipeline();
        through_the_pipeline();
    }

    [[nodiscard]] const std::vector<double>& of() const { return m_of; }
    /// When the first command of a device must have begun.
    [[nodiscard]] double first_start(std::uint32_t device) const
    {
        const CommandId first = m_graph.queue_begin[device];
        return first == m_graph.queue_begin[device + 1] ? m_free_by[device] : m_of[first] - length(first);
    }

private:
    [[nodiscard]] double length(CommandId id) const { return m_timeline.end[id] - m_timeline.start[id]; }

    void must_end(CommandId id, double by) { m_of[id] = std::min(m_of[id], by); }

    void after_the_pipeline()
    {
        const auto devices = static_cast<std::uint32_t>(m_graph.stages());
        // A step begins when its own commands and its lane have ended, or those of all.
        std::vector<double> begins(devices), lane(devices);
        for (std::uint32_t device = 0; device < devices; ++device)
            begins[device] = m_free_by[device];
        for (const TailStep& each : m_found.lanes)
            if (each.what == TailStep::What::step || each.what == TailStep::What::gather)
                begins[each.device] -= each.end - each.begin;
        if (m_tail.global_norm)
            std::fill(begins.begin(), begins.end(), *std::min_element(begins.begin(), begins.end()));
        lane = begins;
        std::vector<double> last = begins;
        for (auto it = m_found.lanes.rbegin(); it != m_found.lanes.rend(); ++it) {
            const double time = it->end - it->begin;
            if (it->what == TailStep::What::tied) {
                lane[it->device] = lane[it->other] = std::min(lane[it->device], lane[it->other]) - time;
            } else if (it->what == TailStep::What::reduce) {
                lane[it->device] -= time;
                if (m_tail.overlap)
                    gradients(it->device, it->other, lane[it->device]);
                else
                    last[it->device] = std::min(last[it->device], lane[it->device]);
            }
        }
        for (std::uint32_t device = 0; device < devices; ++device)
            if (m_graph.queue_begin[device] < m_graph.queue_begin[device + 1])
                must_end(m_graph.queue_begin[device + 1] - 1, last[device]);
    }

    /// Of a chunk, of two copies those of both.
    void gradients(std::uint32_t device, std::uint32_t chunk, double by)
    {
        const std::uint32_t g = m_placement.place(device, chunk).virtual_stage;
        for (std::uint32_t path = 0; path < m_placement.paths(); ++path) {
            const Placement::Site& copy = m_placement.at(path, g);
            for (CommandId id = m_graph.queue_begin[copy.stage]; id < m_graph.queue_begin[copy.stage + 1]; ++id)
                if (m_graph.chunk[id] == copy.chunk &&
                    (m_graph.is_backward(id) || m_graph.kind[id] == CommandKind::weight_gradient))
                    must_end(id, by);
        }
    }

    /// Each before what needs it and before what follows it on its queue, until nothing changes: one pass, and another
    /// where commands take no time.
    void through_the_pipeline()
    {
        std::vector<CommandId> order(m_graph.size());
        for (CommandId id = 0; id < order.size(); ++id)
            order[id] = id;
        std::sort(order.begin(), order.end(), [&](CommandId a, CommandId b) {
            return std::tie(m_timeline.start[a], m_timeline.end[a], a) >
                   std::tie(m_timeline.start[b], m_timeline.end[b], b);
        });
        for (bool changed = true; changed;) {
            changed = false;
            const auto lower = [&](CommandId id, double by) {
                if (by < m_of[id]) {
                    m_of[id] = by;
                    changed = true;
                }
            };
            for (const CommandId id : order) {
                const auto [first, last] = m_graph.unit(id);
                lower(first, m_of[last]);
                lower(last, m_of[first]);
                const double start = m_of[id] - length(id);
                for (const CommandId d : m_graph.dependencies(id))
                    lower(d, start);
                if (const CommandId before = m_graph.before(id); before != kNoCommand)
                    lower(before, start);
            }
        }
    }

    const CommandGraph& m_graph;
    const Timeline& m_timeline;
    const Tail& m_tail;
    const IterationEnd& m_found;
    Placement m_placement;
    std::vector<double> m_free_by; ///< by device
    std::vector<double> m_of;
};

} // namespace

Result<std::vector<double>> slack_to_the_end(const CommandGraph& graph, const Timeline& timeline,
                                             const IterationEnd& first, const Tail& tail, const TwoIterations* two)
{
    const auto devices = static_cast<std::uint32_t>(graph.stages());
    double end = first.end;
    std::vector<double> free_by(devices, end);
    if (two) {
        end = two->end;
        const auto found = end_of_iteration(graph, two->second, tail);
        if (!found)
            return found.failure_as<std::vector<double>>();
        const Latest second(graph, two->second, tail, *found, std::vector<double>(devices, end), end);
        for (std::uint32_t device = 0; device < devices; ++device)
            free_by[device] = second.first_start(device);
    }
    std::vector<double> out = Latest(graph, timeline, tail, first, free_by, end).of();
    const double rounding = 1e-9 * end;
    for (std::size_t id = 0; id < out.size(); ++id) {
        out[id] -= timeline.end[id];
        if (std::fabs(out[id]) <= rounding)
            out[id] = 0;
    }
    return out;
}

} // namespace blueprinting::schedule
