#pragma once
#include "core/base/result.h"
#include "core/program/numbers.h"
#include "core/strategy/layout.h"

#include <functional>
#include <vector>

/// A whole model under a strategy: its kinds of block with the blocks that are of each, what stands outside the blocks,
/// and where all of it lies on the stages of the pipeline.
namespace blueprinting::program {

/// Blocks that are alike: one plan serves them all.
struct BlockKind {
    std::int64_t first = 0; ///< the first block that is of it
    std::int64_t count = 0;
    ir::PortablePlanIR plan;
    std::optional<ir::PortablePlanIR> kept{}; ///< of blocks that are not recomputed where others of a chunk are
};

/// What stands outside the blocks. A prediction module is its input, its head, and between them one more block like the
/// last one; the plans here are of the first two.
struct Part {
    block::PieceKind kind = block::PieceKind::embedding;
    ir::PortablePlanIR plan;
};

struct Program {
    model::Description model;
    strategy::Execution execution;
    bool plain = false;                         ///< a model of six numbers
    std::vector<BlockKind> kinds;               ///< in the order of their first blocks
    std::vector<std::size_t> kind_of;           ///< of each block, an index into kinds
    std::vector<Part> parts;                    ///< those that the model has
    std::vector<strategy::ChunkContent> chunks; ///< p·v of them; the c-th of stage i is number c·p + i
    std::int64_t pipeline_message_bytes = 0;    ///< of a microbatch, from one stage to the next
    /// Of every piece by its number: the kinds, the same kept, the parts. What is not there is empty.
    std::vector<PieceNumbers> numbers;

    [[nodiscard]] const Part* part(block::PieceKind kind) const;
    [[nodiscard]] std::size_t piece_of_kept(std::size_t kind) const { return kinds.size() + kind; }
    /// Of a part that the model has.
    [[nodiscard]] std::size_t piece_of_part(block::PieceKind kind) const
    {
        return 2 * kinds.size() + static_cast<std::size_t>(part(kind) - parts.data());
    }
    /// The plan of a piece; null where there is none.
    [[nodiscard]] const ir::PortablePlanIR* plan(std::size_t piece) const;
    [[nodiscard]] std::size_t pieces() const { return 2 * kinds.size() + parts.size(); }
    /// The kind of a prediction module's block.
    [[nodiscard]] std::size_t mtp_kind() const { return kind_of.back(); }
};

/// The execution must have passed the laws. strategy.pipeline.layout, and the errors of a compilation (workload.*).
/// Pure; any thread.
Result<Program> compile_program(const model::Description& model, const strategy::Execution& execution);

/// The same with its pipeline cut into these chunks, whatever the execution's layout says.
Result<Program> compile_program(const model::Description& model, const strategy::Execution& execution,
                                std::vector<strategy::ChunkContent> chunks);

/// Where the plan of a piece comes from: passes::piece_plan(), or one who has made others like it, such as Plans that
/// the model's strategies share.
using PlanOfPiece = std::function<Result<ir::PortablePlanIR>(const block::Piece&, const strategy::Execution&)>;
Result<Program> compile_program(const model::Description& model, const strategy::Execution& execution,
                                const PlanOfPiece& plan_of);

} // namespace blueprinting::program
