#pragma once
#include "app/blueprinting/load.h"

namespace blueprinting::cli {

/// A strategy that is priced as a program: of a model that six numbers do not say, or with switches that such models'
/// strategies have not.
struct LoadedProgram {
    search::ProgramInputs inputs;
    Diagnostics findings; ///< of reading the model
    search::Origins origins;
};

/// Nothing where the strategy is none, or where the inputs cannot be told: what six numbers say goes its own way
/// (load_inputs), which also says what is wrong with them. The laws are still to be asked.
std::optional<Result<LoadedProgram>> load_program(const InputArguments& arguments);

} // namespace blueprinting::cli
