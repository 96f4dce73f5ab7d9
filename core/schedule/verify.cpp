#include "core/schedule/verify.h"

#include "core/schedule/bound.h"
#include "core/schedule/placement.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <map>
#include <numeric>

namespace blueprinting::schedule {
namespace {

/// Collects complaints and stops repeating itself.
class Complaints {
public:
    /// `message` makes the text, and only where it is wanted.
    template <class Message>
    void add(const char* code, Message&& message)
    {
        if (++m_count[code] <= kMostComplaints)
            m_out.push_back({Severity::error, code, "", message()});
    }
    [[nodiscard]] bool any(const char* code) const { return m_count.contains(code); }
    Diagnostics finish()
    {
        for (const auto& [code, count] : m_count)
            if (count > kMostComplaints)
                m_out.push_back(
                    {Severity::error, code, "", "and " + std::to_string(count - kMostComplaints) + " more"});
        return std::move(m_out);
    }

private:
    Diagnostics m_out;
    std::map<std::string, std::size_t> m_count;
};

std::string at(double time)
{
    std::array<char, 40> buffer{};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), time, std::chars_format::general, 6);
    return {buffer.data(), end.ptr};
}

std::string name(const Request& request, CommandKind kind, const Placement::Site& at, std::uint32_t mb)
{
    std::string word{to_string(kind)};
    std::replace(word.begin(), word.end(), '_', ' ');
    return word + ' ' + item_text(request, mb) +
           (request.chunks > 1 ? " (chunk " + std::to_string(at.chunk + 1) + ')' : "") + " of device " +
           std::to_string(at.stage);
}

class Checker {
public:
    explicit Checker(const CommandGraph& graph)
        : m_graph(graph),
          m_p(graph.stages()),
          m_v(static_cast<std::size_t>(graph.plan.request.chunks)),
          m_m(static_cast<std::size_t>(items(graph.plan.request))),
          m_placement(graph.plan.request)
    {
        for (const CommandKind kind : graph.plan.request.kind->commands)
            if (kind == CommandKind::backward || kind == CommandKind::input_gradient)
                m_gradients.push_back(kind);
    }

    void structure()
    {
        once_each();
        for (CommandId id = 0; id < m_graph.size(); ++id)
            needs(id);
        if (const auto found = find_cycle(m_graph))
            complaints.add("schedule.cycle", [&] { return found->message; });
    }

    void timetable(const Timeline& timeline, std::optional<double> cap)
    {
        const std::size_t count = m_graph.size();
        if (timeline.start.size() != count || timeline.end.size() != count) {
            complaints.add("schedule.command.time", [&] {
                return "the timetable has " + std::to_string(timeline.start.size()) + " entries; there are " +
                       std::to_string(count) + " commands";
            });
            return;
        }
        const double last = count > 0 ? *std::max_element(timeline.end.begin(), timeline.end.end()) : 0;
        const double rounding = 1e-9 * (std::isfinite(last) ? std::fabs(last) : 1);
        for (CommandId id = 0; id < count; ++id) {
            length(timeline, id, rounding);
            for (const CommandId d : m_graph.dependencies(id))
                if (timeline.start[id] < timeline.end[d] - rounding)
                    complaints.add("schedule.dependency.late", [&] {
                        return describe(m_graph, id) + " starts at " + at(timeline.start[id]) + " but needs " +
                               describe(m_graph, d) + ", which ends at " + at(timeline.end[d]);
                    });
        }
        std::vector<CommandId> by_start;
        for (std::size_t r = 0; r < m_graph.resources(); ++r) {
            by_start.resize(m_graph.queue_begin[r + 1] - m_graph.queue_begin[r]);
            std::iota(by_start.begin(), by_start.end(), m_graph.queue_begin[r]);
            std::stable_sort(by_start.begin(), by_start.end(),
                             [&](CommandId a, CommandId b) { return timeline.start[a] < timeline.start[b]; });
            double_booking(timeline, by_start, r, rounding);
            if (cap && r < m_p)
                held(timeline, r, *cap);
        }
        if (!complaints.any("schedule.command.missing")) // what is not all there may well be short
            impossible(last, rounding);
    }

    Complaints complaints;

private:
    /// Every command of every microbatch of a chunk, once. Where the kind takes either backward, a microbatch with the
    /// one lacks nothing of the other, and with both has it double.
    void once_each()
    {
        const std::vector<CommandKind> wanted = commands_each(m_graph.plan.request);
        std::array<std::vector<std::uint8_t>, kCommandKinds> seen;
        for (const CommandKind kind : wanted)
            count(kind, seen[static_cast<std::size_t>(kind)]);
        const auto& whole = seen[static_cast<std::size_t>(CommandKind::backward)];
        const auto& split = seen[static_cast<std::size_t>(CommandKind::input_gradient)];
        const bool either = !whole.empty() && !split.empty();
        for (const CommandKind kind : wanted) {
            const bool one_of_two = either && kind != CommandKind::forward && kind != CommandKind::recompute;
            const auto& other = kind == CommandKind::backward ? split : whole;
            const auto& own = seen[static_cast<std::size_t>(kind)];
            for (std::size_t i = 0; i < own.size(); ++i) {
                const Placement::Site at{static_cast<std::uint32_t>(i / m_m / m_v),
                                         static_cast<std::uint32_t>(i / m_m % m_v)};
                const auto mb = static_cast<std::uint32_t>(i % m_m);
                const bool instead = one_of_two && other[i] > 0;
                if (own[i] > 0 && instead && kind == CommandKind::backward)
                    complaints.add("schedule.command.double", [&] {
                        return name(m_graph.plan.request, kind, at, mb) + " is there, and so is its input gradient";
                    });
                if (own[i] == 0 && !instead && m_placement.runs(at.stage, at.chunk, mb))
                    complaints.add("schedule.command.missing",
                                   [&] { return name(m_graph.plan.request, kind, at, mb) + " is missing"; });
            }
        }
    }

    void count(CommandKind kind, std::vector<std::uint8_t>& seen)
    {
        seen.resize(m_p * m_v * m_m);
        for (CommandId id = 0; id < m_graph.size(); ++id) {
            if (m_graph.kind[id] != kind)
                continue;
            std::uint8_t& times = seen[(m_graph.stage[id] * m_v + m_graph.chunk[id]) * m_m + m_graph.microbatch[id]];
            if (times == 1)
                complaints.add("schedule.command.double", [&] { return describe(m_graph, id) + " is there twice"; });
            times = static_cast<std::uint8_t>(std::min(times + 1, 2));
        }
    }

    /// Does `id` list a command of one of these kinds and this place, or a transfer from it?
    [[nodiscard]] bool lists(CommandId id, std::span<const CommandKind> kinds, const Placement::Site& at) const
    {
        for (CommandId d : m_graph.dependencies(id)) {
            if (m_graph.kind[d] == CommandKind::send && !m_graph.dependencies(d).empty())
                d = m_graph.dependencies(d).front();
            if (std::find(kinds.begin(), kinds.end(), m_graph.kind[d]) != kinds.end() && m_graph.stage[d] == at.stage &&
                m_graph.chunk[d] == at.chunk && m_graph.microbatch[d] == m_graph.microbatch[id])
                return true;
        }
        return false;
    }
    void need(CommandId id, std::span<const CommandKind> kinds, const std::optional<Placement::Site>& at)
    {
        if (at && !lists(id, kinds, *at))
            complaints.add("schedule.dependency.missing", [&] {
                return describe(m_graph, id) + " does not wait for " +
                       name(m_graph.plan.request, kinds.front(), *at, m_graph.microbatch[id]);
            });
    }

    void needs(CommandId id)
    {
        static constexpr std::array forward{CommandKind::forward}, recompute{CommandKind::recompute},
            input{CommandKind::input_gradient};
        const Placement::Site own{m_graph.stage[id], m_graph.chunk[id]};
        switch (m_graph.kind[id]) {
        case CommandKind::forward: need(id, forward, m_placement.previous(own.stage, own.chunk)); break;
        case CommandKind::backward:
        case CommandKind::input_gradient:
            if (recompute_apart(m_graph.plan.request))
                need(id, recompute, own);
            [[fallthrough]];
        case CommandKind::recompute:
            need(id, forward, own);
            need(id, m_gradients, m_placement.next(own.stage, own.chunk));
            break;
        case CommandKind::weight_gradient: need(id, input, own); break;
        case CommandKind::send:
            if (m_graph.dependencies(id).empty())
                complaints.add("schedule.dependency.missing",
                               [&] { return describe(m_graph, id) + " waits for no producer"; });
            break;
        }
    }

    void length(const Timeline& timeline, CommandId id, double rounding)
    {
        const double start = timeline.start[id];
        const double end = timeline.end[id];
        if (!std::isfinite(start) || !std::isfinite(end) || start < 0)
            complaints.add("schedule.command.time",
                           [&] { return describe(m_graph, id) + " runs from " + at(start) + " to " + at(end); });
        else if (std::fabs(end - start - m_graph.duration(id)) > rounding)
            complaints.add("schedule.command.time", [&] {
                return describe(m_graph, id) + " runs from " + at(start) + " to " + at(end) + " but takes " +
                       at(m_graph.duration(id));
            });
    }

    void double_booking(const Timeline& timeline, const std::vector<CommandId>& by_start, std::size_t resource,
                        double rounding)
    {
        CommandId busy = kNoCommand;
        for (const CommandId id : by_start) {
            if (m_graph.is_second(id)) // runs with the first
                continue;
            if (busy != kNoCommand && timeline.start[id] < timeline.end[busy] - rounding)
                complaints.add("schedule.resource.double_booked", [&] {
                    return describe(m_graph, id) + " starts at " + at(timeline.start[id]) + " while " +
                           describe(m_graph, busy) + " runs until " + at(timeline.end[busy]) + " on the same " +
                           (resource < m_p ? "compute queue" : "link");
                });
            if (busy == kNoCommand || timeline.end[id] > timeline.end[busy])
                busy = id;
        }
    }

    void held(const Timeline& timeline, std::size_t stage, double cap)
    {
        struct Change {
            double time;
            int by; ///< a release at the same instant comes first
            CommandId id;
        };
        std::vector<Change> changes;
        const bool forward_only = !has_backward(m_graph.plan.request.kind);
        for (CommandId id = m_graph.queue_begin[stage]; id < m_graph.queue_begin[stage + 1]; ++id) {
            if (m_graph.kind[id] == CommandKind::forward) {
                changes.push_back({timeline.start[id], +1, id});
                if (forward_only)
                    changes.push_back({timeline.end[id], -1, id});
            }
            if (m_graph.is_backward(id))
                changes.push_back({timeline.end[id], -1, id});
        }
        std::stable_sort(changes.begin(), changes.end(), [](const Change& a, const Change& b) {
            return a.time != b.time ? a.time < b.time : a.by < b.by;
        });
        int count = 0;
        for (const Change& change : changes) {
            count += change.by;
            if (change.by > 0 && count > cap) {
                complaints.add("schedule.activation.cap", [&] {
                    return describe(m_graph, change.id) + " makes device " + std::to_string(stage) + " hold " +
                           std::to_string(count) + " chunks at " + at(change.time) + "; the cap is " + at(cap);
                });
                return;
            }
        }
    }

    void impossible(double makespan, double rounding)
    {
        const bool split =
            std::find(m_graph.kind.begin(), m_graph.kind.end(), CommandKind::weight_gradient) != m_graph.kind.end();
        const LowerBound least = lower_bound(m_graph.plan, split);
        if (makespan < *least.time - rounding)
            complaints.add("schedule.makespan.impossible", [&] {
                return "it ends at " + at(makespan) + "; no order of " + std::to_string(m_p) + " stages and " +
                       std::to_string(m_graph.plan.request.microbatches) + " microbatches ends before " +
                       at(*least.time);
            });
    }

    const CommandGraph& m_graph;
    std::size_t m_p;
    std::size_t m_v;
    std::size_t m_m;
    Placement m_placement;
    std::vector<CommandKind> m_gradients; ///< what hands a gradient on
};

} // namespace

Diagnostics verify(const CommandGraph& graph)
{
    Checker checker(graph);
    checker.structure();
    return checker.complaints.finish();
}

Diagnostics verify(const CommandGraph& graph, const Timeline& timeline, std::optional<double> cap)
{
    Checker checker(graph);
    checker.structure();
    checker.timetable(timeline, cap);
    return checker.complaints.finish();
}

} // namespace blueprinting::schedule
