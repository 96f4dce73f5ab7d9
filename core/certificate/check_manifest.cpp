#include "core/certificate/cell_key.h"
#include "core/certificate/checks_detail.h"

#include <map>
#include <set>

namespace blueprinting::certificate::detail {
namespace {

/// The cells that the campaign owes, from the file or else from the certificate.
struct Owed {
    std::vector<std::string> expected;
    std::set<std::string> excluded;
    std::vector<std::string> unmatched;
    std::string from; ///< "the manifest file"
};

std::optional<Owed> owed(const Certificate& certificate, const Manifest* manifest)
{
    Owed out;
    if (manifest) {
        out.from = "the manifest file";
        out.expected = keys_of<std::vector<std::string>>(manifest->cells);
    } else if (certificate.manifest) {
        out.from = "the list inside the certificate";
        out.expected = certificate.manifest->expected;
    } else {
        return std::nullopt;
    }
    const ResolvedExclusions resolved = resolve_exclusions(out.expected, certificate.fit.exclude_cells);
    out.excluded.insert(resolved.keys.begin(), resolved.keys.end());
    out.unmatched = resolved.unmatched;
    // What the certificate calls excluded is not missing as well; whether it may be is a check of its own.
    if (certificate.manifest)
        out.excluded.insert(certificate.manifest->excluded.begin(), certificate.manifest->excluded.end());
    return out;
}

constexpr const char* kNoList =
    "no list names the expected cells: no manifest file is open, and the certificate holds no list";

void compare_lists(Findings& findings, const std::set<std::string>& embedded, const std::set<std::string>& file,
                   const std::string& list)
{
    for (const std::string& key : embedded)
        if (!file.contains(key))
            findings.add(brief(key) + " is " + list + " in the certificate and not in the manifest file");
    for (const std::string& key : file)
        if (!embedded.contains(key))
            findings.add(brief(key) + " is " + list + " in the manifest file and not in the certificate");
}

/// What a manifest's cell says beside its key.
void compare_fields(Findings& findings, const ManifestCell& cell)
{
    const CellKey key = parse_cell_key(cell.key);
    const auto differ = [&](const char* field, const std::string& by_key, const std::string& by_field) {
        if (by_key != by_field)
            findings.add("the manifest's " + brief(cell.key) + " has " + field + " " + brief(by_field));
    };
    differ("the cell", key.cell, cell.cell);
    differ("the model", key.model, cell.model);
    differ("layers", or_none(key.layers), std::to_string(cell.layers));
    differ("tp", or_none(key.tp), std::to_string(cell.tp));
    differ("cp", or_none(key.cp), std::to_string(cell.cp));
    differ("group", or_none(key.group), or_none(cell.group));
}

} // namespace

CheckResult check_expected(const Certificate& certificate, const Manifest* manifest)
{
    const auto list = owed(certificate, manifest);
    if (!list)
        return not_checked(Check::expected_cells, kNoList);
    Findings findings;
    const auto here = keys_of<std::set<std::string>>(certificate.cells);
    std::size_t found = 0;
    for (const std::string& key : list->expected) {
        if (here.contains(key))
            ++found;
        else if (!list->excluded.contains(key))
            findings.add(brief(key) + " is expected by " + list->from + " and missing");
    }
    return findings.result(Check::expected_cells, std::to_string(found) + " of " +
                                                      std::to_string(list->expected.size()) + " cells of " +
                                                      list->from + ", the others excluded");
}

CheckResult check_unexpected(const Certificate& certificate, const Manifest* manifest)
{
    const auto list = owed(certificate, manifest);
    if (!list)
        return not_checked(Check::unexpected_cells, kNoList);
    Findings findings;
    const std::set<std::string> expected(list->expected.begin(), list->expected.end());
    for (const std::string& key : keys_of<std::set<std::string>>(certificate.cells)) {
        if (!expected.contains(key))
            findings.add(brief(key) + " is not expected by " + list->from);
        else if (list->excluded.contains(key))
            findings.add(brief(key) + " is excluded and present");
    }
    return findings.result(Check::unexpected_cells, "every cell is expected by " + list->from);
}

CheckResult check_exclusions(const Certificate& certificate, const Manifest* manifest)
{
    const auto list = owed(certificate, manifest);
    if (!list)
        return not_checked(Check::exclusions, kNoList);
    Findings findings;
    for (const std::string& pattern : list->unmatched)
        findings.add("the pattern \"" + brief(pattern) + "\" excludes no expected cell");
    const ResolvedExclusions resolved = resolve_exclusions(list->expected, certificate.fit.exclude_cells);
    const std::set<std::string> by_pattern(resolved.keys.begin(), resolved.keys.end());
    if (certificate.manifest) {
        const std::set<std::string> listed(certificate.manifest->excluded.begin(),
                                           certificate.manifest->excluded.end());
        for (const std::string& key : listed)
            if (!by_pattern.contains(key))
                findings.add(brief(key) + " is listed as excluded, but no pattern of exclude_cells matches it");
        for (const std::string& key : by_pattern)
            if (!listed.contains(key))
                findings.add(brief(key) +
                             " is excluded by exclude_cells, but the certificate's manifest does not list it");
    }
    if (manifest) {
        std::map<std::string_view, const Exclusion*> listed; // the first of each key
        for (const Exclusion& exclusion : manifest->excluded)
            listed.emplace(exclusion.key, &exclusion);
        for (const std::string& key : list->excluded) {
            const auto at = listed.find(key);
            if (at == listed.end())
                findings.add(brief(key) + " is excluded, but the manifest file does not list it");
            else if (at->second->reason.find_first_not_of(" \t\n") == std::string::npos)
                findings.add(brief(key) + " is excluded, but the manifest file gives no reason");
        }
    } else if (findings.empty() && !list->excluded.empty()) {
        return not_checked(Check::exclusions,
                           std::to_string(list->excluded.size()) +
                               " cells are excluded; their reasons are in the manifest file, which is not open");
    }
    return findings.result(Check::exclusions, list->excluded.empty()
                                                  ? "nothing is excluded"
                                                  : std::to_string(list->excluded.size()) +
                                                        " cells excluded, each listed with its reason");
}

CheckResult check_manifests(const Certificate& certificate, const Manifest* manifest)
{
    if (!manifest)
        return not_checked(Check::manifests, "no manifest file is open");
    if (!certificate.manifest)
        return not_checked(Check::manifests, "the certificate holds no manifest list");
    Findings findings;
    if (manifest->schema != kManifestSchema)
        findings.add("the manifest file's schema is \"" + brief(manifest->schema) + "\"; known is \"" +
                     std::string(kManifestSchema) + "\"");
    std::set<std::string> expected;
    for (const ManifestCell& cell : manifest->cells) {
        if (!expected.insert(cell.key).second)
            findings.add("the manifest file lists " + brief(cell.key) + " twice");
        compare_fields(findings, cell);
    }
    std::set<std::string> excluded;
    for (const Exclusion& exclusion : manifest->excluded)
        if (!excluded.insert(exclusion.key).second)
            findings.add("the manifest file excludes " + brief(exclusion.key) + " twice");
    const auto& embedded = *certificate.manifest;
    for (const auto* list : {&embedded.expected, &embedded.excluded}) {
        std::set<std::string> listed;
        for (const std::string& key : *list)
            if (!listed.insert(key).second)
                findings.add("the certificate lists " + brief(key) + " twice");
    }
    compare_lists(findings, {embedded.expected.begin(), embedded.expected.end()}, expected, "expected");
    compare_lists(findings, {embedded.excluded.begin(), embedded.excluded.end()}, excluded, "excluded");
    return findings.result(Check::manifests, std::to_string(expected.size()) + " expected and " +
                                                 std::to_string(excluded.size()) + " excluded cells in both");
}

} // namespace blueprinting::certificate::detail
