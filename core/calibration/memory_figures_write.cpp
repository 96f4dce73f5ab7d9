#include "core/calibration/json_fields.h"
#include "core/calibration/memory_figures.h"

namespace blueprinting::calibration {

void fields(FieldsOut& visit, const MemoryDeviation& deviation)
{
    const auto where = [&](bool there, const char* key, const auto& value) {
        if (there)
            visit(key, value);
        else
            visit(key, nullptr);
    };
    visit("rows", deviation.rows);
    where(deviation.rows > 0, "mean_absolute_error_percent", deviation.mean_absolute_percent);
    where(deviation.rows > 0, "max_absolute_error_percent", deviation.max_absolute_percent);
    where(!deviation.largest.empty(), "largest", deviation.largest);
}

void fields(FieldsOut& visit, const MemoryFigureSummary& summary)
{
    visit("figure", summary.figure);
    visit("estimated_vs_calculon", summary.estimated_vs_calculon);
    visit("estimated_vs_paper", summary.estimated_vs_paper);
    visit("calculon_vs_paper", summary.calculon_vs_paper);
}

void fields(FieldsOut& visit, const MemoryRow& row)
{
    visit("figure", row.figure);
    visit("strategy", row.strategy);
    visit("quantity", to_string(row.quantity));
    visit("estimated", row.estimated);
    visit("calculon", row.calculon);
    visit("paper", row.paper);
    visit.object("error_percent", [&](FieldsOut& errors) {
        errors("estimated_vs_calculon", row.estimated_vs_calculon);
        errors("estimated_vs_paper", row.estimated_vs_paper);
        errors("calculon_vs_paper", row.calculon_vs_paper);
    });
}

void fields(FieldsOut& visit, const MemoryFigures& figures)
{
    visit("oracle", figures.oracle);
    visit("paper_baseline", figures.paper_baseline);
    visit("hardware", figures.hardware);
    visit("rules", "calculon_compatible");
    visit("summary", figures.summary);
    visit("rows", figures.rows);
    if (!figures.calculon_failures.empty())
        visit("calculon_failures", figures.calculon_failures);
}

Json to_json(const MemoryFigures& figures) { return Document<MemoryFigures>::written(figures); }

} // namespace blueprinting::calibration
