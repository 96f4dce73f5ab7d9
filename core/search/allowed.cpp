#include "core/search/space.h"

#include "core/base/written_number.h"

#include <algorithm>
#include <optional>

namespace blueprinting::search {
namespace {

constexpr std::int64_t kNoEnd = std::numeric_limits<std::int64_t>::max();

std::optional<std::int64_t> number(std::string_view text)
{
    const auto read = read_whole(text, {});
    return read ? std::optional(*read) : std::nullopt;
}

std::optional<Allowed::Stretch> stretch(std::string_view part)
{
    const std::size_t dots = part.find("..");
    if (dots == std::string_view::npos) {
        const auto only = number(part);
        return only ? std::optional(Allowed::Stretch{*only, *only}) : std::nullopt;
    }
    const std::string_view from = part.substr(0, dots);
    const std::string_view to = part.substr(dots + 2);
    const auto first = from.empty() ? std::optional<std::int64_t>(1) : number(from);
    const auto last = to.empty() ? std::optional(kNoEnd) : number(to);
    if (!first || !last || *first > *last || (from.empty() && to.empty()))
        return std::nullopt;
    return Allowed::Stretch{*first, *last};
}

} // namespace

Result<Allowed> Allowed::parse(std::string_view text, const std::string& path)
{
    Allowed out;
    std::string_view rest = text;
    while (true) {
        const std::size_t comma = std::min(rest.find(','), rest.size());
        const std::string_view part = rest.substr(0, comma);
        const auto found = stretch(part);
        if (!found)
            return Diagnostic{Severity::error, "search.bound.malformed", path,
                              "\"" + std::string(part) +
                                  "\" is no bound; allowed are whole numbers from 1 to 2^53 in decimal digits and "
                                  "stretches of them, as 8, "
                                  "1,2,8, 4..16, 16.. and ..8"};
        out.m_stretches.push_back(*found);
        if (comma == rest.size())
            break;
        rest.remove_prefix(comma + 1);
    }
    std::sort(out.m_stretches.begin(), out.m_stretches.end(),
              [](const Stretch& a, const Stretch& b) { return a.first < b.first; });
    std::vector<Stretch> joined;
    for (const Stretch& each : out.m_stretches) {
        const bool touches = !joined.empty() && (joined.back().last == kNoEnd || each.first <= joined.back().last + 1);
        if (touches)
            joined.back().last = std::max(joined.back().last, each.last);
        else
            joined.push_back(each);
    }
    out.m_stretches = std::move(joined);
    return out;
}

Allowed Allowed::only(std::int64_t value)
{
    Allowed out;
    out.m_stretches = {{value, value}};
    return out;
}

bool Allowed::contains(std::int64_t value) const
{
    if (m_stretches.empty())
        return true;
    return std::any_of(m_stretches.begin(), m_stretches.end(),
                       [&](const Stretch& each) { return each.first <= value && value <= each.last; });
}

std::string Allowed::text() const
{
    std::string out;
    for (const Stretch& each : m_stretches) {
        out += (out.empty() ? "" : ",") + std::to_string(each.first);
        if (each.last == kNoEnd)
            out += "..";
        else if (each.last != each.first)
            out += ".." + std::to_string(each.last);
    }
    return out;
}

} // namespace blueprinting::search
