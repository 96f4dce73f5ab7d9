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
        for (const auto wanted :
             {strategy::TensorCommunication::all_reduce, strategy::TensorCommunication::reduce_scatter_all_gather})
            add(communication_label(wanted),
                QuickFixWords::tr("Set TP communication to %1").arg(communication_label(wanted)),
                [wanted](strategy::Execution& e) { set_tensor_communication(e, wanted); });
        break;
    case Field::recompute:
        add(recompute_label(strategy::RecomputePolicy::none), QuickFixWords::tr("Set recompute to none"),
            [](strategy::Execution& e) { set_recompute(e, strategy::RecomputePolicy::none); });
        break;
    case Field::datatype:
        for (const Datatype type : kDatatypes) {
            const QString name = QString::fromUtf8(to_string(type));
            add(name, QuickFixWords::tr("Set datatype to %1").arg(name),
                [type](strategy::Execution& e) { e.datatype = type; });
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

/// The laws that a form breaks, a field at a time.
struct Broken {
    std::vector<strategy::LawBlock> blocks;
    std::size_t laws = 0;
    /// The block of a field, if it breaks one.
    [[nodiscard]] const strategy::LawBlock* on(Field field) const
    {
        const auto at =
            std::find_if(blocks.begin(), blocks.end(), [&](const auto& block) { return block.field == field; });
        return at == blocks.end() ? nullptr : &*at;
    }
};

Broken broken(const SessionStrategy& strategy, const strategy::Execution& execution, strategy::Rules rules)
{
    const auto laws = strategy::violations(strategy.model, strategy.system, execution, rules);
    return {strategy::law_blocks(laws, strategy.model, strategy.system, execution, rules), laws.size()};
}

/// What the block offers for its own field, nearest below first.
std::vector<std::int64_t> values_of(const strategy::LawBlock& block)
{
    std::vector<std::int64_t> out;
    for (const strategy::LawBlock::Offer& offer : block.offers)
        if (offer.field == block.field)
            out.push_back(offer.value);
    return out;
}

/// What may stand in the way of a field's every value, with the value that stands in nobody's way.
struct Other {
    Field field;
    std::int64_t least;
};
constexpr Other kOthers[] = {{Field::virtual_stages, 1}, {Field::microbatch_size, 1}, {Field::data_degree, 1},
                             {Field::replicas, 1},       {Field::pipeline_degree, 1}, {Field::tensor_degree, 1},
                             {Field::tensor_tier, 0},    {Field::pipeline_tier, 0},   {Field::data_tier, 0},
                             {Field::tensor_tier, 1},    {Field::pipeline_tier, 1},   {Field::data_tier, 1}};

QString value_label(const strategy::Execution& execution, Field field, std::int64_t value)
{
    if (field == Field::virtual_stages && value == 1 && strategy::is_training(execution))
        return QuickFixWords::tr("1 (1F1B)");
    return QString::fromStdString(format::integer(value));
}

} // namespace

PairedFixes paired_fixes(const SessionStrategy& strategy, Field field, strategy::Rules rules)
{
    const auto now = number_of(strategy.execution, field);
    if (field == Field::model)
        return {QuickFixWords::tr("Choose or open another model."), {}};
    if (!now)
        return {QuickFixWords::tr("No other %1 is legal with the other fields as they are.").arg(field_label(field)),
                {}};
    const Broken before = broken(strategy, strategy.execution, rules);
    for (const auto& [other, least] : kOthers) {
        const auto stands = number_of(strategy.execution, other);
        if (other == field || !stands || *stands == least || (field == Field::data_degree && other == Field::replicas))
            continue;
        strategy::Execution freed = strategy.execution;
        set_number(freed, other, least);
        const Broken left = broken(strategy, freed, rules);
        const strategy::LawBlock* law = left.on(field);
        // Without a law the other field alone is in the way.
        const std::vector<std::int64_t> values = law ? values_of(*law) : std::vector{*now};
        PairedFixes out;
        for (const std::int64_t value : values) {
            // With this value the other field may stay nearer to what it is than the least.
            strategy::Execution tried = strategy.execution;
            set_number(tried, field, value);
            std::int64_t beside = *stands;
            const Broken with_it = broken(strategy, tried, rules);
            if (const strategy::LawBlock* its = with_it.on(other)) {
                const auto nearest = values_of(*its);
                beside = nearest.empty() ? least : nearest.front();
            } else if (with_it.on(field)) {
                beside = least;
            }
            set_number(tried, other, beside);
            const Broken after = broken(strategy, tried, rules);
            // It must mend what it is about and break nothing else.
            if (after.on(field) || after.on(other) || after.laws >= before.laws)
                continue;
            const QString one =
                QStringLiteral("%1 %2").arg(field_label(field), value_label(strategy.execution, field, value));
            const QString two =
                QStringLiteral("%1 %2").arg(field_label(other), value_label(strategy.execution, other, beside));
            const auto apply = [field = field, other = other, value, beside](strategy::Execution& e) {
                set_number(e, field, value);
                set_number(e, other, beside);
            };
            if (value == *now)
                out.fixes.push_back({two, QuickFixWords::tr("Set %1").arg(two), apply});
            else
                out.fixes.push_back({QuickFixWords::tr("%1, %2").arg(one, two),
                                     QuickFixWords::tr("Set %1 and %2").arg(one, two), apply});
        }
        if (out.fixes.empty())
            continue;
        out.why = QuickFixWords::tr("No %1 alone is legal while %2 is %3.")
                      .arg(field_label(field), field_label(other), value_label(strategy.execution, other, *stands));
        return out;
    }
    return {QuickFixWords::tr("No %1 alone is legal with the other fields as they are.").arg(field_label(field)), {}};
}

std::vector<QuickFix> quick_fixes(const SessionStrategy& strategy, const strategy::LawBlock& block,
                                  strategy::Rules rules)
{
    std::vector<QuickFix> out;
    for (const auto& [field, value] : block.offers) {
        const QString number = QString::fromStdString(format::integer(value));
        const bool elsewhere = field != block.field;
        out.push_back({elsewhere ? QStringLiteral("%1 %2").arg(field_label(field), number)
                                 : value_label(strategy.execution, field, value),
                       QuickFixWords::tr("Set %1 to %2").arg(field_label(field), number),
                       [field = field, value = value](strategy::Execution& e) { set_number(e, field, value); },
                       elsewhere});
    }
    if (!out.empty())
        return out;
    for (QuickFix& fix : choices(strategy, block.field))
        if (helps(strategy, fix, block.field, rules))
            out.push_back(std::move(fix));
    return out;
}

} // namespace blueprinting::ui
