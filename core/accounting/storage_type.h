#pragma once
#include "core/base/result.h"

#include <array>
#include <cstdint>
#include <string_view>

namespace blueprinting::accounting {

/// How one number of an optimizer's memory is stored. Integers are quantised values that need a scale.
enum class StorageType { float32, float16, bfloat16, float8, int16, int8, int4 };

inline constexpr std::array kStorageTypes{StorageType::float32, StorageType::float16, StorageType::bfloat16,
                                          StorageType::float8,  StorageType::int16,   StorageType::int8,
                                          StorageType::int4};

constexpr std::int64_t bits(StorageType type)
{
    switch (type) {
    case StorageType::float32: return 32;
    case StorageType::float16:
    case StorageType::bfloat16:
    case StorageType::int16: return 16;
    case StorageType::float8:
    case StorageType::int8: return 8;
    case StorageType::int4: return 4;
    }
    return 0;
}

/// Bytes of one element; half a byte for int4.
constexpr double width(StorageType type) { return static_cast<double>(bits(type)) / 8.0; }

std::string_view to_string(StorageType type);
/// `accounting.datatype.unknown` names what was given and every type there is.
Result<StorageType> storage_type_from(std::string_view name);

} // namespace blueprinting::accounting
