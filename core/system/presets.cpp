#include "core/base/preset_index.h"
#include "core/system/system_profile.h"

#include <span>

namespace blueprinting::system {

std::span<const EmbeddedFile> system_files();
std::span<const EmbeddedFile> released_system_files();

namespace {

// Read once, never changed. The files are part of the program; tests hold them against the published tables.
std::vector<Preset> read_presets(std::span<const EmbeddedFile> files, const std::string& folder)
{
    std::vector<Preset> out;
    if (const auto entries = preset_index(files, folder))
        for (const PresetEntry& entry : *entries)
            if (auto system = read_calculon_system(entry.document, entry.document.root(), "", entry.name))
                out.push_back({std::move(*system), entry.source});
    return out;
}

} // namespace

const std::vector<Preset>& presets()
{
    static const std::vector<Preset> all = read_presets(system_files(), "systems");
    return all;
}

const std::vector<Preset>& released_systems()
{
    static const std::vector<Preset> all = read_presets(released_system_files(), "released-systems");
    return all;
}

const SystemProfile* find_preset(std::string_view name)
{
    for (const auto* group : {&presets(), &released_systems()})
        for (const Preset& preset : *group)
            if (preset.system.name == name)
                return &preset.system;
    return nullptr;
}

} // namespace blueprinting::system
