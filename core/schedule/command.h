#pragma once
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace blueprinting::schedule {

/// `send` is one transfer on its link: it starts at or after its producer's end, and its end is the receive.
enum class CommandKind : std::uint8_t { forward, backward, input_gradient, weight_gradient, recompute, send };
inline constexpr std::size_t kCommandKinds = 6;
std::string_view to_string(CommandKind kind); ///< "forward", "input_gradient", …

/// One place in a stage's order.
struct Slot {
    CommandKind kind = CommandKind::forward;
    std::uint32_t chunk = 0;
    std::uint32_t microbatch = 0;
    bool joined = false; ///< with the one after it: a forward and a whole backward that run as one
    bool operator==(const Slot&) const = default;
};
/// What each stage's compute queue does, in order.
using Orders = std::vector<std::vector<Slot>>;

/// A SEND or RECV in a device's row of a written table: the transfer of what a forward (backward) gives, chunk and
/// microbatch the acting device's own.
struct WrittenTransfer {
    bool send = true;
    bool backward = false;
    std::uint32_t chunk = 0;
    std::uint32_t microbatch = 0;
    bool operator==(const WrittenTransfer&) const = default;
};

} // namespace blueprinting::schedule
