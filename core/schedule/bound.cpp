#include "core/schedule/bound.h"

#include "core/schedule/placement.h"

#include <algorithm>

namespace blueprinting::schedule {
namespace {

/// Times along one path, in ticks: what stands on the queues, and the transfers beside them.
struct Path {
    std::vector<double> forward, backward, weight; ///< by virtual stage; backward is the input gradient where split
    std::vector<double> there, back;               ///< the hop from g to g+1, and from g to g−1
    std::vector<double> ahead;                     ///< of all forwards and hops before g
    std::vector<double> behind; ///< of all backwards and hops after the one of g, the last weight too
    std::vector<double> life;   ///< from a forward's start to its backward's end, at least
};

class Bound {
public:
    Bound(const Plan& plan, bool split, std::optional<BoundCap> cap)
        : m_plan(plan),
          m_placement(plan.request),
          m_split(split),
          m_backward(has_backward(plan.request.kind)),
          m_cap(cap)
    {
        for (std::uint32_t path = 0; path < m_placement.paths(); ++path)
            m_paths.push_back(path_of(path));
    }

    LowerBound find()
    {
        for (std::uint32_t device = 0; device < m_plan.request.stages; ++device)
            if (m_cap && largest_share(device) > m_cap->chunks)
                return {std::nullopt, named(device, " cannot hold one microbatch").substr(1)};
        for (std::uint32_t device = 0; device < m_plan.request.stages; ++device)
            offer(head(device) + work(device), "work of" + named(device, ""));
        for (std::uint32_t device = 0; m_cap && device < m_plan.request.stages; ++device)
            offer(head(device) + memory(device), "memory of" + named(device, ""));
        for (const Path& path : m_paths)
            offer(alone(path), "one microbatch alone");
        return {m_best / m_plan.times.ticks_per_unit, m_reason};
    }

    DeviceLimits limits(std::uint32_t device) const
    {
        const double per_unit = m_plan.times.ticks_per_unit;
        DeviceLimits out{head(device) / per_unit, std::vector<double>(static_cast<std::size_t>(m_plan.request.chunks))};
        for (std::uint32_t chunk = 0; chunk < m_plan.request.chunks; ++chunk)
            if (m_placement.exists(device, chunk)) {
                const Place& place = m_placement.place(device, chunk);
                out.life[chunk] = m_paths[place.path].life[place.virtual_stage] / per_unit;
            }
        return out;
    }

private:
    static std::string named(std::uint32_t device, const char* what)
    {
        return " device " + std::to_string(device) + what;
    }

    Path path_of(std::uint32_t which) const
    {
        Path out;
        const auto length = static_cast<std::uint32_t>(m_placement.length());
        const bool beside = m_plan.request.transfers != TransferMode::charged && m_plan.request.stages > 1;
        for (std::uint32_t g = 0; g < length; ++g) {
            const Placement::Site& at = m_placement.at(which, g);
            const ChunkTimes queue = m_placement.queue_times(m_plan, at.stage, at.chunk);
            out.forward.push_back(queue.forward);
            out.backward.push_back(!m_backward ? 0 : m_split ? queue.input_gradient : queue.backward);
            out.weight.push_back(m_split ? queue.weight_gradient : 0);
            const auto hop = [&](bool forward, double time) {
                return beside && m_placement.leaves(at.stage, at.chunk, forward) ? time : 0;
            };
            out.there.push_back(hop(true, queue.send_forward));
            out.back.push_back(m_backward ? hop(false, queue.send_backward) : 0);
        }
        double ahead = 0;
        double behind = out.weight.front();
        for (std::uint32_t g = 0; g < length; ++g) {
            out.ahead.push_back(ahead);
            ahead += out.forward[g] + out.there[g];
            behind += out.back[g];
            out.behind.push_back(behind);
            behind += out.backward[g];
        }
        out.life.resize(length);
        double life = 0;
        for (std::uint32_t g = length; g-- > 0;) {
            if (g + 1 < length)
                life += out.there[g] + out.back[g + 1];
            life += out.forward[g] + out.backward[g];
            out.life[g] = m_backward ? life : out.forward[g];
        }
        return out;
    }

    template <class Visit>
    void each_chunk(std::uint32_t device, Visit visit) const
    {
        for (std::uint32_t chunk = 0; chunk < m_plan.request.chunks; ++chunk)
            if (m_placement.exists(device, chunk)) {
                const Place& place = m_placement.place(device, chunk);
                visit(m_paths[place.path], place);
            }
    }
    template <class Value>
    double least(std::uint32_t device, Value value) const
    {
        double out = -1;
        each_chunk(device, [&](const Path& path, const Place& place) {
            const double here = value(path, place.virtual_stage);
            out = out < 0 ? here : std::min(out, here);
        });
        return std::max(out, 0.0);
    }
    double head(std::uint32_t device) const
    {
        return least(device, [](const Path& path, std::uint32_t g) { return path.ahead[g]; });
    }
    double tail(std::uint32_t device) const
    {
        return least(device, [](const Path& path, std::uint32_t g) { return path.behind[g]; });
    }

    double work(std::uint32_t device) const
    {
        double forward = 0;
        double backward = 0;
        double weight = 0;
        double whole = 0;
        each_chunk(device, [&](const Path& path, const Place& place) {
            const std::uint32_t g = place.virtual_stage;
            forward += path.forward[g];
            backward += path.backward[g];
            weight += path.weight[g];
            const Placement::Site& at = m_placement.at(place.path, g);
            whole += m_backward ? m_placement.queue_times(m_plan, at.stage, at.chunk).backward : 0;
        });
        const double items = m_placement.items();
        const double hidden = parameter(m_plan.request, kHidden).value_or(0);
        if (!m_split)
            return items * (forward + backward - hidden * std::min(forward, backward)) + tail(device);
        const bool either = m_plan.request.kind->has(CommandKind::backward);
        const double all = either ? std::min(backward + weight, whole) : backward + weight;
        // With every weight gradient last, the way back of the last input gradient runs beside them.
        return items * (forward - hidden * std::min(forward, all)) +
               std::max(items * all, items * (all - weight) + tail(device));
    }

    double largest_share(std::uint32_t device) const
    {
        std::vector<double> by_path(m_paths.size());
        each_chunk(device, [&](const Path&, const Place& place) { by_path[place.path] += 1; });
        return *std::max_element(by_path.begin(), by_path.end());
    }

    double memory(std::uint32_t device) const
    {
        const bool until_weight = m_split && m_cap->until == HeldUntil::weight_gradient;
        double held = 0;
        each_chunk(device, [&](const Path& path, const Place& place) {
            held += path.life[place.virtual_stage] + (until_weight ? path.weight[place.virtual_stage] : 0);
        });
        return held * m_placement.items() / m_cap->chunks + (until_weight ? 0 : tail(device));
    }

    double alone(const Path& path) const
    {
        return m_backward ? path.life.front() + path.weight.front() : path.ahead.back() + path.forward.back();
    }

    void offer(double time, std::string reason)
    {
        if (time <= m_best * (1 + 1e-12) && !m_reason.empty())
            return;
        m_best = time;
        m_reason = std::move(reason);
    }

    const Plan& m_plan;
    Placement m_placement;
    bool m_split;
    bool m_backward;
    std::optional<BoundCap> m_cap;
    std::vector<Path> m_paths;
    double m_best = 0;
    std::string m_reason;
};

} // namespace

LowerBound lower_bound(const Plan& plan, bool split, std::optional<BoundCap> cap)
{
    return Bound(plan, split, cap).find();
}

std::vector<DeviceLimits> device_limits(const Plan& plan, bool split)
{
    const Bound bound(plan, split, std::nullopt);
    std::vector<DeviceLimits> out;
    for (std::uint32_t device = 0; device < plan.request.stages; ++device)
        out.push_back(bound.limits(device));
    return out;
}

LowerBound lower_bound(const Plan& plan, std::optional<BoundCap> cap)
{
    bool split = splits_backward(plan.request.kind);
    if (plan.request.written) {
        split = false;
        for (const auto& device : plan.request.written->orders)
            for (const Slot& slot : device)
                split = split || slot.kind == CommandKind::weight_gradient;
    }
    return lower_bound(plan, split, cap);
}

} // namespace blueprinting::schedule
