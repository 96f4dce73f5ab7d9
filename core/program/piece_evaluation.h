#pragma once
#include "core/cost/estimate.h"
#include "core/passes/compile.h"
#include "core/program/component.h"
#include "core/program/program.h"
#include "core/system/system_profile.h"

#include <string>

namespace blueprinting::program {

/// What of a program can be looked at by itself: a kind of block, under the first block that is of it, or what stands
/// outside the blocks.
struct ProgramPiece {
    block::Piece piece;
    std::int64_t count = 1; ///< so many of it are in the model
    std::string key;        ///< "3" of the block with that number, "head": the same in every strategy of a model
    bool operator==(const ProgramPiece&) const = default;
};
/// The kinds of block in the order of their first blocks, then the parts. Never empty.
std::vector<ProgramPiece> pieces_of(const Program& program);
/// The piece that a key names; of a block that others are like, that block itself. Nothing where the program has none.
std::optional<ProgramPiece> find_piece(const Program& program, std::string_view key);

/// A piece compiled with its checkpoints, and each task of its plan priced in both views.
struct PieceEvaluation {
    ProgramPiece piece;
    passes::Compilation compilation;
    std::vector<Component> components;               ///< by task of the plan: what its time counts as
    std::vector<cost::TaskCost> peak_only, evidence; ///< by task of the plan
    /// By task, its part of the time that the piece's tasks take over a step: each microbatch's, and the optimizer's
    /// once. Sums to 1; all zero where no task takes time. Of a data sheet those of both views are the same.
    std::vector<double> shares;
    [[nodiscard]] const std::vector<cost::TaskCost>& in(cost::View view) const
    {
        return view == cost::View::peak_only ? peak_only : evidence;
    }
};

/// Prices are those that the estimate of the program is put together from. Errors as passes::compile() and estimate().
/// Pure; any thread.
Result<PieceEvaluation> evaluate_piece(const Program& program, const ProgramPiece& piece,
                                       const system::SystemProfile& system);

} // namespace blueprinting::program
