#pragma once
#include "core/ir/distributed_ir.h"
#include "core/passes/checkpoint.h"
#include "ui/style/color_token.h"
#include "ui/style/shown.h"
#include "ui/workspace/pieces.h"

#include <QString>

#include <array>
#include <memory>
#include <optional>

/// What the IR view looks at, and the words and colours it says it with.
namespace blueprinting::ui {

enum class IrStage { model, distributed, portable };
inline constexpr std::array kIrStages{IrStage::model, IrStage::distributed, IrStage::portable};
QString stage_key(IrStage stage);   ///< "model", as the command line spells it
QString stage_title(IrStage stage); ///< "ModelIR"
std::optional<IrStage> stage_from(const QString& key);
std::optional<IrStage> stage_of_schema(std::string_view schema);

/// The checkpoints of one strategy, or the one of an opened file.
struct IrSubject {
    QString name;       ///< "GPT-175B seqsel"
    QString short_name; ///< "seqsel", against the one it is compared with
    std::array<std::shared_ptr<const passes::PassCheckpoint>, 3> checkpoints; ///< by IrStage; null where there is none
    std::shared_ptr<const search::Evaluation> evaluation; ///< null for an opened file and for a program
    std::shared_ptr<const program::Evaluation> program;   ///< whose piece the checkpoints are of; null for all else
    QString piece; ///< "blocks 3–60 experts ×58"; empty where all blocks are alike and nothing else is there
    std::optional<LegalForm>
        form;            ///< the fields that it was compiled from; of a file what its IR says of them, with no system
    bool current = true; ///< false: the last legal form of fields that break a law now

    [[nodiscard]] const passes::PassCheckpoint* checkpoint(IrStage stage) const
    {
        return checkpoints[static_cast<std::size_t>(stage)].get();
    }
    [[nodiscard]] const ir::DistributedTaskIR* distributed() const;
    [[nodiscard]] const ir::PortablePlanIR* plan() const;
    [[nodiscard]] const ir::ModelIR* model() const;
};

/// The subject of a strategy; nothing where it never was legal. Of a program it is the piece of this key, or where it
/// has none such its first.
std::optional<IrSubject> subject_of(const SessionStrategy& strategy, const StrategyResult& result,
                                    PieceEvaluations& pieces, const QString& piece = {});
/// An opened checkpoint under its file's name.
IrSubject subject_of(const passes::PassCheckpoint& checkpoint, const QString& file_name);

/// "attn.q/forward": as a session's selection names a task. Of an edge block's own tasks "attn.f/forward/edge".
inline QString task_key(const ir::Task& task)
{
    QString out =
        QString::fromStdString(task.name) + QLatin1Char('/') + QString::fromUtf8(to_string(task.phase).data());
    return task.scope == ir::BlockScope::edge ? out + QStringLiteral("/edge") : out;
}
/// Index of the task with this key.
template <class IR>
std::optional<std::size_t> find_task(const IR& of, const QString& key)
{
    for (std::size_t i = 0; i < of.tasks.size(); ++i)
        if (task_key(of.tasks[i]) == key)
            return i;
    return std::nullopt;
}

/// In the order in which a plan runs them; recomputation and recommunication alternate there, and stand apart here.
inline constexpr std::array kIrPhases{ir::Phase::forward,         ir::Phase::recompute,
                                      ir::Phase::recommunication, ir::Phase::activation_gradient,
                                      ir::Phase::weight_gradient, ir::Phase::optimizer};
QString phase_title(ir::Phase phase);                                      ///< "activation gradient"
QString engine_title(ir::EngineClass engine);                              ///< "matrix"
ColorToken phase_color(ir::Phase phase);                                   ///< of the component that it is priced under
QString collective_title(const std::optional<ir::Collective>& collective); ///< "all gather"; empty for none
QString storage_title(const ir::StorageFlags& flags); ///< "reused, not stored for backward"; empty for none

QString whole_number(std::int64_t value);         ///< as people read it
QString quotient_text(const ir::Quotient& value); ///< a whole number, or to four digits where it is shared out

} // namespace blueprinting::ui
