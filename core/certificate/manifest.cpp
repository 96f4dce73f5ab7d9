#include "core/certificate/manifest.h"

#include "core/certificate/pattern_set.h"

#include <set>

namespace blueprinting::certificate {

ResolvedExclusions resolve_exclusions(const std::vector<std::string>& expected,
                                      const std::vector<std::string>& patterns)
{
    const std::set<std::string> whole(expected.begin(), expected.end());
    ResolvedExclusions out;
    std::set<std::string> meant;
    std::vector<std::string> parts;
    for (const std::string& pattern : patterns)
        if (whole.contains(pattern))
            meant.insert(pattern);
        else
            parts.push_back(pattern);
    const PatternSet part_of(parts);
    for (const std::string& key : expected)
        if (meant.contains(key) || part_of.any_in(key))
            out.keys.push_back(key);
    const std::vector<std::string_view> texts(expected.begin(), expected.end());
    const std::vector<bool> found = part_of.found_in(texts);
    for (std::size_t i = 0; i < parts.size(); ++i)
        if (!found[i])
            out.unmatched.push_back(parts[i]);
    return out;
}

} // namespace blueprinting::certificate
