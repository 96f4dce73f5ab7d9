#pragma once
#include "core/base/json_document.h"
#include "core/strategy/laws.h"

namespace blueprinting::strategy {

/// What from_mapping refuses because the types cannot hold it (overlap, offload, recompute in inference, …) are laws
/// like the others, and all broken laws are said at once. These are the others: the laws that the same flat execution
/// breaks beside `refused`. Empty where `refused` has a problem of the reader, which leaves fields unknown.
std::vector<Violation> laws_beside(const Diagnostics& refused, const JsonDocument& document, const Json& value,
                                   const std::string& pointer, const model::TransformerModel& model,
                                   const system::SystemProfile& system, Rules rules);

} // namespace blueprinting::strategy
