#include "ui/calibration/calibration_view.h"

#include "ui/calibration/calibration_runs.h"
#include "ui/calibration/case_rows.h"
#include "ui/calibration/difference_rows.h"
#include "ui/calibration/gate_rows.h"
#include "ui/calibration/memory_charts.h"
#include "ui/calibration/output_box.h"
#include "ui/style/foreign_text.h"
#include "ui/style/menu_text.h"
#include "ui/style/metrics.h"
#include "ui/style/shown.h"
#include "ui/widgets/charts/heat_map.h"
#include "ui/widgets/charts/stacked_bars.h"
#include "ui/widgets/controls/answer_line.h"
#include "ui/widgets/controls/empty_state.h"
#include "ui/widgets/controls/panel.h"
#include "ui/widgets/controls/segmented_switch.h"
#include "ui/widgets/controls/tone_label.h"
#include "ui/widgets/held_splitter.h"
#include "ui/widgets/page.h"
#include "ui/widgets/tables/table_view.h"
#include "ui/workspace/command_line.h"
#include "ui/workspace/stale_mark.h"

#include <QComboBox>
#include <QMenu>
#include <QPushButton>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

namespace blueprinting::ui {
namespace {

constexpr int kTwoColumns = 1230; ///< narrower views stand in one column
constexpr int kAmple = 1700;      ///< in wider ones bars take what the figures leave
constexpr int kWholeNames = 760;  ///< in one column: narrower ones name a case by its size
constexpr int kErrorBars = 480;   ///< narrower ones leave the bars of the errors out
constexpr int kWholeTitles = 560; ///< narrower ones have no room for a title and a switch in one line
constexpr int kLeastPage = 96;    ///< the answer above is never squeezed; what is below scrolls

QPushButton* button(const QString& text, Icon name, const char* object)
{
    auto* made = new QPushButton(icon(name), text);
    made->setObjectName(QString::fromLatin1(object));
    return made;
}

/// " --calculon PATH" where this report was asked of a checkout.
QString calculon_option(const oracle::Identity& oracle)
{
    return oracle.provider == "live" ? QStringLiteral(" --calculon ") + shell_quoted(shown(oracle.source_repository))
                                     : QString();
}

} // namespace

CalibrationView::CalibrationView(Workspace& workspace, QWidget* parent)
    : View(workspace, QStringLiteral("calibration"), tr("Calibration"), parent),
      m_answer(named(new AnswerLine, "answer")),
      m_run_button(button(tr("Run eight cases"), Icon::play, "runCases")),
      m_stack(new QStackedWidget),
      m_empty_panel(new Panel),
      m_empty(named(new EmptyState, "calibrationEmpty"))
{
    if (auto contract = calibration::baseline_contract())
        m_contract = *std::move(contract);
    else
        m_contract_problems = contract.diagnostics();

    makeHead();
    auto* left = split(Qt::Vertical, {makeCases(), makeLower()}, 1);
    auto* right = split(Qt::Vertical, {makeGate(), makeParity(), makeProvenance()}, 1);
    m_columns = split<HeldSplitter>(Qt::Horizontal, {left, right}, 0);
    m_scroll = page_of(m_columns, "calibrationScroll", tr("Cases, gate, components and provenance"));
    m_stack->setMinimumHeight(kLeastPage);
    m_stack->addWidget(m_scroll);
    m_use_recorded = m_empty->addAction(tr("Use the recorded figures"));
    m_use_recorded->setObjectName(QStringLiteral("useRecorded"));
    m_use_recorded->hide();
    connect(m_use_recorded, &QPushButton::clicked, &this->workspace(), &Workspace::recordedCalculonWanted);
    m_output = new OutputBox(tr("What Calculon wrote"));
    m_output->hide();
    m_empty->setExtra(m_output);
    m_empty_panel->body()->addWidget(m_empty, 1);
    m_stack->addWidget(m_empty_panel);
    m_stack->addWidget(makeDifference());

    lay_page(this, m_answer, m_stack);
    connect(&workspace, &Workspace::oraclesChanged, this, &CalibrationView::askAnew);
    JobRunner& jobs = workspace.jobs();
    connect(&jobs, &JobRunner::progressed, this, [this](const QString& kind) {
        if (kind == kJob)
            showProgress();
    });
    connect(&jobs, &JobRunner::finished, this, [this](const QString& kind, bool landed) {
        if (kind == kFiguresJob) {
            if (!landed && !m_figures) {
                m_lower->setCurrent(QStringLiteral("workload")); // cancelled: choosing the figure again starts it again
                keepState();
            }
            showLower();
        }
        if (kind != kJob)
            return;
        m_cancelled = !landed;
        refresh();
    });
    m_export->addAction(tr("Report (JSON)…"), this, &CalibrationView::chooseReportFile)
        ->setObjectName(QStringLiteral("saveReport"));
    for (ChartWidget* chart : std::initializer_list<ChartWidget*>{m_workload, m_parity, m_parameters, m_activations}) {
        QMenu* menu = m_export->addMenu(menu_text(chart->title()));
        chart->addExportActions(menu);
        if (chart == m_parameters || chart == m_activations) {
            menu->setEnabled(false); // until there is something to export
            m_figure_menus.push_back(menu);
        }
    }
}

/// Buttons beside the answer.
void CalibrationView::makeHead()
{
    m_which = named(new SegmentedSwitch({{QStringLiteral("run"), tr("This run")},
                                         {QStringLiteral("opened"), tr("Report")},
                                         {QStringLiteral("difference"), tr("Differences")}}),
                    "whichReport");
    m_which->hide();
    connect(m_which, &SegmentedSwitch::currentChanged, this, [this](const QString& id) {
        setShown(id == u"opened" ? Shown::opened : id == u"difference" ? Shown::difference : Shown::run);
    });
    m_answer->addWidget(m_which);
    m_reports = named(new QComboBox, "shownReport", tr("Which opened report"));
    m_reports->setMaximumWidth(200);
    m_reports->hide();
    connect(m_reports, &QComboBox::activated, this, [this](int index) {
        m_at = static_cast<std::size_t>(index);
        setShown(Shown::opened);
    });
    m_answer->addWidget(m_reports);
    m_close_report = named(new QToolButton, "closeReport", tr("Close this report"));
    m_close_report->setIcon(icon(Icon::cancel));
    m_close_report->setAutoRaise(true);
    m_close_report->setToolTip(tr("Close this report; its file stays as it is"));
    m_close_report->hide();
    connect(m_close_report, &QToolButton::clicked, this, &CalibrationView::closeReport);
    m_answer->addWidget(m_close_report);
    connect(m_run_button, &QPushButton::clicked, this, &CalibrationView::cancelOrRun);
    m_answer->addWidget(m_run_button);
    auto* open_button = button(tr("Open report…"), Icon::open, "openReport");
    connect(open_button, &QPushButton::clicked, this, [this] { Q_EMIT openRequested(tr("Open a report")); });
    m_answer->addWidget(open_button);
    auto* export_button = button(tr("Export"), Icon::export_file, "exportReport");
    m_export = new QMenu(this);
    export_button->setMenu(m_export);
    m_answer->addWidget(export_button);
}

const calibration::Report* CalibrationView::current() const
{
    if (m_shown == Shown::opened)
        return m_at < m_opened.size() ? &m_opened[m_at].report : nullptr;
    return m_run ? &*m_run : nullptr;
}

const calibration::Report* CalibrationView::side(int index) const
{
    if (index == 0)
        return m_run ? &*m_run : nullptr;
    return index < 0 || static_cast<std::size_t>(index) > m_opened.size()
               ? nullptr
               : &m_opened[static_cast<std::size_t>(index) - 1].report;
}

QString CalibrationView::sideName(int index) const
{
    return index <= 0 ? tr("This run") : m_opened[static_cast<std::size_t>(index) - 1].name;
}

void CalibrationView::fillSides()
{
    for (QComboBox* side : {m_left_side, m_right_side}) {
        side->clear();
        for (int i = 0; i <= static_cast<int>(m_opened.size()); ++i) {
            side->addItem(line_text(sideName(i)));
            if (i > 0)
                side->setItemData(i, plain_tooltip(m_opened[static_cast<std::size_t>(i) - 1].path), Qt::ToolTipRole);
        }
    }
    m_left_side->setCurrentIndex(0);
    m_right_side->setCurrentIndex(static_cast<int>(m_opened.size()));
}

bool CalibrationView::busy() const { return workspace().jobs().stale(kJob) || workspace().jobs().stale(kFiguresJob); }

bool CalibrationView::running() const { return workspace().jobs().stale(kJob); }

QString CalibrationView::commandLine() const
{
    if (m_lower->current() != u"workload")
        return QStringLiteral("blueprinting calibrate --figures") +
               (m_figures ? calculon_option(m_figures->oracle) : QString());
    return QStringLiteral("blueprinting calibrate") + (m_run ? calculon_option(m_run->oracle) : QString());
}

void CalibrationView::run()
{
    m_failure.clear();
    m_cancelled = false;
    workspace().jobs().start(
        kJob, tr("Running the eight cases of Table 5"),
        [make_calculon = workspace().oracleFactory(oracle::sources().front().key)](const JobContext& context) {
            return run_cases(context, make_calculon);
        },
        [this](Result<calibration::Report> result) { landed(std::move(result)); });
    showProgress();
}

void CalibrationView::askAnew()
{
    const QString lower = m_lower->current();
    workspace().jobs().cancel(kJob);
    workspace().jobs().cancel(kFiguresJob);
    m_lower->setCurrent(lower); // a cancelled figure goes back to the workload
    if (m_run)                  // it stays, marked, until another takes its place
        m_outdated = tr("Calculon was changed since.");
    showStale();
    m_figures.reset();
    m_failure.clear();
    m_figures_failure.clear();
    m_cancelled = false;
    if (isVisible())
        refresh();
}

void CalibrationView::cancelOrRun()
{
    if (running())
        workspace().jobs().cancel(kJob);
    else
        run();
}

void CalibrationView::landed(Result<calibration::Report> result)
{
    if (result) {
        m_run = *std::move(result);
        m_outdated.clear();
        return;
    }
    m_failure = result.diagnostics();
    if (!m_run)
        return;
    // What was asked of before stands, marked as what it is.
    Notice notice{Tone::bad,
                  m_outdated.isEmpty() ? tr("The eight cases could not be run again.")
                                       : tr("This Calculon could not be asked."),
                  tr("%1. The previous report is shown.").arg(shown(m_failure.front().message))};
    if (!m_outdated.isEmpty())
        notice.actions = {
            {tr("Use the recorded figures"), std::nullopt, [this] { Q_EMIT workspace().recordedCalculonWanted(); }}};
    Q_EMIT noticeRaised(notice);
}

void CalibrationView::showStale()
{
    m_stale->setShowing(m_shown == Shown::run && m_run);
    m_stale->setOutdated(!m_outdated.isEmpty() ? m_outdated
                         : m_run && !m_failure.empty()
                             ? tr("The newest run failed: %1").arg(shown(m_failure.front().message))
                             : QString());
}

void CalibrationView::showProgress()
{
    showStale();
    const bool under_way = running();
    m_run_button->setText(under_way ? tr("Cancel") : m_run ? tr("Run again") : tr("Run eight cases"));
    m_run_button->setIcon(icon(under_way ? Icon::cancel : Icon::play));
    if (!under_way || current())
        return;
    QString now;
    for (const JobInfo& job : workspace().jobs().running())
        if (job.kind == kJob)
            now = job.text;
    m_answer->setAnswer(tr("Running the eight cases of Table 5"),
                        now.isEmpty() ? tr("Compiling and pricing; the references are asked last.")
                                      : tr("Now %1; the references are asked last.").arg(now));
    m_output->hide();
    m_use_recorded->hide();
    m_empty->setContent(Icon::chart, tr("Eight cases are under way"),
                        tr("Times, workload, gate and provenance appear here when they are done."));
    m_stack->setCurrentWidget(m_empty_panel);
}

void CalibrationView::refresh()
{
    m_case = keptText("case");
    m_lower->setCurrent(keptText("panel", QStringLiteral("workload")));
    m_parity_view->setCurrent(keptText("parity", QStringLiteral("peak_only")));
    m_peak_parity = m_parity_view->current() == u"peak_only";
    m_strategy = keptText("strategy");
    restoreReports();
    restoreSides();
    if ((!m_run || !m_outdated.isEmpty()) && !running() && !m_cancelled && m_failure.empty())
        run();
    showReport();
}

void CalibrationView::restoreSides()
{
    // Names of no report that is open: this run, where it is said to be this run, else what is usual.
    const auto index_of = [&](const char* key, int otherwise) {
        const QString none = QStringLiteral("?");
        const QString path = keptText(key, none);
        for (std::size_t i = 0; i < m_opened.size(); ++i)
            if (m_opened[i].path == path)
                return static_cast<int>(i) + 1;
        return path.isEmpty() ? 0 : otherwise;
    };
    m_left_side->setCurrentIndex(index_of("left", 0));
    m_right_side->setCurrentIndex(index_of("right", static_cast<int>(m_opened.size())));
}

void CalibrationView::markShown()
{
    m_which->setCurrent(m_shown == Shown::run      ? QStringLiteral("run")
                        : m_shown == Shown::opened ? QStringLiteral("opened")
                                                   : QStringLiteral("difference"));
}

void CalibrationView::setShown(Shown which)
{
    m_shown = which;
    markShown();
    keepState();
    showReport();
}

void CalibrationView::runFigures()
{
    workspace().jobs().start(
        kFiguresJob, tr("Pricing the strategies of Figures 1 and 7"),
        [make_calculon = workspace().oracleFactory(oracle::sources().front().key)](const JobContext& context) {
            return run_figures(context, make_calculon);
        },
        [this](Result<calibration::MemoryFigures> result) {
            if (result)
                m_figures = *std::move(result);
            else
                m_figures_failure = result.diagnostics();
        });
}

QList<QAction*> CalibrationView::exportActions() { return m_export->actions(); }

QWidget* CalibrationView::firstFocus() { return m_cases; }

void CalibrationView::resizeEvent(QResizeEvent* event)
{
    View::resizeEvent(event);
    arrange();
}

void CalibrationView::arrange()
{
    const bool wide = width() >= kTwoColumns;
    const bool whole_names = width() >= kWholeNames;
    const CaseRoom room = width() >= kAmple         ? CaseRoom::ample
                          : width() >= kWholeTitles ? CaseRoom::all
                          : width() >= kErrorBars   ? CaseRoom::without_peak
                                                    : CaseRoom::least;
    m_columns->setOrientation(wide ? Qt::Horizontal : Qt::Vertical);
    if (m_wide != wide)
        m_columns->share(wide ? HeldSplitter::Share([](int length) {
            return QList<int>{length * 59 / 100, length - length * 59 / 100};
        })
                              : HeldSplitter::Share());
    if (m_wide == wide && m_room == room && m_whole_names == whole_names)
        return;
    m_room = room;
    m_wide = wide;
    m_tight = width() < kWholeTitles;
    m_whole_names = whole_names;
    m_cases->table()->setColumns(
        case_columns(m_contract ? m_contract->budgets.paper_max_percent : 0, caseNames(), room));
    m_gate->table()->setColumns(gate_columns(!m_tight, room == CaseRoom::ample));
    if (current() && m_shown != Shown::difference)
        showReport(); // names are shorter where it is narrow
}

void CalibrationView::keepHeights()
{
    // One column scrolls as a whole: its matrices stand at their full height.
    for (HeatMap* chart : {m_workload, m_parity})
        chart->setFullHeight(!isWide());
}

bool CalibrationView::isWide() const { return m_wide.value_or(true); }

CaseNames CalibrationView::caseNames() const { return m_whole_names ? CaseNames::whole : CaseNames::size; }

} // namespace blueprinting::ui
