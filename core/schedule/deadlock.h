#pragma once
#include "core/base/json_document.h"
#include "core/schedule/simulate.h"

namespace blueprinting::schedule {

/// A command by what it does, whether or not the order has it.
struct Named {
    CommandKind kind = CommandKind::forward;
    std::uint32_t path = 0;
    std::uint32_t virtual_stage = 0;
    std::uint32_t microbatch = 0;
    bool operator==(const Named&) const = default;
};

/// A device stands still in its next command, which needs another that is behind on its own device's queue. Where the
/// order has no such command, that is all there is to say: it is missing. Of an order that runs to its end and lacks
/// commands that nothing waits for, `waits_in` is the missing one too.
struct StandsStill {
    std::uint32_t device = 0;
    Named waits_in;
    Named needs;
    std::uint32_t on_device = 0;
    bool missing = false;
};

/// Why an order stands still: from the lowest device that does, each time to the device of the first need that is not
/// met, until one comes again.
struct Deadlock {
    double time = 0;     ///< when the last command that could run ended
    std::size_t ran = 0; ///< commands on compute queues
    std::size_t of = 0;
    std::vector<StandsStill> ring; ///< of transfers that wait for each other: empty
    std::string words;             ///< one sentence
    /// The same of each device that stands still, by device; of transfers that wait for each other: none.
    std::vector<StandsStill> waits{};
};

/// Nothing where every command can run and none is missing.
std::optional<Deadlock> find_deadlock(const CommandGraph& graph);

/// [{"device", "waits_in", "for", "on_device"}] or [{"missing", "device"}], commands as {"kind", "path", "g",
/// "microbatch"}.
Json ring_json(const Deadlock& deadlock);

/// 'F', 'B', 'I', 'W'; 'R' of a recompute.
char letter(CommandKind kind);

} // namespace blueprinting::schedule
