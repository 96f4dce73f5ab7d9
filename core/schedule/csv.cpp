#include "core/base/delimited.h"
#include "core/schedule/export.h"
#include "core/schedule/placement.h"

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
                             "slack", "critical", "depends_on", "path", "virtual_stage", "slice", "pair"})
        table.text(name);
    table.end_row();
    const Placement placement(graph.plan.request);
    const auto slices = static_cast<std::uint32_t>(parameter_or_one(graph.plan.request, kSlices));
    std::int64_t pairs = 0;
    for (CommandId id = 0; id < graph.size() && out.good(); ++id) {
        table.integer(id);
        table.text(to_string(graph.kind[id]));
        for (const std::uint32_t number : {graph.stage[id], graph.chunk[id] + 1, graph.microbatch[id] / slices + 1})
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
        const Place& place = placement.place(graph.stage[id], graph.chunk[id]);
        for (const std::uint32_t number : {place.path + 1, place.virtual_stage + 1, graph.microbatch[id] % slices + 1})
            table.integer(number);
        pairs += graph.unit(id).second != id;
        if (graph.unit(id).first != graph.unit(id).second)
            table.integer(pairs);
        else
            table.text("");
        table.end_row();
    }
}

} // namespace blueprinting::schedule
