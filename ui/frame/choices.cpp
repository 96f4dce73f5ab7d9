#include "ui/frame/choices.h"

#include "core/model/released.h"
#include "ui/frame/strategy_facts.h"
#include "ui/style/words.h"

#include <algorithm>

namespace blueprinting::ui {
namespace {

template <class Value, class Fact>
std::vector<Choice<Value>> choices(const std::vector<Value>& own, const std::vector<Value>& of_references,
                                   const std::vector<Value>& released, const Fact& fact)
{
    std::vector<Choice<Value>> out;
    const auto has = [](const std::vector<Value>& values, const Value& wanted) {
        return std::ranges::find(values, wanted) != values.end();
    };
    std::vector<Value> seen;
    for (const Value& value : own) {
        if (has(of_references, value) || has(released, value) || has(seen, value))
            continue;
        seen.push_back(value);
        out.push_back({QString::fromStdString(value.name), value, true});
    }
    for (const Value& value : of_references)
        out.push_back({QString::fromStdString(value.name), value, false, Words::tr("Of the references")});
    for (const Value& value : released)
        out.push_back({QString::fromStdString(value.name), value, false, Words::tr("Released")});
    const auto labelled = [&](const QString& label) { return std::ranges::count(out, label, &Choice<Value>::label); };
    for (Choice<Value>& choice : out)
        if (choice.own && labelled(choice.label) > 1)
            choice.label += QStringLiteral(" (") + fact(choice.value) + QLatin1Char(')');
    return out;
}

} // namespace

std::vector<Choice<SessionModel>> model_choices(const Session& session)
{
    std::vector<SessionModel> own, presets, released;
    for (const SessionStrategy& strategy : session.strategies)
        own.push_back(strategy.model);
    for (const model::Preset& preset : model::presets())
        presets.push_back(preset.model);
    for (const model::ReleasedModel& each : model::released_models())
        released.emplace_back(each.description);
    return choices(own, presets, released, model_fact);
}

std::vector<Choice<system::SystemProfile>> system_choices(const Session& session)
{
    std::vector<system::SystemProfile> own, presets, released;
    for (const SessionStrategy& strategy : session.strategies)
        own.push_back(strategy.system);
    for (const system::Preset& preset : system::presets())
        presets.push_back(preset.system);
    for (const system::Preset& preset : system::released_systems())
        released.push_back(preset.system);
    return choices(own, presets, released,
                   [](const system::SystemProfile& system) { return system_fact(system, Datatype::float16); });
}

} // namespace blueprinting::ui
