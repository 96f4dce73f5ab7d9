#include "core/search/single.h"

#include "core/passes/block_plan.h"
#include "core/program/estimate.h"
#include "core/strategy/derived.h"
#include "core/strategy/mapping.h"

namespace blueprinting::search {

using strategy::Kind;
using strategy::Rules;

namespace {

void price_program(const Question& question, Single& out, Diagnostics& problems)
{
    const auto program = program::compile_program(question.described(), out.execution);
    const auto estimate = program ? program::estimate(*program, question.system, question.view)
                                  : program.failure_as<program::ProgramEstimate>();
    if (!estimate) {
        problems = estimate.diagnostics();
        return;
    }
    out.parts = estimate->breakdown;
    for (std::size_t i = 0; i < cost::kComponents; ++i)
        out.breakdown.seconds[i] = out.parts.seconds[i];
    const Bytes memory = estimate->needed();
    out.found = {0, estimate->total, memory, memory <= question.judgement().limit};
}

} // namespace

bool is_whole_program(const Question& question, const strategy::Execution& execution)
{
    return question.description || strategy::has_new_switch(execution);
}

Json execution_json(const Question& question, const strategy::Execution& execution)
{
    return question.extended() || strategy::has_new_switch(execution) ? strategy::to_json(execution)
                                                                      : strategy::to_calculon(execution);
}

Result<Single> single(const Question& question, const strategy::Execution& execution)
{
    Single out;
    out.execution = execution;
    out.broken = question.description
                     ? strategy::violations(*question.description, question.system, execution, Rules::strict)
                     : strategy::violations(question.model, question.system, execution, Rules::strict);
    if (!out.legal())
        return out;
    if (is_whole_program(question, execution)) {
        Diagnostics problems;
        price_program(question, out, problems);
        if (!problems.empty())
            return problems;
        return out;
    }
    const auto plan = passes::block_plan(question.model, execution, Rules::strict);
    if (!plan)
        return plan.failure_as<Single>();
    const auto estimate = cost::estimate(*plan, question.system, question.view, Rules::strict);
    if (!estimate)
        return estimate.failure_as<Single>();
    out.breakdown = estimate->breakdown;
    for (std::size_t i = 0; i < cost::kComponents; ++i)
        out.parts.seconds[i] = out.breakdown.seconds[i];
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
    if (field == strategy::Field::recompute_modules)
        return modules_word(value);
    if (row.kind == Kind::flag)
        return value != 0 ? "on" : "off";
    return std::string(row.words[static_cast<std::size_t>(value)].key);
}

std::string value_label(strategy::Field field, std::int64_t value)
{
    const strategy::FieldRow& row = strategy::row(field);
    if (field == strategy::Field::recompute_modules)
        return strategy::label_of(field) + " " + modules_word(value);
    return strategy::label_of(field) + " " +
           (row.kind == Kind::integer || row.kind == Kind::tier ? std::to_string(value)
                                                                : std::string(row.label_of(value)));
}

} // namespace blueprinting::search
