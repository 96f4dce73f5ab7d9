#include "core/strategy/field_table.h"

#include "core/strategy/derived.h"
#include "core/strategy/field_access.h"

#include <algorithm>

namespace blueprinting::strategy {

std::string_view FieldRow::label_of(std::int64_t value) const
{
    if (words.empty())
        return value != 0 ? "on" : "off";
    return value >= 0 && value < std::ssize(words) ? words[static_cast<std::size_t>(value)].label : std::string_view();
}

std::vector<const FieldRow*> rows_in(std::initializer_list<Field> first)
{
    std::vector<const FieldRow*> out;
    for (const Field field : first)
        out.push_back(&row(field));
    for (const FieldRow& each : field_rows())
        if (std::find(first.begin(), first.end(), each.field) == first.end())
            out.push_back(&each);
    return out;
}

const FieldRow* row_of_path(std::string_view path)
{
    for (const FieldRow& each : field_rows())
        if (each.path == path)
            return &each;
    return nullptr;
}

std::string_view path_of(Field field) { return field == Field::model ? "model" : row(field).path; }

std::string label_of(Field field)
{
    if (field == Field::model)
        return "model";
    const FieldRow& its = row(field);
    std::string out(its.short_label.empty() ? its.title : its.short_label);
    const auto small = [](char c) { return c >= 'a' && c <= 'z'; };
    if (out.size() > 1 && !small(out[0]) && small(out[1]))
        out[0] = static_cast<char>(out[0] - 'A' + 'a');
    return out;
}

bool held(const FieldRow& row, const Execution& execution)
{
    const bool mine = row.purpose == Purpose::any || (row.purpose == Purpose::training) == is_training(execution);
    return mine || !row.typed.starts_with("/parallelism/");
}

bool exists(const FieldRow& row, const Execution& execution, Rules rules)
{
    if (row.quiet)
        return held(row, execution) && row.get(execution) != row.silent();
    if (row.exists)
        return row.exists(execution, rules);
    return row.purpose == Purpose::any || (row.purpose == Purpose::training) == is_training(execution);
}

bool open(const FieldRow& row, const Execution& execution) { return !row.open || row.open(execution); }

std::vector<std::int64_t> offered_words(const FieldRow& row, const Execution& execution, Rules rules)
{
    constexpr std::int64_t forward_only = 3;
    std::vector<std::int64_t> out;
    for (std::int64_t i = 0; i < std::ssize(row.words); ++i) {
        const bool admitted = row.words[static_cast<std::size_t>(i)].strict || rules == Rules::calculon_compatible;
        const bool suits = row.field != Field::schedule || (i == forward_only) != is_training(execution);
        if (admitted && suits)
            out.push_back(i);
    }
    const auto present = row.get(execution);
    if (present && std::find(out.begin(), out.end(), *present) == out.end())
        out.push_back(*present);
    return out;
}

Field in_purpose(Field field, const Execution& execution)
{
    if (field != Field::data_degree && field != Field::replicas)
        return field;
    return is_training(execution) ? Field::data_degree : Field::replicas;
}

std::optional<std::int64_t> number_of(const Execution& execution, Field field)
{
    if (field == Field::model || (row(field).kind != Kind::integer && row(field).kind != Kind::tier))
        return std::nullopt;
    return row(field).get(execution);
}

void set_number(Execution& execution, Field field, std::int64_t value)
{
    if (field != Field::model && (row(field).kind == Kind::integer || row(field).kind == Kind::tier))
        row(field).set(execution, value);
}

void set_schedule(Execution& execution, const PipelineSchedule& schedule)
{
    detail::pipeline_of(execution).schedule = schedule;
}

PipelineSchedule training_schedule(std::int64_t p, std::int64_t v)
{
    if (v != 1)
        return InterleavedOneForwardOneBackward{v};
    if (p == 1)
        return SingleStage{};
    return OneForwardOneBackward{};
}

void set_training(Execution& execution, bool training)
{
    if (training == is_training(execution))
        return;
    const TensorParallel tensor = strategy::tensor(execution);
    const std::int64_t p = pipeline_degree(execution);
    const std::int64_t groups = data_degree(execution);
    if (!training) {
        execution.all_gather_redo = false; // done again in the backward pass
        execution.parallelism = TransformerInferenceParallelism{tensor, {p, ForwardOnly{}}, {groups}};
        return;
    }
    execution.parallelism =
        TransformerTrainingParallelism{tensor, {p, training_schedule(p, 1)}, {groups, false}, RecomputePolicy::none};
}

} // namespace blueprinting::strategy
