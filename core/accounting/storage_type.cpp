#include "core/accounting/storage_type.h"

namespace blueprinting::accounting {

std::string_view to_string(StorageType type)
{
    switch (type) {
    case StorageType::float32: return "float32";
    case StorageType::float16: return "float16";
    case StorageType::bfloat16: return "bfloat16";
    case StorageType::float8: return "float8";
    case StorageType::int16: return "int16";
    case StorageType::int8: return "int8";
    case StorageType::int4: return "int4";
    }
    return "";
}

Result<StorageType> storage_type_from(std::string_view name)
{
    std::string known;
    for (const StorageType type : kStorageTypes) {
        if (to_string(type) == name)
            return type;
        known += (known.empty() ? "" : ", ") + std::string(to_string(type));
    }
    return Diagnostic{.code = "accounting.datatype.unknown",
                      .path = "",
                      .message = "the datatype \"" + std::string(name) + "\" is not known; known are " + known};
}

} // namespace blueprinting::accounting
