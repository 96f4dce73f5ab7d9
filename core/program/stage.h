#pragma once
#include "core/program/metrics.h"
#include "core/program/program.h"
#include "core/strategy/derived.h"

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

/// Calls visit(plan, times) for every plan of a chunk: kinds of its blocks, embedding, prediction modules, head.
template <class Visit>
void for_each_plan(const Program& program, const strategy::ChunkContent& chunk, Visit&& visit)
{
    using block::PieceKind;
    if (chunk.embedding)
        visit(program.part(PieceKind::embedding)->plan, 1, PieceKind::embedding);
    // The first blocks of a chunk may be recomputed while the others are kept.
    std::vector<std::int64_t> counts(program.kinds.size(), 0), kept(program.kinds.size(), 0);
    for (std::int64_t i = 0; i < chunk.blocks; ++i) {
        const std::size_t kind = program.kind_of[static_cast<std::size_t>(chunk.first_block + i)];
        ++(program.kinds[kind].kept && i >= strategy::full_layers(program.execution) ? kept : counts)[kind];
    }
    for (std::size_t kind = 0; kind < counts.size(); ++kind) {
        if (counts[kind] > 0)
            visit(program.kinds[kind].plan, counts[kind], PieceKind::block);
        if (kept[kind] > 0)
            visit(*program.kinds[kind].kept, kept[kind], PieceKind::block);
    }
    if (chunk.mtp_modules > 0) {
        visit(program.part(PieceKind::mtp_input)->plan, chunk.mtp_modules, PieceKind::mtp_input);
        visit(program.kinds[program.mtp_kind()].plan, chunk.mtp_modules, PieceKind::block);
        visit(program.part(PieceKind::mtp_head)->plan, chunk.mtp_modules, PieceKind::mtp_head);
    }
    if (chunk.head)
        visit(program.part(PieceKind::head)->plan, 1, PieceKind::head);
}

} // namespace blueprinting::program
