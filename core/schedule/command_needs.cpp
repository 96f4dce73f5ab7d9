#include "core/schedule/command_needs.h"

#include <algorithm>

namespace blueprinting::schedule {
namespace {

std::size_t computing(const CommandGraph& graph) { return graph.queue_begin[graph.stages()]; }

std::uint64_t key(const Request& request, CommandKind kind, const Placement::Site& at, std::uint32_t microbatch)
{
    const std::uint64_t chunk = at.stage * static_cast<std::uint64_t>(request.chunks) + at.chunk;
    return (chunk * static_cast<std::uint64_t>(items(request)) + microbatch) * kCommandKinds +
           static_cast<std::uint64_t>(kind);
}

} // namespace

CommandNeeds::CommandNeeds(const CommandGraph& graph) : m_graph(graph), m_placement(graph.plan.request)
{
    m_where.reserve(computing(graph));
    for (CommandId id = 0; id < computing(graph); ++id)
        m_where.emplace(
            key(graph.plan.request, graph.kind[id], {graph.stage[id], graph.chunk[id]}, graph.microbatch[id]), id);
}

CommandId CommandNeeds::there(CommandKind kind, const Placement::Site& at, std::uint32_t microbatch) const
{
    const auto it = m_where.find(key(m_graph.plan.request, kind, at, microbatch));
    return it == m_where.end() ? kNoCommand : it->second;
}

std::vector<CommandNeeds::Need> CommandNeeds::of(CommandKind kind, const Placement::Site& own,
                                                 std::uint32_t microbatch) const
{
    std::vector<Need> out;
    const auto add = [&](CommandKind needed, const Placement::Site& at) {
        out.push_back({needed, at, there(needed, at, microbatch)});
    };
    if (kind == CommandKind::forward) {
        if (const auto at = m_placement.previous(own.stage, own.chunk))
            add(CommandKind::forward, *at);
    } else if (kind == CommandKind::weight_gradient) {
        add(CommandKind::input_gradient, own);
    } else {
        add(CommandKind::forward, own);
        const auto at = m_placement.next(own.stage, own.chunk);
        if (!at)
            return out;
        // Whichever backward the next virtual stage has; its own kind where it has neither.
        CommandKind gradient = kind == CommandKind::recompute ? CommandKind::backward : kind;
        for (const CommandKind each : {CommandKind::input_gradient, CommandKind::backward})
            if (there(each, *at, microbatch) != kNoCommand)
                gradient = each;
        add(gradient, *at);
    }
    return out;
}

Timeline run_as_far_as_it_goes(const CommandGraph& graph)
{
    const CommandNeeds needs(graph);
    std::vector<bool> blocked(graph.size());
    for (CommandId id = 0; id < computing(graph); ++id)
        blocked[id] = std::ranges::any_of(needs.of(id), [](const auto& need) { return need.id == kNoCommand; });
    return partial_run(graph, {}, &blocked);
}

} // namespace blueprinting::schedule
