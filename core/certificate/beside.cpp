#include "core/certificate/beside.h"

#include "core/certificate/read.h"

#include <algorithm>
#include <set>

namespace blueprinting::certificate {
namespace {

std::vector<std::string> names_of(const std::filesystem::path& file, const Certificate& certificate)
{
    std::vector<std::string> names;
    if (certificate.manifest && !certificate.manifest->path.empty())
        names.push_back(std::filesystem::path(certificate.manifest->path).filename().string());
    const std::string stem = file.stem().string();
    const std::string ending = file.extension().string();
    names.push_back(stem + "-manifest" + ending);
    const std::string word = "certificate";
    if (const auto at = stem.rfind(word); at != std::string::npos)
        names.push_back(std::string(stem).replace(at, word.size(), "manifest") + ending);
    names.emplace_back("manifest.json");
    return names;
}

} // namespace

bool lists_a_cell_of(const Manifest& manifest, const Certificate& certificate)
{
    const auto keys = keys_of<std::set<std::string>>(certificate.cells);
    return std::any_of(manifest.cells.begin(), manifest.cells.end(),
                       [&](const ManifestCell& cell) { return keys.contains(cell.key); });
}

std::optional<FoundManifest> manifest_beside(const std::filesystem::path& certificate_file,
                                             const Certificate& certificate)
{
    for (const std::string& name : names_of(certificate_file, certificate)) {
        const std::filesystem::path path = certificate_file.parent_path() / name;
        std::error_code ignored;
        if (!std::filesystem::is_regular_file(path, ignored) ||
            std::filesystem::equivalent(path, certificate_file, ignored))
            continue;
        auto manifest = read_manifest(path);
        if (manifest && lists_a_cell_of(*manifest, certificate))
            return FoundManifest{path, std::move(*manifest)};
    }
    return std::nullopt;
}

} // namespace blueprinting::certificate
