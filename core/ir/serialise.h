#pragma once
#include "core/base/digest.h"
#include "core/base/json_document.h"
#include "core/ir/model_ir.h"
#include "core/ir/portable_ir.h"

#include <variant>

namespace blueprinting::ir {

using AnyIR = std::variant<ModelIR, DistributedTaskIR, PortablePlanIR>;

/// Everything in the IR, with "schema" and its parent digests; names of files, time stamps, costs and aliases are not in
/// it. Digest domain: "blueprinting.ir:<schema>".
Json to_json(const ModelIR& ir);
Json to_json(const DistributedTaskIR& ir);
Json to_json(const PortablePlanIR& ir);
Result<Digest> digest(const AnyIR& ir);
std::string_view schema_of(const AnyIR& ir);

/// Strict readers; ir.schema.unknown where the schema is none of ours.
Result<AnyIR> ir_from_json(const JsonDocument& document, const Json& value, const std::string& pointer);

} // namespace blueprinting::ir
