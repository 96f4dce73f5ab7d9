#pragma once
#include "core/program/program.h"
#include "core/schedule/stage_source.h"

namespace blueprinting::schedule {

/// A path's chunks in their order cut into `count` others: each is divided and the parts put together again, blocks as
/// evenly as they go, the embedding staying first, prediction modules and head last.
std::vector<strategy::ChunkContent> recut(const std::vector<strategy::ChunkContent>& chunks, std::size_t count);

/// The stages of any model's strategy, each with the times of what it holds (embedding, blocks, prediction modules,
/// head). In charged mode the makespan of the strategy's own schedule is that of the estimate. Of another number of
/// chunks the layout is recut(); where a kind places chunks otherwise, each device holds what stands there. Bytes are
/// those of each stage's memory. Errors of a plan are also those of program::compile_program() and
/// program::stage_estimates().
std::shared_ptr<const StageSource> stages_of(std::shared_ptr<const program::Program> program,
                                             const system::SystemProfile& system, cost::View view);

} // namespace blueprinting::schedule
