#include "core/base/preset_index.h"
#include "core/model/transformer_model.h"

#include <span>

namespace blueprinting::model {

std::span<const EmbeddedFile> model_files();

const std::vector<Preset>& presets()
{
    // Read once, never changed. The files are part of the program; tests hold them against the published table.
    static const std::vector<Preset> all = [] {
        std::vector<Preset> out;
        if (const auto entries = preset_index(model_files(), "models"))
            for (const PresetEntry& entry : *entries)
                if (auto model = read_calculon_model(entry.document, entry.document.root(), "", entry.name))
                    out.push_back({std::move(*model), entry.source});
        return out;
    }();
    return all;
}

const TransformerModel* find_preset(std::string_view name)
{
    for (const Preset& preset : presets())
        if (preset.model.name == name)
            return &preset.model;
    return nullptr;
}

} // namespace blueprinting::model
