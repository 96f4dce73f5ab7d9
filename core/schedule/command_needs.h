#pragma once
#include "core/schedule/placement.h"
#include "core/schedule/simulate.h"

#include <unordered_map>

namespace blueprinting::schedule {

/// What a command needs, whether or not the order has it: the graph knows only what stands in it. Of a written order
/// from which commands are missing. Keeps a reference to the graph.
class CommandNeeds {
public:
    struct Need {
        CommandKind kind = CommandKind::forward;
        Placement::Site at;
        CommandId id = kNoCommand; ///< none: it stands nowhere
    };

    explicit CommandNeeds(const CommandGraph& graph);

    /// Forward before backward.
    [[nodiscard]] std::vector<Need> of(CommandKind kind, const Placement::Site& own, std::uint32_t microbatch) const;
    [[nodiscard]] std::vector<Need> of(CommandId id) const
    {
        return of(m_graph.kind[id], {m_graph.stage[id], m_graph.chunk[id]}, m_graph.microbatch[id]);
    }
    [[nodiscard]] CommandId there(CommandKind kind, const Placement::Site& at, std::uint32_t microbatch) const;
    [[nodiscard]] const Placement& placement() const { return m_placement; }

private:
    const CommandGraph& m_graph;
    Placement m_placement;
    std::unordered_map<std::uint64_t, CommandId> m_where;
};

/// An order as far as it goes: a command that needs one that stands nowhere never runs.
Timeline run_as_far_as_it_goes(const CommandGraph& graph);

} // namespace blueprinting::schedule
