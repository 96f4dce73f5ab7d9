#pragma once
#include "core/base/embedded_file.h"
#include "core/base/json_document.h"

#include <string>
#include <vector>

namespace blueprinting {

/// One preset of a folder of data/: the file itself stays exactly what other programs accept, so its source stands
/// beside it in the folder's SOURCES.json, which also gives the order.
struct PresetEntry {
    std::string name;
    std::string source;
    JsonDocument document;
};

/// The presets that `folder` ("models") of the embedded files lists in its SOURCES.json: {"files": [{"name",
/// "source"}]}. preset.index where the index is missing or malformed, preset.missing for a listed file that is not
/// carried.
Result<std::vector<PresetEntry>> preset_index(std::span<const EmbeddedFile> files, const std::string& folder);

} // namespace blueprinting
