#pragma once
#include "core/program/makespan.h"
#include "core/program/prices.h"
#include "core/program/stage_times.h"

#include <map>

namespace blueprinting::program {

/// An iteration and its memory, put together of the numbers and prices of a program's pieces. The single estimate and
/// the search over many strategies use it alike, so that their figures are the same to the last bit. Reused: what it
/// has learned of schedules stays. One thread.
class Composition {
public:
    /// All but how long the pipeline takes. What is handed in must outlive it.
    void put_together(const Program& program, const Laid& laid, const Prices& prices);

    [[nodiscard]] std::size_t stages() const { return m_laid->of_stage.size(); }
    [[nodiscard]] const StageMemory& memory(std::size_t stage) const { return m_memory[stage]; }
    /// The first of the stages that need most memory.
    [[nodiscard]] std::size_t fullest() const { return m_fullest; }
    [[nodiscard]] StageTime time(std::size_t stage) const;
    [[nodiscard]] Pipeline& pipeline() { return m_pipeline; }
    /// The components of an iteration whose microbatches take so long: of the stages the mean, what each waits for in
    /// the bubble, and the step of the stage whose step takes longest.
    [[nodiscard]] Breakdown breakdown(double span) const;

private:
    struct Chunk {
        ChunkTime time;
        double forward = 0, backward = 0; ///< all of it
        double bytes = 0;                 ///< that a microbatch leaves until its backward pass
    };
    struct Stage {
        Breakdown microbatch, step;
        Seconds step_total;
    };
    [[nodiscard]] Chunk chunk(const std::vector<Portion>& portions) const;
    [[nodiscard]] Breakdown step(const StageKind& stage) const;

    const Program* m_program = nullptr;
    const Laid* m_laid = nullptr;
    const Prices* m_prices = nullptr;
    std::vector<Chunk> m_chunks;       ///< by kind
    std::vector<Stage> m_stages;       ///< by kind
    std::vector<StageMemory> m_memory; ///< of each stage
    std::size_t m_fullest = 0;
    HeldChunks m_held;
    Pipeline m_pipeline;
};

} // namespace blueprinting::program
