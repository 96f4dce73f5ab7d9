#pragma once
#include "core/base/json_document.h"
#include "core/model/transformer_model.h"
#include "core/strategy/parallelism.h"
#include "core/system/system_profile.h"

namespace blueprinting::search {

/// What one estimate is of.
struct Inputs {
    model::TransformerModel model;
    system::SystemProfile system;
    strategy::Execution execution;
};

/// Reads {"model", "system", "execution"}, each the name of a preset or an inline object in Calculon's keys (an
/// execution also in our own typed form). Every problem is reported with its pointer: model.unknown, system.unknown,
/// execution.unknown name what there is; reader.* and strategy.* codes otherwise. Pure; any thread.
Result<Inputs> read_inputs(const JsonDocument& document, strategy::Rules rules);

} // namespace blueprinting::search
