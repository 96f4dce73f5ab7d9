#include "core/certificate/cell_key.h"

#include "core/base/units.h"

#include <charconv>

namespace blueprinting::certificate {
namespace {

std::optional<std::int64_t> number_after(std::string_view part, std::string_view prefix)
{
    if (!part.starts_with(prefix) || part.size() == prefix.size())
        return std::nullopt;
    std::int64_t value = 0;
    const char* end = part.data() + part.size();
    const auto [at, error] = std::from_chars(part.data() + prefix.size(), end, value);
    if (error != std::errc() || at != end || value < 0 || value > kMaxInteger)
        return std::nullopt;
    return value;
}

std::string without(std::string_view text, std::string_view prefix)
{
    return std::string(text.starts_with(prefix) && text.size() > prefix.size() ? text.substr(prefix.size()) : text);
}

} // namespace

CellKey parse_cell_key(std::string_view key)
{
    CellKey out;
    std::size_t place = 0;
    while (true) {
        const std::size_t bar = key.find('|');
        const std::string_view part = key.substr(0, bar);
        if (place == 0)
            out.cell = part;
        else if (place == 1)
            out.model = part;
        else if (const auto layers = number_after(part, "L"); layers && !out.layers)
            out.layers = layers;
        else if (const auto tp = number_after(part, "tp"); tp && !out.tp)
            out.tp = tp;
        else if (const auto cp = number_after(part, "cp"); cp && !out.cp)
            out.cp = cp;
        else if (const auto ep = number_after(part, "ep"); ep && !out.ep)
            out.ep = ep;
        else if (const auto etp = number_after(part, "etp"); etp && !out.etp)
            out.etp = etp;
        else if (const auto group = number_after(part, "g"); group && !out.group)
            out.group = group;
        else
            out.unknown.emplace_back(part);
        if (bar == std::string_view::npos)
            return out;
        key.remove_prefix(bar + 1);
        ++place;
    }
}

std::string to_string(const CellKey& key)
{
    std::string out = key.cell + "|" + key.model;
    if (key.layers)
        out += "|L" + std::to_string(*key.layers);
    if (key.tp)
        out += "|tp" + std::to_string(*key.tp);
    if (key.cp)
        out += "|cp" + std::to_string(*key.cp);
    if (key.ep.value_or(1) > 1)
        out += "|ep" + std::to_string(*key.ep);
    if (key.etp.value_or(1) > 1)
        out += "|etp" + std::to_string(*key.etp);
    for (const std::string& part : key.unknown)
        out += "|" + part;
    if (key.group)
        out += "|g" + std::to_string(*key.group);
    return out;
}

std::string topology_label(const CellKey& key)
{
    const auto shown = [](const std::optional<std::int64_t>& n) { return n ? std::to_string(*n) : std::string("?"); };
    std::string out = "TP" + shown(key.tp) + " CP" + shown(key.cp);
    if (key.ep.value_or(1) > 1)
        out += " EP" + std::to_string(*key.ep);
    if (key.etp.value_or(1) > 1)
        out += " ETP" + std::to_string(*key.etp);
    return out;
}

std::string model_label(const CellKey& key)
{
    const std::size_t slash = key.model.rfind('/');
    return without(slash == std::string::npos ? key.model : key.model.substr(slash + 1), "Qwen");
}

std::string shape_label(const CellKey& key) { return without(without(key.cell, "cal-"), "grpo-"); }

} // namespace blueprinting::certificate
