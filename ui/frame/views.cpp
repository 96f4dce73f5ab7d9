#include "ui/frame/views.h"

#include "ui/accounting/optimizers_view.h"
#include "ui/calibration/calibration_view.h"
#include "ui/certificate/certificate_view.h"
#include "ui/compare/compare_view.h"
#include "ui/ir/ir_view.h"
#include "ui/measured/measured_view.h"
#include "ui/model/model_view.h"
#include "ui/schedule/schedule_view.h"
#include "ui/search/search_view.h"
#include "ui/style/words.h"
#include "ui/timing/timing_view.h"

namespace blueprinting::ui {
namespace {

template <class Made>
View* make(Workspace& workspace, QWidget* parent)
{
    return new Made(workspace, parent);
}

} // namespace

std::vector<ViewEntry> view_entries()
{
    return {
        {QStringLiteral("compare"), Words::tr("Compare"), make<CompareView>, {}},
        {QStringLiteral("model"), Words::tr("Model"), make<ModelView>, {}},
        {QStringLiteral("ir"), Words::tr("IR"), make<IrView>, {QStringLiteral("checkpoint")}},
        {QStringLiteral("timing"), Words::tr("Timing"), make<TimingView>, {}},
        {QStringLiteral("schedule"), Words::tr("Schedule"), make<ScheduleView>, {}},
        {QStringLiteral("search"), Words::tr("Search"), make<SearchView>, {QStringLiteral("search")}},
        {QStringLiteral("calibration"), Words::tr("Calibration"), make<CalibrationView>, {QStringLiteral("report")}},
        {QStringLiteral("measured"), Words::tr("Measured"), make<MeasuredView>, {QStringLiteral("runs")}},
        {QStringLiteral("certificate"),
         Words::tr("Certificate"),
         make<CertificateView>,
         {QStringLiteral("certificate"), QStringLiteral("manifest")}},
        {QStringLiteral("optimizers"), Words::tr("Optimizers"), make<OptimizersView>, {}},
    };
}

} // namespace blueprinting::ui
