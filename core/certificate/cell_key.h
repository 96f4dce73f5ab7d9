#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace blueprinting::certificate {

/// The parts of "cell|model|L<layers>|tp<t>|cp<c>", with "|ep<e>" and "|etp<e>" where expert parallelism is above 1 and
/// "|g<group>" where there is a group. A key is an identity first: parts that are missing or unknown (a number past
/// 2^53 is none) are told, not refused.
struct CellKey {
    std::string cell;
    std::string model;
    std::optional<std::int64_t> layers;
    std::optional<std::int64_t> tp;
    std::optional<std::int64_t> cp;
    std::optional<std::int64_t> ep;
    std::optional<std::int64_t> etp;
    std::optional<std::int64_t> group;
    std::vector<std::string> unknown; ///< parts of no known form
    bool operator==(const CellKey&) const = default;
};

CellKey parse_cell_key(std::string_view key);
std::string to_string(const CellKey& key);

/// "TP1 CP4", with " EP2" and " ETP2" where above 1.
std::string topology_label(const CellKey& key);
/// The model without its owner and family prefix: "Qwen/Qwen3.5-4B" is "3.5-4B"; others lose only the owner.
std::string model_label(const CellKey& key);
/// The cell without "cal-" and "grpo-": "cal-grpo-g8-long" is "g8-long".
std::string shape_label(const CellKey& key);

} // namespace blueprinting::certificate
