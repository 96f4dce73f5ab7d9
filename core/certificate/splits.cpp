#include "core/certificate/splits.h"

#include "core/base/joined.h"
#include "core/certificate/cell_key.h"
#include "core/certificate/pattern_set.h"

namespace blueprinting::certificate {

bool always_held_out(std::string_view key)
{
    const CellKey parts = parse_cell_key(key);
    return parts.cell.find("cal-ellavox") != std::string::npos && parts.group && *parts.group % 2 == 1;
}

Splits split(std::span<const std::string> keys, std::span<const std::string> patterns)
{
    Splits out;
    const PatternSet wanted(patterns);
    for (std::size_t i = 0; i < keys.size(); ++i) {
        out.all.push_back(i);
        const bool held = always_held_out(keys[i]) || wanted.any_in(keys[i]);
        (held ? out.held_out : out.train).push_back(i);
    }
    return out;
}

std::vector<std::string> split_patterns(std::string_view text)
{
    std::vector<std::string> out;
    while (!text.empty()) {
        const std::size_t comma = text.find(',');
        std::string_view part = text.substr(0, comma);
        while (!part.empty() && part.front() == ' ')
            part.remove_prefix(1);
        while (!part.empty() && part.back() == ' ')
            part.remove_suffix(1);
        if (!part.empty())
            out.emplace_back(part);
        if (comma == std::string_view::npos)
            break;
        text.remove_prefix(comma + 1);
    }
    return out;
}

std::string join_patterns(std::span<const std::string> patterns) { return joined(patterns, ","); }

} // namespace blueprinting::certificate
