#include "core/schedule/hand_order.h"

#include "core/base/format.h"
#include "core/schedule/command_needs.h"
#include "core/schedule/deadlock.h"
#include "core/schedule/schedule.h"

#include <algorithm>
#include <cmath>

namespace blueprinting::schedule {
namespace {

using Row = std::vector<Slot>;

/// Which commands of a chunk's microbatch stand in an order, as bits by kind.
class Present {
public:
    Present(const Request& request, const WrittenOrder& order)
        : m_chunks(static_cast<std::size_t>(request.chunks)),
          m_microbatches(static_cast<std::size_t>(request.microbatches)),
          m_bits(order.orders.size() * m_chunks * m_microbatches),
          m_of_chunk(order.orders.size() * m_chunks)
    {
        for (const Orders* orders : {&order.orders, &order.aside})
            for (std::size_t device = 0; device < orders->size(); ++device)
                for (const Slot& slot : (*orders)[device]) {
                    const auto bit = static_cast<std::uint8_t>(1U << static_cast<unsigned>(slot.kind));
                    m_bits[(device * m_chunks + slot.chunk) * m_microbatches + slot.microbatch] |= bit;
                    m_of_chunk[device * m_chunks + slot.chunk] |= bit;
                    m_any |= bit;
                }
    }
    [[nodiscard]] bool has(std::size_t device, std::size_t chunk, std::size_t microbatch, CommandKind kind) const
    {
        return bit(m_bits[(device * m_chunks + chunk) * m_microbatches + microbatch], kind);
    }
    /// Backwards of this chunk are split, or, where it has none, those of other chunks.
    [[nodiscard]] bool split(std::size_t device, std::size_t chunk) const
    {
        const std::uint8_t own = m_of_chunk[device * m_chunks + chunk];
        const bool own_split = bit(own, CommandKind::input_gradient) || bit(own, CommandKind::weight_gradient);
        if (own_split || bit(own, CommandKind::backward))
            return own_split;
        return !bit(m_any, CommandKind::backward) &&
               (bit(m_any, CommandKind::input_gradient) || bit(m_any, CommandKind::weight_gradient));
    }

private:
    static bool bit(std::uint8_t bits, CommandKind kind) { return (bits >> static_cast<unsigned>(kind) & 1U) != 0; }

    std::size_t m_chunks, m_microbatches;
    std::vector<std::uint8_t> m_bits, m_of_chunk;
    std::uint8_t m_any = 0;
};

/// Where units begin in a row, and one past its end.
std::vector<std::size_t> units_of(const Row& row)
{
    std::vector<std::size_t> out;
    for (std::size_t i = 0; i < row.size(); i += row[i].joined ? 2 : 1)
        out.push_back(i);
    out.push_back(row.size());
    return out;
}

bool has_unit(const Row& row, int unit) { return unit >= 0 && unit + 1 < static_cast<int>(units_of(row).size()); }

/// A row without a unit, and the unit.
std::pair<Row, Row> without(Row row, int unit)
{
    const auto units = units_of(row);
    const auto at = static_cast<std::size_t>(unit);
    const auto from = row.begin() + static_cast<std::ptrdiff_t>(units[at]);
    const auto to = row.begin() + static_cast<std::ptrdiff_t>(units[at + 1]);
    Row taken(from, to);
    row.erase(from, to);
    return {std::move(row), std::move(taken)};
}

void insert(Row& row, int place, const Row& unit)
{
    const auto units = units_of(row);
    const auto at = static_cast<std::size_t>(std::clamp(place, 0, static_cast<int>(units.size()) - 1));
    row.insert(row.begin() + static_cast<std::ptrdiff_t>(units[at]), unit.begin(), unit.end());
}

bool same_command(const Slot& a, const Slot& b)
{
    return a.kind == b.kind && a.chunk == b.chunk && a.microbatch == b.microbatch;
}

class Next {
public:
    Next(const Simulation& so_far, std::optional<double> cap) : m_simulation(so_far), m_needs(so_far.graph), m_cap(cap)
    {
        const CommandGraph& graph = so_far.graph;
        for (std::uint32_t device = 0; device < graph.stages(); ++device) {
            std::int64_t held = 0;
            double free = 0;
            for (CommandId id = graph.queue_begin[device]; id < graph.queue_begin[device + 1]; ++id) {
                if (!std::isfinite(end(id)))
                    continue;
                held += graph.kind[id] == CommandKind::forward ? 1 : graph.is_backward(id) ? -1 : 0;
                free = std::max(free, end(id));
            }
            m_held.push_back(held);
            m_free.push_back(free);
        }
    }

    [[nodiscard]] NextUp of(const Unplaced& command) const
    {
        NextUp out;
        double ready = 0;
        for (const CommandNeeds::Need& need :
             m_needs.of(command.slot.kind, {command.device, command.slot.chunk}, command.slot.microbatch)) {
            const std::string name = text(need, command.slot.microbatch);
            if (need.id == kNoCommand) {
                out.why = "needs " + name + ", which is not placed";
                return out;
            }
            if (!std::isfinite(end(need.id))) {
                out.why = "needs " + name + ", which stands still";
                return out;
            }
            if (end(need.id) > ready)
                ready = end(need.id);
            if (end(need.id) > m_free[command.device] * (1 + 1e-9))
                out.why = "needs " + name + ", which ends at " + time_text(plan(), end(need.id));
        }
        out.place = place(command.device, ready);
        const double parts = parts_of_a_stage(plan().request);
        if (out.why.empty() && command.slot.kind == CommandKind::forward && m_cap &&
            static_cast<double>(m_held[command.device] + 1) / parts > *m_cap * (1 + 1e-9))
            out.why = "would pass the cap of " + format::shortest(*m_cap);
        out.now = out.why.empty();
        return out;
    }

private:
    [[nodiscard]] const Plan& plan() const { return m_simulation.graph.plan; }
    [[nodiscard]] double end(CommandId id) const { return m_simulation.timeline.end[id]; }

    [[nodiscard]] std::string text(const CommandNeeds::Need& need, std::uint32_t microbatch) const
    {
        std::string word{to_string(need.kind)};
        std::replace(word.begin(), word.end(), '_', ' ');
        const Request& request = plan().request;
        return word + ' ' + item_text(request, microbatch) +
               (request.chunks > 1 ? " (chunk " + std::to_string(need.at.chunk + 1) + ')' : "") + " of device " +
               std::to_string(need.at.stage);
    }

    /// Before the first unit that starts when it is ready, or later, or never.
    [[nodiscard]] int place(std::uint32_t device, double ready) const
    {
        const CommandGraph& graph = m_simulation.graph;
        const double grain = 1e-9 * (1 + m_simulation.timeline.makespan);
        int out = 0;
        for (CommandId id = graph.queue_begin[device]; id < graph.queue_begin[device + 1]; ++id) {
            if (graph.is_second(id))
                continue;
            if (!(m_simulation.timeline.start[id] < ready - grain))
                break;
            ++out;
        }
        return out;
    }

    const Simulation& m_simulation;
    CommandNeeds m_needs;
    std::optional<double> m_cap;
    std::vector<std::int64_t> m_held; ///< by device, chunks at its last end
    std::vector<double> m_free;
};

} // namespace

std::vector<Unplaced> unplaced(const Request& request)
{
    std::vector<Unplaced> out;
    if (!request.written)
        return out;
    const WrittenOrder& order = *request.written;
    const Present present(request, order);
    for (std::uint32_t device = 0; device < order.orders.size(); ++device) {
        if (device < order.aside.size())
            for (const Slot& slot : order.aside[device])
                out.push_back({device, slot});
        for (std::uint32_t chunk = 0; chunk < order.virtual_stages[device].size(); ++chunk)
            for (std::uint32_t mb = 0; mb < request.microbatches; ++mb) {
                const auto has = [&](CommandKind kind) { return present.has(device, chunk, mb, kind); };
                const auto lacks = [&](CommandKind kind) {
                    if (!has(kind))
                        out.push_back({device, {kind, chunk, mb, false}});
                };
                lacks(CommandKind::forward);
                const bool any_split = has(CommandKind::input_gradient) || has(CommandKind::weight_gradient);
                if (!has(CommandKind::backward) && (any_split || present.split(device, chunk))) {
                    lacks(CommandKind::input_gradient);
                    lacks(CommandKind::weight_gradient);
                } else if (!any_split) {
                    lacks(CommandKind::backward);
                }
            }
    }
    return out;
}

std::vector<NextUp> next_up(const Simulation& so_far, std::span<const Unplaced> commands, std::optional<double> cap)
{
    std::vector<NextUp> out;
    const Next next(so_far, cap);
    for (const Unplaced& each : commands)
        out.push_back(next.of(each));
    return out;
}

WrittenOrder with_unit_at(WrittenOrder order, std::uint32_t device, int unit, int place)
{
    if (device >= order.orders.size() || !has_unit(order.orders[device], unit))
        return order;
    auto [row, taken] = without(std::move(order.orders[device]), unit);
    insert(row, place > unit ? place - 1 : place, taken);
    order.orders[device] = std::move(row);
    order.transfers.clear();
    return order;
}

WrittenOrder with_placed(WrittenOrder order, const Unplaced& command, int place)
{
    if (command.device >= order.orders.size())
        return order;
    if (command.device < order.aside.size())
        std::erase_if(order.aside[command.device], [&](const Slot& slot) { return same_command(slot, command.slot); });
    if (std::ranges::all_of(order.aside, &Row::empty))
        order.aside.clear();
    Slot slot = command.slot;
    slot.joined = false;
    insert(order.orders[command.device], place, {slot});
    order.transfers.clear();
    return order;
}

WrittenOrder with_unit_aside(WrittenOrder order, std::uint32_t device, int unit)
{
    if (device >= order.orders.size() || !has_unit(order.orders[device], unit))
        return order;
    auto [row, taken] = without(std::move(order.orders[device]), unit);
    order.orders[device] = std::move(row);
    order.aside.resize(order.orders.size());
    for (Slot slot : taken) {
        slot.joined = false;
        order.aside[device].push_back(slot);
    }
    order.transfers.clear();
    return order;
}

std::optional<WrittenOrder> with_pair(WrittenOrder order, std::uint32_t device, int unit, int other)
{
    if (device >= order.orders.size() || unit == other)
        return std::nullopt;
    Row& row = order.orders[device];
    if (!has_unit(row, unit) || !has_unit(row, other))
        return std::nullopt;
    const auto [first, last] = std::minmax(unit, other);
    auto [rest, later] = without(row, last);
    auto [kept, earlier] = without(std::move(rest), first);
    if (earlier.size() != 1 || later.size() != 1)
        return std::nullopt;
    Row pair{earlier.front(), later.front()};
    if (pair[0].kind != CommandKind::forward)
        std::swap(pair[0], pair[1]);
    if (pair[0].kind != CommandKind::forward || pair[1].kind != CommandKind::backward)
        return std::nullopt;
    pair[0].joined = true;
    insert(kept, first, pair);
    row = std::move(kept);
    order.transfers.clear();
    return order;
}

WrittenOrder with_pair_parted(WrittenOrder order, std::uint32_t device, int unit)
{
    if (device >= order.orders.size() || !has_unit(order.orders[device], unit))
        return order;
    Row& row = order.orders[device];
    row[units_of(row)[static_cast<std::size_t>(unit)]].joined = false;
    order.transfers.clear();
    return order;
}

std::string typed_text(const WrittenOrder& order)
{
    std::string out;
    for (std::size_t device = 0; device < order.orders.size(); ++device) {
        const auto action = [&](const Slot& slot) {
            return std::to_string(order.virtual_stages[device][slot.chunk]) + letter(slot.kind) +
                   std::to_string(slot.microbatch);
        };
        std::string line;
        const auto add = [&](const std::string& cell) { line += (line.empty() ? "" : " ") + cell; };
        const Row& row = order.orders[device];
        for (std::size_t i = 0; i < row.size(); ++i) {
            if (row[i].joined && i + 1 < row.size()) {
                add('(' + action(row[i]) + ';' + action(row[i + 1]) + ")OVERLAP_F_B");
                ++i;
            } else {
                add(action(row[i]));
            }
        }
        if (device < order.aside.size() && !order.aside[device].empty()) {
            add("|");
            for (const Slot& slot : order.aside[device])
                add(action(slot));
        }
        // A device without commands is a bar with nothing behind it: a blank line at the end would be no device.
        out += (line.empty() ? "|" : line) + '\n';
    }
    return out;
}

} // namespace blueprinting::schedule
