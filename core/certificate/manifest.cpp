#include "core/certificate/manifest.h"

#include <algorithm>
#include <set>

namespace blueprinting::certificate {

ResolvedExclusions resolve_exclusions(const std::vector<std::string>& expected,
                                      const std::vector<std::string>& patterns)
{
    const std::set<std::string> whole(expected.begin(), expected.end());
    ResolvedExclusions out;
    std::vector<bool> left_out(expected.size(), false);
    for (const std::string& pattern : patterns) {
        bool matched = false;
        for (std::size_t i = 0; i < expected.size(); ++i) {
            const bool means =
                whole.contains(pattern) ? expected[i] == pattern : expected[i].find(pattern) != std::string::npos;
            left_out[i] = left_out[i] || means;
            matched = matched || means;
        }
        if (!matched)
            out.unmatched.push_back(pattern);
    }
    for (std::size_t i = 0; i < expected.size(); ++i)
        if (left_out[i])
            out.keys.push_back(expected[i]);
    return out;
}

} // namespace blueprinting::certificate
