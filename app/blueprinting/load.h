#pragma once
#include "core/model/read_description.h"
#include "core/model/transformer_model.h"
#include "core/search/origin.h"
#include "core/strategy/mapping.h"
#include "core/system/system_profile.h"

#include <string>

/// Inputs by preset name, file or JSON text (what begins with a brace): the name is looked up first, then the file.
/// What is none of them is refused with the option that names it and the names that are near (input.unknown_name).
namespace blueprinting::cli {

/// What an argument names, its file read once and kept: what is refused of it later is told with its place.
Result<search::Origin> open_model(const std::string& argument, const std::string& option = "--model");
Result<search::Origin> open_system(const std::string& argument, const std::string& option = "--system");
Result<search::Origin> open_execution(const std::string& argument, const std::string& option = "--execution");

/// A file may be a Calculon model, a description or a Hugging Face config.json, told apart by content; what reading one
/// found is printed. model.not_plain where the model says more than six numbers: it is never cut down to them.
Result<model::TransformerModel> load_model(const search::Origin& origin);
Result<system::SystemProfile> load_system(const search::Origin& origin);
/// A file may be a Calculon execution or the typed form.
Result<strategy::Execution> load_execution(const search::Origin& origin, strategy::Rules rules);

/// Both in one, where nothing is told of the place later. `sequence` replaces the tokens that the model states.
Result<model::TransformerModel> load_model(const std::string& argument,
                                           std::optional<std::int64_t> sequence = std::nullopt);
Result<system::SystemProfile> load_system(const std::string& argument);
Result<strategy::Execution> load_execution(const std::string& argument, strategy::Rules rules);

/// Model, system and execution as their options give them. A preset execution says which model and system it is of; one
/// that is given wins.
struct InputArguments {
    std::string model, system, execution;
    std::optional<std::int64_t> sequence{}; ///< in place of the model's own
};
struct Loaded {
    search::Inputs inputs;
    search::Origins origins;
};
/// Every problem of the three at once, and the laws that the execution breaks beside what its reader refuses. "usage"
/// names an option that is missing.
Result<Loaded> load_inputs(InputArguments arguments, strategy::Rules rules);

/// A preset of either kind or a model file of any kind, as a description, with the sequence of the origin where it has
/// one.
Result<model::DescriptionReading> load_description(const search::Origin& origin);
/// The same of an argument. `sequence` replaces the tokens of a training
/// sequence that it states.
Result<model::DescriptionReading> load_description(const std::string& argument, std::optional<std::int64_t> sequence,
                                                   const std::string& option = "--model");

/// "usage": an option that is missing.
Diagnostic missing_option(const std::string& option);

std::vector<std::string> model_names();
std::vector<std::string> system_names();
std::vector<std::string> execution_names();

} // namespace blueprinting::cli
