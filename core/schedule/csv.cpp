#include "core/base/delimited.h"
#include "core/schedule/export.h"

namespace blueprinting::schedule {
namespace {

std::string resource(const CommandGraph& graph, CommandId id)
{
    if (graph.kind[id] != CommandKind::send)
        return "compute " + std::to_string(graph.stage[id]);
    const Link link = graph.links[graph.resource[id] - graph.stages()];
    return "link " + std::to_string(link.from) + " to " + std::to_string(link.to);
}

} // namespace

void csv(const Simulation& simulation, const TextSink& sink)
{
    const CommandGraph& graph = simulation.graph;
    TextStream out(sink);
    DelimitedWriter table(out, DelimitedWriter::Separator::comma);
    for (const char* name : {"id", "kind", "stage", "chunk", "microbatch", "resource", "start", "end", "duration",
                             "slack", "critical", "depends_on"})
        table.text(name);
    table.end_row();
    for (CommandId id = 0; id < graph.size() && out.good(); ++id) {
        table.integer(id);
        table.text(to_string(graph.kind[id]));
        for (const std::uint32_t number : {graph.stage[id], graph.chunk[id] + 1, graph.microbatch[id] + 1})
            table.integer(number);
        table.text(resource(graph, id));
        for (const double time :
             {simulation.timeline.start[id], simulation.timeline.end[id], graph.duration(id), simulation.slack[id]})
            table.number(time);
        table.boolean(simulation.critical(id));
        std::string before;
        for (const CommandId d : graph.dependencies(id))
            before += (before.empty() ? "" : " ") + std::to_string(d);
        table.text(before);
        table.end_row();
    }
}

} // namespace blueprinting::schedule
