#pragma once
#include "core/schedule/simulate.h"

#include <span>

/// Orders that are made by hand, command by command: what is not placed yet, what could run now, and the steps of which
/// such an order is made. Devices count from 0, units (a command, or a joined pair) are counted within a device. Pure.
namespace blueprinting::schedule {

/// A command that belongs to a written order and stands nowhere in it.
struct Unplaced {
    std::uint32_t device = 0;
    Slot slot;
    bool operator==(const Unplaced&) const = default;
};

/// By device: first what was put aside, then what follows from the others. Each chunk has of each microbatch a forward,
/// and a whole backward, or both gradients where others of it are split.
std::vector<Unplaced> unplaced(const Request& request);

/// Whether an unplaced command could be the next of its device, and where it would run first.
struct NextUp {
    bool now = false;
    std::string why{};          ///< why not: what it needs is not placed, stands still, ends later; it passes the cap
    std::optional<int> place{}; ///< units before it where it runs first; none where what it needs does not run
};
/// `so_far` is the order as far as it goes; the device is free for more when its last command that ran has ended. `cap`
/// in full stages.
std::vector<NextUp> next_up(const Simulation& so_far, std::span<const Unplaced> commands, std::optional<double> cap);

/// The order with one thing changed. What is not there changes nothing. Transfers that the table lists are those of the
/// order as it was: they go.
WrittenOrder with_unit_at(WrittenOrder order, std::uint32_t device, int unit, int place); ///< before the place-th unit
WrittenOrder with_placed(WrittenOrder order, const Unplaced& command, int place);
WrittenOrder with_unit_aside(WrittenOrder order, std::uint32_t device, int unit);
/// A single forward and a single whole backward of a device run as one unit, where the first of the two stood. Nothing
/// where they are not such two.
std::optional<WrittenOrder> with_pair(WrittenOrder order, std::uint32_t device, int unit, int other);
WrittenOrder with_pair_parted(WrittenOrder order, std::uint32_t device, int unit);

/// As it is typed: a line a device, what is put aside behind a bar. What parse_order() reads back.
std::string typed_text(const WrittenOrder& order);

} // namespace blueprinting::schedule
