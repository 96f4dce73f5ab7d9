#include "core/base/embedded_file.h"
#include "core/base/object_reader.h"
#include "core/strategy/mapping.h"
#include "core/system/system_profile.h"

#include <span>

namespace blueprinting::strategy {

std::span<const EmbeddedFile> execution_files();

namespace {

/// {"source", "executions": [{"id", "model", "system", "execution"}]}, the execution as a Calculon file.
Result<std::vector<Preset>> read_presets(const EmbeddedFile& file)
{
    const auto document = JsonDocument::parse(std::string(file.bytes), std::string(file.path));
    if (!document)
        return document.failure_as<std::vector<Preset>>();
    Diagnostics problems;
    std::vector<Preset> out;
    ObjectReader top(*document, document->root(), "", problems);
    const std::string source = top.string("source").value_or("");
    const Json* list = top.array("executions");
    top.finish();
    for (std::size_t i = 0; list && i < list->size(); ++i) {
        ObjectReader item(*document, (*list)[i], "/executions" + pointer_step(i), problems);
        const auto id = item.string("id");
        const auto model = item.string("model");
        const auto system = item.string("system");
        const Json* mapping = item.object("execution");
        item.finish();
        if (!id || !model || !system || !mapping)
            continue;
        const system::SystemProfile* profile = system::find_preset(*system);
        auto execution = from_mapping(*document, *mapping, item.pointer("execution"),
                                      profile ? profile->networks.size() : 1, Rules::strict);
        if (execution)
            out.push_back({*id, *model, *system, std::move(*execution), source});
        else
            problems.insert(problems.end(), execution.diagnostics().begin(), execution.diagnostics().end());
    }
    if (!problems.empty())
        return problems;
    return out;
}

} // namespace

const std::vector<Preset>& presets()
{
    // Read once, never changed. The file is part of the program; tests hold it against the published set-up.
    static const std::vector<Preset> all = [] {
        std::vector<Preset> out;
        for (const EmbeddedFile& file : execution_files())
            if (auto read = read_presets(file))
                out.insert(out.end(), read->begin(), read->end());
        return out;
    }();
    return all;
}

const Preset* find_preset(std::string_view name)
{
    for (const Preset& preset : presets())
        if (preset.name == name)
            return &preset;
    return nullptr;
}

} // namespace blueprinting::strategy
