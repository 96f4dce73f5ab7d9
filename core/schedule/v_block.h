#pragma once
#include "core/schedule/command.h"

#include <array>

namespace blueprinting::schedule {

/// The schedules of arXiv 2405.15362: on a grid of unit slots the commands of one microbatch stand at fixed places and
/// those of each next one six slots on; weight gradients fill the free slots; then what stands before the first and
/// after the last whole block is pulled in as far as the memory of the block allows. Placement is fold().
struct VBlock {
    /// Slots on device i of the forwards of chunk 0 and 1 and the input gradients of chunk 1 and 0 of microbatch 0.
    std::array<std::int64_t, 4> (*slots)(std::int64_t p, std::int64_t i) = nullptr;
};

/// Of all devices. The block repeats: of more than 4p microbatches only the first and last 2p are pulled in.
Orders v_block_orders(const VBlock& block, std::int64_t p, std::int64_t m);

} // namespace blueprinting::schedule
