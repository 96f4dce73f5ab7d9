#pragma once
#include "core/certificate/evaluation.h"
#include "ui/certificate/review.h"
#include "ui/widgets/charts/heat_chart.h"

namespace blueprinting::ui {

/// Pairs in order by model and shape against topology, rows grouped by model, totals last.
struct PairTable {
    struct Row {
        QString model;
        QString shape;
        [[nodiscard]] QString key() const { return model + QChar(0x1F) + shape; }
        bool operator==(const Row&) const = default;
    };
    std::vector<Row> rows;
    std::vector<QString> columns; ///< topologies
    /// [row][column]; absent where there is no cell.
    std::vector<std::vector<std::optional<certificate::PairMatrix::Entry>>> entries;
    std::vector<certificate::PairMatrix::Entry> row_totals;
    std::vector<certificate::PairMatrix::Entry> column_totals;
    certificate::PairMatrix::Entry total;
    /// Key of the cell with the most misordered pairs in each entry, "" where there is none.
    std::vector<std::vector<QString>> worst;
    int selected_row = -1; ///< of the cell that is picked
    int selected_column = -1;
};
PairTable pair_table(const Review& review, const QString& selected);

/// The matrix: 100 is pale, what is misordered is warm, below 90 is red and bold; the second figure counts misordered
/// pairs. Totals are keyed "all".
HeatChart pair_chart(const PairTable& table, const QFont& number);
/// The cell that picking an entry picks: the one with the most misordered pairs; "" for a total and where none is.
QString worst_cell(const PairTable& table, const QString& row, const QString& column);

} // namespace blueprinting::ui
