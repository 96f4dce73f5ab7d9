#pragma once
#include <array>
#include <optional>
#include <string_view>
#include <utility>

namespace blueprinting::primitive {

/// The names of an enumeration, for both ways.
template <class Enum, std::size_t N>
using Names = std::array<std::pair<Enum, std::string_view>, N>;

template <class Enum, std::size_t N>
constexpr std::string_view name_in(const Names<Enum, N>& names, Enum value)
{
    for (const auto& [candidate, name] : names)
        if (candidate == value)
            return name;
    return {};
}

template <class Enum, std::size_t N>
constexpr std::optional<Enum> value_in(const Names<Enum, N>& names, std::string_view name)
{
    for (const auto& [candidate, spelled] : names)
        if (spelled == name)
            return candidate;
    return std::nullopt;
}

} // namespace blueprinting::primitive
