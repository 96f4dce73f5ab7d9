#include "app/blueprinting/load.h"

#include "app/blueprinting/common.h"
#include "core/base/near_names.h"
#include "core/model/description_json.h"
#include "core/model/read_model.h"
#include "core/model/released.h"
#include "core/strategy/mapped_laws.h"

#include <algorithm>
#include <filesystem>

namespace blueprinting::cli {
namespace {

std::string list_of(const std::vector<std::string>& names)
{
    std::string out;
    for (const std::string& name : names)
        out += (out.empty() ? "" : ", ") + name;
    return out;
}

/// An argument may be the value itself, as the explorer copies it.
bool is_json_text(const std::string& argument) { return argument.starts_with('{'); }

/// A name that is no preset of this kind, with the near ones.
Diagnostic unknown_name(const std::string& option, const std::string& kind, const std::string& name,
                        const std::vector<std::string>& known)
{
    const std::vector<std::string> near = near_names(name, known);
    // Where none is near, the first three show what names look like.
    const std::vector<std::string> first(known.begin(), known.begin() + std::min<std::ptrdiff_t>(3, std::ssize(known)));
    return {Severity::error, "input.unknown_name", option,
            "\"" + name + "\" is neither a built-in " + kind + " nor a file; " +
                (!near.empty() ? "near names: " + list_of(near) : "there are, for example, " + list_of(first)) +
                " (all: blueprinting presets " + kind + "s)"};
}

/// The one known name that differs from this in the case of letters alone; of several none.
std::optional<std::string> in_another_case(const std::string& name, const std::vector<std::string>& known)
{
    const auto same = [&](const std::string& other) {
        const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
        return std::ranges::equal(name, other, {}, lower, lower);
    };
    const auto at = std::ranges::find_if(known, same);
    if (at == known.end() || std::find_if(std::next(at), known.end(), same) != known.end())
        return std::nullopt;
    return *at;
}

/// A preset, else the file, else a preset in another case, else the unknown name where there is no such file and it
/// does not look like one.
Result<search::Origin> open(const std::string& kind, const std::string& argument, const std::string& option,
                            const std::vector<std::string>& known)
{
    search::Origin out{option + " " + argument, argument};
    if (std::find(known.begin(), known.end(), argument) != known.end())
        return out;
    std::error_code ignored;
    const bool text = is_json_text(argument);
    if (!text && (argument.empty() || (!argument.ends_with(".json") && !std::filesystem::exists(argument, ignored)))) {
        // Of an execution the name says the model and the system as well: it is taken as it is written.
        const auto meant = kind == "execution" ? std::nullopt : in_another_case(argument, known);
        if (!meant)
            return unknown_name(option, kind, argument, known);
        out.name = *meant;
        return out;
    }
    auto document = text ? JsonDocument::parse(argument, option) : JsonDocument::read(argument);
    if (!document)
        return document.failure_as<search::Origin>();
    out.document = *std::move(document);
    out.spelled = true;
    return out;
}

std::string stem(const std::string& path)
{
    return is_json_text(path) ? "given" : std::filesystem::path(path).stem().string();
}

/// One of the three, as far as it could be had; what is wrong with it is among the problems.
template <class T>
struct Piece {
    search::Origin origin;
    std::optional<T> value;
};

template <class T, class Open, class Load>
Piece<T> piece(const std::string& argument, const std::string& option, Open open, Load load, Diagnostics& problems)
{
    Piece<T> out;
    const auto keep = [&](const auto& result) {
        problems.insert(problems.end(), result.diagnostics().begin(), result.diagnostics().end());
    };
    if (argument.empty()) {
        problems.push_back(missing_option(option));
        return out;
    }
    auto origin = open(argument, option);
    keep(origin);
    if (!origin)
        return out;
    auto value = load(*origin);
    keep(value);
    out.origin = *std::move(origin);
    if (value)
        out.value = *std::move(value);
    return out;
}

/// What a model file is called.
std::string model_name(const std::string& argument)
{
    return is_json_text(argument) ? stem(argument) : model::model_name_of(argument);
}

/// The six numbers of a description, which may say more than they can hold.
Result<model::TransformerModel> six_numbers(const model::Description& description, const search::Origin& origin)
{
    if (auto plain = model::plain_model(description))
        return *std::move(plain);
    Diagnostic refused{Severity::error, "model.not_plain", "--model",
                       description.name + " says more than six numbers, and this reads models of six numbers alone; "
                                          "blueprinting estimate (by its own laws), model and rates take it"};
    if (origin.document)
        refused.location = origin.document->locate(origin.pointer);
    return refused;
}

} // namespace

std::vector<std::string> model_names()
{
    std::vector<std::string> names;
    for (const model::Preset& preset : model::presets())
        names.push_back(preset.model.name);
    for (const model::ReleasedModel& each : model::released_models())
        names.push_back(each.description.name);
    return names;
}

std::vector<std::string> system_names()
{
    std::vector<std::string> names;
    for (const auto* group : {&system::presets(), &system::released_systems()})
        for (const system::Preset& preset : *group)
            names.push_back(preset.system.name);
    return names;
}

std::vector<std::string> execution_names()
{
    std::vector<std::string> names;
    for (const strategy::Preset& preset : strategy::presets())
        names.push_back(preset.name);
    return names;
}

Result<search::Origin> open_model(const std::string& argument, const std::string& option)
{
    return open("model", argument, option, model_names());
}

Result<search::Origin> open_system(const std::string& argument, const std::string& option)
{
    return open("system", argument, option, system_names());
}

Result<search::Origin> open_execution(const std::string& argument, const std::string& option)
{
    return open("execution", argument, option, execution_names());
}

Result<model::TransformerModel> load_model(const search::Origin& origin)
{
    const auto read = load_description(origin);
    if (!read)
        return read.failure_as<model::TransformerModel>();
    auto model = six_numbers(read->description, origin);
    if (model)
        report(read->findings);
    return model;
}

Result<system::SystemProfile> load_system(const search::Origin& origin)
{
    if (!origin.document)
        return *system::find_preset(origin.name);
    return system::read_calculon_system(*origin.document, origin.document->root(), "", stem(origin.name));
}

Result<strategy::Execution> load_execution(const search::Origin& origin, strategy::Rules rules)
{
    if (!origin.document)
        return strategy::find_preset(origin.name)->execution;
    const Json& value = origin.document->root();
    if (value.is_object() && value.contains("parallelism"))
        return strategy::execution_from_json(*origin.document, value, "");
    return strategy::from_mapping(*origin.document, value, "", rules);
}

Result<model::TransformerModel> load_model(const std::string& argument, std::optional<std::int64_t> sequence)
{
    auto origin = open_model(argument);
    if (origin)
        origin->sequence = sequence;
    return origin ? load_model(*origin) : origin.failure_as<model::TransformerModel>();
}

Result<system::SystemProfile> load_system(const std::string& argument)
{
    const auto origin = open_system(argument);
    return origin ? load_system(*origin) : origin.failure_as<system::SystemProfile>();
}

Result<strategy::Execution> load_execution(const std::string& argument, strategy::Rules rules)
{
    const auto origin = open_execution(argument);
    return origin ? load_execution(*origin, rules) : origin.failure_as<strategy::Execution>();
}

Result<model::DescriptionReading> load_description(const search::Origin& origin)
{
    if (origin.document)
        return model::read_description(*origin.document, model_name(origin.name), origin.sequence);
    const model::ReleasedModel* released = model::find_released(origin.name);
    model::DescriptionReading out{released ? released->description : model::describe(*model::find_preset(origin.name)),
                                  {}};
    out.description.sequence = origin.sequence.value_or(out.description.sequence);
    return out;
}

Result<model::DescriptionReading> load_description(const std::string& argument, std::optional<std::int64_t> sequence,
                                                   const std::string& option)
{
    auto origin = open_model(argument, option);
    if (!origin)
        return origin.failure_as<model::DescriptionReading>();
    origin->sequence = sequence;
    return load_description(*origin);
}

Diagnostic missing_option(const std::string& option)
{
    return {Severity::error, "usage", "", option + " is missing: the name of a preset or a file"};
}

Result<Loaded> load_inputs(InputArguments arguments, strategy::Rules rules)
{
    Diagnostics problems;
    const strategy::Preset* preset = strategy::find_preset(arguments.execution);
    const bool model_follows = preset && arguments.model.empty();
    const bool system_follows = preset && arguments.system.empty();
    auto model = piece<model::TransformerModel>(
        model_follows ? preset->model : arguments.model, "--model",
        [&](const std::string& argument, const std::string& option) {
            auto origin = open_model(argument, option);
            if (origin)
                origin->sequence = arguments.sequence;
            return origin;
        },
        [](const search::Origin& origin) { return load_model(origin); }, problems);
    auto system = piece<system::SystemProfile>(
        system_follows ? preset->system : arguments.system, "--system", open_system,
        [](const search::Origin& origin) { return load_system(origin); }, problems);
    auto execution = piece<strategy::Execution>(
        arguments.execution, "--execution", open_execution,
        [&](const search::Origin& origin) { return load_execution(origin, rules); }, problems);
    // What a preset brings along was not asked for by an option of its own.
    if (model_follows)
        model.origin.argument = execution.origin.argument;
    if (system_follows)
        system.origin.argument = execution.origin.argument;
    search::Origins origins{std::move(model.origin), std::move(system.origin), std::move(execution.origin)};
    if (model.value && system.value && !execution.value && origins.execution.document) {
        const JsonDocument& document = *origins.execution.document;
        const Diagnostics laws = search::placed(
            strategy::laws_beside(problems, document, document.root(), "", *model.value, *system.value, rules),
            origins);
        problems.insert(problems.end(), laws.begin(), laws.end());
    }
    if (!problems.empty())
        return problems;
    return Loaded{{*std::move(model.value), *std::move(system.value), *std::move(execution.value)}, std::move(origins)};
}

} // namespace blueprinting::cli
