#include "core/strategy/mapped_laws.h"

#include "core/strategy/mapping.h"

#include <algorithm>
#include <array>

namespace blueprinting::strategy {
namespace {

constexpr std::array kTiers{"tensor_par_net", "pipeline_par_net", "data_par_net"};

bool says(const Diagnostics& all, std::string_view code)
{
    return std::any_of(all.begin(), all.end(), [&](const Diagnostic& each) { return each.code == code; });
}

/// The execution without what the types cannot hold: nothing here is estimated, only judged by the laws that are left.
Json holdable(Json value)
{
    const auto off = [&](const char* key, const Json& what) {
        if (value.contains(key))
            value[key] = what;
    };
    off("tensor_par_overlap", "none");
    for (const char* key : {"data_par_overlap", "weight_offload", "activations_offload", "optimizer_offload"})
        off(key, false);
    if (value.contains("training") && value["training"] == false) {
        off("recompute", "none");
        off("activation_recompute", "none");
        off("optimizer_sharding", false);
    }
    for (const char* key : kTiers)
        if (value.contains(key) && value[key].is_number() && value[key] < 0)
            value[key] = 0;
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
