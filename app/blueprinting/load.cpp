#include "app/blueprinting/load.h"

#include "app/blueprinting/common.h"

#include <algorithm>
#include <cctype>
#include <filesystem>

namespace blueprinting::cli {
namespace {

std::string lower(std::string text)
{
    for (char& c : text)
        c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return text;
}

/// How far a name is from what was typed, without regard to case: 0 where it holds it ("a100"), else the Levenshtein
/// distance.
std::size_t distance(const std::string& typed, const std::string& name)
{
    const std::string a = lower(typed);
    const std::string b = lower(name);
    if (a.size() >= 3 && b.find(a) != std::string::npos)
        return 0;
    std::vector<std::size_t> row;
    for (std::size_t j = 0; j <= b.size(); ++j)
        row.push_back(j);
    for (std::size_t i = 0; i < a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i + 1;
        for (std::size_t j = 0; j < b.size(); ++j) {
            const std::size_t substituted = diagonal + (a[i] == b[j] ? 0 : 1);
            diagonal = row[j + 1];
            row[j + 1] = std::min({row[j] + 1, row[j + 1] + 1, substituted});
        }
    }
    return row.back();
}

std::string quoted_list(const std::vector<std::string>& names)
{
    std::string out;
    for (const std::string& name : names)
        out += (out.empty() ? "" : ", ") + name;
    return out;
}

/// The text of a file that is not a preset; the unknown name where there is no such file and it does not look like one.
Result<JsonDocument> document_of(const std::string& kind, const std::string& name_or_file,
                                 const std::vector<std::string>& known)
{
    std::error_code ignored;
    if (name_or_file.empty() || (!name_or_file.ends_with(".json") && !std::filesystem::exists(name_or_file, ignored)))
        return unknown_name(kind, name_or_file, known);
    return JsonDocument::read(name_or_file);
}

std::string stem(const std::string& path) { return std::filesystem::path(path).stem().string(); }

bool looks_like_hugging_face(const Json& value)
{
    return value.is_object() && !value.contains("hidden") &&
           (value.contains("model_type") || value.contains("architectures") || value.contains("hidden_size") ||
            value.contains("n_embd"));
}

} // namespace

Diagnostic unknown_name(const std::string& kind, const std::string& name, const std::vector<std::string>& known)
{
    std::vector<std::string> near = known;
    std::stable_sort(near.begin(), near.end(),
                     [&](const std::string& a, const std::string& b) { return distance(name, a) < distance(name, b); });
    if (near.size() > 3)
        near.resize(3);
    // A distance past half of the name says nothing; then the first three names show what names look like.
    const bool close = !near.empty() && distance(name, near.front()) <= std::max<std::size_t>(2, name.size() / 2);
    const std::vector<std::string> first(known.begin(), known.begin() + std::min<std::ptrdiff_t>(3, std::ssize(known)));
    return {Severity::error, "input.unknown_name", "",
            "\"" + name + "\" is neither a carried " + kind + " nor a file; " +
                (close ? "near names: " + quoted_list(near) : "there are, for example, " + quoted_list(first)) +
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
    const auto document = JsonDocument::read(execution);
    if (!document)
        return diagnostics;
    for (Diagnostic& each : diagnostics)
        if (!each.location && each.code.starts_with("strategy.")) {
            each.location = strategy::locate_field(*document, "", each.path);
            if (!each.location)
                each.location = SourceLocation{execution, 0, 0};
        }
    return diagnostics;
}

} // namespace blueprinting::cli
