#include "core/model/transformer_model.h"
#include "core/strategy/laws.h"
#include "core/strategy/mapping.h"
#include "tests/fuzz/round_trip.h"
#include "tests/fuzz/target.h"

namespace blueprinting::fuzz {
namespace {

using strategy::Execution;
using strategy::Rules;

Result<Execution> flat(const JsonDocument& document)
{
    return strategy::from_mapping(document, document.root(), "", Rules::calculon_compatible);
}

Result<Execution> typed(const JsonDocument& document)
{
    return strategy::execution_from_json(document, document.root(), "");
}

/// The flat form cannot say everything: num_procs is always written, so only what is written is compared.
struct Written {
    Execution execution;
    bool operator==(const Written& other) const
    {
        return strategy::to_calculon(execution) == strategy::to_calculon(other.execution);
    }
};

/// The laws take any execution that a reader lets in, under both rules; each offer that they make breaks no law of its
/// own.
std::string check_laws(std::string_view input)
{
    const auto document = JsonDocument::parse(std::string(input), "input");
    if (!document)
        return {};
    auto execution = flat(*document);
    if (!execution)
        execution = typed(*document);
    const auto* model = model::find_preset("gpt3-175B");
    const auto* system = system::find_preset("a100_80g");
    if (!execution || !model || !system)
        return {};
    for (const Rules rules : {Rules::strict, Rules::calculon_compatible}) {
        const auto violations = strategy::violations(*model, *system, *execution, rules);
        if (violations.empty() != strategy::violated_codes(*model, *system, *execution, rules).empty())
            return "the codes and the violations differ";
        for (const strategy::Violation& each : violations)
            if (each.message.empty() || each.path.empty() || (each.below && each.above && *each.below >= *each.above))
                return "a violation that says nothing, or offers values out of order: " + each.code;
    }
    return {};
}

} // namespace

std::string check(std::string_view input)
{
    std::string problem = check_round_trip(
        input,
        [](const JsonDocument& document) -> Result<Written> {
            auto read = flat(document);
            if (!read)
                return read.failure_as<Written>();
            return Written{*read};
        },
        [](const Written& written) { return strategy::to_calculon(written.execution); });
    if (problem.empty())
        problem = check_round_trip(input, typed, [](const Execution& e) { return strategy::to_json(e); });
    return problem.empty() ? check_laws(input) : problem;
}

std::vector<std::string> seeds()
{
    std::vector<std::string> out;
    for (const strategy::Preset& preset : strategy::presets()) {
        out.push_back(strategy::to_calculon(preset.execution).dump(1));
        out.push_back(strategy::to_json(preset.execution).dump(1));
    }
    return out;
}

} // namespace blueprinting::fuzz
