#pragma once
#include "core/base/result.h"

#include <array>
#include <cstdint>
#include <string_view>

namespace blueprinting::accounting {

/// How one number of an optimizer's memory is stored. Integers are quantised values that need a scale.
enum class StorageType { float32, float16, bfloat16, float8, int16, int8, int4 };

struct StorageRow {
    StorageType type;
    std::string_view name;
    std::int64_t bits;
};
/// In the order of the enumeration.
inline constexpr std::array<StorageRow, 7> kStorageTypes{{
    {StorageType::float32, "float32", 32},
    {StorageType::float16, "float16", 16},
    {StorageType::bfloat16, "bfloat16", 16},
    {StorageType::float8, "float8", 8},
    {StorageType::int16, "int16", 16},
    {StorageType::int8, "int8", 8},
    {StorageType::int4, "int4", 4},
}};

constexpr std::int64_t bits(StorageType type) { return kStorageTypes[static_cast<std::size_t>(type)].bits; }
constexpr std::string_view to_string(StorageType type) { return kStorageTypes[static_cast<std::size_t>(type)].name; }

/// Bytes of one element; half a byte for int4.
constexpr double width(StorageType type) { return static_cast<double>(bits(type)) / 8.0; }

/// `accounting.datatype.unknown` names what was given and every type there is.
Result<StorageType> storage_type_from(std::string_view name);

} // namespace blueprinting::accounting
