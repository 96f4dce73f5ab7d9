#include "ui/workspace/field_words.h"

#include "core/base/format.h"
#include "ui/style/shown.h"

#include <QCoreApplication>

namespace blueprinting::ui {

using strategy::Field;

QString in_window(std::string_view words)
{
    return QCoreApplication::translate("blueprinting::strategy", std::string(words).c_str());
}

QString field_title(Field field)
{
    return in_window(field == Field::model ? std::string_view("Model") : strategy::row(field).title);
}

QString field_label(Field field) { return in_window(strategy::label_of(field)); }

QString value_label(const strategy::FieldRow& row, std::int64_t value)
{
    if (row.kind == strategy::Kind::integer || row.kind == strategy::Kind::tier)
        return QString::fromStdString(format::integer(value));
    return in_window(row.label_of(value));
}

QString offered_label(const strategy::FieldRow& row, std::int64_t value)
{
    const bool word = row.kind == strategy::Kind::choice && value >= 0 && value < std::ssize(row.words);
    const std::string_view offered = word ? row.words[static_cast<std::size_t>(value)].offered : std::string_view();
    return offered.empty() ? value_label(row, value) : in_window(offered);
}

std::vector<const strategy::FieldRow*> editor_rows()
{
    return strategy::rows_in(
        {Field::purpose,         Field::num_procs,        Field::tensor_degree,      Field::pipeline_degree,
         Field::data_degree,     Field::replicas,         Field::schedule,           Field::virtual_stages,
         Field::global_batch,    Field::microbatch_size,  Field::recompute,          Field::tensor_communication,
         Field::all_gather_redo, Field::fused_activation, Field::optimizer_sharding, Field::datatype,
         Field::attention_type,  Field::tensor_tier,      Field::pipeline_tier,      Field::data_tier});
}

} // namespace blueprinting::ui
