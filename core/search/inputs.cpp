#include "core/search/inputs.h"

#include "core/base/near_names.h"
#include "core/base/object_reader.h"
#include "core/model/description_json.h"
#include "core/model/read_model.h"
#include "core/model/released.h"
#include "core/search/origin.h"
#include "core/strategy/derived.h"
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

/// A model's six numbers where these say all of it, else its description.
struct ReadModel {
    std::optional<model::TransformerModel> plain;
    model::Description description{}; ///< only where there is no `plain`
};

ReadModel read_as(const model::Description& description)
{
    ReadModel out{model::plain_model(description)};
    if (!out.plain)
        out.description = description;
    return out;
}

const std::string kModel = "/model";

/// What is said of a value that was read as a document of its own, with its places in the line.
Diagnostics in_line(const JsonDocument& line, Diagnostics said)
{
    for (Diagnostic& each : said) {
        each.path = kModel + each.path;
        each.location = line.locate(each.path);
    }
    return said;
}

std::optional<ReadModel> read_model_object(const JsonDocument& document, const Json& value, Diagnostics& diagnostics,
                                           Diagnostics& findings)
{
    const std::string name = "inline";
    if (model::looks_like_description(value)) {
        const auto read = keep(model::description_from_json(document, value, kModel, name), diagnostics);
        return read ? std::optional(read_as(*read)) : std::nullopt;
    }
    if (!model::is_hugging_face_config(value)) {
        auto read = keep(model::read_calculon_model(document, value, kModel, name), diagnostics);
        return read ? std::optional(ReadModel{std::move(read)}) : std::nullopt;
    }
    // A config is a file of its own, and is read as one.
    auto config = keep(JsonDocument::parse(value.dump(), document.file()), diagnostics);
    if (!config)
        return std::nullopt;
    const auto read = model::read_description(*config, name);
    if (!read) {
        const Diagnostics refused = in_line(document, read.diagnostics());
        diagnostics.insert(diagnostics.end(), refused.begin(), refused.end());
        return std::nullopt;
    }
    findings = in_line(document, read->findings);
    return read_as(read->description);
}

std::optional<ReadModel> read_model(const JsonDocument& document, const Json& value, Diagnostics& diagnostics,
                                    Diagnostics& findings)
{
    if (value.is_object())
        return read_model_object(document, value, diagnostics, findings);
    if (!value.is_string()) {
        diagnostics.push_back(document.error("reader.type", kModel, neither("a model", value)));
        return std::nullopt;
    }
    const auto& name = value.get_ref<const std::string&>();
    if (const auto* preset = model::find_preset(name))
        return ReadModel{*preset};
    if (const auto* released = model::find_released(name))
        return read_as(released->description);
    std::vector<std::string> all;
    for (const model::Preset& preset : model::presets())
        all.push_back(preset.model.name);
    for (const model::ReleasedModel& released : model::released_models())
        all.push_back(released.description.name);
    diagnostics.push_back(unknown(document, "model", value, all, [](const std::string& each) { return each; }));
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

Result<LineInputs> read_inputs(const JsonDocument& document, strategy::Rules rules)
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

    Diagnostics findings;
    std::optional<ReadModel> model;
    std::optional<system::SystemProfile> system;
    std::optional<strategy::Execution> execution;
    if (model_value)
        model = read_model(document, *model_value, diagnostics, findings);
    if (system_value)
        system = read_system(document, *system_value, diagnostics);
    if (execution_value)
        execution = read_execution(document, *execution_value, rules, diagnostics);
    if (model && !model->plain && rules == strategy::Rules::calculon_compatible)
        diagnostics.push_back(document.error("model.not_plain", kModel,
                                             "this model says more than six numbers, and Calculon's rules are of six "
                                             "numbers alone: leave out --calculon-compatible"));
    if (model && model->plain && system && execution_value && !execution && !diagnostics.empty()) {
        const Diagnostics laws = placed(
            strategy::laws_beside(diagnostics, document, *execution_value, "/execution", *model->plain, *system, rules),
            origins_of(document));
        diagnostics.insert(diagnostics.end(), laws.begin(), laws.end());
    }
    if (!diagnostics.empty() || !model || !system || !execution)
        return diagnostics;
    const bool six_numbers =
        model->plain && (rules == strategy::Rules::calculon_compatible || !strategy::has_new_switch(*execution));
    if (six_numbers)
        return LineInputs{Inputs{*std::move(model->plain), *std::move(system), *std::move(execution)},
                          std::move(findings)};
    return LineInputs{ProgramInputs{model->plain ? model::describe(*model->plain) : std::move(model->description),
                                    *std::move(system), *std::move(execution)},
                      std::move(findings)};
}

} // namespace blueprinting::search
