#pragma once
#include "app/commit.h" // written by the build

#include <initializer_list>
#include <string>
#include <string_view>

namespace blueprinting {

/// What --version says: the version, the commit that the program was built from, and the schemas that it reads and
/// writes.
inline std::string version_text(std::initializer_list<std::string_view> schemas)
{
    std::string out = std::string(BLUEPRINTING_VERSION) + "\ncommit " + kCommit + "\nschemas";
    for (const std::string_view schema : schemas)
        out += "\n  " + std::string(schema);
    return out;
}

} // namespace blueprinting
