#pragma once
#include "core/calibration/report.h"
#include "ui/widgets/charts/heat_chart.h"
#include "ui/widgets/tables/row_table.h"

namespace blueprinting::ui {

/// "megatron-22B/seqsel" → "megatron-22B seqsel"
QString case_title(const std::string& name);
/// "refused"; empty for a value.
QString state_title(oracle::State state);

/// The eight cases: both views, Calculon and the paper, each reference followed by its error. `paper_limit` is the
/// budget whose dotted lines stand in the error bars, in percent; 0 for none.
enum class CaseNames { whole, size }; ///< "megatron-22B seqsel" or, where room is short, "22B seqsel"
enum class CaseRoom {
    ample,
    all,
    without_peak,
    least
}; ///< error bars take what is left over; what is hidden at first: peak-only, then the bars too
std::vector<Column> case_columns(double paper_limit, CaseNames names = CaseNames::whole, CaseRoom room = CaseRoom::all);
std::vector<TableRow> case_rows(const calibration::Report& report, CaseNames names = CaseNames::whole);

/// How the workload comparisons came out.
struct WorkloadCounts {
    std::size_t equal = 0, both_zero = 0, within = 0, over = 0, missing = 0;
    [[nodiscard]] std::size_t all() const { return equal + both_zero + within + over + missing; }
    [[nodiscard]] std::size_t fine() const { return equal + both_zero; }
};
/// `limit` is the budget in percent.
WorkloadCounts workload_counts(const calibration::Report& report, double limit);
/// Metrics by kind over cases by model; `selected` is a case's name.
HeatChart workload_chart(const calibration::Report& report, double limit, const QString& selected);

/// Signed errors of the nine components against Calculon, of one view.
HeatChart parity_chart(const calibration::Report& report, bool peak_only, const QString& selected);

} // namespace blueprinting::ui
