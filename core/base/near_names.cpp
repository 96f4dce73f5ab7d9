#include "core/base/near_names.h"

#include <algorithm>
#include <cctype>
#include <utility>

namespace blueprinting {
namespace {

constexpr std::size_t kMost = 3;
/// A longer one is no name that was mistyped: nothing is near it, and comparing takes as long as both are long.
constexpr std::size_t kLongestName = 200;

std::string lower(std::string text)
{
    for (char& c : text)
        c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return text;
}

/// 0 where `b` holds `a`, else the Levenshtein distance.
std::size_t distance(const std::string& a, const std::string& b)
{
    if (a.size() >= 3 && b.find(a) != std::string::npos)
        return 0;
    std::vector<std::size_t> row;
    for (std::size_t j = 0; j <= b.size(); ++j)
        row.push_back(j);
    for (std::size_t i = 0; i < a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i + 1;
        for (std::size_t j = 0; j < b.size(); ++j) {
            const std::size_t substituted = diagonal + (a[i] == b[j] ? 0 : 1);
            diagonal = row[j + 1];
            row[j + 1] = std::min({row[j] + 1, row[j + 1] + 1, substituted});
        }
    }
    return row.back();
}

} // namespace

std::vector<std::string> near_names(const std::string& typed, const std::vector<std::string>& known)
{
    if (typed.size() > kLongestName)
        return {};
    std::vector<std::pair<std::size_t, std::string>> near;
    const std::string wanted = lower(typed);
    near.reserve(known.size());
    for (const std::string& name : known)
        near.emplace_back(distance(wanted, lower(name)), name);
    std::stable_sort(near.begin(), near.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<std::string> out;
    const std::size_t furthest = std::max<std::size_t>(2, typed.size() / 2);
    for (std::size_t i = 0; i < std::min(kMost, near.size()) && near[i].first <= furthest; ++i)
        out.push_back(std::move(near[i].second));
    return out;
}

} // namespace blueprinting
