#pragma once
#include "core/calibration/gate.h"
#include "ui/widgets/controls/answer.h"
#include "ui/widgets/tables/row_table.h"

namespace blueprinting::ui {

/// Budgets and goldens, the tightest first; component times are one row with the worst of them.
/// Without `with_bar` the bars of what is used are hidden at first; the head-room says the same.
/// With `ample` room the bars take what is left over.
std::vector<Column> gate_columns(bool with_bar = true, bool ample = false);
std::vector<TableRow> gate_rows(const std::vector<calibration::Check>& checks);

/// What must simply be equal, counted by kind.
struct IdentityCount {
    QString name;
    QString meaning; ///< what is compared, and its law
    std::size_t passed = 0, all = 0;
    QString failures; ///< "name: expected …; actual …", one a line
    [[nodiscard]] QString tip() const { return failures.isEmpty() ? meaning : meaning + QLatin1Char('\n') + failures; }
    [[nodiscard]] bool holds() const { return passed == all; }
};
std::vector<IdentityCount> identity_counts(const std::vector<calibration::Check>& checks);

/// The view's answer: whether the gate holds, how far the paper is, and what is tight.
Answer calibration_answer(const calibration::Report& report, const std::vector<calibration::Check>& checks);

/// Every hash, revision and policy of a report, as name and value.
std::vector<TableRow> provenance_rows(const calibration::Report& report);
std::vector<Column> provenance_columns();

} // namespace blueprinting::ui
