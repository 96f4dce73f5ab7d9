#include "ui/calibration/calibration_view.h"

#include "core/base/canonical_json.h"
#include "core/base/file.h"
#include "core/base/format.h"
#include "core/calibration/experiment.h"
#include "core/calibration/recomputed.h"
#include "ui/calibration/case_rows.h"
#include "ui/calibration/difference_rows.h"
#include "ui/calibration/gate_rows.h"
#include "ui/calibration/memory_charts.h"
#include "ui/style/metrics.h"
#include "ui/widgets/answer_line.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/heat_map.h"
#include "ui/widgets/icon_label.h"
#include "ui/widgets/link_button.h"
#include "ui/widgets/panel.h"
#include "ui/widgets/segmented_switch.h"
#include "ui/widgets/stacked_bars.h"
#include "ui/widgets/table_view.h"
#include "ui/widgets/tone_label.h"
#include "ui/workspace/command_line.h"

#include <QComboBox>
#include <QDialog>
#include <QFileDialog>
#include <QFileInfo>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QMenu>
#include <QPushButton>
#include <QScrollArea>
#include <QSplitter>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <tuple>

namespace blueprinting::ui {

namespace {

constexpr int kTwoColumns = 1060; ///< narrower views stand in one column

QString shown(const std::string& text) { return QString::fromStdString(text); }

QSplitter* column(std::initializer_list<QWidget*> panels)
{
    auto* splitter = new QSplitter(Qt::Vertical);
    splitter->setChildrenCollapsible(false);
    for (QWidget* panel : panels)
        splitter->addWidget(panel);
    return splitter;
}

QPushButton* button(const QString& text, Icon name, const char* object)
{
    auto* made = new QPushButton(icon(name), text);
    made->setObjectName(QString::fromLatin1(object));
    return made;
}

/// A checkout is asked for seconds a case; the recorded figures answer at once.
bool is_slow(const oracle::Oracle& calculon) { return calculon.identity().provider == "live"; }

/// How far the asking is; `name` is what is asked about now.
void say_asking(const JobContext& context, const calibration::Progress& progress, const QString& name)
{
    context.report(static_cast<double>(progress.done) / static_cast<double>(progress.total),
                   CalibrationView::tr("asking Calculon about %1, %2 of %3").arg(name).arg(progress.done + 1).arg(progress.total));
}

/// Everything between the inputs and the report, off the GUI thread.
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
            if (slow && progress.stage == calibration::Progress::Stage::estimated)
                say_asking(context, progress, case_title(progress.name));
            else if (!slow)
                context.report(static_cast<double>(progress.done) / static_cast<double>(progress.total), case_title(progress.name));
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
            const bool asking = progress.stage == calibration::Progress::Stage::compared || progress.done == progress.total;
            if (!asking)
                context.report(static_cast<double>(progress.done) / static_cast<double>(progress.total), strategy_title(progress.name));
            else if (slow && progress.stage == calibration::Progress::Stage::estimated)
                context.report(0, CalibrationView::tr("asking Calculon, 1 of %1").arg(progress.total));
            else if (slow && progress.done < progress.total)
                context.report(static_cast<double>(progress.done) / static_cast<double>(progress.total),
                               CalibrationView::tr("asking Calculon, %1 of %2").arg(progress.done + 1).arg(progress.total));
        },
        context.token());
}

/// " --calculon PATH" where this report was asked of a checkout.
QString calculon_option(const oracle::Identity& oracle)
{
    return oracle.provider == "live" ? QStringLiteral(" --calculon ") + shell_quoted(shown(oracle.source_repository)) : QString();
}

/// What else is known of a failure: what the program that failed wrote to its standard error.
QString further(const Diagnostics& diagnostics)
{
    QStringList lines;
    for (std::size_t i = 1; i < diagnostics.size(); ++i)
        lines << shown(diagnostics[i].message);
    return lines.join(u'\n');
}

} // namespace

CalibrationView::CalibrationView(Workspace& workspace, QWidget* parent)
    : View(workspace, QStringLiteral("calibration"), tr("Calibration"), parent), m_answer(new AnswerLine),
      m_run_button(button(tr("Run eight cases"), Icon::play, "runCases")), m_stack(new QStackedWidget), m_empty(new EmptyState),
      m_scroll(new QScrollArea), m_columns(new QSplitter(Qt::Horizontal))
{
    if (auto contract = calibration::baseline_contract())
        m_contract = *std::move(contract);
    else
        m_contract_problems = contract.diagnostics();

    m_answer->setObjectName(QStringLiteral("answer"));
    m_which = new SegmentedSwitch({{QStringLiteral("run"), tr("This run")}, {QStringLiteral("opened"), tr("Report")},
                                   {QStringLiteral("difference"), tr("Differences")}});
    m_which->setObjectName(QStringLiteral("whichReport"));
    m_which->hide();
    connect(m_which, &SegmentedSwitch::currentChanged, this, [this](const QString& id) {
        setShown(id == u"opened" ? Shown::opened : id == u"difference" ? Shown::difference : Shown::run);
    });
    m_answer->addWidget(m_which);
    connect(m_run_button, &QPushButton::clicked, this, &CalibrationView::cancelOrRun);
    m_answer->addWidget(m_run_button);
    auto* open_button = button(tr("Open report…"), Icon::open, "openReport");
    connect(open_button, &QPushButton::clicked, this, &CalibrationView::chooseReport);
    m_answer->addWidget(open_button);
    auto* export_button = button(tr("Export"), Icon::export_file, "exportReport");
    m_export = new QMenu(this);
    export_button->setMenu(m_export);
    m_answer->addWidget(export_button);

    m_left = column({makeCases(), makeLower()});
    m_left->setStretchFactor(1, 1);
    m_right = column({makeGate(), makeParity(), makeProvenance()});
    m_right->setStretchFactor(1, 1);
    m_columns->setChildrenCollapsible(false);
    m_columns->addWidget(m_left);
    m_columns->addWidget(m_right);
    m_columns->setStretchFactor(0, 1);
    m_scroll->setObjectName(QStringLiteral("calibrationScroll"));
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setWidgetResizable(true);
    m_scroll->setWidget(m_columns);
    m_scroll->viewport()->setAutoFillBackground(false);
    m_columns->setAutoFillBackground(false);
    m_empty->setObjectName(QStringLiteral("calibrationEmpty"));
    m_stack->addWidget(m_scroll);
    m_stack->addWidget(m_empty);
    m_stack->addWidget(makeDifference());

    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->setSpacing(metrics::kPanelGap);
    all->addWidget(m_answer);
    all->addWidget(m_stack, 1);

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
    m_export->addAction(tr("Report (JSON)…"), this, &CalibrationView::chooseReportFile)->setObjectName(QStringLiteral("saveReport"));
    for (ChartWidget* chart : std::initializer_list<ChartWidget*>{m_workload, m_parity, m_parameters, m_activations}) {
        QMenu* menu = m_export->addMenu(chart->title());
        chart->addExportActions(menu);
        connect(chart, &ChartWidget::exportFailed, this, [this](const QString& message) {
            Q_EMIT noticeRaised({Tone::bad, tr("The chart was not exported."), message});
        });
        connect(chart, &ChartWidget::exported, this, [this](const QString& path) {
            Q_EMIT noticeRaised({Tone::text, tr("Exported %1.").arg(QFileInfo(path).fileName()), {}});
        });
        if (chart == m_parameters || chart == m_activations) {
            menu->setEnabled(false); // until there is something to export
            m_figure_menus.push_back(menu);
        }
    }
}

QWidget* CalibrationView::makeCases()
{
    auto* panel = new Panel(tr("Eight cases of Table 5"));
    panel->setObjectName(QStringLiteral("casesPanel"));
    panel->setNote(tr("seconds per iteration"));
    m_case_rows = new RowTable(case_columns(m_contract ? m_contract->budgets.paper_max_percent : 0), this);
    m_cases = new TableView(m_case_rows);
    m_cases->setObjectName(QStringLiteral("caseTable"));
    m_cases->setAccessibleName(panel->title());
    m_cases->setHeightFollowsRows(true);
    connect(m_cases, &TableView::keyPicked, this, &CalibrationView::pickCase);
    panel->body()->addWidget(m_cases);
    panel->body()->addStretch(1);
    return panel;
}

QWidget* CalibrationView::makeLower()
{
    m_lower_panel = new Panel(tr("Workload against Calculon"));
    m_lower_panel->setObjectName(QStringLiteral("workloadPanel"));
    m_lower = new SegmentedSwitch(
        {{QStringLiteral("workload"), tr("Workload")}, {QStringLiteral("figure1"), tr("Figure 1")}, {QStringLiteral("figure7"), tr("Figure 7")}});
    m_lower->setObjectName(QStringLiteral("lowerPanel"));
    m_lower->setToolTip(tr("The 152 workload checks, or the memory that Figures 1 and 7 of the paper print"));
    connect(m_lower, &SegmentedSwitch::currentChanged, this, [this] {
        keepState();
        showLower();
    });
    m_lower_panel->addHeaderWidget(m_lower);

    m_workload_page = new QWidget;
    auto* workload = new QVBoxLayout(m_workload_page);
    workload->setContentsMargins(0, 0, 0, 0);
    m_workload_legend = new Legend;
    workload->addWidget(m_workload_legend);
    m_workload = new HeatMap(tr("Workload against Calculon"));
    m_workload->setObjectName(QStringLiteral("workload"));
    connect(m_workload, &HeatMap::cellPicked, this, [this](const QString&, const QString& name) { pickCase(name); });
    workload->addWidget(m_workload, 1);

    m_lower_stack = new QStackedWidget;
    m_lower_stack->addWidget(m_workload_page);
    m_lower_stack->addWidget(makeFigures());
    m_lower_panel->body()->addWidget(m_lower_stack, 1);
    return m_lower_panel;
}

QWidget* CalibrationView::makeFigures()
{
    m_figures_page = new QWidget;
    auto* layout = new QVBoxLayout(m_figures_page);
    layout->setContentsMargins(0, 0, 0, 0);
    m_finding = new ToneLabel({}, Tone::secondary);
    m_finding->setObjectName(QStringLiteral("finding"));
    m_finding->setWordWrap(true);
    layout->addWidget(m_finding);
    const auto chart = [&](const QString& title, const char* object) {
        auto* bars = new StackedBars(title);
        bars->setObjectName(QString::fromLatin1(object));
        const auto pick = [this](const QString& strategy) {
            m_strategy = strategy;
            showFigures();
        };
        connect(bars, &StackedBars::rowPicked, this, pick);
        connect(bars, &StackedBars::segmentPicked, this, pick);
        layout->addWidget(bars, 1);
        return bars;
    };
    m_parameters = chart(tr("Figure 1: memory per GPU"), "figure1");
    m_activations = chart(tr("Figure 7: activation memory"), "figure7");
    return m_figures_page;
}

QWidget* CalibrationView::makeGate()
{
    m_gate_panel = new Panel(tr("Regression gate"));
    m_gate_panel->setObjectName(QStringLiteral("gatePanel"));
    m_gate_rows = new RowTable(gate_columns(), this);
    m_gate = new TableView(m_gate_rows);
    m_gate->setObjectName(QStringLiteral("gateTable"));
    m_gate->setAccessibleName(m_gate_panel->title());
    m_gate->setHeightFollowsRows(true);
    m_gate_panel->body()->addWidget(m_gate);
    auto* identities = new QWidget;
    identities->setObjectName(QStringLiteral("identities"));
    m_identities = new QGridLayout(identities);
    m_identities->setContentsMargins(metrics::kControlGap, metrics::kFormRowGap, metrics::kControlGap, 0);
    m_identities->setHorizontalSpacing(metrics::kControlGap);
    m_identities->setVerticalSpacing(4);
    m_gate_panel->body()->addWidget(identities);
    m_gate_panel->body()->addStretch(1);
    return m_gate_panel;
}

QWidget* CalibrationView::makeParity()
{
    m_parity_panel = new Panel(tr("Components against Calculon (%)"));
    m_parity_panel->setObjectName(QStringLiteral("parityPanel"));
    auto* view = new SegmentedSwitch({{QStringLiteral("peak_only"), tr("peak-only")}, {QStringLiteral("system_evidence"), tr("evidence")}});
    view->setObjectName(QStringLiteral("parityView"));
    connect(view, &SegmentedSwitch::currentChanged, this, [this](const QString& id) {
        m_peak_parity = id == u"peak_only";
        showReport();
    });
    m_parity_panel->addHeaderWidget(view);
    m_parity = new HeatMap(tr("Components against Calculon"));
    m_parity->setObjectName(QStringLiteral("parity"));
    connect(m_parity, &HeatMap::cellPicked, this, [this](const QString& component, const QString& name) {
        Selection selection = this->workspace().session().selection;
        selection.component = component.toStdString();
        m_case = name;
        this->workspace().select(selection);
        showReport();
    });
    m_parity_panel->body()->addWidget(m_parity, 1);
    return m_parity_panel;
}

QWidget* CalibrationView::makeProvenance()
{
    auto* panel = new Panel(tr("Provenance"));
    panel->setObjectName(QStringLiteral("provenancePanel"));
    auto* all = new LinkButton(tr("all hashes and policy"));
    all->setObjectName(QStringLiteral("allProvenance"));
    connect(all, &QAbstractButton::clicked, this, &CalibrationView::showAllProvenance);
    panel->addHeaderWidget(all);
    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(metrics::kPanelGap);
    grid->setColumnStretch(1, 1);
    const auto row = [&](int at, const QString& name, ToneLabel*& value, const char* object) {
        auto* label = new ToneLabel(name, Tone::secondary);
        value = new ToneLabel;
        value->setObjectName(QString::fromLatin1(object));
        value->setWordWrap(true);
        value->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
        grid->addWidget(label, at, 0, Qt::AlignTop);
        grid->addWidget(value, at, 1);
    };
    row(0, tr("oracle"), m_oracle, "oracleIdentity");
    row(1, tr("evidence"), m_evidence, "evidenceRevision");
    panel->body()->addLayout(grid);
    panel->body()->addStretch(1);
    return panel;
}

QWidget* CalibrationView::makeDifference()
{
    m_difference_panel = new Panel;
    m_difference_panel->setObjectName(QStringLiteral("differencePanel"));
    for (auto [side, object, name] : {std::tuple(&m_left_side, "leftReport", tr("First report")), std::tuple(&m_right_side, "rightReport", tr("Second report"))}) {
        *side = new QComboBox;
        (*side)->setObjectName(QString::fromLatin1(object));
        (*side)->setAccessibleName(name);
        (*side)->setSizeAdjustPolicy(QComboBox::AdjustToContents);
        connect(*side, &QComboBox::activated, this, &CalibrationView::showReport);
    }
    auto* sides = new QWidget;
    auto* row = new QHBoxLayout(sides);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(metrics::kControlGap);
    row->addWidget(m_left_side);
    row->addWidget(new ToneLabel(tr("against"), Tone::secondary));
    row->addWidget(m_right_side);
    m_difference_panel->addHeaderWidget(sides);
    m_difference_rows = new RowTable({}, this);
    m_difference = new TableView(m_difference_rows);
    m_difference->setObjectName(QStringLiteral("differenceTable"));
    m_difference->setAccessibleName(tr("Differences"));
    m_difference_panel->body()->addWidget(m_difference, 1);
    return m_difference_panel;
}

const calibration::Report* CalibrationView::current() const
{
    if (m_shown == Shown::opened)
        return m_opened.empty() ? nullptr : &m_opened.back().report;
    return m_run ? &*m_run : nullptr;
}

const calibration::Report* CalibrationView::side(int index) const
{
    if (index == 0)
        return m_run ? &*m_run : nullptr;
    return index < 0 || static_cast<std::size_t>(index) > m_opened.size() ? nullptr : &m_opened[static_cast<std::size_t>(index) - 1].report;
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
            side->addItem(sideName(i));
            if (i > 0)
                side->setItemData(i, m_opened[static_cast<std::size_t>(i) - 1].path, Qt::ToolTipRole);
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
        return QStringLiteral("blueprinting calibrate --figures") + (m_figures ? calculon_option(m_figures->oracle) : QString());
    const QString checkout = m_run ? calculon_option(m_run->oracle) : QString();
    return checkout.isEmpty() ? QStringLiteral("blueprinting gate") : QStringLiteral("blueprinting calibrate") + checkout;
}

void CalibrationView::run()
{
    m_failure.clear();
    m_cancelled = false;
    workspace().jobs().start(
        kJob, tr("Running the eight cases of Table 5"),
        [make_calculon = workspace().calculonFactory()](const JobContext& context) { return run_cases(context, make_calculon); },
        [this](Result<calibration::Report> result) { landed(std::move(result)); });
    showProgress();
}

void CalibrationView::askAnew()
{
    const QString lower = m_lower->current();
    workspace().jobs().cancel(kJob);
    workspace().jobs().cancel(kFiguresJob);
    m_lower->setCurrent(lower); // a cancelled figure goes back to the workload
    m_run.reset();
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
    if (result)
        m_run = *std::move(result);
    else
        m_failure = result.diagnostics();
}

void CalibrationView::showProgress()
{
    const bool under_way = running();
    m_run_button->setText(under_way ? tr("Cancel") : m_run ? tr("Run again") : tr("Run eight cases"));
    m_run_button->setIcon(icon(under_way ? Icon::cancel : Icon::play));
    if (!under_way || current())
        return;
    QString now;
    for (const JobInfo& job : workspace().jobs().running())
        if (job.kind == kJob)
            now = job.text;
    m_answer->setAnswer(tr("Running the eight cases of Table 5"), now.isEmpty() ? tr("Compiling and pricing; the references are asked last.")
                                                                              : tr("Now %1; the references are asked last.").arg(now));
    m_empty->setContent(Icon::chart, tr("Eight cases are under way"), tr("Times, workload, gate and provenance stand here when they are done."));
    m_stack->setCurrentWidget(m_empty);
}

void CalibrationView::refresh()
{
    const Json kept = state();
    if (kept.is_object() && kept.contains("case") && kept["case"].is_string())
        m_case = shown(kept["case"].get<std::string>());
    if (kept.is_object() && kept.contains("panel") && kept["panel"].is_string())
        m_lower->setCurrent(shown(kept["panel"].get<std::string>()));
    restoreReports(kept);
    if (!m_run && !running() && !m_cancelled && m_failure.empty())
        run();
    showReport();
}

void CalibrationView::restoreReports(const Json& kept)
{
    QStringList wanted, have;
    if (kept.is_object() && kept.contains("reports") && kept["reports"].is_array())
        for (const Json& path : kept["reports"])
            if (path.is_string())
                wanted << shown(path.get<std::string>());
    for (const Opened& one : m_opened)
        have << one.path;
    if (wanted == have)
        return;
    m_opened.clear();
    QStringList lost;
    for (const QString& path : wanted)
        if (!take(path))
            lost << QFileInfo(path).fileName();
    fillSides();
    const QString which = kept.is_object() && kept.contains("shown") && kept["shown"].is_string() ? shown(kept["shown"].get<std::string>()) : QString();
    m_shown = m_opened.empty() ? Shown::run : which == u"opened" ? Shown::opened : which == u"difference" ? Shown::difference : Shown::run;
    markShown();
    if (!lost.isEmpty()) {
        keepState();
        Q_EMIT noticeRaised({Tone::caution, tr("%1 could not be opened again.").arg(lost.join(QStringLiteral(", "))),
                             tr("The session names it, and the file is not there or no report any more.")});
    }
}

void CalibrationView::markShown()
{
    m_which->setCurrent(m_shown == Shown::run ? QStringLiteral("run") : m_shown == Shown::opened ? QStringLiteral("opened") : QStringLiteral("difference"));
}

void CalibrationView::setShown(Shown which)
{
    m_shown = which;
    markShown();
    keepState();
    showReport();
}

void CalibrationView::showReport()
{
    m_which->setVisible(!m_opened.empty());
    showProgress();
    if (m_shown == Shown::difference && side(m_left_side->currentIndex()) && side(m_right_side->currentIndex()))
        return showDifference();
    const calibration::Report* report = current();
    if (!report) {
        if (running())
            return;
        m_answer->setAnswer(m_failure.empty() ? tr("The eight cases were not run") : tr("The eight cases could not be run"),
                            m_failure.empty() ? QString() : shown(m_failure.front().message));
        const QString more = further(m_failure);
        m_empty->setContent(m_failure.empty() ? Icon::chart : Icon::error, tr("No report yet"),
                            more.isEmpty() ? tr("Run the eight published cases, or open the report of an earlier run.") : more);
        m_stack->setCurrentWidget(m_empty);
        return;
    }
    // What a file says of itself is not taken on trust.
    const calibration::Report held = calibration::recomputed(*report);
    report = &held;
    const std::vector<calibration::Check> checks = m_contract ? calibration::check(*report, *m_contract) : std::vector<calibration::Check>();
    const CalibrationAnswer answer = calibration_answer(*report, checks);
    m_answer->setAnswer(m_contract ? answer.headline : tr("The contract cannot be read: %1").arg(shown(m_contract_problems.front().message)),
                        m_shown == Shown::opened ? tr("%1. %2").arg(m_opened.back().name, answer.why) : answer.why);

    const double limit = m_contract ? m_contract->budgets.workload_percent : 0;
    m_case_rows->setRows(case_rows(*report, caseNames()));
    m_cases->setCurrentKey(m_case);
    const WorkloadCounts counts = workload_counts(*report, limit);
    m_workload_title = tr("Workload against Calculon: %1 of %2 equal").arg(counts.fine()).arg(counts.all());
    const auto item = [](const QString& name, std::size_t count, ColorToken color) {
        return LegendItem{QStringLiteral("%1 %2").arg(name).arg(count), color};
    };
    std::vector<LegendItem> legend{item(tr("equal"), counts.equal, &Theme::equal_cell), item(tr("both zero"), counts.both_zero, &Theme::outline),
                                   item(tr("within 10⁻⁹ %"), counts.within, Tone::caution), item(tr("over"), counts.over, Tone::bad)};
    if (counts.missing > 0)
        legend.push_back(item(tr("not compared"), counts.missing, &Theme::outline));
    legend[1].glyph = Glyph::outlined;
    m_workload_legend->setItems(legend);
    m_workload->setLegend(legend);
    m_workload->setChart(workload_chart(*report, limit, m_case));
    HeatChart parity = parity_chart(*report, m_peak_parity, m_case);
    parity.selected_row = shown(workspace().session().selection.component); // picked here or in another view
    m_parity->setChart(std::move(parity));
    m_parity->setTitle(m_peak_parity ? tr("Peak-only against Calculon by component, signed error in percent")
                                     : tr("Evidence against Calculon by component, signed error in percent"));
    showGate(*report, checks);
    m_oracle->setText(tr("%1 %2, %3, %4").arg(shown(report->oracle.name), shown(report->oracle.package_version), shown(report->oracle.provider),
                                              shown(report->oracle.source_digest.substr(0, 12))));
    m_oracle->setToolTip(shown(report->oracle.source_repository + "\n" + report->oracle.source_digest));
    m_evidence->setText(tr("%1 %2, %3").arg(shown(report->hardware.name), shown(report->hardware.evidence_revision.substr(0, 12)),
                                            report->policy.fit_against_case_outputs ? tr("fitted against case outputs") : tr("fitted to no case")));
    m_evidence->setToolTip(shown(report->hardware.evidence_revision));
    m_stack->setCurrentWidget(m_scroll);
    showLower();
    keepHeights();
}

void CalibrationView::showLower()
{
    const bool workload = m_lower->current() == u"workload";
    m_lower_stack->setCurrentWidget(workload ? m_workload_page : m_figures_page);
    if (workload) {
        m_lower_panel->setTitle(m_workload_title);
    } else {
        if (!m_figures && m_figures_failure.empty() && !workspace().jobs().stale(kFiguresJob))
            runFigures();
        showFigures();
    }
    Q_EMIT statusChanged();
}

void CalibrationView::showFigures()
{
    const bool first = m_lower->current() == u"figure1";
    m_parameters->setVisible(m_figures && first);
    m_activations->setVisible(m_figures && !first);
    const std::string figure = first ? "Figure 1" : "Figure 7";
    if (!m_figures) {
        m_lower_panel->setTitle(tr("%1 against Calculon").arg(shown(figure)));
        m_finding->setText(m_figures_failure.empty() ? tr("Compiling and pricing the strategies of both figures; the references are asked last.")
                                                     : shown(m_figures_failure.front().message));
        return;
    }
    const MemoryFinding finding = memory_finding(*m_figures, figure);
    m_lower_panel->setTitle(finding.title);
    m_finding->setText(finding.note);
    m_parameters->setChart(parameter_chart(*m_figures, m_strategy));
    m_activations->setChart(activation_chart(*m_figures, m_strategy));
    for (QMenu* menu : m_figure_menus)
        menu->setEnabled(true);
}

void CalibrationView::runFigures()
{
    workspace().jobs().start(
        kFiguresJob, tr("Pricing the strategies of Figures 1 and 7"),
        [make_calculon = workspace().calculonFactory()](const JobContext& context) { return run_figures(context, make_calculon); },
        [this](Result<calibration::MemoryFigures> result) {
            if (result)
                m_figures = *std::move(result);
            else
                m_figures_failure = result.diagnostics();
        });
}

void CalibrationView::showGate(const calibration::Report&, const std::vector<calibration::Check>& checks)
{
    const auto failed = std::count_if(checks.begin(), checks.end(), [](const calibration::Check& check) { return !check.passed; });
    m_gate_panel->setNote(checks.empty() ? tr("no contract")
                          : failed == 0  ? tr("✓ all %1 checks passed").arg(checks.size())
                                         : tr("✗ %1 of %2 checks failed").arg(failed).arg(checks.size()),
                          checks.empty() ? Tone::caution : failed == 0 ? Tone::good : Tone::bad);
    m_gate_rows->setRows(gate_rows(checks));
    while (QLayoutItem* old = m_identities->takeAt(0)) {
        delete old->widget();
        delete old;
    }
    const std::vector<IdentityCount> counts = identity_counts(checks);
    for (std::size_t i = 0; i < counts.size(); ++i) {
        const IdentityCount& count = counts[i];
        const int row = static_cast<int>(i / 2);
        const int at = static_cast<int>(i % 2) * 4;
        auto* sign = new IconLabel;
        sign->setIcon(icon(count.holds() ? Icon::check : Icon::cross, count.holds() ? Tone::good : Tone::bad), metrics::kRowIcon,
                      count.holds() ? tr("passed") : tr("failed"));
        auto* name = new ToneLabel(count.name, count.holds() ? Tone::text : Tone::bad);
        auto* number = new ToneLabel(tr("%1 of %2").arg(count.passed).arg(count.all), Tone::secondary);
        for (QWidget* widget : {static_cast<QWidget*>(sign), static_cast<QWidget*>(name), static_cast<QWidget*>(number)})
            widget->setToolTip(count.failures);
        m_identities->addWidget(sign, row, at);
        m_identities->addWidget(name, row, at + 1);
        m_identities->addWidget(number, row, at + 2, Qt::AlignRight);
    }
    m_identities->setColumnStretch(1, 1);
    m_identities->setColumnMinimumWidth(3, metrics::kPanelGap);
    m_identities->setColumnStretch(5, 1);
}

void CalibrationView::showDifference()
{
    const calibration::Report& left = *side(m_left_side->currentIndex());
    const calibration::Report& right = *side(m_right_side->currentIndex());
    const QString first = sideName(m_left_side->currentIndex());
    const QString second = sideName(m_right_side->currentIndex());
    const std::vector<ReportDifference> differences = report_differences(left, right);
    m_answer->setAnswer(differences.empty()       ? tr("%1 and %2 are equal in every figure, digest and flag").arg(first, second)
                        : differences.size() == 1 ? tr("%1 and %2 differ in one place").arg(first, second)
                                                  : tr("%1 and %2 differ in %3 places").arg(first, second).arg(differences.size()),
                        difference_summary(left, right));
    m_difference_panel->setTitle(differences.empty() ? tr("Nothing differs") : tr("What differs"));
    m_difference_rows->setColumns(difference_columns(first, second));
    m_difference_rows->setRows(difference_rows(differences));
    m_stack->setCurrentWidget(m_difference_panel);
}

void CalibrationView::pickCase(const QString& name)
{
    if (name == u"mean")
        return;
    m_case = name;
    keepState();
    showReport();
}

void CalibrationView::keepState()
{
    Json reports = Json::array();
    for (const Opened& one : m_opened)
        reports.push_back(one.path.toStdString());
    setState({{"case", m_case.toStdString()},
              {"panel", m_lower->current().toStdString()},
              {"reports", std::move(reports)},
              {"shown", m_which->current().toStdString()}});
}

Result<Done> CalibrationView::take(const QString& path)
{
    const auto document = JsonDocument::read(path.toStdString());
    if (!document)
        return document.failure_as<Done>();
    auto report = calibration::report_from_json(*document);
    if (!report)
        return report.failure_as<Done>();
    // Opened again, a file is read again.
    std::erase_if(m_opened, [&](const Opened& one) { return one.path == path; });
    m_opened.push_back({path, QFileInfo(path).fileName(), *std::move(report)});
    m_which->setText(QStringLiteral("opened"), m_opened.back().name);
    return Done{};
}

Result<Done> CalibrationView::open(const QString& name)
{
    const QString path = QFileInfo(name).absoluteFilePath();
    if (auto taken = take(path); !taken)
        return taken;
    fillSides();
    setShown(Shown::opened);
    if (const calibration::Report& opened = m_opened.back().report; calibration::recomputed(opened) != opened)
        Q_EMIT noticeRaised({Tone::caution, tr("%1 does not add up.").arg(m_opened.back().name),
                             tr("Its errors or its summary do not follow from its own figures; what stands here is worked out anew from them.")});
    else
        Q_EMIT noticeCleared();
    return Done{};
}

void CalibrationView::chooseReport()
{
    const QString path = QFileDialog::getOpenFileName(this, tr("Open a report"), {}, tr("Reports (*.json)"));
    if (path.isEmpty())
        return;
    if (const auto opened = open(path); !opened)
        Q_EMIT noticeRaised({Tone::bad, tr("%1 was refused.").arg(QFileInfo(path).fileName()),
                             shown(to_line(opened.diagnostics().front())) + tr(" Nothing was changed.")});
}

Result<Done> CalibrationView::saveReport(const QString& path) const
{
    const calibration::Report* report = current();
    if (!report)
        return Diagnostic{Severity::error, "report.none", "", "there is no report to save yet"};
    const auto text = pretty_json(to_json(*report));
    if (!text)
        return text.failure_as<Done>();
    return write_file_atomically(path.toStdString(), *text);
}

void CalibrationView::chooseReportFile()
{
    const QString path = QFileDialog::getSaveFileName(this, tr("Save the report"), QStringLiteral("calibration.json"), tr("Reports (*.json)"));
    if (path.isEmpty())
        return;
    if (const auto saved = saveReport(path); !saved)
        Q_EMIT noticeRaised({Tone::bad, tr("%1 was not written.").arg(QFileInfo(path).fileName()), shown(saved.diagnostics().front().message)});
    else
        Q_EMIT noticeRaised({Tone::text, tr("Exported %1.").arg(QFileInfo(path).fileName()), {}});
}

void CalibrationView::showAllProvenance()
{
    const calibration::Report* report = current();
    if (!report)
        return;
    auto* dialog = new QDialog(this);
    dialog->setObjectName(QStringLiteral("provenanceDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Hashes, revisions and policy"));
    dialog->resize(860, 560);
    auto* rows = new RowTable(provenance_columns(), dialog);
    rows->setRows(provenance_rows(*report));
    auto* table = new TableView(rows);
    table->setObjectName(QStringLiteral("provenanceTable"));
    table->setAccessibleName(dialog->windowTitle());
    auto* layout = new QVBoxLayout(dialog);
    layout->addWidget(table);
    dialog->show();
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
    if (m_wide == wide)
        return;
    m_wide = wide;
    m_columns->setOrientation(wide ? Qt::Horizontal : Qt::Vertical);
    if (wide)
        m_columns->setSizes({width() * 59 / 100, width() * 41 / 100});
    m_case_rows->setColumns(case_columns(m_contract ? m_contract->budgets.paper_max_percent : 0, caseNames()));
    if (current() && m_shown != Shown::difference)
        showReport(); // names are shorter in one column
}

void CalibrationView::keepHeights()
{
    // One column scrolls as a whole: its matrices stand at their full height.
    for (HeatMap* chart : {m_workload, m_parity})
        chart->setMinimumHeight(isWide() ? 0 : chart->sizeHint().height());
}

bool CalibrationView::isWide() const { return m_wide.value_or(true); }

CaseNames CalibrationView::caseNames() const { return isWide() ? CaseNames::whole : CaseNames::size; }

} // namespace blueprinting::ui
