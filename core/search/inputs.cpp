#include "core/search/inputs.h"

#include "core/base/near_names.h"
#include "core/base/object_reader.h"
#include "core/search/origin.h"
#include "core/strategy/mapped_laws.h"
#include "core/strategy/mapping.h"

namespace blueprinting::search {
namespace {

template <class T>
std::optional<T> keep(Result<T> result, Diagnostics& diagnostics)
{
    if (result)
        return *std::move(result);
    diagnostics.insert(diagnostics.end(), result.diagnostics().begin(), result.diagnostics().end());
    return std::nullopt;
}

std::string neither(std::string_view what, const Json& value)
{
    return "must be the name of a preset or an object, not " + shown(value) + " (" + std::string(what) + ")";
}

/// Refuses a name that is no preset, with the near ones; where none is near, with three that show what names look like.
template <class Presets, class NameOf>
Diagnostic unknown(const JsonDocument& document, const std::string& kind, const Json& value, const Presets& presets,
                   NameOf name_of)
{
    std::vector<std::string> known;
    for (const auto& preset : presets)
        known.push_back(name_of(preset));
    std::vector<std::string> shown_names = near_names(value.get_ref<const std::string&>(), known);
    const bool near = !shown_names.empty();
    if (!near)
        shown_names.assign(known.begin(), known.begin() + std::min<std::ptrdiff_t>(3, std::ssize(known)));
    std::string list;
    for (const std::string& name : shown_names)
        list += (list.empty() ? "" : ", ") + name;
    return document.error(kind + ".unknown", "/" + kind,
                          "no preset " + kind + " is named " + shown(value) + "; " +
                              (near ? "near names: " : "there are, for example, ") + list +
                              " (all: blueprinting presets " + kind + "s)");
}

std::optional<model::TransformerModel> read_model(const JsonDocument& document, const Json& value,
                                                  Diagnostics& diagnostics)
{
    if (value.is_object())
        return keep(model::read_calculon_model(document, value, "/model", "inline"), diagnostics);
    if (!value.is_string()) {
        diagnostics.push_back(document.error("reader.type", "/model", neither("a model", value)));
        return std::nullopt;
    }
    if (const auto* preset = model::find_preset(value.get_ref<const std::string&>()))
        return *preset;
    diagnostics.push_back(
        unknown(document, "model", value, model::presets(), [](const auto& preset) { return preset.model.name; }));
    return std::nullopt;
}

std::optional<system::SystemProfile> read_system(const JsonDocument& document, const Json& value,
                                                 Diagnostics& diagnostics)
{
    if (value.is_object())
        return keep(system::read_calculon_system(document, value, "/system", "inline"), diagnostics);
    if (!value.is_string()) {
        diagnostics.push_back(document.error("reader.type", "/system", neither("a system", value)));
        return std::nullopt;
    }
    if (const auto* preset = system::find_preset(value.get_ref<const std::string&>()))
        return *preset;
    std::vector<system::Preset> all = system::presets();
    all.insert(all.end(), system::released_systems().begin(), system::released_systems().end());
    diagnostics.push_back(
        unknown(document, "system", value, all, [](const auto& preset) { return preset.system.name; }));
    return std::nullopt;
}

std::optional<strategy::Execution> read_execution(const JsonDocument& document, const Json& value,
                                                  strategy::Rules rules, Diagnostics& diagnostics)
{
    if (value.is_object() && value.contains("parallelism"))
        return keep(strategy::execution_from_json(document, value, "/execution"), diagnostics);
    if (value.is_object())
        return keep(strategy::from_mapping(document, value, "/execution", rules), diagnostics);
    if (!value.is_string()) {
        diagnostics.push_back(document.error("reader.type", "/execution", neither("an execution", value)));
        return std::nullopt;
    }
    if (const auto* preset = strategy::find_preset(value.get_ref<const std::string&>()))
        return preset->execution;
    diagnostics.push_back(
        unknown(document, "execution", value, strategy::presets(), [](const auto& preset) { return preset.name; }));
    return std::nullopt;
}

} // namespace

Result<Inputs> read_inputs(const JsonDocument& document, strategy::Rules rules)
{
    Diagnostics diagnostics;
    ObjectReader reader(document, document.root(), "", diagnostics);
    reader.ignore("id");
    // A reference record may be fed as it is; what it says of results is not looked at.
    reader.ignore("stats");
    reader.ignore("layers");
    const Json* model_value = reader.any("model");
    const Json* system_value = reader.any("system");
    const Json* execution_value = reader.any("execution");
    reader.finish("a batch line holds id, model, system and execution");

    std::optional<model::TransformerModel> model;
    std::optional<system::SystemProfile> system;
    std::optional<strategy::Execution> execution;
    if (model_value)
        model = read_model(document, *model_value, diagnostics);
    if (system_value)
        system = read_system(document, *system_value, diagnostics);
    if (execution_value)
        execution = read_execution(document, *execution_value, rules, diagnostics);
    if (model && system && execution_value && !execution && !diagnostics.empty()) {
        const Diagnostics laws =
            placed(strategy::laws_beside(diagnostics, document, *execution_value, "/execution", *model, *system, rules),
                   origins_of(document));
        diagnostics.insert(diagnostics.end(), laws.begin(), laws.end());
    }
    if (!diagnostics.empty() || !model || !system || !execution)
        return diagnostics;
    return Inputs{*std::move(model), *std::move(system), *std::move(execution)};
}

} // namespace blueprinting::search
