#pragma once
#include "core/base/json_document.h"
#include "core/model/read_description.h"
#include "core/model/transformer_model.h"
#include "core/strategy/parallelism.h"
#include "core/system/system_profile.h"

#include <variant>

namespace blueprinting::search {

/// What one estimate is of.
struct Inputs {
    model::TransformerModel model;
    system::SystemProfile system;
    strategy::Execution execution;
};

/// The same where it is priced as a program (core/program): the model says more than six numbers, or the strategy uses
/// what such models' strategies alone have.
struct ProgramInputs {
    model::Description model;
    system::SystemProfile system;
    strategy::Execution execution;
};

/// What one line asks.
struct LineInputs {
    std::variant<Inputs, ProgramInputs> asked;
    Diagnostics findings; ///< of reading its model
};

/// Reads {"model", "system", "execution"}, each the name of a preset (a model's also that of a released one) or an
/// inline object in Calculon's keys; a model also a description or a Hugging Face config, told apart by content, an
/// execution also in our own typed form. Calculon's rules are of six numbers alone: model.not_plain. Every problem is
/// reported with its pointer: model.unknown, system.unknown, execution.unknown name what there is; reader.*,
/// strategy.* and the codes of read_description() otherwise. Pure; any thread.
Result<LineInputs> read_inputs(const JsonDocument& document, strategy::Rules rules);

} // namespace blueprinting::search
