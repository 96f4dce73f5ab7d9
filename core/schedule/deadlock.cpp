#include "core/schedule/deadlock.h"

#include "core/schedule/placement.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace blueprinting::schedule {
namespace {

class Search {
public:
    explicit Search(const CommandGraph& graph) : m_graph(graph), m_placement(graph.plan.request)
    {
        for (CommandId id = 0; id < computing(); ++id)
            m_where.emplace(key(graph.kind[id], graph.stage[id], graph.chunk[id], graph.microbatch[id]), id);
        // A need that stands nowhere is no dependency of the graph, and never met.
        std::vector<bool> blocked(graph.size());
        for (CommandId id = 0; id < computing(); ++id)
            for (const auto& [kind, at] : needs(id))
                blocked[id] = blocked[id] || there(kind, at, graph.microbatch[id]) == kNoCommand;
        m_timeline = partial_run(graph, {}, &blocked);
    }

    std::optional<Deadlock> find()
    {
        Deadlock out;
        out.of = computing();
        out.time = m_timeline.makespan;
        for (CommandId id = 0; id < computing(); ++id)
            out.ran += ran(id);
        std::uint32_t device = 0;
        while (device < m_graph.stages() && head(device) == kNoCommand)
            ++device;
        if (device == m_graph.stages())
            return std::nullopt;
        std::vector<StandsStill> steps;
        std::vector<std::uint32_t> seen;
        while (std::find(seen.begin(), seen.end(), device) == seen.end()) {
            seen.push_back(device);
            const auto step = first_unmet(device);
            if (!step)
                break; // waits for a transfer that waits
            steps.push_back(*step);
            if (step->missing) {
                out.ring = {*step};
                break;
            }
            device = step->on_device;
        }
        if (out.ring.empty() && steps.size() == seen.size()) {
            const auto from = std::find(seen.begin(), seen.end(), device) - seen.begin();
            out.ring.assign(steps.begin() + from, steps.end());
        }
        out.words = words(out);
        return out;
    }

private:
    using Key = std::tuple<CommandKind, std::uint32_t, std::uint32_t, std::uint32_t>;
    static Key key(CommandKind kind, std::uint32_t stage, std::uint32_t chunk, std::uint32_t mb)
    {
        return {kind, stage, chunk, mb};
    }
    [[nodiscard]] std::size_t computing() const { return m_graph.queue_begin[m_graph.stages()]; }
    [[nodiscard]] bool ran(CommandId id) const { return m_timeline.end[id] != kNeverRan; }

    [[nodiscard]] CommandId head(std::uint32_t device) const
    {
        for (CommandId id = m_graph.queue_begin[device]; id < m_graph.queue_begin[device + 1]; ++id)
            if (!ran(id))
                return id;
        return kNoCommand;
    }
    [[nodiscard]] Named named(CommandKind kind, const Placement::Site& at, std::uint32_t mb) const
    {
        const Place& place = m_placement.place(at.stage, at.chunk);
        return {kind, place.path, place.virtual_stage, mb};
    }
    [[nodiscard]] CommandId there(CommandKind kind, const Placement::Site& at, std::uint32_t mb) const
    {
        const auto it = m_where.find(key(kind, at.stage, at.chunk, mb));
        return it == m_where.end() ? kNoCommand : it->second;
    }

    using Need = std::pair<CommandKind, Placement::Site>;
    /// Forward before backward.
    [[nodiscard]] std::vector<Need> needs(CommandId id) const
    {
        const Placement::Site own{m_graph.stage[id], m_graph.chunk[id]};
        const CommandKind kind = m_graph.kind[id];
        std::vector<Need> out;
        if (kind == CommandKind::forward) {
            if (const auto at = m_placement.previous(own.stage, own.chunk))
                out.emplace_back(CommandKind::forward, *at);
        } else if (kind == CommandKind::weight_gradient) {
            out.emplace_back(CommandKind::input_gradient, own);
        } else {
            out.emplace_back(CommandKind::forward, own);
            if (const auto at = m_placement.next(own.stage, own.chunk))
                out.emplace_back(gradient_kind(id), *at);
        }
        return out;
    }

    std::optional<StandsStill> first_unmet(std::uint32_t device) const
    {
        const auto [first, last] = m_graph.unit(head(device));
        for (CommandId id = first; id <= last; ++id)
            for (const auto& [kind, at] : needs(id))
                if (const auto out = unmet(id, kind, at))
                    return out;
        return std::nullopt;
    }

    /// Which backward the next virtual stage has; its own kind where it has neither.
    [[nodiscard]] CommandKind gradient_kind(CommandId id) const
    {
        const auto at = m_placement.next(m_graph.stage[id], m_graph.chunk[id]);
        for (const CommandKind kind : {CommandKind::backward, CommandKind::input_gradient})
            if (at && there(kind, *at, m_graph.microbatch[id]) != kNoCommand)
                return kind;
        return m_graph.kind[id] == CommandKind::recompute ? CommandKind::backward : m_graph.kind[id];
    }

    std::optional<StandsStill> unmet(CommandId id, CommandKind kind, const Placement::Site& at) const
    {
        const std::uint32_t mb = m_graph.microbatch[id];
        const CommandId needed = there(kind, at, mb);
        if (needed != kNoCommand && ran(needed))
            return std::nullopt;
        const Placement::Site own{m_graph.stage[id], m_graph.chunk[id]};
        return StandsStill{own.stage, named(m_graph.kind[id], own, mb), named(kind, at, mb), at.stage,
                           needed == kNoCommand};
    }

    [[nodiscard]] std::string text(const Named& command) const
    {
        std::string word{to_string(command.kind)};
        std::replace(word.begin(), word.end(), '_', ' ');
        word += ' ' + item_text(m_graph.plan.request, command.microbatch);
        return word + " of virtual stage " + std::to_string(command.virtual_stage + 1) +
               (command.path > 0 ? " (path " + std::to_string(command.path + 1) + ')' : "");
    }

    [[nodiscard]] std::string words(const Deadlock& found) const
    {
        std::string out = "the order stands still: ";
        if (found.ring.empty()) {
            const auto cycle = find_cycle(m_graph);
            return out + (cycle ? cycle->message : "its transfers wait for each other");
        }
        if (found.ring.front().missing) {
            const StandsStill& step = found.ring.front();
            return out + "device " + std::to_string(step.device) + " waits in " + text(step.waits_in) + " for " +
                   text(step.needs) + ", which is missing";
        }
        constexpr std::size_t most = 8;
        for (std::size_t i = 0; i < std::min(most, found.ring.size()); ++i) {
            const StandsStill& step = found.ring[i];
            out += (i == 0 ? "device " : ", device ") + std::to_string(step.device) + " waits in " +
                   text(step.waits_in) + " for " + text(step.needs) + " on device " + std::to_string(step.on_device);
        }
        return found.ring.size() > most ? out + " … (" + std::to_string(found.ring.size()) + " devices)" : out;
    }

    const CommandGraph& m_graph;
    Placement m_placement;
    Timeline m_timeline;
    std::map<Key, CommandId> m_where;
};

Json json_of(const Named& command)
{
    return {{"kind", std::string(1, letter(command.kind))},
            {"path", command.path},
            {"g", command.virtual_stage},
            {"microbatch", command.microbatch}};
}

} // namespace

std::optional<Deadlock> find_deadlock(const CommandGraph& graph) { return Search(graph).find(); }

Json ring_json(const Deadlock& deadlock)
{
    Json out = Json::array();
    for (const StandsStill& step : deadlock.ring)
        if (step.missing)
            out.push_back({{"missing", json_of(step.needs)}, {"device", step.on_device}});
        else
            out.push_back({{"device", step.device},
                           {"waits_in", json_of(step.waits_in)},
                           {"for", json_of(step.needs)},
                           {"on_device", step.on_device}});
    return out;
}

char letter(CommandKind kind)
{
    constexpr std::string_view letters = "FBIWRS";
    return letters[static_cast<std::size_t>(kind)];
}

} // namespace blueprinting::schedule
