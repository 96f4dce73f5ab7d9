#pragma once
#include "core/program/stage.h"
#include "core/schedule/plan.h"

#include <array>
#include <map>
#include <span>

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

/// How many microbatches' chunks a stage holds at once where all of them are alike, along the order in which it runs
/// them. Learned once for each schedule. One thread.
class HeldChunks {
public:
    /// Whose stages are asked for next.
    void set(const strategy::Execution& execution);
    /// The most bytes that a stage holds, of what each of its chunks leaves of a microbatch.
    [[nodiscard]] double bytes(std::size_t stage, std::span<const double> each);

private:
    bool m_training = true;
    schedule::Request m_request;
    std::map<std::array<std::int64_t, 3>, std::vector<double>> m_most; ///< of p, v and m, by stage; −1: not yet
    std::vector<double>* m_now = nullptr;
};

/// What a microbatch leaves of these until its backward pass. (The head's is worked off at once: it is transient.)
double held_bytes_of(const Program& program, const std::vector<Portion>& chunk);

/// Of every stage: weights, gradients and optimizer state as the sharding leaves them (arXiv 1910.02054); activations
/// of the microbatches in flight, as the order of the schedule holds them; and at its highest what a block works with,
/// or the head.
std::vector<StageMemory> stage_memory(const Program& program);
/// The same of a program that is laid out, with held_bytes_of() each kind of chunk.
std::vector<StageMemory> stage_memory(const Program& program, const Laid& laid, std::span<const double> held,
                                      HeldChunks& schedules);

} // namespace blueprinting::program
