#include "core/schedule/transfer_lanes.h"

#include <array>

namespace blueprinting::schedule {
namespace {

/// Finds the commands of a microbatch; backward and input gradient share a place.
class Finder {
public:
    Finder(const CommandGraph& graph, const Placement& placement)
        : m_placement(placement),
          m_chunks(static_cast<std::size_t>(graph.plan.request.chunks)),
          m_items(static_cast<std::size_t>(items(graph.plan.request)))
    {
        for (auto& each : m_index)
            each.assign(graph.stages() * m_chunks * m_items, kNoCommand);
        for (CommandId id = 0; id < graph.queue_begin[graph.stages()]; ++id)
            if (graph.kind[id] == CommandKind::forward || graph.is_backward(id)) {
                CommandId& known =
                    m_index[graph.is_backward(id)][place(graph.stage[id], graph.chunk[id], graph.microbatch[id])];
                if (known == kNoCommand)
                    known = id;
            }
    }

    [[nodiscard]] CommandId find(bool backward, const std::optional<Placement::Site>& at, std::uint32_t mb) const
    {
        return at ? m_index[backward][place(at->stage, at->chunk, mb)] : kNoCommand;
    }
    /// Of whose result a forward or backward takes on another device or its own.
    [[nodiscard]] CommandId input(const CommandGraph& graph, CommandId id) const
    {
        const bool backward = graph.is_backward(id);
        const auto from = backward ? m_placement.next(graph.stage[id], graph.chunk[id])
                                   : m_placement.previous(graph.stage[id], graph.chunk[id]);
        return find(backward, from, graph.microbatch[id]);
    }

private:
    [[nodiscard]] std::size_t place(std::uint32_t stage, std::uint32_t chunk, std::uint32_t mb) const
    {
        return (stage * m_chunks + chunk) * m_items + mb;
    }
    const Placement& m_placement;
    std::size_t m_chunks;
    std::size_t m_items;
    std::array<std::vector<CommandId>, 2> m_index;
};

class Lowering {
public:
    Lowering(const CommandGraph& graph, const Placement& placement)
        : m_graph(graph),
          m_placement(placement),
          m_finder(graph, placement),
          m_next(graph.queue_begin.begin(), graph.queue_begin.begin() + static_cast<std::ptrdiff_t>(graph.stages())),
          m_written(graph.size()),
          m_sent(graph.size()),
          m_rows(graph.stages())
    {
    }

    LoweredRows run()
    {
        for (bool any = true; any;) {
            any = false;
            for (std::uint32_t device = 0; device < m_graph.stages(); ++device)
                any = step(device) || any;
        }
        return std::move(m_rows);
    }

private:
    bool step(std::uint32_t device)
    {
        if (m_next[device] == m_graph.queue_begin[device + 1])
            return false;
        const auto [first, last] = m_graph.unit(m_next[device]);
        for (CommandId id = first; id <= last; ++id)
            if (!ready(id))
                return false;
        for (CommandId id = first; id <= last; ++id) {
            m_written[id] = true;
            m_rows[device].push_back({LoweredAction::What::compute, id});
        }
        for (CommandId id = first; id <= last; ++id)
            hand_on(id);
        m_next[device] = last + 1;
        return true;
    }

    bool ready(CommandId id) const
    {
        if (m_graph.kind[id] != CommandKind::forward && !m_graph.is_backward(id))
            return true;
        const CommandId from = m_finder.input(m_graph, id);
        if (from == kNoCommand)
            return true;
        return m_graph.stage[from] == m_graph.stage[id] ? m_written[from] : m_sent[from];
    }

    void hand_on(CommandId id)
    {
        const bool forward = m_graph.kind[id] == CommandKind::forward;
        if ((!forward && !m_graph.is_backward(id)) ||
            !m_placement.leaves(m_graph.stage[id], m_graph.chunk[id], forward))
            return;
        const auto to = forward ? m_placement.next(m_graph.stage[id], m_graph.chunk[id])
                                : m_placement.previous(m_graph.stage[id], m_graph.chunk[id]);
        m_sent[id] = true;
        m_rows[m_graph.stage[id]].push_back({LoweredAction::What::send, id});
        m_rows[to->stage].push_back({LoweredAction::What::receive, id});
    }

    const CommandGraph& m_graph;
    const Placement& m_placement;
    Finder m_finder;
    std::vector<CommandId> m_next;
    std::vector<bool> m_written;
    std::vector<bool> m_sent;
    LoweredRows m_rows;
};

} // namespace

LoweredRows lower(const CommandGraph& graph, const Placement& placement) { return Lowering(graph, placement).run(); }

TransferLanes transfer_lanes(const CommandGraph& graph, const Placement& placement)
{
    TransferLanes out(graph.stages());
    const auto& written = graph.plan.request.written;
    if (!written || written->transfers.empty()) {
        const LoweredRows rows = lower(graph, placement);
        for (std::size_t device = 0; device < rows.size(); ++device)
            for (const LoweredAction& action : rows[device])
                if (action.what != LoweredAction::What::compute)
                    out[device].push_back({action.command, action.what == LoweredAction::What::send});
        return out;
    }
    const Finder finder(graph, placement);
    for (std::uint32_t device = 0; device < out.size(); ++device)
        for (const WrittenTransfer& each : written->transfers[device]) {
            std::optional<Placement::Site> from = Placement::Site{device, each.chunk};
            if (!each.send)
                from = each.backward ? placement.next(device, each.chunk) : placement.previous(device, each.chunk);
            if (const CommandId id = finder.find(each.backward, from, each.microbatch); id != kNoCommand)
                out[device].push_back({id, each.send});
        }
    return out;
}

} // namespace blueprinting::schedule
