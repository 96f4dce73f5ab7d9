#pragma once
#include "core/calibration/gate.h"
#include "ui/widgets/row_table.h"

namespace blueprinting::ui {

/// Budgets and goldens, the tightest first; component times are one row with the worst of them.
/// Without `with_bar` the bars of what is used are hidden at first; the head-room says the same.
std::vector<Column> gate_columns(bool with_bar = true);
std::vector<TableRow> gate_rows(const std::vector<calibration::Check>& checks);

/// What must simply be equal, counted by kind.
struct IdentityCount {
    QString name;
    std::size_t passed = 0, all = 0;
    QString failures; ///< "name: expected …; actual …", one a line
    QString meaning;  ///< where the name does not say it
    [[nodiscard]] bool holds() const { return passed == all; }
};
std::vector<IdentityCount> identity_counts(const std::vector<calibration::Check>& checks);

/// The view's answer: whether the gate holds, how far the paper is, and what is tight.
struct CalibrationAnswer {
    QString headline, why;
};
CalibrationAnswer calibration_answer(const calibration::Report& report, const std::vector<calibration::Check>& checks);

/// Every hash, revision and policy of a report, as name and value.
std::vector<TableRow> provenance_rows(const calibration::Report& report);
std::vector<Column> provenance_columns();

} // namespace blueprinting::ui
