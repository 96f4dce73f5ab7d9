#include "app/blueprinting/load_program.h"

#include "core/model/description_json.h"
#include "core/strategy/derived.h"

#include <algorithm>

namespace blueprinting::cli {
namespace {

/// Whether a model's meaning is known and is none that the six numbers could stand for: it is never read as these.
bool has_other_meaning(const search::Origin& origin, const Diagnostics& refusal)
{
    return origin.document && (model::looks_like_description(origin.document->root()) ||
                               std::any_of(refusal.begin(), refusal.end(), [](const Diagnostic& each) {
                                   return each.severity == Severity::error && each.code.starts_with("model.hf.");
                               }));
}

} // namespace

std::optional<Result<LoadedProgram>> load_program(const InputArguments& arguments)
{
    using Found = std::optional<Result<LoadedProgram>>;
    auto model_origin = open_model(arguments.model);
    const auto execution_origin = open_execution(arguments.execution);
    if (!model_origin || !execution_origin)
        return std::nullopt;
    model_origin->sequence = arguments.sequence;
    const auto read = load_description(*model_origin);
    const auto execution = load_execution(*execution_origin, strategy::Rules::strict);
    if (!read)
        return has_other_meaning(*model_origin, read.diagnostics()) ? Found(read.diagnostics()) : std::nullopt;
    const bool plain = model::plain_model(read->description).has_value();
    if (!execution)
        return plain ? std::nullopt : Found(execution.diagnostics());
    if (plain && !strategy::has_new_switch(*execution))
        return std::nullopt;
    // A preset brings its system along.
    const strategy::Preset* preset = strategy::find_preset(arguments.execution);
    const auto system_origin = open_system(preset && arguments.system.empty() ? preset->system : arguments.system);
    if (!system_origin)
        return Found(system_origin.diagnostics());
    auto system = load_system(*system_origin);
    if (!system)
        return Found(system.diagnostics());
    return Found(LoadedProgram{{read->description, *std::move(system), *execution},
                               read->findings,
                               {*model_origin, *system_origin, *execution_origin}});
}

} // namespace blueprinting::cli
