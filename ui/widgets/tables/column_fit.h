#pragma once
#include "ui/widgets/tables/row_table.h"

#include <QStringList>

#include <vector>

namespace blueprinting::ui {

class TableView;

/// What goes first, and what comes in its stead: "compute, memory, network" for "total".
struct GivesWay {
    QStringList hide;
    QStringList show = {};
};

/// Columns that `room` does not hold are hidden, the first step first; `widths` is what each column needs for its
/// contents. A column that stretches keeps its contents whole while that is possible. Pure.
std::vector<Column> fitted(std::vector<Column> columns, const std::vector<int>& widths, int room,
                           const std::vector<GivesWay>& steps);

/// The same for a table that has its rows: what its cells and headers need, and the room that it has now.
std::vector<Column> fitted(const TableView& table, std::vector<Column> columns, const std::vector<GivesWay>& steps);

} // namespace blueprinting::ui
