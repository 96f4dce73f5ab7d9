#include "ui/frame/quick_fix.h"

#include "core/base/format.h"
#include "core/strategy/derived.h"
#include "ui/style/words.h"
#include "ui/workspace/field_words.h"

#include <algorithm>

namespace blueprinting::ui {
namespace {

using strategy::Field;

/// A choice is worth offering only where this field then breaks no law any more.
bool helps(const SessionStrategy& strategy, const QuickFix& fix, Field field, strategy::Rules rules)
{
    strategy::Execution tried = strategy.execution;
    fix.apply(tried);
    const auto left = violations_of(strategy.model, strategy.system, tried, rules);
    return std::ranges::none_of(left, [&](const auto& violation) { return violation.field == field; });
}

/// Which values of a field are offered where no number is near: of a schedule those that need no number of chunks, of a
/// switch to be off, of a tier each that the system has.
std::vector<std::int64_t> offered(const SessionStrategy& strategy, const strategy::FieldRow& row)
{
    std::vector<std::int64_t> out;
    const bool training = strategy::is_training(strategy.execution);
    switch (row.kind) {
    case strategy::Kind::integer:
    case strategy::Kind::text: break;
    case strategy::Kind::flag: out.push_back(0); break;
    case strategy::Kind::tier:
        for (std::int64_t tier = 0; tier < std::ssize(strategy.system.networks); ++tier)
            out.push_back(tier);
        break;
    case strategy::Kind::choice:
        for (const std::int64_t value : strategy::offered_words(row, strategy.execution, strategy::Rules::strict))
            if (row.field != Field::schedule || !training || value < 2)
                out.push_back(value);
        break;
    }
    return out;
}

std::vector<QuickFix> choices(const SessionStrategy& strategy, Field field)
{
    if (field == Field::model)
        return {};
    if (field == Field::num_procs)
        return {{Words::tr("Forget it"), Words::tr("Forget the stated number of GPUs"),
                 [](strategy::Execution& e) { e.num_procs.reset(); }}};
    std::vector<QuickFix> out;
    const strategy::FieldRow& row = strategy::row(field);
    for (const std::int64_t value : offered(strategy, row)) {
        const bool off = row.kind == strategy::Kind::flag;
        const QString label = off ? Words::tr("Turn off") : offered_label(row, value);
        out.push_back({label,
                       off ? Words::tr("Turn off %1").arg(field_label(field))
                           : Words::tr("Set %1 to %2").arg(field_label(field), label),
                       [&row, value](strategy::Execution& e) { row.set(e, value); }});
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
        const auto at = std::ranges::find(blocks, field, &strategy::LawBlock::field);
        return at == blocks.end() ? nullptr : &*at;
    }
};

Broken broken(const SessionStrategy& strategy, const strategy::Execution& execution, strategy::Rules rules)
{
    const auto laws = violations_of(strategy.model, strategy.system, execution, rules);
    return {law_blocks_of(laws, strategy.model, strategy.system, execution, rules), laws.size()};
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
        return Words::tr("1 (1F1B)");
    return QString::fromStdString(format::integer(value));
}

} // namespace

PairedFixes paired_fixes(const SessionStrategy& strategy, Field field, strategy::Rules rules)
{
    const auto now = number_of(strategy.execution, field);
    if (field == Field::model)
        return {Words::tr("Choose or open another model."), {}};
    if (!now)
        return {Words::tr("No other %1 is legal with the other fields as they are.").arg(field_label(field)), {}};
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
                out.fixes.push_back({two, Words::tr("Set %1").arg(two), apply});
            else
                out.fixes.push_back(
                    {Words::tr("%1, %2").arg(one, two), Words::tr("Set %1 and %2").arg(one, two), apply});
        }
        if (out.fixes.empty())
            continue;
        out.why = Words::tr("No %1 alone is legal while %2 is %3.")
                      .arg(field_label(field), field_label(other), value_label(strategy.execution, other, *stands));
        return out;
    }
    return {Words::tr("No %1 alone is legal with the other fields as they are.").arg(field_label(field)), {}};
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
                       Words::tr("Set %1 to %2").arg(field_label(field), number),
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
