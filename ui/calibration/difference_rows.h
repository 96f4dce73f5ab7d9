#pragma once
#include "core/calibration/report.h"
#include "ui/widgets/tables/row_table.h"

namespace blueprinting::ui {

/// One place in which two reports differ.
struct ReportDifference {
    QString path;     ///< "cases/gpt3-175B full/timing_seconds/calculon"
    Json left, right; ///< null where one side has none
    /// Of two numbers, the second against the first, in percent.
    [[nodiscard]] std::optional<double> percent() const;
};

/// Every figure, digest, hash and flag that differs; cases are matched by name.
std::vector<ReportDifference> report_differences(const calibration::Report& left, const calibration::Report& right);
/// What the differences are of, in words: times, digests, inputs, evidence.
QString difference_summary(const calibration::Report& left, const calibration::Report& right);

/// Headed by what the two reports are called.
std::vector<Column> difference_columns(const QString& left, const QString& right);
std::vector<TableRow> difference_rows(const std::vector<ReportDifference>& differences);

} // namespace blueprinting::ui
