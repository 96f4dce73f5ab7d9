#include "ui/workspace/pieces.h"

#include "core/base/format.h"
#include "ui/style/shown.h"
#include "ui/style/words.h"

#include <algorithm>

namespace blueprinting::ui {
namespace {

constexpr std::size_t kMostKnown = 24;

QString part_title(block::PieceKind kind)
{
    switch (kind) {
    case block::PieceKind::embedding: return Words::tr("embedding");
    case block::PieceKind::head: return Words::tr("head and loss");
    case block::PieceKind::mtp_input: return Words::tr("input of a prediction module");
    case block::PieceKind::mtp_head: return Words::tr("head of a prediction module");
    default: return {};
    }
}

/// As task_key() of the IR view and the keys of the Timing view spell it.
bool is_named(const ir::PortableTask& task, const QString& key)
{
    return shown(task.name) == key.section(QLatin1Char('/'), 0, 0) &&
           shown(to_string(task.phase)) == key.section(QLatin1Char('/'), 1, 1) &&
           key.endsWith(QLatin1String("/edge")) == (task.scope == ir::BlockScope::edge);
}

/// The plan of a piece of the list, as the program itself was put together from it.
const ir::PortablePlanIR& plan_of(const program::Program& program, std::size_t place)
{
    return place < program.kinds.size() ? program.kinds[place].plan : program.parts[place - program.kinds.size()].plan;
}

} // namespace

QString kind_title(const program::Program& program, std::size_t kind)
{
    const program::BlockKind& its = program.kinds[kind];
    if (program.kinds.size() == 1)
        return its.count == 1 ? Words::tr("the block")
                              : Words::tr("all %1 blocks").arg(shown(format::integer(its.count)));
    const bool experts = model::has_experts(program.model, its.first);
    const bool mixed_experts = std::ranges::any_of(program.kinds, [&](const program::BlockKind& each) {
        return model::has_experts(program.model, each.first) != experts;
    });
    QString what = mixed_experts ? (experts ? Words::tr("experts") : Words::tr("dense")) : QString();
    if (program.model.attention.window) {
        const bool window = model::window_of(program.model, its.first).has_value();
        what +=
            (what.isEmpty() ? QString() : QStringLiteral(", ")) + (window ? Words::tr("window") : Words::tr("full"));
    }
    // Neighbours are said from first to last; others by the first alone.
    const auto last = std::find(program.kind_of.rbegin(), program.kind_of.rend(), kind);
    const std::int64_t end = static_cast<std::int64_t>(program.kind_of.rend() - last) - 1;
    const bool together = end - its.first + 1 == its.count;
    const QString which = its.count == 1 ? Words::tr("block %1").arg(its.first)
                          : together     ? Words::tr("blocks %1–%2").arg(its.first).arg(end)
                                         : Words::tr("block %1, …").arg(its.first);
    return Words::tr("%1 %2 ×%3").arg(which, what, shown(format::integer(its.count)));
}

std::vector<PieceChoice> piece_choices(const program::Program& program)
{
    std::vector<PieceChoice> out;
    const std::vector<program::ProgramPiece> all = program::pieces_of(program);
    for (std::size_t i = 0; i < all.size(); ++i)
        out.push_back(
            {shown(all[i].key), i < program.kinds.size() ? kind_title(program, i) : part_title(all[i].piece.kind)});
    return out;
}

QString piece_title(const program::Program& program, const QString& key)
{
    const std::vector<PieceChoice> all = piece_choices(program);
    const auto at = std::ranges::find(all, key, &PieceChoice::key);
    return at == all.end() ? QString() : at->title;
}

bool has_task(const program::Program& program, const QString& piece, const QString& task)
{
    const std::vector<PieceChoice> all = piece_choices(program);
    for (std::size_t i = 0; i < all.size(); ++i)
        if (all[i].key == piece)
            return std::ranges::any_of(plan_of(program, i).tasks,
                                       [&](const ir::PortableTask& each) { return is_named(each, task); });
    return false;
}

QString shown_piece(const program::Program& program, const QString& kept, const QString& task)
{
    const std::vector<PieceChoice> all = piece_choices(program);
    const QString own = std::ranges::find(all, kept, &PieceChoice::key) == all.end() ? all.front().key : kept;
    if (task.isEmpty() || has_task(program, own, task))
        return own;
    const auto other =
        std::ranges::find_if(all, [&](const PieceChoice& each) { return has_task(program, each.key, task); });
    return other == all.end() ? own : other->key;
}

std::shared_ptr<const program::PieceEvaluation> PieceEvaluations::of(const StrategyResult& result, const QString& piece)
{
    if (!result.program)
        return nullptr;
    auto at = std::ranges::find_if(
        m_known, [&](const Known& each) { return each.program == result.program && each.piece == piece; });
    if (at == m_known.end()) {
        Known known{result.program, piece, nullptr};
        if (const auto its = program::find_piece(result.program->program, piece.toStdString()))
            if (auto evaluated = program::evaluate_piece(result.program->program, *its, result.evaluated.system))
                known.evaluation = std::make_shared<const program::PieceEvaluation>(*std::move(evaluated));
        m_known.push_front(std::move(known));
        if (m_known.size() > kMostKnown)
            m_known.pop_back();
        return m_known.front().evaluation;
    }
    m_known.splice(m_known.begin(), m_known, at);
    return m_known.front().evaluation;
}

} // namespace blueprinting::ui
