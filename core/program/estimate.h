#pragma once
#include "core/cost/estimate.h"
#include "core/program/makespan.h"
#include "core/program/stage_memory.h"
#include "core/program/stage_times.h"

namespace blueprinting::program {

struct StageEstimate {
    StageContent content;
    StageMemory memory;
    StageTime time;
};

/// Time and memory of any model under a strategy.
struct ProgramEstimate {
    cost::View view = cost::View::peak_only;
    bool training = true;
    Breakdown breakdown; ///< one iteration; of the stages the mean, and what each waits for in the bubble
    Seconds total;
    std::vector<StageEstimate> stages;
    std::size_t fullest = 0; ///< the stage that needs most memory
    Bytes capacity;
    Diagnostics findings;
    [[nodiscard]] Bytes needed() const { return Bytes(stages[fullest].memory.total()); }
    [[nodiscard]] bool fits() const { return needed() <= capacity; }
};

/// Prices a program on a system. The total is the simulated makespan of stages that each have times of their own, and
/// behind it the step of the stage whose step takes longest. Errors: system.missing_rate, system.network.no_all_to_all,
/// cost.not_finite. Pure; any thread.
Result<ProgramEstimate> estimate(const Program& program, const system::SystemProfile& system, cost::View view);

/// Time and memory of every stage by itself, as estimate() has them; what one waits for another is not looked at.
Result<std::vector<StageEstimate>> stage_estimates(const Program& program, const system::SystemProfile& system,
                                                   cost::View view);

/// True things about a result that refuse nothing.
Diagnostics findings_of(const Program& program, const ProgramEstimate& estimate);

} // namespace blueprinting::program
