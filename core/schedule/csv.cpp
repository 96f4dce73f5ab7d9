#include "core/schedule/export.h"

#include <charconv>

namespace blueprinting::schedule {
namespace {

template <class Number>
void put(std::string& out, Number value)
{
    char buffer[40];
    out.append(buffer, std::to_chars(buffer, buffer + sizeof buffer, value).ptr);
}

} // namespace

std::string csv(const Simulation& simulation)
{
    const CommandGraph& graph = simulation.graph;
    std::string out = "id,kind,stage,chunk,microbatch,resource,start,end,duration,slack,critical,depends_on\r\n";
    out.reserve(graph.size() * 96 + 128);
    for (CommandId id = 0; id < graph.size(); ++id) {
        put(out, id);
        out += ',';
        out += to_string(graph.kind[id]);
        for (const std::uint32_t number : {graph.stage[id], graph.chunk[id] + 1, graph.microbatch[id] + 1}) {
            out += ',';
            put(out, number);
        }
        out += ',';
        if (graph.kind[id] == CommandKind::send) {
            const Link link = graph.links[graph.resource[id] - graph.stages()];
            out += "link ";
            put(out, link.from);
            out += " to ";
            put(out, link.to);
        } else {
            out += "compute ";
            put(out, graph.stage[id]);
        }
        for (const double time : {simulation.timeline.start[id], simulation.timeline.end[id], graph.duration(id), simulation.slack[id]}) {
            out += ',';
            put(out, time);
        }
        out += simulation.critical(id) ? ",true," : ",false,";
        bool first = true;
        for (const CommandId d : graph.dependencies(id)) {
            if (!first)
                out += ' ';
            first = false;
            put(out, d);
        }
        out += "\r\n";
    }
    return out;
}

} // namespace blueprinting::schedule
