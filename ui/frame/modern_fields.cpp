#include "ui/frame/modern_fields.h"

#include "core/strategy/derived.h"
#include "ui/style/shown.h"
#include "ui/style/words.h"
#include "ui/workspace/field_words.h"

#include <algorithm>

namespace blueprinting::ui {
namespace {

using strategy::Field;

bool is_of_experts(Field field)
{
    return field == Field::expert_degree || field == Field::expert_tensor_degree || field == Field::expert_dispatch ||
           field == Field::expert_deduplicate || field == Field::expert_tier;
}

bool has_experts(const SessionModel& model) { return model.description && model.description->moe; }

QString modules_text(const strategy::Execution& execution)
{
    QStringList out;
    for (const strategy::Module module : strategy::kModules)
        if (strategy::modules(execution).has(module))
            out << module_label(module);
    return out.join(QStringLiteral(", "));
}

} // namespace

const std::vector<Field>& modern_degrees()
{
    static const std::vector<Field> kDegrees{Field::context_degree, Field::expert_degree, Field::expert_tensor_degree};
    return kDegrees;
}

std::vector<FieldGroup> modern_groups()
{
    std::vector<FieldGroup> out{
        {"parallelism",
         Words::tr("Parallelism"),
         {Field::context_kind, Field::context_inner, Field::context_balance, Field::layout}},
        {"memory",
         Words::tr("Memory"),
         {Field::sharding, Field::sharding_group, Field::reshard_after_forward, Field::prefetch,
          Field::sharded_parameters, Field::gradient_bytes, Field::optimizer_states, Field::recompute_method,
          Field::recompute_layers, Field::recompute_modules}},
        {"communication",
         Words::tr("Communication"),
         {Field::expert_dispatch, Field::expert_deduplicate, Field::context_tier, Field::expert_tier},
         true},
        {"precision",
         Words::tr("Precision"),
         {Field::fused_attention, Field::precision_recipe, Field::precision_scale, Field::precision_cache},
         true}};
    for (const strategy::FieldRow& row : strategy::field_rows())
        if (row.quiet && std::ranges::find(modern_degrees(), row.field) == modern_degrees().end() &&
            std::ranges::none_of(out, [&](const FieldGroup& group) {
                return std::ranges::find(group.fields, row.field) != group.fields.end();
            }))
            out.front().fields.push_back(row.field);
    return out;
}

bool means_something(Field field, const SessionStrategy& strategy)
{
    const strategy::Execution& execution = strategy.execution;
    const bool training = strategy::is_training(execution);
    const bool context = strategy::context(execution).degree > 1;
    const bool full = strategy::sharding(execution) == strategy::StateSharding::full;
    const bool whole = strategy::recompute(execution) == strategy::RecomputePolicy::full;
    switch (field) {
    case Field::layout:
        return strategy::pipeline_degree(execution) > 1 || !strategy::pipeline(execution).layout.empty();
    case Field::context_kind:
    case Field::context_balance:
    case Field::context_tier: return context;
    case Field::context_inner: return context && strategy::context(execution).kind == strategy::ContextKind::hybrid;
    case Field::expert_dispatch:
    case Field::expert_deduplicate:
    case Field::expert_tier: return strategy::expert(execution).degree > 1;
    case Field::sharding_group:
    case Field::reshard_after_forward:
    case Field::prefetch:
    case Field::sharded_parameters: return full;
    case Field::recompute_method:
    case Field::recompute_layers: return whole;
    case Field::recompute_modules: return training && !whole;
    case Field::precision_scale:
    case Field::precision_cache: return execution.precision.recipe == strategy::PrecisionRecipe::float8_linear;
    case Field::fused_attention:
    case Field::precision_recipe: return true;
    default: return training;
    }
}

QString why_fixed(Field field, const SessionStrategy& strategy)
{
    if (is_of_experts(field) && !has_experts(strategy.model))
        return Words::tr("Only a model with experts has them on several GPUs; this one has none.");
    return {};
}

QString row_word(Field field)
{
    switch (field) {
    case Field::gradient_bytes: return Words::tr("Gradients");
    case Field::optimizer_states: return Words::tr("Moments");
    case Field::sharded_parameters: return Words::tr("Parameters");
    case Field::recompute_method: return Words::tr("Method");
    case Field::recompute_layers: return Words::tr("Blocks");
    case Field::context_inner: return Words::tr("CP inner");
    case Field::precision_scale: return Words::tr("Scale");
    default: return field_title(field);
    }
}

bool replaced_by_modern(Field field) { return field == Field::attention_type || field == Field::optimizer_sharding; }

QString group_summary(const FieldGroup& group, const SessionStrategy& strategy)
{
    QStringList out;
    for (const Field field : group.fields) {
        const strategy::FieldRow& row = strategy::row(field);
        const auto value = row.get(strategy.execution);
        if (!value || value == row.silent())
            continue;
        if (field == Field::layout)
            out << shown(strategy::pipeline(strategy.execution).layout).left(16);
        else if (field == Field::recompute_modules)
            out << modules_text(strategy.execution);
        else if (row.kind == strategy::Kind::flag)
            out << (*value != 0 ? field_title(field) : Words::tr("no %1").arg(field_label(field)));
        else
            out << QStringLiteral("%1 %2").arg(field_title(field), value_label(row, *value));
    }
    return out.join(QStringLiteral(" · "));
}

QString module_label(strategy::Module module)
{
    using strategy::Module;
    switch (module) {
    case Module::core_attn: return Words::tr("core attention");
    case Module::mlp: return Words::tr("MLP");
    case Module::moe: return Words::tr("experts");
    case Module::shared_experts: return Words::tr("shared experts");
    case Module::layernorm: return Words::tr("norms");
    case Module::mla_up_proj: return Words::tr("latent up-projections");
    case Module::mlp_act: return Words::tr("MLP activation");
    case Module::moe_act: return Words::tr("experts' activation");
    }
    return {};
}

bool has_module(const model::Description& model, strategy::Module module)
{
    using strategy::Module;
    bool dense = false;
    for (std::int64_t block = 0; block < model.blocks && !dense; ++block)
        dense = !model::has_experts(model, block);
    switch (module) {
    case Module::mlp:
    case Module::mlp_act: return dense;
    case Module::moe:
    case Module::moe_act: return model.moe.has_value();
    case Module::shared_experts: return model.moe && model.moe->shared_feedforward > 0;
    case Module::mla_up_proj: return model::is_latent(model);
    case Module::core_attn:
    case Module::layernorm: return true;
    }
    return true;
}

} // namespace blueprinting::ui
