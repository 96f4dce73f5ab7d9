#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

/// Inside the room: says why a text is refused, and where. JsonDocument is what others read.
namespace blueprinting {

inline constexpr std::size_t kMaxJsonDepth = 256;

struct ScanFailure {
    std::string code;
    std::string message;
    std::size_t offset = 0;
    std::string pointer;
};

/// The first thing that the strict reader refuses (json.syntax, json.duplicate_key, json.depth, json.number); nothing
/// for a text that is one JSON value.
std::optional<ScanFailure> scan_json(std::string_view text);

} // namespace blueprinting
