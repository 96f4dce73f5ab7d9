#pragma once
#include "core/program/stage.h"

namespace blueprinting::program {

/// Bytes on the fullest rank of one stage.
enum class StageMemoryPart { weights, gradients, optimizer, activations, transient };
inline constexpr std::size_t kStageMemoryParts = 5;
std::string_view to_string(StageMemoryPart part);

struct StageMemory {
    std::array<double, kStageMemoryParts> bytes{};
    [[nodiscard]] double operator[](StageMemoryPart part) const { return bytes[static_cast<std::size_t>(part)]; }
    double& operator[](StageMemoryPart part) { return bytes[static_cast<std::size_t>(part)]; }
    [[nodiscard]] double total() const;
};

/// Bytes of a gradient as it is summed up: what the strategy says, else 4, of a model of six numbers the datatype's.
std::int64_t gradient_bytes(const Program& program);

/// Of every stage: weights, gradients and optimizer state as the sharding leaves them (arXiv 1910.02054); activations
/// of the microbatches in flight, as the order of the schedule holds them; and at its highest what a block works with,
/// or the head.
std::vector<StageMemory> stage_memory(const Program& program, const std::vector<StageContent>& stages);

} // namespace blueprinting::program
