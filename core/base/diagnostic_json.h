#pragma once
#include "core/base/diagnostic.h"
#include "core/base/json_document.h"

namespace blueprinting {

/// {"severity", "code", "path", "message"} and, where known, "file", "line", "column": how every answer in JSON says
/// it. The entry that counts what is not listed has "further".
Json to_json(const Diagnostic& diagnostic);
Json to_json(const Diagnostics& diagnostics);

} // namespace blueprinting
