#include "ui/frame/views.h"

#include "ui/accounting/optimizers_view.h"
#include "ui/calibration/calibration_view.h"
#include "ui/certificate/certificate_view.h"
#include "ui/compare/compare_view.h"
#include "ui/ir/ir_view.h"
#include "ui/measured/measured_view.h"
#include "ui/schedule/schedule_view.h"
#include "ui/timing/timing_view.h"

#include <QCoreApplication>

namespace blueprinting::ui {
namespace {

struct ViewsWords {
    Q_DECLARE_TR_FUNCTIONS(blueprinting::ui::Views)
};

template <class Made>
View* make(Workspace& workspace, QWidget* parent)
{
    return new Made(workspace, parent);
}

} // namespace

std::vector<ViewEntry> view_entries()
{
    return {
        {QStringLiteral("compare"), ViewsWords::tr("Compare"), make<CompareView>, {}},
        {QStringLiteral("ir"), ViewsWords::tr("IR"), make<IrView>, {QStringLiteral("checkpoint")}},
        {QStringLiteral("timing"), ViewsWords::tr("Timing"), make<TimingView>, {}},
        {QStringLiteral("schedule"), ViewsWords::tr("Schedule"), make<ScheduleView>, {}},
        {QStringLiteral("calibration"),
         ViewsWords::tr("Calibration"),
         make<CalibrationView>,
         {QStringLiteral("report")}},
        {QStringLiteral("measured"), ViewsWords::tr("Measured"), make<MeasuredView>, {}},
        {QStringLiteral("certificate"),
         ViewsWords::tr("Certificate"),
         make<CertificateView>,
         {QStringLiteral("certificate"), QStringLiteral("manifest")}},
        {QStringLiteral("optimizers"), ViewsWords::tr("Optimizers"), make<OptimizersView>, {}},
    };
}

} // namespace blueprinting::ui
