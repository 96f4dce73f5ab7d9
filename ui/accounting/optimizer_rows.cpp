#include "ui/accounting/optimizer_rows.h"
#include "ui/style/words.h"

namespace blueprinting::ui {

using namespace accounting;

namespace {

/// "FlashSGD", "SGD weight split", "SGD quantised"; what is only released keeps its name with that behind it.
QString switched_name(const QString& rule, const OptimizerSwitches& switches)
{
    if (switches.weight_split && switches.quantised_moments)
        return Words::tr("Flash%1").arg(rule);
    if (switches.weight_split)
        return Words::tr("%1 weight split").arg(rule);
    if (switches.quantised_moments)
        return Words::tr("%1 quantised").arg(rule);
    return Words::tr("%1 released").arg(rule);
}

} // namespace

Json to_json(const OptimizerSwitches& switches)
{
    return {{"group_scales", switches.group_scales},
            {"gradient_release", switches.gradient_release},
            {"weight_split", switches.weight_split},
            {"quantised_moments", switches.quantised_moments}};
}

OptimizerSwitches switches_from(const Json& state)
{
    OptimizerSwitches out;
    const auto read = [&](const char* key, bool& into) {
        if (state.is_object() && state.contains(key) && state.at(key).is_boolean())
            into = state.at(key).get<bool>();
    };
    read("group_scales", out.group_scales);
    read("gradient_release", out.gradient_release);
    read("weight_split", out.weight_split);
    read("quantised_moments", out.quantised_moments);
    return out;
}

std::vector<OptimizerRow> optimizer_rows(const OptimizerSwitches& switches)
{
    struct Shape {
        UpdateRule rule;
        QString key, name, spoken, also;
    };
    const Shape shapes[] = {
        {UpdateRule::sgd, QStringLiteral("sgd"), Words::tr("SGD"), Words::tr("SGD"),
         Words::tr("SGD with momentum; Lion keeps the same parts")},
        {UpdateRule::adamw, QStringLiteral("adam"), Words::tr("Adam(W)"), Words::tr("Adam"),
         Words::tr("Adam and AdamW keep the same parts")},
    };
    const Form form{.weight_split = switches.weight_split, .quantised_moments = switches.quantised_moments};
    const bool changes = form != kReference || switches.gradient_release;
    std::vector<OptimizerRow> rows;
    for (const Shape& shape : shapes) {
        const Options plain{.group_scales = switches.group_scales};
        rows.push_back({shape.key, shape.name, shape.spoken, shape.also, false,
                        per_parameter(StandardOptimizer{shape.rule}, plain), std::nullopt});
        if (!changes)
            continue;
        const StandardOptimizer compressed{shape.rule, form};
        const Options chosen{.group_scales = switches.group_scales, .gradient_release = switches.gradient_release};
        const Options released{.group_scales = switches.group_scales, .gradient_release = true};
        rows.push_back({shape.key + QStringLiteral(".switched"), switched_name(shape.name, switches),
                        switched_name(shape.spoken, switches), shape.also, true, per_parameter(compressed, chosen),
                        per_parameter(compressed, released).total()});
    }
    return rows;
}

} // namespace blueprinting::ui
