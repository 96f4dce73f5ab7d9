#include "core/strategy/laws.h"

#include "core/strategy/facts.h"

#include <map>

namespace blueprinting::strategy {

std::string_view path_of(Field field)
{
    switch (field) {
    case Field::tensor_degree: return "tensor.degree";
    case Field::tensor_communication: return "tensor.communication";
    case Field::pipeline_degree: return "pipeline.degree";
    case Field::schedule: return "pipeline.schedule";
    case Field::virtual_stages: return "pipeline.schedule.virtual_stages";
    case Field::data_degree: return "data.degree";
    case Field::replicas: return "replicas";
    case Field::optimizer_sharding: return "data.optimizer_sharding";
    case Field::recompute: return "recompute";
    case Field::global_batch: return "global_batch";
    case Field::microbatch_size: return "microbatch_size";
    case Field::datatype: return "datatype";
    case Field::all_gather_redo: return "sequence_parallel_all_gather_redo";
    case Field::tensor_tier: return "network_tiers.tensor";
    case Field::pipeline_tier: return "network_tiers.pipeline";
    case Field::data_tier: return "network_tiers.data";
    case Field::num_procs: return "num_procs";
    case Field::model: return "model";
    }
    return "";
}

std::vector<Violation> violations(const model::TransformerModel& model, const system::SystemProfile& system,
                                  const Execution& execution, Rules rules)
{
    const detail::Facts facts(model, system, execution, rules);
    std::vector<Violation> out;
    std::map<Field, detail::Nearest> found; // several laws speak of one field
    for (const detail::Law& law : detail::laws()) {
        if (!law.broken(facts))
            continue;
        const Field field = law.about(facts);
        auto at = found.find(field);
        if (at == found.end())
            at = found.emplace(field, detail::nearest(facts, field)).first;
        out.push_back({std::string(law.code), field, std::string(law.path.empty() ? path_of(field) : law.path),
                       law.message(facts), at->second.below, at->second.above});
    }
    return out;
}

std::vector<std::string_view> violated_codes(const model::TransformerModel& model, const system::SystemProfile& system,
                                             const Execution& execution, Rules rules)
{
    const detail::Facts facts(model, system, execution, rules);
    std::vector<std::string_view> out;
    for (const detail::Law& law : detail::laws())
        if (law.broken(facts) && (out.empty() || out.back() != law.code))
            out.push_back(law.code);
    return out;
}

Diagnostics as_diagnostics(const std::vector<Violation>& violations)
{
    Diagnostics out;
    for (const Violation& each : violations) {
        const auto value = [&](std::int64_t number) {
            const bool plain =
                each.field == Field::virtual_stages && number == 1 && each.code.starts_with("strategy.interleave");
            return std::to_string(number) + (plain ? " (plain 1F1B)" : "");
        };
        std::string message = each.message;
        if (each.below && each.above)
            message += "; nearest legal values " + value(*each.below) + " and " + value(*each.above);
        else if (each.below || each.above)
            message += "; nearest legal value " + value(each.below ? *each.below : *each.above);
        out.push_back({Severity::error, each.code, each.path, std::move(message)});
    }
    return out;
}

} // namespace blueprinting::strategy
