#pragma once
#include "core/accounting/comparison.h"
#include "ui/widgets/tables/row_table.h"

namespace blueprinting::ui {

/// Tables 4, 6 and 8 against arithmetic: grouped by model and optimizer, the paper's figures in secondary, ours in text
/// colour. Only a row that does not match is tinted.
std::vector<Column> paper_columns();
/// `repeat_groups`: the group's name in each of its rows, for orders other than the given one.
std::vector<TableRow> paper_rows(const accounting::Report& report, bool repeat_groups);

/// The parameters that each reference row implies against those of its architecture: what the last line of the paper's
/// rows sums up.
std::vector<Column> count_columns();
std::vector<TableRow> count_rows(const accounting::Report& report);

std::vector<Column> checkpoint_columns(const accounting::CheckpointComparison& checkpoint);
std::vector<TableRow> checkpoint_rows(const accounting::CheckpointComparison& checkpoint);

/// What the view opens with, of the published tables: "19 of 20 published rows match" and the deviations in words.
QString matching_text(const accounting::Report& report);
QString deviations_text(const accounting::Report& report);

} // namespace blueprinting::ui
