#pragma once
#include "core/strategy/mapping.h"

namespace blueprinting::strategy {

/// {"source", "executions": [{"id", "model", "system", "execution"}]}: executions of published or own set-ups, each as
/// Calculon's mapping on a model and a system that the program carries, by name. All problems at once, each with its
/// pointer: what ObjectReader and from_mapping refuse, strategy.list.unknown_model, .unknown_system and .empty. Laws
/// are checked by laws.h.
Result<std::vector<Preset>> read_execution_list(const JsonDocument& document, Rules rules);

} // namespace blueprinting::strategy
