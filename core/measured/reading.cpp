#include "core/measured/reading.h"

#include "core/base/format.h"
#include "core/base/near_names.h"
#include "core/measured/facts.h"
#include "core/model/released.h"
#include "core/strategy/derived.h"
#include "core/system/system_profile.h"

#include <cmath>

namespace blueprinting::measured {
namespace {

std::string listed(const std::vector<std::string>& names)
{
    std::string out;
    for (const std::string& name : names)
        out += (out.empty() ? "" : ", ") + name;
    return out;
}

std::string refused(const char* what, std::string_view name, const std::vector<std::string>& known)
{
    const auto near = near_names(std::string(name), known);
    return std::string("there is no ") + what + " " + shown(std::string(name)) +
           (near.empty() ? "; known are " + listed(known) : "; near it: " + listed(near));
}

std::vector<std::string> plain_models()
{
    std::vector<std::string> out;
    for (const model::Preset& each : model::presets())
        out.push_back(each.model.name);
    return out;
}

std::vector<std::string> released_models()
{
    std::vector<std::string> out;
    for (const model::ReleasedModel& each : model::released_models())
        out.push_back(each.description.name);
    return out;
}

} // namespace

std::string no_plain_model(std::string_view name) { return refused("model preset", name, plain_models()); }

std::string no_released_model(std::string_view name) { return refused("released model", name, released_models()); }

std::string no_model(std::string_view name)
{
    std::vector<std::string> known = plain_models();
    for (std::string& each : released_models())
        known.push_back(std::move(each));
    return refused("model", name, known);
}

std::string no_system(std::string_view name)
{
    std::vector<std::string> known;
    for (const auto* presets : {&system::presets(), &system::released_systems()})
        for (const system::Preset& each : *presets)
            known.push_back(each.system.name);
    return refused("system preset", name, known);
}

std::string must_be_within(std::string_view field, const RealRange& range, const std::string& given)
{
    return "\"" + std::string(field) + "\" must be above 0, from " + written(range.least) + " to " +
           written(range.most) + ", not " + given;
}

std::vector<std::pair<const char*, std::string>> contradictions(const Row& row)
{
    std::vector<std::pair<const char*, std::string>> out;
    const strategy::Execution& execution = *row.execution();
    const auto world = strategy::checked_world_size(execution);
    if (row.gpus && (!world || *world != *row.gpus))
        out.emplace_back("gpus", "\"gpus\" must be what the strategy runs on, tensor × pipeline × data × context" +
                                     (world ? " = " + std::to_string(*world) : std::string()) + ", not " +
                                     std::to_string(*row.gpus));
    if (row.global_batch && *row.global_batch != execution.global_batch)
        out.emplace_back("global_batch", "\"global_batch\" must be the strategy's, " +
                                             std::to_string(execution.global_batch) + ", not " +
                                             std::to_string(*row.global_batch));
    return out;
}

std::optional<std::string> two_measurements(const Row& row)
{
    if (!row.seconds_per_iteration || !row.tokens_per_second_per_gpu)
        return std::nullopt;
    const auto rate = tokens_per_second_per_gpu(row, *row.seconds_per_iteration);
    if (!rate || std::fabs(*rate / *row.tokens_per_second_per_gpu - 1) <= 0.01)
        return std::nullopt;
    return format::significant(*row.tokens_per_second_per_gpu) + " tokens/s per GPU as stated, " +
           format::significant(*rate) + " by its time, which is taken";
}

} // namespace blueprinting::measured
