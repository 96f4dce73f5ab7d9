#pragma once
#include "core/model/transformer_model.h"
#include "core/strategy/mapping.h"
#include "core/system/system_profile.h"

#include <string>

/// Inputs by preset name, file or JSON text (what begins with a brace): the name is looked up first, then the file. What is
/// none of them is refused with the names that are near (input.unknown_name).
namespace blueprinting::cli {

/// A file may be a Calculon model or a Hugging Face config.json, told apart by content; what a config says that a model
/// cannot hold is printed as findings.
Result<model::TransformerModel> load_model(const std::string& name_or_file);
Result<system::SystemProfile> load_system(const std::string& name_or_file);
/// A file may be a Calculon execution or the typed form. `network_count` is how many tiers the system has, for the
/// defaults of tiers that the file leaves out.
Result<strategy::Execution> load_execution(const std::string& name_or_file, std::size_t network_count,
                                           strategy::Rules rules);

/// The same by content, for a value inside a larger document (one line of a batch).
Result<strategy::Execution> read_execution(const JsonDocument& document, const Json& value, const std::string& pointer,
                                           std::size_t network_count, strategy::Rules rules);

/// The diagnostics of laws with the file, line and column that say what they are about, where the execution was given
/// as a file; as they are where it was a preset.
Diagnostics placed(Diagnostics diagnostics, const std::string& execution);

/// How many tiers to assume where there is no system to ask: as many as every carried system has.
inline constexpr std::size_t kTiersWithoutSystem = 2;

/// input.unknown_name for a name that is no preset of this kind ("model"), with the near ones.
Diagnostic unknown_name(const std::string& kind, const std::string& name, const std::vector<std::string>& known);

std::vector<std::string> model_names();
std::vector<std::string> system_names();
std::vector<std::string> execution_names();

} // namespace blueprinting::cli
