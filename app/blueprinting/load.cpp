#include "app/blueprinting/load.h"

#include "app/blueprinting/common.h"
#include "core/base/near_names.h"

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

/// The text of a file that is not a preset; the unknown name where there is no such file and it does not look like one.
Result<JsonDocument> document_of(const std::string& kind, const std::string& name_or_file,
                                 const std::vector<std::string>& known)
{
    if (is_json_text(name_or_file))
        return JsonDocument::parse(name_or_file, "--" + kind);
    std::error_code ignored;
    if (name_or_file.empty() || (!name_or_file.ends_with(".json") && !std::filesystem::exists(name_or_file, ignored)))
        return unknown_name(kind, name_or_file, known);
    return JsonDocument::read(name_or_file);
}

std::string stem(const std::string& path) { return is_json_text(path) ? "given" : std::filesystem::path(path).stem().string(); }

bool looks_like_hugging_face(const Json& value)
{
    return value.is_object() && !value.contains("hidden") &&
           (value.contains("model_type") || value.contains("architectures") || value.contains("hidden_size") ||
            value.contains("n_embd"));
}

} // namespace

Diagnostic unknown_name(const std::string& kind, const std::string& name, const std::vector<std::string>& known)
{
    const std::vector<std::string> near = near_names(name, known);
    // Where none is near, the first three show what names look like.
    const std::vector<std::string> first(known.begin(), known.begin() + std::min<std::ptrdiff_t>(3, std::ssize(known)));
    return {Severity::error, "input.unknown_name", "",
            "\"" + name + "\" is neither a carried " + kind + " nor a file; " +
                (!near.empty() ? "near names: " + list_of(near) : "there are, for example, " + list_of(first)) +
                " (all: blueprinting presets " + kind + "s)"};
}

std::vector<std::string> model_names()
{
    std::vector<std::string> names;
    for (const model::Preset& preset : model::presets())
        names.push_back(preset.model.name);
    return names;
}

std::vector<std::string> system_names()
{
    std::vector<std::string> names;
    for (const system::Preset& preset : system::presets())
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

Result<model::TransformerModel> load_model(const std::string& name_or_file)
{
    if (const model::TransformerModel* preset = model::find_preset(name_or_file))
        return *preset;
    const auto document = document_of("model", name_or_file, model_names());
    if (!document)
        return document.failure_as<model::TransformerModel>();
    if (!looks_like_hugging_face(document->root()))
        return model::read_calculon_model(*document, document->root(), "", stem(name_or_file));
    auto read = model::read_hugging_face_config(*document, stem(name_or_file));
    if (read)
        report(model::hugging_face_findings(*document));
    return read;
}

Result<system::SystemProfile> load_system(const std::string& name_or_file)
{
    if (const system::SystemProfile* preset = system::find_preset(name_or_file))
        return *preset;
    const auto document = document_of("system", name_or_file, system_names());
    if (!document)
        return document.failure_as<system::SystemProfile>();
    return system::read_calculon_system(*document, document->root(), "", stem(name_or_file));
}

Result<strategy::Execution> read_execution(const JsonDocument& document, const Json& value, const std::string& pointer,
                                           std::size_t network_count, strategy::Rules rules)
{
    if (value.is_object() && value.contains("parallelism"))
        return strategy::execution_from_json(document, value, pointer);
    return strategy::from_mapping(document, value, pointer, network_count, rules);
}

Result<strategy::Execution> load_execution(const std::string& name_or_file, std::size_t network_count,
                                           strategy::Rules rules)
{
    if (const strategy::Preset* preset = strategy::find_preset(name_or_file))
        return preset->execution;
    const auto document = document_of("execution", name_or_file, execution_names());
    if (!document)
        return document.failure_as<strategy::Execution>();
    return read_execution(*document, document->root(), "", network_count, rules);
}

Diagnostics placed(Diagnostics diagnostics, const std::string& execution)
{
    if (strategy::find_preset(execution))
        return diagnostics;
    const bool text = is_json_text(execution);
    const auto document = text ? JsonDocument::parse(execution, "--execution") : JsonDocument::read(execution);
    if (!document)
        return diagnostics;
    for (Diagnostic& each : diagnostics)
        if (!each.location && each.code.starts_with("strategy.")) {
            each.location = strategy::locate_field(*document, "", each.path);
            if (!each.location)
                each.location = SourceLocation{document->file(), 0, 0};
        }
    return diagnostics;
}

} // namespace blueprinting::cli
