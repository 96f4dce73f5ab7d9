#include "core/strategy/laws.h"

#include "core/strategy/facts.h"

#include <map>

namespace blueprinting::strategy {
namespace {

bool is_degree(Field field) { return field != Field::model && row(field).tier.has_value(); }

/// Whether num_procs only says once more what the degrees make.
bool processors_follow(const detail::Facts& facts)
{
    return facts.num_procs && checked_world_size(*facts.execution) == facts.num_procs;
}

/// The nearest values once num_procs is free to follow.
detail::Nearest nearest_with_processors(const detail::Facts& facts, Field field)
{
    Execution freed = *facts.execution;
    freed.num_procs.reset();
    return detail::nearest(facts.of(freed), field);
}

std::string value_text(const Violation& violation, std::int64_t number)
{
    const bool plain =
        violation.field == Field::virtual_stages && number == 1 && violation.code.starts_with("strategy.interleave");
    return std::to_string(number) + (plain ? " (plain 1F1B)" : "");
}

/// "; nearest legal values 4 and 8"
std::string nearest_text(const Violation& violation, std::optional<std::int64_t> below,
                         std::optional<std::int64_t> above)
{
    if (below && above)
        return "; nearest legal values " + value_text(violation, *below) + " and " + value_text(violation, *above);
    if (below || above)
        return "; nearest legal value " + value_text(violation, below ? *below : *above);
    return "";
}

std::vector<Violation> violations_of(const detail::Facts& facts)
{
    std::vector<Violation> out;
    std::map<Field, detail::Nearest> found; // several laws speak of one field
    for (const detail::Law& law : detail::laws()) {
        if (!law.broken(facts))
            continue;
        const Field field = law.about(facts);
        auto at = found.find(field);
        if (at == found.end())
            at = found.emplace(field, detail::nearest(facts, field)).first;
        Violation each{std::string(law.code),
                       field,
                       std::string(law.path.empty() ? path_of(field) : law.path),
                       law.message(facts),
                       at->second.below,
                       at->second.above};
        if (!each.below && !each.above && is_degree(field) && processors_follow(facts)) {
            const detail::Nearest freed = nearest_with_processors(facts, field);
            each.below_with_processors = freed.below;
            each.above_with_processors = freed.above;
        }
        if (!law.of_model.empty())
            each.of_model = law.of_model;
        if (law.of_system)
            each.of_system = law.of_system(facts);
        out.push_back(std::move(each));
    }
    return out;
}

} // namespace

std::vector<Violation> violations(const model::TransformerModel& model, const system::SystemProfile& system,
                                  const Execution& execution, Rules rules)
{
    return violations_of(detail::Facts(model, system, execution, rules));
}

std::vector<Violation> violations(const model::Description& model, const system::SystemProfile& system,
                                  const Execution& execution, Rules rules)
{
    const model::TransformerModel shape = detail::shape_of(model);
    return violations_of(
        detail::Facts(shape, system, execution, rules, std::make_shared<const model::Description>(model)));
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
        std::string message = each.message + nearest_text(each, each.below, each.above);
        if (const std::string freed = nearest_text(each, each.below_with_processors, each.above_with_processors);
            !freed.empty())
            message += freed + ", with num_procs to match";
        out.push_back({Severity::error, each.code, each.path, std::move(message)});
    }
    return out;
}

} // namespace blueprinting::strategy
