#pragma once
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace blueprinting::certificate {

/// Which cells are held out and which are fitted on, as places in the list that was split. Together they are `all`.
struct Splits {
    std::vector<std::size_t> all;
    std::vector<std::size_t> train;
    std::vector<std::size_t> held_out;
    bool operator==(const Splits&) const = default;
};

/// Odd groups of the cal-ellavox cells are held out in every fit; the rule was registered before the fit.
bool always_held_out(std::string_view key);

/// Splits keys by the built-in rule and the patterns: a pattern holds out each key that it is part of.
Splits split(std::span<const std::string> keys, std::span<const std::string> patterns);

/// "a, b" → {"a", "b"}: spaces around a part and empty parts are dropped, "" is none.
std::vector<std::string> split_patterns(std::string_view text);
std::string join_patterns(std::span<const std::string> patterns);

} // namespace blueprinting::certificate
