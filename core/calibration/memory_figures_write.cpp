#include "core/calibration/figure_json.h"
#include "core/calibration/memory_figures.h"

namespace blueprinting::calibration {
namespace {

Json deviation_json(const MemoryDeviation& deviation)
{
    const auto of_rows = [&](double percent) { return deviation.rows > 0 ? number_json(percent) : Json(); };
    return {{"rows", deviation.rows},
            {"mean_absolute_error_percent", of_rows(deviation.mean_absolute_percent)},
            {"max_absolute_error_percent", of_rows(deviation.max_absolute_percent)},
            {"largest", deviation.largest.empty() ? Json() : Json(deviation.largest)}};
}

} // namespace

Json to_json(const MemoryFigures& figures)
{
    Json summary = Json::array();
    for (const MemoryFigureSummary& one : figures.summary)
        summary.push_back({{"figure", one.figure},
                           {"estimated_vs_calculon", deviation_json(one.estimated_vs_calculon)},
                           {"estimated_vs_paper", deviation_json(one.estimated_vs_paper)},
                           {"calculon_vs_paper", deviation_json(one.calculon_vs_paper)}});
    Json rows = Json::array();
    for (const MemoryRow& row : figures.rows)
        rows.push_back({{"figure", row.figure},
                        {"strategy", row.strategy},
                        {"quantity", to_string(row.quantity)},
                        {"estimated", number_json(row.estimated)},
                        {"calculon", figure_json(row.calculon)},
                        {"paper", figure_json(row.paper)},
                        {"error_percent",
                         {{"estimated_vs_calculon", figure_json(row.estimated_vs_calculon)},
                          {"estimated_vs_paper", figure_json(row.estimated_vs_paper)},
                          {"calculon_vs_paper", figure_json(row.calculon_vs_paper)}}}});
    Json out{{"schema", MemoryFigures::kSchema},
             {"oracle",
              {{"name", figures.oracle.name},
               {"package_version", figures.oracle.package_version},
               {"source_repository", figures.oracle.source_repository},
               {"source_digest", figures.oracle.source_digest},
               {"provider", figures.oracle.provider}}},
             {"paper_baseline",
              {{"name", figures.paper_baseline.name},
               {"paper", figures.paper_baseline.paper},
               {"source", figures.paper_baseline.source}}},
             {"hardware", {{"name", figures.hardware.name}, {"evidence_revision", figures.hardware.evidence_revision}}},
             {"rules", "calculon_compatible"},
             {"summary", std::move(summary)},
             {"rows", std::move(rows)}};
    if (!figures.calculon_failures.empty())
        out["calculon_failures"] = figures.calculon_failures;
    return out;
}

} // namespace blueprinting::calibration
