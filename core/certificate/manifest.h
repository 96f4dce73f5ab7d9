#pragma once
#include "core/base/json_document.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace blueprinting::certificate {

/// One cell that a campaign is to measure.
struct ManifestCell {
    std::string key;
    std::string campaign;
    std::string cell;
    std::string model;
    std::int64_t layers = 0;
    std::int64_t tp = 1;
    std::int64_t cp = 1;
    std::optional<std::int64_t> group;
    Json extra = Json::object();
    bool operator==(const ManifestCell&) const = default;
};

struct Exclusion {
    std::string key;
    std::string reason; ///< "" where the file gives none
    Json extra = Json::object();
    bool operator==(const Exclusion&) const = default;
};

/// The cells that a campaign owes, and which of them are left out and why.
struct Manifest {
    std::string schema;
    std::string description;
    std::string file; ///< name of the file that it was read from, "" where it has none; not part of the content
    std::vector<ManifestCell> cells;
    std::vector<Exclusion> excluded;
    Json extra = Json::object(); ///< recipes and whatever else stands beside
    bool operator==(const Manifest&) const = default;
};

/// The keys of cells or exclusions, as a list or as a set.
template <class Keys, class Keyed>
Keys keys_of(const std::vector<Keyed>& all)
{
    Keys out;
    for (const Keyed& each : all)
        out.insert(out.end(), each.key);
    return out;
}

/// Which expected keys the patterns leave out: a pattern that is a whole key means that key, any other each key that it
/// is part of.
struct ResolvedExclusions {
    std::vector<std::string> keys;      ///< in the order of `expected`
    std::vector<std::string> unmatched; ///< patterns that mean no expected key
    bool operator==(const ResolvedExclusions&) const = default;
};
ResolvedExclusions resolve_exclusions(const std::vector<std::string>& expected,
                                      const std::vector<std::string>& patterns);

} // namespace blueprinting::certificate
