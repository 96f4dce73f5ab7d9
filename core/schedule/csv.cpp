#include "core/schedule/export.h"

namespace blueprinting::schedule {

void csv(const Simulation& simulation, const TextSink& sink)
{
    const CommandGraph& graph = simulation.graph;
    TextStream out(sink);
    out << "id,kind,stage,chunk,microbatch,resource,start,end,duration,slack,critical,depends_on\r\n";
    for (CommandId id = 0; id < graph.size() && out.good(); ++id) {
        out << id << ',' << to_string(graph.kind[id]);
        for (const std::uint32_t number : {graph.stage[id], graph.chunk[id] + 1, graph.microbatch[id] + 1}) {
            out << ',' << number;
        }
        out << ',';
        if (graph.kind[id] == CommandKind::send) {
            const Link link = graph.links[graph.resource[id] - graph.stages()];
            out << "link " << link.from << " to " << link.to;
        } else {
            out << "compute " << graph.stage[id];
        }
        for (const double time : {simulation.timeline.start[id], simulation.timeline.end[id], graph.duration(id), simulation.slack[id]}) {
            out << ',' << time;
        }
        out << (simulation.critical(id) ? ",true," : ",false,");
        bool first = true;
        for (const CommandId d : graph.dependencies(id)) {
            if (!first)
                out << ' ';
            first = false;
            out << d;
        }
        out << "\r\n";
    }
}

} // namespace blueprinting::schedule
