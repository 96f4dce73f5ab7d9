#include "ui/frame/quick_fix.h"

#include "core/base/format.h"
#include "core/strategy/derived.h"
#include "ui/frame/execution_edit.h"
#include "ui/frame/strategy_facts.h"

#include <QCoreApplication>

#include <algorithm>

namespace blueprinting::ui {
namespace {

using strategy::Field;

struct QuickFixWords {
    Q_DECLARE_TR_FUNCTIONS(blueprinting::ui::QuickFix)
};

/// A choice is worth offering only where this field then breaks no law any more.
bool helps(const SessionStrategy& strategy, const QuickFix& fix, Field field, strategy::Rules rules)
{
    strategy::Execution tried = strategy.execution;
    fix.apply(tried);
    const auto left = strategy::violations(strategy.model, strategy.system, tried, rules);
    return std::none_of(left.begin(), left.end(), [&](const auto& violation) { return violation.field == field; });
}

std::vector<QuickFix> choices(const SessionStrategy& strategy, Field field)
{
    std::vector<QuickFix> out;
    const auto add = [&](const QString& label, const QString& step, std::function<void(strategy::Execution&)> apply) {
        out.push_back({label, step, std::move(apply)});
    };
    const auto schedule = [&](const strategy::PipelineSchedule& wanted) {
        add(schedule_label(wanted), QuickFixWords::tr("Set schedule to %1").arg(schedule_label(wanted)),
            [wanted](strategy::Execution& e) { set_schedule(e, wanted); });
    };
    switch (field) {
    case Field::schedule:
        if (!strategy::is_training(strategy.execution)) {
            schedule(strategy::ForwardOnly{});
        } else {
            schedule(strategy::SingleStage{});
            schedule(strategy::OneForwardOneBackward{});
        }
        break;
    case Field::optimizer_sharding:
        add(QuickFixWords::tr("Turn off"), QuickFixWords::tr("Turn off optimizer sharding"),
            [](strategy::Execution& e) { set_optimizer_sharding(e, false); });
        break;
    case Field::all_gather_redo:
        add(QuickFixWords::tr("Turn off"), QuickFixWords::tr("Turn off all-gather redo"),
            [](strategy::Execution& e) { e.all_gather_redo = false; });
        break;
    case Field::tensor_communication:
        for (const auto wanted : {strategy::TensorCommunication::all_reduce,
                                  strategy::TensorCommunication::reduce_scatter_all_gather})
            add(communication_label(wanted), QuickFixWords::tr("Set TP communication to %1").arg(communication_label(wanted)),
                [wanted](strategy::Execution& e) { set_tensor_communication(e, wanted); });
        break;
    case Field::recompute:
        add(recompute_label(strategy::RecomputePolicy::none), QuickFixWords::tr("Set recompute to none"),
            [](strategy::Execution& e) { set_recompute(e, strategy::RecomputePolicy::none); });
        break;
    case Field::datatype:
        for (const Datatype type : kDatatypes) {
            const QString name = QString::fromUtf8(to_string(type));
            add(name, QuickFixWords::tr("Set datatype to %1").arg(name), [type](strategy::Execution& e) { e.datatype = type; });
        }
        break;
    case Field::num_procs:
        add(QuickFixWords::tr("Forget it"), QuickFixWords::tr("Forget the stated number of GPUs"),
            [](strategy::Execution& e) { e.num_procs.reset(); });
        break;
    case Field::tensor_tier:
    case Field::pipeline_tier:
    case Field::data_tier:
        for (std::size_t i = 0; i < strategy.system.networks.size(); ++i) {
            const auto tier = static_cast<std::int64_t>(i);
            add(QString::number(tier), QuickFixWords::tr("Set %1 to %2").arg(field_label(field)).arg(tier),
                [field, tier](strategy::Execution& e) { set_number(e, field, tier); });
        }
        break;
    case Field::tensor_degree:
    case Field::pipeline_degree:
    case Field::virtual_stages:
    case Field::data_degree:
    case Field::replicas:
    case Field::global_batch:
    case Field::microbatch_size:
    case Field::model: break;
    }
    return out;
}

} // namespace

std::vector<QuickFix> quick_fixes(const SessionStrategy& strategy, const strategy::Violation& violation,
                                  strategy::Rules rules)
{
    const Field field = violation.field;
    std::vector<QuickFix> out;
    for (const auto& value : {violation.below, violation.above}) {
        if (!value || (value == violation.above && violation.above == violation.below && !out.empty()))
            continue;
        const QString number = QString::fromStdString(format::integer(*value));
        const bool plain = field == Field::virtual_stages && *value == 1 && strategy::is_training(strategy.execution);
        out.push_back({plain ? QuickFixWords::tr("1 (1F1B)") : number, QuickFixWords::tr("Set %1 to %2").arg(field_label(field), number),
                       [field, n = *value](strategy::Execution& e) { set_number(e, field, n); }});
    }
    if (!out.empty())
        return out;
    for (QuickFix& fix : choices(strategy, field))
        if (helps(strategy, fix, field, rules))
            out.push_back(std::move(fix));
    return out;
}

} // namespace blueprinting::ui
