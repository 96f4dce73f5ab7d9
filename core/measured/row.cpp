#include "core/measured/row.h"

#include "core/base/canonical_json.h"
#include "core/strategy/mapping.h"

namespace blueprinting::measured {

std::string_view to_string(Grade grade)
{
    switch (grade) {
    case Grade::a: return "A";
    case Grade::b: return "B";
    case Grade::c: return "C";
    }
    return "";
}

const strategy::Execution* Row::execution() const
{
    return plain ? &plain->execution : modern ? &modern->execution : nullptr;
}

std::optional<double> Row::seconds() const
{
    if (seconds_per_iteration)
        return seconds_per_iteration;
    if (!tokens_per_second_per_gpu || !global_batch || !sequence || !gpus)
        return std::nullopt;
    return static_cast<double>(*global_batch) * static_cast<double>(*sequence) /
           (*tokens_per_second_per_gpu * static_cast<double>(*gpus));
}

std::string Row::family() const
{
    std::string head = id.substr(0, id.find('-'));
    if (head == "bigscience")
        return "bloom";
    return head.starts_with("nemo") ? "nemo" : head;
}

std::string Row::cell_key() const
{
    Json key = Json::array();
    for (const char* field : {"source", "model", "system", "system_note", "gpus", "sequence", "global_batch"})
        key.push_back(json.value(field, Json()));
    return *canonical_json(key);
}

std::string Row::strategy_key() const
{
    // As it was read, so that a default that is written down is the same as one that is not.
    return *canonical_json(execution() ? strategy::to_json(*execution()) : json.value("strategy", Json()));
}

} // namespace blueprinting::measured
