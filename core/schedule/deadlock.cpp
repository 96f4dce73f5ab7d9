#include "core/schedule/deadlock.h"

#include "core/schedule/command_needs.h"
#include "core/schedule/hand_order.h"

#include <algorithm>

namespace blueprinting::schedule {
namespace {

class Search {
public:
    explicit Search(const CommandGraph& graph)
        : m_graph(graph), m_needs(graph), m_timeline(run_as_far_as_it_goes(graph))
    {
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
            return incomplete(std::move(out));
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
        for (std::uint32_t each = 0; each < m_graph.stages(); ++each)
            if (head(each) != kNoCommand)
                if (const auto step = first_unmet(each))
                    out.waits.push_back(*step);
        return out;
    }

private:
    /// Nobody waits, but the order lacks commands that nobody needs: the first of them is missing.
    std::optional<Deadlock> incomplete(Deadlock out) const
    {
        const auto missing = m_graph.plan.request.written ? unplaced(m_graph.plan.request) : std::vector<Unplaced>{};
        if (missing.empty())
            return std::nullopt;
        const Unplaced& first = missing.front();
        const Named what = named(first.slot.kind, {first.device, first.slot.chunk}, first.slot.microbatch);
        out.ring = {{first.device, what, what, first.device, true}};
        out.words =
            "the order is not complete: " + text(what) + " on device " + std::to_string(first.device) + " is missing";
        return out;
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
        const Place& place = m_needs.placement().place(at.stage, at.chunk);
        return {kind, place.path, place.virtual_stage, mb};
    }
    std::optional<StandsStill> first_unmet(std::uint32_t device) const
    {
        const auto [first, last] = m_graph.unit(head(device));
        for (CommandId id = first; id <= last; ++id)
            for (const CommandNeeds::Need& need : m_needs.of(id))
                if (need.id == kNoCommand || !ran(need.id))
                    return unmet(id, need);
        return std::nullopt;
    }

    [[nodiscard]] StandsStill unmet(CommandId id, const CommandNeeds::Need& need) const
    {
        const std::uint32_t mb = m_graph.microbatch[id];
        const Placement::Site own{m_graph.stage[id], m_graph.chunk[id]};
        return StandsStill{own.stage, named(m_graph.kind[id], own, mb), named(need.kind, need.at, mb), need.at.stage,
                           need.id == kNoCommand};
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
    CommandNeeds m_needs;
    Timeline m_timeline;
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
