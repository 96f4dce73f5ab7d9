#pragma once
#include "core/program/program.h"

namespace blueprinting::program {

/// So many of a piece (Program::numbers) within a chunk.
struct Portion {
    std::size_t piece = 0;
    std::int64_t count = 0;
    block::PieceKind kind = block::PieceKind::block;
    bool operator==(const Portion&) const = default;
};

/// Stages that hold the same, wherever they stand in the pipeline.
struct StageKind {
    std::vector<std::size_t> chunks; ///< in the order of a microbatch, by their kind
    std::int64_t blocks = 0;
    std::int64_t mtp_modules = 0;
    bool embedding = false, head = false;
    std::int64_t missing_tables = 0; ///< copies that a prediction module away from embedding or head needs
    std::int64_t copied_tables = 0;  ///< as StageContent says
};

/// A program's chunks and stages, those that are alike told once. It depends on the model, on the layout and on the
/// numbers of stages and chunks alone.
struct Laid {
    std::vector<std::vector<Portion>> chunks; ///< by kind
    std::vector<StageKind> stages;            ///< by kind
    std::vector<std::size_t> of_stage;        ///< the kind of each stage
};
Laid laid(const Program& program);

} // namespace blueprinting::program
