#pragma once
#include "core/schedule/plan.h"

#include <span>

namespace blueprinting::schedule {

using CommandId = std::uint32_t;
inline constexpr CommandId kNoCommand = UINT32_MAX;

struct Link {
    std::uint32_t from = 0;
    std::uint32_t to = 0;
    bool operator==(const Link&) const = default;
};

/// The commands of a plan as arrays with one entry a command. Ids run through the queues: the commands of resource r
/// are queue_begin[r] … queue_begin[r+1]−1 in the order in which r runs them. Resources 0 … p−1 are the compute queues
/// of the stages, the rest are links, one per ordered neighbour pair that carries something. Dependencies are listed in
/// one array, those of command c from dependency_begin[c] on; a queue's own order is not among them.
struct CommandGraph {
    Plan plan;
    std::vector<CommandKind> kind;
    std::vector<std::uint32_t> stage; ///< of a send: where it starts from
    std::vector<std::uint32_t> chunk;
    std::vector<std::uint32_t> microbatch;
    std::vector<std::uint32_t> resource;
    std::vector<double> ticks;                   ///< duration
    std::vector<std::uint32_t> dependency_begin; ///< size() + 1 entries
    std::vector<CommandId> dependency;
    std::vector<std::uint32_t> queue_begin; ///< one more than there are resources
    std::vector<Link> links;                ///< of resource p + i
    /// 1 for the first of each pair that runs as one, from a start at which both can to one end: both last as long as
    /// the pair. Empty where there is no pair.
    std::vector<std::uint8_t> joined;

    [[nodiscard]] std::size_t size() const { return kind.size(); }
    [[nodiscard]] std::size_t stages() const { return static_cast<std::size_t>(plan.request.stages); }
    [[nodiscard]] std::size_t resources() const { return queue_begin.size() - 1; }
    [[nodiscard]] double duration(CommandId id) const { return ticks[id] / plan.times.ticks_per_unit; }
    [[nodiscard]] std::span<const CommandId> dependencies(CommandId id) const
    {
        return {dependency.data() + dependency_begin[id], dependency_begin[id + 1] - dependency_begin[id]};
    }
    /// The second of a pair.
    [[nodiscard]] bool is_second(CommandId id) const { return !joined.empty() && id > 0 && joined[id - 1] != 0; }
    /// First and last of what runs as one: itself twice, or its pair.
    [[nodiscard]] std::pair<CommandId, CommandId> unit(CommandId id) const
    {
        if (is_second(id))
            return {id - 1, id};
        return {id, joined.empty() || joined[id] == 0 ? id : id + 1};
    }
    /// What both of them need.
    [[nodiscard]] std::span<const CommandId> unit_dependencies(CommandId id) const
    {
        const auto [first, last] = unit(id);
        return {dependency.data() + dependency_begin[first], dependency_begin[last + 1] - dependency_begin[first]};
    }
    /// The command before it, or before its pair, on its resource.
    [[nodiscard]] CommandId before(CommandId id) const
    {
        const CommandId first = unit(id).first;
        return first == queue_begin[resource[id]] ? kNoCommand : first - 1;
    }
    /// Where the work of a send is used; of any other command its own stage.
    [[nodiscard]] std::uint32_t target_stage(CommandId id) const
    {
        return kind[id] == CommandKind::send ? links[resource[id] - stages()].to : stage[id];
    }
    [[nodiscard]] bool is_backward(CommandId id) const
    {
        return kind[id] == CommandKind::backward || kind[id] == CommandKind::input_gradient;
    }
};

/// The plan's own orders (orders.h) with every dependency. Where there is no executable order:
/// schedule.no_executable_order, with the nearest microbatch counts.
Result<CommandGraph> build_graph(const Plan& plan);
/// Any orders, as someone may have written them down. The dependencies that can be found are put in; whether the table
/// is right is for verify() to say. schedule.table.shape where a slot is outside the plan.
Result<CommandGraph> build_graph(const Plan& plan, const Orders& orders);

/// A microbatch as people number it, of slices "2.3": microbatch 2, slice 3.
std::string item_text(const Request& request, std::uint32_t item);
/// "forward 3 of stage 1", with " (chunk 2)" where there are chunks; "transfer of backward 1, stage 1 → 0".
std::string describe(const CommandGraph& graph, CommandId id);
/// The same without the stage.
std::string describe_short(const CommandGraph& graph, CommandId id);

} // namespace blueprinting::schedule
