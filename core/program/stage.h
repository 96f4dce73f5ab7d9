#pragma once
#include "core/program/laid.h"

namespace blueprinting::program {

/// What one stage of a pipeline holds. Stages count from 0.
struct StageContent {
    std::int64_t index = 0;
    std::vector<strategy::ChunkContent> chunks; ///< in the order of a microbatch
    std::int64_t blocks = 0;
    std::int64_t mtp_modules = 0;
    bool embedding = false, head = false;
    /// Of a table that another stage has too: the copy of a tied head, or of a prediction module away from embedding or
    /// head. Its gradient is summed with the other's once a step.
    std::int64_t copied_tables = 0;
    Weights weights; ///< on one rank, copies among them
};
std::vector<StageContent> stage_contents(const Program& program);

/// Elements of a vocabulary's table on one rank; 0 without one.
double table_elements(const Program& program);
/// The weights of stages of a kind, copies among them.
Weights weights_of(const Program& program, const Laid& laid, const StageKind& stage);

} // namespace blueprinting::program
