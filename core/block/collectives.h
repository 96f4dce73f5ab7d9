#pragma once
#include "core/block/operation.h"

namespace blueprinting::block {

/// An operation of the block, or a collective that stands between two.
struct Step {
    Operation operation;
    std::vector<std::size_t> inputs;      ///< steps before it, by index; kBlockInput for the block's input
    std::optional<strategy::Axis> over{}; ///< the axis of a collective, put in or the block's own
};
inline constexpr std::size_t kBlockInput = SIZE_MAX;

/// The operations in order, with a collective (whether its axis has more than one rank or not) wherever a value lies
/// otherwise than its reader wants it. It is called after the reader's section, f where each rank goes its own way from
/// it and g where all come together (Megatron-LM's names), and belongs to the region of its reader.
std::vector<Step> with_collectives(const Block& block);

} // namespace blueprinting::block
