#pragma once
#include "core/base/digest.h"
#include "core/base/json_document.h"
#include "core/ir/model_ir.h"
#include "core/ir/portable_ir.h"

#include <variant>

namespace blueprinting::ir {

using AnyIR = std::variant<ModelIR, DistributedTaskIR, PortablePlanIR>;

/// Everything in the IR, with "schema" and its parent digests; names of files, time stamps, costs and aliases are not
/// in it. Canonical JSON (base/canonical_json.h).
std::string canonical_text(const AnyIR& ir);
/// The same as a tree.
Json to_json(const AnyIR& ir);
/// SHA-256 over the domain "blueprinting.ir:<schema>", a zero byte and the canonical text.
Digest digest(const ModelIR& ir);
Digest digest(const DistributedTaskIR& ir);
Digest digest(const PortablePlanIR& ir);
Digest digest(const AnyIR& ir);
/// Of the execution's canonical form, domain "blueprinting.strategy:v0".
Digest strategy_fingerprint(const strategy::Execution& execution);
std::string_view schema_of(const AnyIR& ir);

/// Strict readers; ir.schema.unknown where the schema is none of ours.
Result<AnyIR> ir_from_json(const JsonDocument& document, const Json& value, const std::string& pointer);

} // namespace blueprinting::ir
