#include "core/strategy/mapped_laws.h"

#include "core/strategy/forms.h"
#include "core/strategy/mapping.h"

#include <algorithm>

namespace blueprinting::strategy {
namespace {

bool says(const Diagnostics& all, std::string_view code)
{
    return std::any_of(all.begin(), all.end(), [&](const Diagnostic& each) { return each.code == code; });
}

/// The execution without what the types cannot hold: nothing here is estimated, only judged by the laws that are left.
Json holdable(Json value)
{
    const auto off = [&](std::string_view key, const Json& what) {
        if (const auto at = value.find(std::string(key)); at != value.end())
            *at = what;
    };
    for (const Unsupported& each : kUnsupported)
        off(each.key, each.off());
    const auto training = value.find(std::string(row(Field::purpose).key));
    const bool inference = training != value.end() && *training == false;
    for (const FieldRow& row : field_rows()) {
        if (inference && !row.in_inference.code.empty())
            for (const std::string_view key : {row.key, row.own_key})
                off(key, flat_json(row, 0));
        if (const auto at = value.find(std::string(row.key));
            row.kind == Kind::tier && at != value.end() && at->is_number() && *at < 0)
            *at = 0;
    }
    return value;
}

} // namespace

std::vector<Violation> laws_beside(const Diagnostics& refused, const JsonDocument& document, const Json& value,
                                   const std::string& pointer, const model::TransformerModel& model,
                                   const system::SystemProfile& system, Rules rules)
{
    const bool laws_alone = std::all_of(refused.begin(), refused.end(),
                                        [](const Diagnostic& each) { return each.code.starts_with("strategy."); });
    if (!laws_alone || !value.is_object())
        return {};
    // p2p_rs_ag is held, and left to its law.
    const auto execution = from_mapping(document, holdable(value), pointer, Rules::calculon_compatible);
    if (!execution)
        return {};
    // A tier that does not exist leaves open what the groups on it ask of tiers.
    const bool tiers_known = !says(refused, "strategy.network.unknown_tier");
    std::vector<Violation> out = violations(model, system, *execution, rules);
    std::erase_if(out, [&](const Violation& each) {
        return says(refused, each.code) || (!tiers_known && each.code.starts_with("strategy.network."));
    });
    return out;
}

} // namespace blueprinting::strategy
