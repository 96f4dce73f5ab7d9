#include "ui/ir/ir_subject.h"
#include "ui/style/shown.h"
#include "ui/style/words.h"

#include "core/base/format.h"

#include <cmath>
#include <string>

namespace blueprinting::ui {
namespace {

template <class IR>
const IR* ir_of(const passes::PassCheckpoint* checkpoint)
{
    return checkpoint ? std::get_if<IR>(checkpoint->ir.get()) : nullptr;
}

/// What an IR says of the fields that it was compiled from. It knows no system, and of a model its shape alone.
LegalForm form_of(const ir::ProgramSemantics& program)
{
    LegalForm out;
    out.model.name = std::to_string(program.blocks) + " blocks, hidden " + std::to_string(program.hidden);
    out.model.hidden = program.hidden;
    out.model.feedforward = program.feedforward;
    out.model.sequence = program.sequence;
    out.model.heads = program.heads;
    out.model.head_size = program.head_size;
    out.model.blocks = program.blocks;
    if (program.description) {
        const QString name = QString::fromStdString(out.model.name);
        out.model = SessionModel(*program.description);
        out.model.name = name.toStdString();
    }
    out.execution = program.execution;
    return out;
}

} // namespace

QString stage_key(IrStage stage)
{
    switch (stage) {
    case IrStage::model: return QStringLiteral("model");
    case IrStage::distributed: return QStringLiteral("distributed");
    case IrStage::portable: return QStringLiteral("portable");
    }
    return {};
}

QString stage_title(IrStage stage)
{
    switch (stage) {
    case IrStage::model: return QStringLiteral("ModelIR");
    case IrStage::distributed: return QStringLiteral("DistributedTaskIR");
    case IrStage::portable: return QStringLiteral("PortablePlanIR");
    }
    return {};
}

std::optional<IrStage> stage_from(const QString& key)
{
    for (const IrStage stage : kIrStages)
        if (stage_key(stage) == key)
            return stage;
    return std::nullopt;
}

std::optional<IrStage> stage_of_schema(std::string_view schema)
{
    if (schema == ir::ModelIR::kSchema || schema == ir::ModelIR::kExtendedSchema)
        return IrStage::model;
    if (schema == ir::DistributedTaskIR::kSchema || schema == ir::DistributedTaskIR::kExtendedSchema)
        return IrStage::distributed;
    if (schema == ir::PortablePlanIR::kSchema || schema == ir::PortablePlanIR::kExtendedSchema)
        return IrStage::portable;
    return std::nullopt;
}

const ir::ModelIR* IrSubject::model() const { return ir_of<ir::ModelIR>(checkpoint(IrStage::model)); }
const ir::DistributedTaskIR* IrSubject::distributed() const
{
    return ir_of<ir::DistributedTaskIR>(checkpoint(IrStage::distributed));
}
const ir::PortablePlanIR* IrSubject::plan() const { return ir_of<ir::PortablePlanIR>(checkpoint(IrStage::portable)); }

std::optional<IrSubject> subject_of(const SessionStrategy& strategy, const StrategyResult& result,
                                    PieceEvaluations& pieces, const QString& piece)
{
    IrSubject out;
    out.name = QString::fromStdString(strategy.name);
    out.short_name = out.name;
    // The checkpoints live as long as the evaluation that holds them.
    const auto share = [&](const auto& owner) {
        const passes::Compilation& compilation = owner->compilation;
        const auto one = [&](const passes::PassCheckpoint& checkpoint) {
            return std::shared_ptr<const passes::PassCheckpoint>(owner, &checkpoint);
        };
        out.checkpoints = {one(compilation.model), one(compilation.distributed), one(compilation.portable)};
    };
    if (result.program) {
        const program::Program& program = result.program->program;
        const QString key = shown_piece(program, piece, {});
        const auto evaluated = pieces.of(result, key);
        if (!evaluated)
            return std::nullopt;
        out.program = result.program;
        if (program.kinds.size() + program.parts.size() > 1)
            out.piece = piece_title(program, key);
        share(evaluated);
    } else if (result.evaluation) {
        out.evaluation = result.evaluation;
        share(result.evaluation);
    } else {
        return std::nullopt;
    }
    out.form = LegalForm{result.evaluated.model, result.evaluated.system, result.evaluated.execution};
    out.current = result.current;
    return out;
}

IrSubject subject_of(const passes::PassCheckpoint& checkpoint, const QString& file_name)
{
    IrSubject out;
    out.name = file_name;
    out.short_name = file_name;
    if (const auto stage = stage_of_schema(checkpoint.schema))
        out.checkpoints[static_cast<std::size_t>(*stage)] = std::make_shared<const passes::PassCheckpoint>(checkpoint);
    if (out.distributed())
        out.form = form_of(out.distributed()->program);
    else if (out.plan())
        out.form = form_of(out.plan()->program);
    return out;
}

QString phase_title(ir::Phase phase)
{
    switch (phase) {
    case ir::Phase::forward: return Words::tr("forward");
    case ir::Phase::recompute: return Words::tr("recompute");
    case ir::Phase::activation_gradient: return Words::tr("activation gradient");
    case ir::Phase::weight_gradient: return Words::tr("weight gradient");
    case ir::Phase::optimizer: return Words::tr("optimizer");
    case ir::Phase::recommunication: return Words::tr("recommunication");
    }
    return {};
}

QString engine_title(ir::EngineClass engine)
{
    switch (engine) {
    case ir::EngineClass::matrix: return Words::tr("matrix");
    case ir::EngineClass::vector: return Words::tr("vector");
    case ir::EngineClass::collective: return Words::tr("collective");
    }
    return {};
}

ColorToken phase_color(ir::Phase phase)
{
    const auto component = [](cost::Component c) { return ColorToken::component(static_cast<std::size_t>(c)); };
    switch (phase) {
    case ir::Phase::forward: return component(cost::Component::forward);
    case ir::Phase::recompute: return component(cost::Component::recompute);
    case ir::Phase::activation_gradient: return component(cost::Component::backward);
    case ir::Phase::weight_gradient: return component(cost::Component::backward).mixedWithPanel(0.5);
    case ir::Phase::optimizer: return component(cost::Component::optimizer);
    case ir::Phase::recommunication: return component(cost::Component::recommunication);
    }
    return {};
}

QString collective_title(const std::optional<ir::Collective>& collective)
{
    return collective ? shown(to_string(collective->kind)).replace(QLatin1Char('_'), QLatin1Char(' ')) : QString();
}

QString storage_title(const ir::StorageFlags& flags)
{
    QStringList out;
    if (flags.reused)
        out << Words::tr("reused");
    if (flags.activation_dropped)
        out << Words::tr("not stored for backward");
    if (flags.output_dropped)
        out << Words::tr("output not stored");
    return out.join(QStringLiteral(", "));
}

QString whole_number(std::int64_t value) { return shown(format::integer(value)); }

QString quotient_text(const ir::Quotient& value)
{
    if (value.divisor == 1 || value.numerator % value.divisor == 0)
        return whole_number(value.numerator / value.divisor);
    // A share that is not whole: as many decimals as a person can use.
    return shown(std::fabs(value.value()) < 1e5 ? format::significant(value.value(), 6)
                                                : format::fixed(value.value(), 1));
}

} // namespace blueprinting::ui
