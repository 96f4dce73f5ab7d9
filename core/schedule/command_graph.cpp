#include "core/schedule/command_graph.h"

#include "core/schedule/orders.h"
#include "core/schedule/placement.h"
#include "core/schedule/transfer_lanes.h"

#include <algorithm>
#include <array>
#include <tuple>

namespace blueprinting::schedule {
namespace {

constexpr std::array<std::string_view, kCommandKinds> kKindNames{"forward",         "backward",  "input_gradient",
                                                                 "weight_gradient", "recompute", "send"};
constexpr std::array<std::string_view, kCommandKinds> kKindWords{"forward",         "backward",  "input gradient",
                                                                 "weight gradient", "recompute", "transfer"};

double ticks_of(CommandKind kind, const ChunkTimes& queue, bool separate_recompute)
{
    const double apart = separate_recompute ? queue.recompute : 0;
    switch (kind) {
    case CommandKind::forward: return queue.forward;
    case CommandKind::backward: return queue.backward - apart;
    case CommandKind::input_gradient: return queue.input_gradient - apart;
    case CommandKind::weight_gradient: return queue.weight_gradient;
    case CommandKind::recompute: return queue.recompute;
    case CommandKind::send: break;
    }
    return 0;
}

class Builder {
public:
    explicit Builder(const Plan& plan)
        : m_placement(plan.request),
          m_p(static_cast<std::uint32_t>(plan.request.stages)),
          m_v(static_cast<std::uint32_t>(plan.request.chunks)),
          m_m(static_cast<std::uint32_t>(items(plan.request))),
          m_sends(plan.request.transfers != TransferMode::charged && plan.request.stages > 1)
    {
        graph.plan = plan;
        for (std::uint32_t stage = 0; stage < m_p; ++stage)
            for (std::uint32_t chunk = 0; chunk < m_v; ++chunk)
                m_queue.push_back(m_placement.exists(stage, chunk) ? m_placement.queue_times(plan, stage, chunk)
                                                                   : ChunkTimes{});
        m_index.assign(std::size_t{m_p} * m_v * m_m * kPlaces, kNoCommand);
        const auto count = static_cast<std::size_t>(command_count(plan.request, m_sends));
        graph.kind.reserve(count);
        graph.stage.reserve(count);
        graph.chunk.reserve(count);
        graph.microbatch.reserve(count);
        graph.resource.reserve(count);
        graph.ticks.reserve(count);
        graph.dependency_begin.reserve(count + 1);
        graph.dependency.reserve(2 * count);
        graph.queue_begin.reserve(m_p + 1);
    }

    void add_stage(std::uint32_t stage, const std::vector<Slot>& order)
    {
        const bool apart = recompute_apart(graph.plan.request);
        graph.queue_begin.push_back(static_cast<std::uint32_t>(graph.size()));
        for (const Slot& slot : order) {
            CommandId& known = m_index[place(slot.kind, stage, slot.chunk, slot.microbatch)];
            if (known == kNoCommand)
                known = static_cast<CommandId>(graph.size());
            push(slot.kind, stage, slot.chunk, slot.microbatch, stage,
                 ticks_of(slot.kind, m_queue[stage * m_v + slot.chunk], apart));
            if (slot.joined) {
                graph.joined.resize(graph.size());
                graph.joined.back() = 1;
            }
        }
    }

    CommandGraph finish()
    {
        const std::size_t computing = graph.size();
        graph.queue_begin.push_back(static_cast<std::uint32_t>(computing));
        if (m_sends)
            add_sends(computing);
        join();
        if (graph.plan.request.transfers == TransferMode::ordered)
            put_in_order();
        graph.dependency_begin.push_back(0);
        for (CommandId id = 0; id < graph.size(); ++id) {
            if (id < computing) {
                depend(id);
            } else {
                graph.dependency.push_back(m_producer[id - computing]);
                for (const auto& lane_before : m_lane_before)
                    if (!lane_before.empty() && lane_before[id - computing] != kNoCommand)
                        graph.dependency.push_back(lane_before[id - computing]);
            }
            graph.dependency_begin.push_back(static_cast<std::uint32_t>(graph.dependency.size()));
        }
        return std::move(graph);
    }

    CommandGraph graph;

private:
    static constexpr std::size_t kPlaces = 4;

    [[nodiscard]] std::size_t place(CommandKind kind, std::uint32_t stage, std::uint32_t chunk, std::uint32_t mb) const
    {
        // backward and input gradient exclude each other and share a place
        static constexpr std::array<std::size_t, kCommandKinds> places{0, 1, 1, 2, 3, 3};
        return ((places[static_cast<std::size_t>(kind)] * m_p + stage) * m_v + chunk) * m_m + mb;
    }

    void push(CommandKind kind, std::uint32_t stage, std::uint32_t chunk, std::uint32_t mb, std::uint32_t resource,
              double ticks)
    {
        graph.kind.push_back(kind);
        graph.stage.push_back(stage);
        graph.chunk.push_back(chunk);
        graph.microbatch.push_back(mb);
        graph.resource.push_back(resource);
        graph.ticks.push_back(ticks);
    }

    /// Both of a pair last F + B, less the hidden share of the shorter one.
    void join()
    {
        if (graph.joined.empty())
            return;
        graph.joined.resize(graph.size());
        const double hidden = parameter(graph.plan.request, kHidden).value_or(0);
        for (CommandId id = 0; id + 1 < graph.size(); ++id) {
            if (graph.joined[id] == 0)
                continue;
            const double shorter = std::min(graph.ticks[id], graph.ticks[id + 1]);
            graph.ticks[id] += graph.ticks[id + 1] - hidden * shorter;
            graph.ticks[id + 1] = graph.ticks[id];
        }
    }

    /// The chunk that takes a command's result, or gives its gradient.
    [[nodiscard]] std::optional<Placement::Site> after(CommandId id) const
    {
        return m_placement.next(graph.stage[id], graph.chunk[id]);
    }
    [[nodiscard]] std::optional<Placement::Site> ahead(CommandId id) const
    {
        return m_placement.previous(graph.stage[id], graph.chunk[id]);
    }

    /// Time of the transfer of a command's result; 0 where it makes none.
    [[nodiscard]] double transfer(CommandId id) const
    {
        const ChunkTimes& queue = m_queue[graph.stage[id] * m_v + graph.chunk[id]];
        if (graph.kind[id] == CommandKind::forward)
            return queue.send_forward;
        return graph.is_backward(id) ? queue.send_backward : 0;
    }
    /// Where a command's result goes to, if it leaves the stage and takes time.
    [[nodiscard]] std::optional<std::uint32_t> receiver(CommandId id) const
    {
        if (!(transfer(id) > 0))
            return std::nullopt;
        const auto to = graph.kind[id] == CommandKind::forward ? after(id) : ahead(id);
        return to && to->stage != graph.stage[id] ? std::optional(to->stage) : std::nullopt;
    }

    // A link has one sender, whose commands end in the order of its queue: so serving transfers by producer end, then
    // microbatch, then chunk is serving them in queue order, known before any time is. The two of a pair end together.
    void add_sends(std::size_t computing)
    {
        const auto among_pairs = [&](CommandId id) {
            const bool second =
                id > 0 && !graph.joined.empty() && id - 1 < graph.joined.size() && graph.joined[id - 1] != 0;
            return std::tuple(second ? id - 1 : id, graph.microbatch[id], graph.chunk[id]);
        };
        std::vector<std::pair<Link, CommandId>> sends;
        for (CommandId id = 0; id < computing; ++id)
            if (const auto to = receiver(id))
                sends.push_back({{graph.stage[id], *to}, id});
        std::sort(sends.begin(), sends.end(), [&](const auto& a, const auto& b) {
            return std::tuple(a.first.from, a.first.to, among_pairs(a.second)) <
                   std::tuple(b.first.from, b.first.to, among_pairs(b.second));
        });
        m_send_of.assign(computing, kNoCommand);
        for (const auto& [link, producer] : sends) {
            if (graph.links.empty() || graph.links.back() != link) {
                if (!graph.links.empty())
                    graph.queue_begin.push_back(static_cast<std::uint32_t>(graph.size()));
                graph.links.push_back(link);
            }
            m_send_of[producer] = static_cast<CommandId>(graph.size());
            m_producer.push_back(producer);
            push(CommandKind::send, link.from, graph.chunk[producer], graph.microbatch[producer],
                 m_p + static_cast<std::uint32_t>(graph.links.size() - 1), transfer(producer));
        }
        if (!graph.links.empty())
            graph.queue_begin.push_back(static_cast<std::uint32_t>(graph.size()));
    }

    /// Each device makes its transfers, as sender and as receiver, one after another in the order of its lane. A link's
    /// queue keeps that order too.
    void put_in_order()
    {
        const TransferLanes lanes = transfer_lanes(graph, m_placement);
        const std::size_t computing = m_send_of.size();
        const std::size_t sends = m_producer.size();
        for (std::vector<CommandId>& each : m_lane_before)
            each.assign(sends, kNoCommand);
        std::vector<std::vector<CommandId>> by_link(graph.links.size());
        std::vector<bool> placed(sends);
        for (const std::vector<LaneTransfer>& lane : lanes) {
            CommandId before = kNoCommand;
            for (const LaneTransfer& each : lane) {
                const CommandId send = m_send_of[each.producer];
                if (send == kNoCommand)
                    continue; // takes no time
                m_lane_before[each.send ? 0 : 1][send - computing] = before;
                before = send;
                if (each.send) {
                    by_link[graph.resource[send] - m_p].push_back(each.producer);
                    placed[send - computing] = true;
                }
            }
        }
        // Of an order that stands still some are on no lane: they come last.
        for (CommandId send = 0; send < sends; ++send)
            if (!placed[send])
                by_link[graph.resource[computing + send] - m_p].push_back(m_producer[send]);
        renumber_sends(by_link, computing);
    }

    /// The sends of each link in the order of their producers here.
    void renumber_sends(const std::vector<std::vector<CommandId>>& by_link, std::size_t computing)
    {
        std::vector<CommandId> now(m_producer.size());
        std::vector<CommandId> producers;
        std::array<std::vector<CommandId>, 2> lane_before;
        std::vector<double> ticks;
        for (const auto& link : by_link)
            for (const CommandId producer : link) {
                const CommandId old = m_send_of[producer];
                now[old - computing] = static_cast<CommandId>(computing + producers.size());
                producers.push_back(producer);
                ticks.push_back(graph.ticks[old]);
                for (std::size_t side = 0; side < 2; ++side)
                    lane_before[side].push_back(m_lane_before[side][old - computing]);
            }
        for (auto& side : lane_before)
            for (CommandId& id : side)
                id = id == kNoCommand ? id : now[id - computing];
        m_lane_before = std::move(lane_before);
        m_producer = std::move(producers);
        for (std::size_t i = 0; i < m_producer.size(); ++i) {
            const CommandId id = static_cast<CommandId>(computing + i);
            m_send_of[m_producer[i]] = id;
            graph.chunk[id] = graph.chunk[m_producer[i]];
            graph.microbatch[id] = graph.microbatch[m_producer[i]];
            graph.ticks[id] = ticks[i];
        }
    }

    void need(CommandKind kind, const std::optional<Placement::Site>& at, std::uint32_t mb)
    {
        const CommandId id = at ? m_index[place(kind, at->stage, at->chunk, mb)] : kNoCommand;
        if (id == kNoCommand)
            return;
        const bool sent = !m_send_of.empty() && m_send_of[id] != kNoCommand;
        graph.dependency.push_back(sent ? m_send_of[id] : id);
    }
    void need_local(CommandKind kind, CommandId of)
    {
        const CommandId id = m_index[place(kind, graph.stage[of], graph.chunk[of], graph.microbatch[of])];
        if (id != kNoCommand)
            graph.dependency.push_back(id);
    }

    void depend(CommandId id)
    {
        switch (graph.kind[id]) {
        case CommandKind::forward: need(CommandKind::forward, ahead(id), graph.microbatch[id]); break;
        case CommandKind::backward:
        case CommandKind::input_gradient:
            if (recompute_apart(graph.plan.request))
                need_local(CommandKind::recompute, id);
            gradient(id);
            break;
        case CommandKind::recompute: gradient(id); break; // starts with its backward: when the gradient is there
        case CommandKind::weight_gradient: need_local(CommandKind::input_gradient, id); break;
        case CommandKind::send: break;
        }
    }

    /// Its own forward and the gradient of the next virtual stage, whole backward or input gradient.
    void gradient(CommandId id)
    {
        need_local(CommandKind::forward, id);
        need(CommandKind::backward, after(id), graph.microbatch[id]);
    }

    Placement m_placement;
    std::uint32_t m_p;
    std::uint32_t m_v;
    std::uint32_t m_m;
    bool m_sends;
    std::vector<CommandId> m_index;    ///< by place
    std::vector<CommandId> m_send_of;  ///< by producer; empty where nothing is sent
    std::vector<CommandId> m_producer; ///< by send
    std::vector<ChunkTimes> m_queue;   ///< by stage and chunk
    /// By send: the transfer before it on the lane of its sender and of its receiver. Empty where lanes keep no order.
    std::array<std::vector<CommandId>, 2> m_lane_before;
};

} // namespace

std::string_view to_string(CommandKind kind) { return kKindNames[static_cast<std::size_t>(kind)]; }

Result<CommandGraph> build_graph(const Plan& plan)
{
    const Request& request = plan.request;
    if (!has_executable_order(request)) {
        const NearestMicrobatches nearest = nearest_executable(request);
        return Diagnostic{Severity::error, "schedule.no_executable_order", "microbatches",
                          "microbatches is " + std::to_string(request.microbatches) + ", " +
                              request.kind->why_none(request) + "; nearest " +
                              (nearest.below ? std::to_string(*nearest.below) + " and " : std::string()) +
                              std::to_string(nearest.above)};
    }
    Builder builder(plan);
    if (request.kind->all_orders) {
        const Orders all = request.kind->all_orders(request);
        for (std::uint32_t stage = 0; stage < all.size(); ++stage)
            builder.add_stage(stage, all[stage]);
        return builder.finish();
    }
    std::vector<Slot> order;
    for (std::int64_t stage = 0; stage < request.stages; ++stage) {
        order.clear();
        OrderWriter write(request, order);
        request.kind->order(request, stage, write);
        builder.add_stage(static_cast<std::uint32_t>(stage), order);
    }
    return builder.finish();
}

Result<CommandGraph> build_graph(const Plan& plan, const Orders& orders)
{
    const Request& request = plan.request;
    const auto refuse = [](std::string message) {
        return Diagnostic{Severity::error, "schedule.table.shape", "", std::move(message)};
    };
    if (orders.size() != static_cast<std::size_t>(request.stages))
        return refuse("the table has " + std::to_string(orders.size()) + " stages; the plan has " +
                      std::to_string(request.stages));
    Builder builder(plan);
    const std::vector<CommandKind> known = commands_each(request);
    for (std::uint32_t stage = 0; stage < orders.size(); ++stage) {
        for (const Slot& slot : orders[stage]) {
            if (std::find(known.begin(), known.end(), slot.kind) == known.end())
                return refuse("stage " + std::to_string(stage) + " has a " + std::string(to_string(slot.kind)) +
                              ", which " + std::string(to_string(request.kind)) + " has not");
            if (slot.chunk >= request.chunks || slot.microbatch >= items(request))
                return refuse("stage " + std::to_string(stage) + " has chunk " + std::to_string(slot.chunk + 1) +
                              ", microbatch " + std::to_string(slot.microbatch + 1) + "; the plan has " +
                              std::to_string(request.chunks) + " and " + std::to_string(request.microbatches));
        }
        builder.add_stage(stage, orders[stage]);
    }
    return builder.finish();
}

std::string item_text(const Request& request, std::uint32_t item)
{
    const auto slices = static_cast<std::uint32_t>(parameter_or_one(request, kSlices));
    if (slices == 1)
        return std::to_string(item + 1);
    return std::to_string(item / slices + 1) + '.' + std::to_string(item % slices + 1);
}

std::string describe_short(const CommandGraph& graph, CommandId id)
{
    std::string out{kKindWords[static_cast<std::size_t>(graph.kind[id])]};
    if (graph.kind[id] == CommandKind::send) {
        const auto producers = graph.dependencies(id);
        const std::string what = producers.empty() ? "microbatch " + item_text(graph.plan.request, graph.microbatch[id])
                                                   : describe_short(graph, producers.front());
        return out + " of " + what + ", device " + std::to_string(graph.stage[id]) + " → " +
               std::to_string(graph.target_stage(id));
    }
    out += ' ' + item_text(graph.plan.request, graph.microbatch[id]);
    const Request& request = graph.plan.request;
    if (request.kind->paths > 1)
        out += request.kind->placement(request, graph.stage[id], graph.chunk[id]).path == 0 ? " →" : " ←";
    else if (request.chunks > 1)
        out += " (chunk " + std::to_string(graph.chunk[id] + 1) + ')';
    return out;
}

std::string describe(const CommandGraph& graph, CommandId id)
{
    const std::string out = describe_short(graph, id);
    return graph.kind[id] == CommandKind::send ? out : out + " of device " + std::to_string(graph.stage[id]);
}

} // namespace blueprinting::schedule
