#include "core/base/embedded_file.h"
#include "core/base/object_reader.h"
#include "core/model/transformer_model.h"
#include "core/strategy/execution_list.h"
#include "core/system/system_profile.h"

#include <span>

namespace blueprinting::strategy {

std::span<const EmbeddedFile> execution_files();

Result<std::vector<Preset>> read_execution_list(const JsonDocument& document, Rules rules)
{
    Diagnostics problems;
    std::vector<Preset> out;
    ObjectReader top(document, document.root(), "", problems);
    const std::string source = top.string("source").value_or("");
    const Json* list = top.array("executions");
    top.finish();
    for (std::size_t i = 0; list && i < list->size() && !problems.full(); ++i) {
        ObjectReader item(document, (*list)[i], "/executions" + pointer_step(i), problems);
        const auto id = item.string("id");
        const auto model = item.string("model");
        const auto system = item.string("system");
        const Json* mapping = item.object("execution");
        item.finish();
        if (!id || !model || !system || !mapping)
            continue;
        if (!model::find_preset(*model)) {
            std::string known;
            for (const model::Preset& each : model::presets())
                known += (known.empty() ? "" : ", ") + each.model.name;
            item.fail("strategy.list.unknown_model", "model", "there is no model " + *model + "; known are " + known);
        }
        if (!system::find_preset(*system)) {
            std::string known;
            for (const system::Preset& each : system::presets())
                known += (known.empty() ? "" : ", ") + each.system.name;
            item.fail("strategy.list.unknown_system", "system",
                      "there is no system " + *system + "; known are " + known);
            continue;
        }
        auto execution = from_mapping(document, *mapping, item.pointer("execution"), rules);
        if (execution)
            out.push_back({*id, *model, *system, std::move(*execution), source});
        else
            problems.insert(problems.end(), execution.diagnostics().begin(), execution.diagnostics().end());
    }
    if (list && list->empty())
        top.fail("strategy.list.empty", "executions", "the list holds no execution");
    if (!problems.empty())
        return problems;
    return out;
}

const std::vector<Preset>& presets()
{
    // Read once, never changed. The file is part of the program; tests hold it against the published set-up.
    static const std::vector<Preset> all = [] {
        std::vector<Preset> out;
        for (const EmbeddedFile& file : execution_files())
            if (const auto document = JsonDocument::parse(std::string(file.bytes), std::string(file.path)))
                if (const auto read = read_execution_list(*document, Rules::strict))
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
