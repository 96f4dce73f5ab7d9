#include "core/base/preset_index.h"

#include "core/base/object_reader.h"

namespace blueprinting {
namespace {

const EmbeddedFile* find(std::span<const EmbeddedFile> files, std::string_view path)
{
    for (const EmbeddedFile& file : files)
        if (file.path == path)
            return &file;
    return nullptr;
}

} // namespace

Result<std::vector<PresetEntry>> preset_index(std::span<const EmbeddedFile> files, const std::string& folder)
{
    const std::string index_path = folder + "/SOURCES.json";
    const EmbeddedFile* index_file = find(files, index_path);
    if (!index_file)
        return Diagnostic{Severity::error, "preset.index", "", index_path + " is not built in"};
    const auto index = JsonDocument::parse(std::string(index_file->bytes), index_path);
    if (!index)
        return index.failure_as<std::vector<PresetEntry>>();

    Diagnostics problems;
    std::vector<PresetEntry> entries;
    ObjectReader top(*index, index->root(), "", problems);
    const Json* listed = top.array("files");
    top.finish();
    for (std::size_t i = 0; listed && i < listed->size() && !problems.full(); ++i) {
        ObjectReader item(*index, (*listed)[i], "/files" + pointer_step(i), problems);
        const auto name = item.string("name");
        const auto source = item.string("source");
        item.finish();
        if (!name || !source)
            continue;
        const std::string path = folder + "/" + *name + ".json";
        const EmbeddedFile* file = find(files, path);
        if (!file) {
            problems.push_back({Severity::error, "preset.missing", item.pointer("name"), path + " is not built in"});
            continue;
        }
        auto document = JsonDocument::parse(std::string(file->bytes), path);
        if (document)
            entries.push_back({*name, *source, std::move(*document)});
        else
            problems.insert(problems.end(), document.diagnostics().begin(), document.diagnostics().end());
    }
    if (!problems.empty())
        return problems;
    return entries;
}

} // namespace blueprinting
