#pragma once
#include "core/base/result.h"

#include <optional>
#include <string>

namespace blueprinting::oracle {

/// The bytes of a file that a program was to write into this (open) folder; nothing where it wrote none. It must be a
/// regular file of at most `most` bytes: no link is followed, and nothing is waited for. `oracle.live.output` says what
/// else stands there. The message begins in small letters, to stand behind "Calculon's answer".
Result<std::optional<std::string>> read_output_file(int folder, const char* name, std::size_t most);

} // namespace blueprinting::oracle
