#include "core/base/preset_index.h"
#include "core/system/system_profile.h"

#include <span>

namespace blueprinting::system {

std::span<const EmbeddedFile> system_files();

const std::vector<Preset>& presets()
{
    // Read once, never changed. The files are part of the program; tests hold them against the published table.
    static const std::vector<Preset> all = [] {
        std::vector<Preset> out;
        if (const auto entries = preset_index(system_files(), "systems"))
            for (const PresetEntry& entry : *entries)
                if (auto system = read_calculon_system(entry.document, entry.document.root(), "", entry.name))
                    out.push_back({std::move(*system), entry.source});
        return out;
    }();
    return all;
}

const SystemProfile* find_preset(std::string_view name)
{
    for (const Preset& preset : presets())
        if (preset.system.name == name)
            return &preset.system;
    return nullptr;
}

} // namespace blueprinting::system
