#pragma once
#include "core/base/json_document.h"

/// Inside the room: builds what a text says, or says why it is refused, and where. JsonDocument is what others read.
namespace blueprinting {

inline constexpr std::size_t kMaxJsonDepth = 256;

struct JsonFailure {
    std::string code;
    std::string message;
    std::size_t offset = 0;
    std::string pointer;
};

/// The value of a strict JSON text in one pass. Of a refused one the first that is wrong (json.syntax,
/// json.duplicate_key, json.depth, json.number), which takes a second, slower look.
std::variant<Json, JsonFailure> build_json(std::string_view text);

} // namespace blueprinting
