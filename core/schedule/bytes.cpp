#include "core/schedule/bytes.h"

#include "core/base/written_number.h"
#include "core/schedule/bound.h"
#include "core/schedule/deadlock.h"
#include "core/schedule/placement.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

namespace blueprinting::schedule {
namespace {

Diagnostics byte_problems(const ByteTerms& terms, std::size_t devices, std::size_t stages)
{
    Diagnostics out;
    const auto check = [&](const char* name, const std::vector<double>& list, std::size_t count, const char* what) {
        if (list.size() != 1 && list.size() != count)
            out.push_back({Severity::error, "schedule.bytes.count", name,
                           std::string(name) + " has " + std::to_string(list.size()) +
                               " numbers; give one, or one for each of " + std::to_string(count) + what});
        for (const double bytes : list)
            if (!std::isfinite(bytes) || bytes < 0)
                out.push_back({Severity::error, "schedule.bytes.range", name,
                               std::string(name) + " has " + written(bytes) + "; bytes are finite and not negative"});
    };
    check("constant", terms.constant, devices, " devices");
    check("activation", terms.activation, stages, " virtual stages");
    check("keep", terms.keep, stages, " virtual stages");
    check("temporary", terms.temporary, stages, " virtual stages");
    return out;
}

struct ByteChange {
    double time;
    bool taking;
    CommandId command;
    double by;
    bool operator<(const ByteChange& o) const
    {
        return std::tie(time, taking, command) < std::tie(o.time, o.taking, o.command);
    }
};

class Bytes {
public:
    Bytes(const Simulation& simulation, const ByteTerms& terms)
        : m_simulation(simulation), m_graph(simulation.graph), m_placement(m_graph.plan.request), m_terms(terms)
    {
        const bool split =
            std::find(m_graph.kind.begin(), m_graph.kind.end(), CommandKind::weight_gradient) != m_graph.kind.end();
        m_limits = device_limits(m_graph.plan, split);
    }

    /// Every taking and release of a device in the order in which they count.
    const std::vector<ByteChange>& changes(std::uint32_t device)
    {
        m_changes.clear();
        m_area = 0;
        for (CommandId id = m_graph.queue_begin[device]; id < m_graph.queue_begin[device + 1]; ++id)
            command(id);
        std::sort(m_changes.begin(), m_changes.end());
        return m_changes;
    }

    DeviceBytes of_device(std::uint32_t device)
    {
        changes(device);
        DeviceBytes out;
        const double constant = number_of(m_terms.constant, device);
        double now = constant;
        out.constant = constant;
        out.levels.push_back({0, now});
        out.peak = now;
        for (const ByteChange& change : m_changes) {
            now += change.by;
            if (out.levels.back().time == change.time)
                out.levels.back().bytes = now;
            else
                out.levels.push_back({change.time, now});
            if (now > out.peak * (1 + 1e-12)) {
                out.peak = now;
                out.peak_time = change.time;
                out.peak_command = change.command;
            }
        }
        const double during = m_simulation.timeline.makespan - m_limits[device].head;
        out.least_possible = constant + (during > 0 ? m_area / during : 0);
        return out;
    }

private:
    static double number_of(const std::vector<double>& list, std::size_t place)
    {
        return list.size() == 1 ? list.front() : list[place];
    }

    void command(CommandId id)
    {
        const std::uint32_t g = m_placement.place(m_graph.stage[id], m_graph.chunk[id]).virtual_stage;
        const double start = m_simulation.timeline.start[id];
        const double end = m_simulation.timeline.end[id];
        const double activation = number_of(m_terms.activation, g);
        const double temporary = number_of(m_terms.temporary, g);
        switch (m_graph.kind[id]) {
        case CommandKind::forward:
            change(start, id, activation);
            m_area += activation * m_limits[m_graph.stage[id]].life[m_graph.chunk[id]];
            if (!has_backward(m_graph.plan.request.kind))
                change(end, id, -activation);
            break;
        case CommandKind::backward:
        case CommandKind::input_gradient:
            change(start, id, temporary);
            change(end, id, -temporary);
            change(end, id, -activation);
            m_area += temporary * m_graph.duration(id);
            if (m_graph.kind[id] == CommandKind::input_gradient)
                change(end, id, number_of(m_terms.keep, g));
            break;
        case CommandKind::weight_gradient:
            change(end, id, -number_of(m_terms.keep, g));
            m_area += number_of(m_terms.keep, g) * m_graph.duration(id);
            break;
        case CommandKind::recompute:
        case CommandKind::send: break;
        }
    }
    void change(double time, CommandId id, double by)
    {
        if (by != 0)
            m_changes.push_back({time, by > 0, id, by});
    }

    const Simulation& m_simulation;
    const CommandGraph& m_graph;
    Placement m_placement;
    const ByteTerms& m_terms;
    std::vector<DeviceLimits> m_limits;
    std::vector<ByteChange> m_changes;
    double m_area = 0;
};

} // namespace

Result<std::vector<DeviceBytes>> bytes_over_time(const Simulation& simulation, const ByteTerms& terms)
{
    const CommandGraph& graph = simulation.graph;
    const Diagnostics problems =
        byte_problems(terms, graph.stages(), static_cast<std::size_t>(virtual_stages(graph.plan.request)));
    if (!problems.empty())
        return problems;
    Bytes bytes(simulation, terms);
    std::vector<DeviceBytes> out;
    for (std::uint32_t device = 0; device < graph.stages(); ++device)
        out.push_back(bytes.of_device(device));
    return out;
}

std::vector<AliveAtPeak> alive_at_peak(const Simulation& simulation, const ByteTerms& terms, std::uint32_t device,
                                       const DeviceBytes& held)
{
    const CommandGraph& graph = simulation.graph;
    std::map<std::pair<std::uint32_t, std::uint32_t>, double> now; // chunk, microbatch
    if (held.peak_command == kNoCommand)
        return {};
    Bytes bytes(simulation, terms);
    for (const ByteChange& change : bytes.changes(device)) {
        now[{graph.chunk[change.command], graph.microbatch[change.command]}] += change.by;
        if (change.taking && change.time == held.peak_time && change.command == held.peak_command)
            break;
    }
    std::vector<AliveAtPeak> out;
    for (CommandId id = graph.queue_begin[device]; id < graph.queue_begin[device + 1]; ++id) {
        const auto it =
            graph.kind[id] == CommandKind::forward ? now.find({graph.chunk[id], graph.microbatch[id]}) : now.end();
        if (it != now.end() && it->second > 1e-12 * held.peak)
            out.push_back({id, it->second});
    }
    return out;
}

std::string command_code(const CommandGraph& graph, CommandId id)
{
    const Placement placement(graph.plan.request);
    return std::to_string(placement.place(graph.stage[id], graph.chunk[id]).virtual_stage) + letter(graph.kind[id]) +
           std::to_string(graph.microbatch[id]);
}

} // namespace blueprinting::schedule
