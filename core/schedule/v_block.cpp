#include "core/schedule/v_block.h"

#include <algorithm>
#include <tuple>

namespace blueprinting::schedule {
namespace {

constexpr std::int64_t kStep = 6; ///< slots a microbatch

/// The commands of a microbatch on a device, as they stand in a block: forward of chunk 0, of chunk 1, input gradient
/// of chunk 1, of chunk 0.
enum Part : std::size_t { kF0, kF1, kI1, kI0 };
constexpr std::array<Part, 4> kParts{kF0, kF1, kI1, kI0};

/// What stands in a slot of a device.
struct Cell {
    std::int8_t part = -1;
    std::int32_t microbatch = 0;
};

/// Forwards and input gradients of a device by slot; weight gradients follow from them.
class Lane {
public:
    void place(std::int64_t slot, Part part, std::int64_t microbatch)
    {
        if (static_cast<std::size_t>(slot) >= m_cells.size())
            m_cells.resize(static_cast<std::size_t>(slot) + 1);
        m_cells[static_cast<std::size_t>(slot)] = {static_cast<std::int8_t>(part),
                                                   static_cast<std::int32_t>(microbatch)};
    }
    [[nodiscard]] bool free(std::int64_t slot) const { return m_cells[static_cast<std::size_t>(slot)].part < 0; }

    /// Runs the lane through, and notes how much it holds before each slot. The most that it holds.
    std::int32_t fill()
    {
        m_before.assign(m_cells.size() + 1, {});
        std::int32_t most = 0;
        State now;
        for (std::size_t s = 0; s < m_cells.size(); ++s) {
            m_before[s] = now;
            now.pass(m_cells[s]);
            most = std::max(most, now.held);
        }
        m_before.back() = now;
        return most;
    }

    /// Whether what stands in `from` may stand in the free slot `to` before it, and the device never hold more than
    /// `cap`; moves it if so. What is the same before and after need not be looked at: it was within the cap.
    bool move(std::int64_t from, std::int64_t to, std::int32_t cap)
    {
        std::swap(m_cells[static_cast<std::size_t>(from)], m_cells[static_cast<std::size_t>(to)]);
        m_trial.clear();
        State now = m_before[static_cast<std::size_t>(to)];
        for (auto s = static_cast<std::size_t>(to); s < m_cells.size(); ++s) {
            if (s > static_cast<std::size_t>(from) && now == m_before[s])
                break;
            m_trial.push_back(now);
            now.pass(m_cells[s]);
            if (now.held > cap) {
                std::swap(m_cells[static_cast<std::size_t>(from)], m_cells[static_cast<std::size_t>(to)]);
                return false;
            }
        }
        std::copy(m_trial.begin(), m_trial.end(), m_before.begin() + to);
        return true;
    }

    [[nodiscard]] const std::vector<Cell>& cells() const { return m_cells; }

private:
    struct State {
        std::int32_t held = 0; ///< chunks, until their weight gradient
        std::int32_t open = 0; ///< input gradients without one
        bool operator==(const State&) const = default;

        void pass(const Cell& cell)
        {
            if (cell.part < 0) {
                held -= open > 0;
                open -= open > 0;
            } else if (cell.part == kF0 || cell.part == kF1) {
                ++held;
            } else {
                ++open;
            }
        }
    };

    std::vector<Cell> m_cells;
    std::vector<State> m_before;
    std::vector<State> m_trial;
};

/// Slots of every forward and input gradient of m microbatches.
class Grid {
public:
    Grid(const VBlock& block, std::int64_t p, std::int64_t m)
        : m_p(p), m_m(m), m_slots(static_cast<std::size_t>(p * m * 4))
    {
        for (std::int64_t i = 0; i < p; ++i) {
            const auto first = block.slots(p, i);
            for (std::int64_t k = 0; k < m; ++k)
                for (const Part part : kParts)
                    at(i, k, part) = first[part] + kStep * k;
        }
    }

    std::int64_t& at(std::int64_t i, std::int64_t k, Part part)
    {
        return m_slots[static_cast<std::size_t>((i * m_m + k) * 4) + part];
    }

    void pull_in()
    {
        std::vector<Lane> lanes(static_cast<std::size_t>(m_p));
        std::int32_t cap = 0;
        for (std::int64_t i = 0; i < m_p; ++i) {
            Lane& lane = lanes[static_cast<std::size_t>(i)];
            for (std::int64_t k = 0; k < m_m; ++k)
                for (const Part part : kParts)
                    lane.place(at(i, k, part), part, k);
            cap = std::max(cap, lane.fill());
        }
        const std::int64_t begin = at(0, 0, kI0);
        const std::int64_t end = at(0, m_m - 1, kF0);
        for (const Command& c : outside(begin, end)) {
            std::int64_t& slot = at(c.device, c.microbatch, c.part);
            Lane& lane = lanes[static_cast<std::size_t>(c.device)];
            for (std::int64_t to = earliest(c); to < slot; ++to)
                if (lane.free(to) && lane.move(slot, to, cap)) {
                    slot = to;
                    break;
                }
        }
    }

private:
    struct Command {
        std::int64_t slot, device;
        Part part;
        std::int64_t microbatch;
        bool operator<(const Command& o) const
        {
            return std::tie(slot, device, part) < std::tie(o.slot, o.device, o.part);
        }
    };

    /// What runs before the first block is whole and after the last one was.
    std::vector<Command> outside(std::int64_t begin, std::int64_t end)
    {
        std::vector<Command> out;
        for (std::int64_t i = 0; i < m_p; ++i)
            for (std::int64_t k = 0; k < m_m; ++k)
                for (const Part part : kParts)
                    if (const std::int64_t slot = at(i, k, part); slot <= begin || slot > end)
                        out.push_back({slot, i, part, k});
        std::sort(out.begin(), out.end());
        return out;
    }

    /// Behind all that it needs and behind the same of the microbatch before.
    std::int64_t earliest(const Command& c)
    {
        std::int64_t out = 0;
        const auto after = [&](std::int64_t device, std::int64_t k, Part part) {
            out = std::max(out, 1 + at(device, k, part));
        };
        const auto [i, k] = std::pair(c.device, c.microbatch);
        const bool first = i == 0;
        const bool last = i == m_p - 1;
        switch (c.part) {
        case kF0:
            if (!first)
                after(i - 1, k, kF0);
            break;
        case kF1: after(last ? i : i + 1, k, last ? kF0 : kF1); break;
        case kI1:
            after(i, k, kF1);
            if (!first)
                after(i - 1, k, kI1);
            break;
        case kI0:
            after(i, k, kF0);
            after(last ? i : i + 1, k, last ? kI1 : kI0);
            break;
        }
        if (k > 0)
            after(i, k - 1, c.part);
        return out;
    }

    std::int64_t m_p, m_m;
    std::vector<std::int64_t> m_slots;
};

/// A device's commands in the order of their slots, its weight gradients in the free ones, oldest first.
std::vector<Slot> with_weights(const std::vector<Cell>& cells, std::size_t commands)
{
    std::vector<Slot> out;
    out.reserve(commands);
    std::vector<Slot> open;
    std::size_t done = 0;
    const auto weight = [&] { out.push_back(open[done++]); };
    for (const Cell& cell : cells) {
        if (cell.part < 0) {
            if (done < open.size())
                weight();
            continue;
        }
        const auto mb = static_cast<std::uint32_t>(cell.microbatch);
        const std::uint32_t chunk = cell.part == kF1 || cell.part == kI1;
        const bool forward = cell.part == kF0 || cell.part == kF1;
        out.push_back({forward ? CommandKind::forward : CommandKind::input_gradient, chunk, mb});
        if (!forward)
            open.push_back({CommandKind::weight_gradient, chunk, mb});
    }
    while (done < open.size())
        weight();
    return out;
}

} // namespace

Orders v_block_orders(const VBlock& block, std::int64_t p, std::int64_t m)
{
    const std::int64_t edge = std::min(m, 4 * p);
    Grid pulled(block, p, edge);
    pulled.pull_in();
    Grid whole(block, p, m);
    const std::int64_t kept = edge < m ? 2 * p : edge;
    Orders out;
    for (std::int64_t i = 0; i < p; ++i) {
        Lane lane;
        for (std::int64_t k = 0; k < m; ++k)
            for (const Part part : kParts) {
                std::int64_t slot = whole.at(i, k, part);
                if (k < kept)
                    slot = pulled.at(i, k, part);
                else if (k >= m - 2 * p)
                    slot = pulled.at(i, k - (m - edge), part) + kStep * (m - edge);
                lane.place(slot, part, k);
            }
        out.push_back(with_weights(lane.cells(), static_cast<std::size_t>(6 * m)));
    }
    return out;
}

} // namespace blueprinting::schedule
