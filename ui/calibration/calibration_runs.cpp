#include "ui/calibration/calibration_runs.h"

#include "core/calibration/experiment.h"
#include "ui/calibration/calibration_view.h"
#include "ui/calibration/case_rows.h"
#include "ui/calibration/memory_charts.h"

namespace blueprinting::ui {
namespace {

/// A checkout is asked for seconds a case; the recorded figures answer at once.
bool is_slow(const oracle::Oracle& calculon) { return calculon.identity().provider == "live"; }

/// How far the asking is; `name` is what is asked about now.
void say_asking(const JobContext& context, const calibration::Progress& progress, const QString& name)
{
    context.report(
        static_cast<double>(progress.done) / static_cast<double>(progress.total),
        CalibrationView::tr("asking Calculon about %1, %2 of %3").arg(name).arg(progress.done + 1).arg(progress.total));
}

} // namespace

Result<calibration::Report> run_cases(const JobContext& context, const OracleFactory& make_calculon)
{
    const auto cases = calibration::table5_cases();
    if (!cases)
        return cases.failure_as<calibration::Report>();
    const auto calculon = make_calculon();
    const auto paper = oracle::make_paper();
    const bool slow = is_slow(*calculon);
    return calibration::run_experiment(
        *cases, *calculon, *paper,
        [&](const calibration::Progress& progress) {
            if (slow && progress.stage == calibration::Progress::Stage::asking)
                say_asking(context, progress, case_title(progress.name));
            else if (!slow)
                context.report(static_cast<double>(progress.done) / static_cast<double>(progress.total),
                               case_title(progress.name));
        },
        context.token());
}

Result<calibration::MemoryFigures> run_figures(const JobContext& context, const OracleFactory& make_calculon)
{
    const auto calculon = make_calculon();
    const auto paper = oracle::make_paper();
    const bool slow = is_slow(*calculon);
    return calibration::run_memory_figures(
        *calculon, *paper,
        [&](const calibration::Progress& progress) {
            if (progress.stage == calibration::Progress::Stage::estimated)
                context.report(static_cast<double>(progress.done) / static_cast<double>(progress.total),
                               strategy_title(progress.name));
            else if (slow && progress.stage == calibration::Progress::Stage::asking)
                say_asking(context, progress, strategy_title(progress.name));
        },
        context.token());
}

} // namespace blueprinting::ui
