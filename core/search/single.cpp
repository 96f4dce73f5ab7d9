#include "core/search/single.h"

#include "core/passes/block_plan.h"
#include "core/strategy/derived.h"

namespace blueprinting::search {

using strategy::Kind;
using strategy::Rules;

Result<Single> single(const Question& question, const strategy::Execution& execution)
{
    Single out;
    out.execution = execution;
    out.broken = strategy::violations(question.model, question.system, execution, Rules::strict);
    if (!out.legal())
        return out;
    const auto plan = passes::block_plan(question.model, execution, Rules::strict);
    if (!plan)
        return plan.failure_as<Single>();
    const auto estimate = cost::estimate(*plan, question.system, question.view, Rules::strict);
    if (!estimate)
        return estimate.failure_as<Single>();
    out.breakdown = estimate->breakdown;
    const Bytes memory = estimate->memory.total();
    out.found = {0, estimate->total, memory, memory <= question.judgement().limit};
    return out;
}

double tokens_per_second_per_gpu(const Question& question, const strategy::Execution& execution, Seconds iteration)
{
    return static_cast<double>(execution.global_batch) * static_cast<double>(question.model.sequence) /
           (iteration.value() * static_cast<double>(strategy::world_size(execution)));
}

std::string value_word(strategy::Field field, std::int64_t value)
{
    const strategy::FieldRow& row = strategy::row(field);
    if (row.kind == Kind::integer || row.kind == Kind::tier)
        return std::to_string(value);
    if (row.kind == Kind::flag)
        return value != 0 ? "on" : "off";
    return std::string(row.words[static_cast<std::size_t>(value)].key);
}

std::string value_label(strategy::Field field, std::int64_t value)
{
    const strategy::FieldRow& row = strategy::row(field);
    return strategy::label_of(field) + " " +
           (row.kind == Kind::integer || row.kind == Kind::tier ? std::to_string(value)
                                                                : std::string(row.label_of(value)));
}

} // namespace blueprinting::search
