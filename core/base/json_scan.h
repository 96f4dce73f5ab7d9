#pragma once
#include <cstddef>
#include <functional>
#include <optional>
#include <string>

/// Inside the room: one walk over a JSON text that knows the place of everything in it. JsonDocument is what others read.
namespace blueprinting {

inline constexpr std::size_t kMaxJsonDepth = 256;

struct ScanFailure {
    std::string code;
    std::string message;
    std::size_t offset = 0;
    std::string pointer;
};

/// Told the JSON pointer of each value and where its first byte is.
using ValueVisitor = std::function<void(std::string pointer, std::size_t offset)>;

/// The first thing that the strict reader refuses (json.syntax, json.duplicate_key, json.depth, json.number); nothing for a text
/// that is one JSON value.
std::optional<ScanFailure> scan_json(const std::string& text, const ValueVisitor& visit = {});

} // namespace blueprinting
