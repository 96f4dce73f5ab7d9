#pragma once
#include "core/search/evaluate.h"
#include "core/search/inputs.h"

#include <optional>
#include <string>

namespace blueprinting::search {

/// Where a model, system or execution was given, so that what is wrong with it can be found again.
struct Origin {
    std::string argument; ///< as it was given: "--model gpt3-175B"; what is named where no document is
    std::string name;     ///< of the preset, where it is one
    std::optional<JsonDocument> document{}; ///< that it was read from; nothing for a preset that an option names
    std::string pointer{};                  ///< of it in the document
    bool spelled = false;                   ///< its own keys stand there; else the name of a preset
    std::optional<std::int64_t> sequence{}; ///< of a model: tokens that an option gives in place of its own
};

struct Origins {
    Origin model, system, execution;
};

/// Of what one batch line holds (inputs.h).
Origins origins_of(const JsonDocument& line);

/// Laws as diagnostics, each with the place of the field that breaks it; one that weighs the field against model or
/// system says in its message where that one is from.
Diagnostics placed(const std::vector<strategy::Violation>& violations, const Origins& origins);
/// Other refusals of evaluate(): what cannot be compiled is of the model (workload.*), what cannot be priced of the
/// system (cost.*, system.*), what is left (strategy.*) of the execution. One that has a place already keeps it.
Diagnostics placed(Diagnostics diagnostics, const Origins& origins);

/// evaluate(), every refusal with its place.
Result<Evaluation> evaluate(const Inputs& inputs, const Origins& origins, strategy::Rules rules);

} // namespace blueprinting::search
