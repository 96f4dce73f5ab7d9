#include "core/schedule/iteration.h"

#include "core/base/written_number.h"
#include "core/schedule/placement.h"

#include <algorithm>
#include <cmath>

namespace blueprinting::schedule {
namespace {

/// A number of one for all or one each.
double one_of(const std::vector<double>& list, std::size_t place)
{
    return list.size() == 1 ? list.front() : list[place];
}

Diagnostics problems_of(const Tail& tail, std::size_t devices, std::size_t chunks)
{
    Diagnostics out;
    const auto check = [&](const char* name, const std::vector<double>& list, bool by_chunk) {
        if (list.size() != 1 && list.size() != devices && !(by_chunk && list.size() == devices * chunks))
            out.push_back(
                {Severity::error, "schedule.tail.count", name,
                 std::string(name) + " has " + std::to_string(list.size()) + " times; give one, or one for each of " +
                     std::to_string(devices) + " devices" +
                     (by_chunk && chunks > 1 ? " or of their " + std::to_string(devices * chunks) + " chunks" : "")});
        for (const double time : list)
            if (!std::isfinite(time) || time < 0 || time > kMostUnits)
                out.push_back({Severity::error, "schedule.time.range", name,
                               std::string(name) + " has " + written(time) + "; a time is from 0 to 1e9 units"});
    };
    check("reduce", tail.reduce, true);
    check("tied", {tail.tied}, false);
    check("step", tail.step, false);
    check("gather", tail.gather, false);
    return out;
}

class Ending {
public:
    Ending(const CommandGraph& graph, const Timeline& timeline, const Tail& tail)
        : m_graph(graph),
          m_placement(graph.plan.request),
          m_tail(tail),
          m_devices(static_cast<std::uint32_t>(graph.stages())),
          m_chunks(static_cast<std::uint32_t>(graph.plan.request.chunks)),
          m_last(m_devices),
          m_ready(std::size_t{m_devices} * m_chunks),
          m_lane(m_devices)
    {
        for (CommandId id = 0; id < graph.queue_begin[m_devices]; ++id) {
            double& ready = m_ready[graph.stage[id] * m_chunks + graph.chunk[id]];
            ready = std::max(ready, timeline.end[id]);
            m_last[graph.stage[id]] = std::max(m_last[graph.stage[id]], timeline.end[id]);
        }
    }

    IterationEnd find()
    {
        for (std::uint32_t device = 0; device < m_devices; ++device)
            reduce(device);
        exchange();
        double all = 0;
        for (std::uint32_t device = 0; device < m_devices; ++device)
            all = std::max({all, m_last[device], m_lane[device]});
        for (std::uint32_t device = 0; device < m_devices; ++device) {
            const double from = m_tail.global_norm ? all : std::max(m_last[device], m_lane[device]);
            const double stepped = from + one_of(m_tail.step, device);
            put(TailStep::What::step, device, 0, from, stepped);
            put(TailStep::What::gather, device, 0, stepped, stepped + one_of(m_tail.gather, device));
            m_out.device_free.push_back(m_out.lanes.back().end);
        }
        for (const TailStep& each : m_out.lanes)
            m_out.end = std::max(m_out.end, each.end);
        return std::move(m_out);
    }

private:
    /// When the gradients of a chunk are there; of two copies of its weights those of both.
    [[nodiscard]] double ready(std::uint32_t device, std::uint32_t chunk) const
    {
        if (!m_tail.overlap)
            return m_last[device];
        double out = 0;
        for (std::uint32_t path = 0; path < m_placement.paths(); ++path) {
            const auto& copy = m_placement.at(path, m_placement.place(device, chunk).virtual_stage);
            out = std::max(out, m_ready[copy.stage * m_chunks + copy.chunk]);
        }
        return out;
    }

    void reduce(std::uint32_t device)
    {
        std::vector<std::pair<double, std::uint32_t>> order;
        for (std::uint32_t chunk = m_chunks; chunk-- > 0;)
            if (m_placement.exists(device, chunk))
                order.emplace_back(ready(device, chunk), chunk);
        std::stable_sort(order.begin(), order.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
        for (const auto& [from, chunk] : order) {
            const double begin = std::max(from, m_lane[device]);
            const bool by_chunk = m_tail.reduce.size() > m_devices;
            m_lane[device] = begin + one_of(m_tail.reduce, by_chunk ? device * m_chunks + chunk : device);
            put(TailStep::What::reduce, device, chunk, begin, m_lane[device]);
        }
    }

    void exchange()
    {
        const std::uint32_t first = m_placement.at(0, 0).stage;
        const std::uint32_t last = m_placement.at(0, static_cast<std::uint32_t>(m_placement.length() - 1)).stage;
        if (first == last || m_tail.tied == 0)
            return;
        const double begin = std::max(m_lane[first], m_lane[last]);
        m_lane[first] = m_lane[last] = begin + m_tail.tied;
        put(TailStep::What::tied, first, last, begin, begin + m_tail.tied);
    }

    void put(TailStep::What what, std::uint32_t device, std::uint32_t other, double begin, double end)
    {
        m_out.lanes.push_back({what, device, other, begin, end});
    }

    const CommandGraph& m_graph;
    Placement m_placement;
    const Tail& m_tail;
    std::uint32_t m_devices;
    std::uint32_t m_chunks;
    std::vector<double> m_last;  ///< by device: its last command's end
    std::vector<double> m_ready; ///< by device and chunk: its last command's end
    std::vector<double> m_lane;  ///< by device: free from then on
    IterationEnd m_out;
};

} // namespace

std::string_view to_string(TailStep::What what)
{
    switch (what) {
    case TailStep::What::reduce: return "reduce";
    case TailStep::What::tied: return "tied";
    case TailStep::What::step: return "step";
    case TailStep::What::gather: return "gather";
    }
    return "";
}

Result<IterationEnd> end_of_iteration(const CommandGraph& graph, const Timeline& timeline, const Tail& tail)
{
    const Diagnostics problems = problems_of(tail, graph.stages(), static_cast<std::size_t>(graph.plan.request.chunks));
    if (!problems.empty())
        return problems;
    return Ending(graph, timeline, tail).find();
}

Result<TwoIterations> two_iterations(const CommandGraph& graph, const IterationEnd& first, const Tail& tail)
{
    TwoIterations out;
    out.second = partial_run(graph, first.device_free);
    for (std::uint32_t device = 0; device < graph.stages(); ++device) {
        const CommandId begin = graph.queue_begin[device];
        const bool none = begin == graph.queue_begin[device + 1];
        out.second_begins.push_back(none ? first.device_free[device] : out.second.start[begin]);
    }
    const auto end = end_of_iteration(graph, out.second, tail);
    if (!end)
        return end.failure_as<TwoIterations>();
    out.end = end->end;
    return out;
}

} // namespace blueprinting::schedule
