#pragma once
#include "core/program/piece_evaluation.h"
#include "ui/workspace/workspace.h"

#include <list>

/// What of a program a view of single tasks shows: one kind of its blocks, or what stands outside the blocks.
namespace blueprinting::ui {

/// "blocks 0–2 dense ×3", "all 32 blocks"
QString kind_title(const program::Program& program, std::size_t kind);

struct PieceChoice {
    QString key, title; ///< "3", "blocks 3–60 experts ×58"; "head", "head and loss"
    bool operator==(const PieceChoice&) const = default;
};
/// In the order of program::pieces_of().
std::vector<PieceChoice> piece_choices(const program::Program& program);
QString piece_title(const program::Program& program, const QString& key);

/// The piece to show: the one that was kept, where the program has it; but where that lacks the picked task
/// ("attn.q/forward", may be empty) the first that has it. Whatever picks a task so leads to where it stands.
QString shown_piece(const program::Program& program, const QString& kept, const QString& task);
/// Whether the piece has the task.
bool has_task(const program::Program& program, const QString& piece, const QString& task);

/// Remembers pieces that were compiled and priced, so that picking a task or coming back compiles nothing. GUI thread.
class PieceEvaluations {
public:
    /// Of the program of a result; null where the piece cannot be compiled or priced.
    std::shared_ptr<const program::PieceEvaluation> of(const StrategyResult& result, const QString& piece);

private:
    struct Known {
        std::shared_ptr<const program::Evaluation> program; ///< alive as long as it is remembered
        QString piece;
        std::shared_ptr<const program::PieceEvaluation> evaluation;
    };
    std::list<Known> m_known; ///< last used first
};

} // namespace blueprinting::ui
