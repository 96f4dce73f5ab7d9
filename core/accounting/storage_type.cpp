#include "core/accounting/storage_type.h"

#include "core/base/joined.h"

#include <algorithm>

namespace blueprinting::accounting {

Result<StorageType> storage_type_from(std::string_view name)
{
    const auto row = std::ranges::find(kStorageTypes, name, &StorageRow::name);
    if (row != kStorageTypes.end())
        return row->type;
    return Diagnostic{.code = "accounting.datatype.unknown",
                      .path = "",
                      .message = "the datatype \"" + std::string(name) + "\" is not known; known are " +
                                 joined(kStorageTypes, ", ", &StorageRow::name)};
}

} // namespace blueprinting::accounting
