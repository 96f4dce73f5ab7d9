#include "core/base/diagnostic_json.h"

namespace blueprinting {

Json to_json(const Diagnostic& diagnostic)
{
    Json out{{"severity", to_string(diagnostic.severity)},
             {"code", diagnostic.code},
             {"path", diagnostic.path},
             {"message", diagnostic.message}};
    if (diagnostic.location && !diagnostic.location->file.empty())
        out["file"] = diagnostic.location->file;
    if (diagnostic.location && diagnostic.location->line > 0) {
        out["line"] = diagnostic.location->line;
        out["column"] = diagnostic.location->column;
    }
    if (diagnostic.further > 0)
        out["further"] = diagnostic.further;
    return out;
}

Json to_json(const Diagnostics& diagnostics)
{
    Json out = Json::array();
    for (const Diagnostic& diagnostic : diagnostics)
        out.push_back(to_json(diagnostic));
    return out;
}

} // namespace blueprinting
