#pragma once
#include "ui/search/search_cloud.h"
#include "ui/widgets/tables/row_table.h"

namespace blueprinting::ui {

/// A table's columns and rows, and the line behind its title.
struct SearchTable {
    std::vector<Column> columns;
    std::vector<TableRow> rows;
    QString title, note;
};

/// From all to as good: each line with the share that it keeps of the one it names.
SearchTable funnel_table(const SearchRun& run, std::size_t count);
/// What those as good share and in what they differ, and the leanest of them.
SearchTable band_table(const SearchRun& run, std::size_t count);
/// How many strategies break a law, and how many break only it.
SearchTable laws_table(const SearchRun& run, std::size_t count);
/// The best by rank; under a brush (not empty) those within it, with their rank in the whole space.
SearchTable best_table(const SearchRun& run, std::size_t count, const SearchCloud* cloud,
                       const std::vector<char>& within);
/// Columns of a table that is filled late: it can be copied and saved before.
std::vector<Column> neighbours_columns();
std::vector<Column> held_columns();
/// A row a knob: a step down and a step up, each with its partner.
SearchTable neighbours_table(const search::Single& from, const std::vector<search::Neighbour>& neighbours);
/// What each value of a strategy costs: the best of the space that holds it against the best of all.
SearchTable held_table(const search::Explanation& mine, const QString& name);

} // namespace blueprinting::ui
