#pragma once
#include "core/strategy/field_table.h"

#include <QString>

/// The words of the table of fields, as the window shows them. Pure.
namespace blueprinting::ui {

QString in_window(std::string_view words);  ///< core's words in the window's language
QString field_title(strategy::Field field); ///< "Optimizer sharding"
QString field_label(strategy::Field field); ///< within a sentence: "TP", "v", "optimizer sharding"
/// "8", "on", "reduce-scatter + all-gather".
QString value_label(const strategy::FieldRow& row, std::int64_t value);
/// The same in a list to choose from: "Reduce-scatter + all-gather".
QString offered_label(const strategy::FieldRow& row, std::int64_t value);

/// Every field in the order of the editor, new ones at the end.
std::vector<const strategy::FieldRow*> editor_rows();

} // namespace blueprinting::ui
