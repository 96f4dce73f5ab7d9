#include "ui/timing/timing_view.h"

#include "core/base/format.h"
#include "core/strategy/mapping.h"
#include "ui/style/metrics.h"
#include "ui/widgets/answer_line.h"
#include "ui/widgets/component_names.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/panel.h"
#include "ui/widgets/segmented_switch.h"
#include "ui/widgets/table_view.h"
#include "ui/widgets/tone_label.h"
#include "ui/widgets/xy_plot.h"
#include "ui/workspace/filters.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QMenu>
#include <QScrollArea>
#include <QSplitter>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace blueprinting::ui {

namespace {

constexpr int kTwoColumns = 1060; ///< narrower views stand in one column
constexpr int kTaskTableHeight = 330;

QString shown(const std::string& text) { return QString::fromStdString(text); }

QSplitter* column(std::initializer_list<QWidget*> panels)
{
    auto* splitter = new QSplitter(Qt::Vertical);
    splitter->setChildrenCollapsible(false);
    for (QWidget* panel : panels)
        splitter->addWidget(panel);
    return splitter;
}

QToolButton* menu_button(const QString& text, Icon name, QMenu* menu, const char* object)
{
    auto* button = new QToolButton;
    button->setObjectName(QString::fromLatin1(object));
    button->setText(text);
    button->setIcon(icon(name));
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setPopupMode(QToolButton::InstantPopup);
    button->setMenu(menu);
    return button;
}

} // namespace

TimingView::TimingView(Workspace& workspace, QWidget* parent)
    : View(workspace, QStringLiteral("timing"), tr("Timing"), parent), m_answer(new AnswerLine), m_stack(new QStackedWidget)
{
    m_answer->setObjectName(QStringLiteral("answer"));
    m_left = column({makeTasks(), makeComponents()});
    m_left->setStretchFactor(0, 1);
    m_right = column({makeRoofline(), makeCurves()});
    m_right->setStretchFactor(0, 1);
    m_columns = new QSplitter(Qt::Horizontal);
    m_columns->setChildrenCollapsible(false);
    m_columns->addWidget(m_left);
    m_columns->addWidget(m_right);
    m_columns->setStretchFactor(0, 1);

    m_scroll = new QScrollArea;
    m_scroll->setObjectName(QStringLiteral("timingScroll"));
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setFocusPolicy(Qt::NoFocus);
    m_scroll->setWidgetResizable(true);
    m_scroll->setWidget(m_columns);
    m_scroll->viewport()->setAutoFillBackground(false);
    m_columns->setAutoFillBackground(false);

    m_empty = new EmptyState;
    m_empty->setObjectName(QStringLiteral("timingEmpty"));
    m_stack->addWidget(m_scroll);
    m_stack->addWidget(m_empty);

    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->setSpacing(metrics::kPanelGap);
    all->addWidget(m_answer);
    all->addWidget(m_stack, 1);
}

QWidget* TimingView::makeTasks()
{
    m_tasks_panel = new Panel;
    m_tasks_panel->setObjectName(QStringLiteral("tasksPanel"));
    m_tasks_panel->setNote(tr("times in µs, one block and microbatch"));
    m_task_rows = new RowTable(task_columns(1000), this);
    m_task_table = new TableView(m_task_rows);
    m_task_table->setObjectName(QStringLiteral("taskTable"));
    m_task_table->setAccessibleName(tr("Tasks"));
    m_task_table->sortByColumn(static_cast<int>(m_task_rows->columns().size()) - 1, Qt::DescendingOrder);
    m_task_table->installEventFilter(this);
    connect(m_task_table, &TableView::keyPicked, this, &TimingView::pickTask);

    m_filter_menu = new QMenu(this);
    connect(m_filter_menu, &QMenu::aboutToShow, this, &TimingView::fillFilterMenu);
    m_count = new ToneLabel({}, Tone::secondary);
    m_count->setObjectName(QStringLiteral("taskCount"));
    m_find = new QLineEdit;
    m_find->setObjectName(QStringLiteral("findTask"));
    m_find->setPlaceholderText(tr("Find"));
    m_find->setAccessibleName(tr("Find a task"));
    m_find->setClearButtonEnabled(true);
    m_find->setMaximumWidth(140);
    m_task_table->setFindField(m_find);
    connect(m_find, &QLineEdit::textChanged, this, [this](const QString& text) {
        const std::string part = text.trimmed().toStdString();
        set_filter(this->workspace(), filter_field::task, part.empty() ? std::vector<std::string>() : std::vector{part}, true);
    });

    auto* row = new QHBoxLayout;
    row->setSpacing(metrics::kControlGap);
    row->addWidget(m_count, 1);
    row->addWidget(m_find);
    row->addWidget(menu_button(tr("Filter"), Icon::filter, m_filter_menu, "filterButton"));
    row->addWidget(menu_button(tr("Columns"), Icon::columns, m_task_table->makeColumnsMenu(this), "columnsButton"));
    m_tasks_panel->body()->addLayout(row);
    m_tasks_panel->body()->addWidget(m_task_table, 1);
    return m_tasks_panel;
}

QWidget* TimingView::makeComponents()
{
    m_components_panel = new Panel(tr("Components against the references"));
    m_components_panel->setObjectName(QStringLiteral("componentsPanel"));
    m_component_rows = new RowTable({}, this);
    m_component_table = new TableView(m_component_rows);
    m_component_table->setObjectName(QStringLiteral("componentTable"));
    m_component_table->setAccessibleName(m_components_panel->title());
    m_component_table->setHeightFollowsRows(true);
    connect(m_component_table, &TableView::keyPicked, this, &TimingView::pickComponent);
    m_components_panel->body()->addWidget(m_component_table);
    m_components_panel->body()->addStretch(1);
    return m_components_panel;
}

QWidget* TimingView::makeRoofline()
{
    auto* panel = new Panel(tr("Roofline"));
    panel->setObjectName(QStringLiteral("rooflinePanel"));
    panel->setNote(tr("● matrix   ■ vector   area: share"));
    m_roofline = new XyPlot(tr("Roofline"));
    m_roofline->setObjectName(QStringLiteral("roofline"));
    connect(m_roofline, &XyPlot::markPicked, this, [this](const QString& key) { pickTask(m_roofline_chart.next(key, selectedTask())); });
    panel->body()->addWidget(m_roofline, 1);
    return panel;
}

QWidget* TimingView::makeCurves()
{
    auto* panel = new Panel(tr("Efficiency curves, tasks as marks"));
    panel->setObjectName(QStringLiteral("curvesPanel"));
    m_engine_switch = new SegmentedSwitch({{QStringLiteral("matrix"), tr("matrix")}, {QStringLiteral("vector"), tr("vector")}});
    m_engine_switch->setObjectName(QStringLiteral("engineSwitch"));
    connect(m_engine_switch, &SegmentedSwitch::currentChanged, this, [this](const QString& id) {
        m_engine = id == u"vector" ? CurveOf::vector : CurveOf::matrix;
        setState(Json{{"engine_curve", id.toStdString()}});
        showCharts();
    });
    panel->addHeaderWidget(m_engine_switch);

    auto* row = new QHBoxLayout;
    row->setSpacing(metrics::kPanelGap);
    const auto plot = [&](XyPlot*& into, const QString& title, const char* object, const TaskChart& chart) {
        auto* box = new QVBoxLayout;
        auto* name = new ToneLabel(title);
        name->setObjectName(QString::fromLatin1(object) + QStringLiteral("Title"));
        name->setBold(true);
        name->setSize(ToneLabel::Size::small);
        into = new XyPlot(title);
        into->setObjectName(QString::fromLatin1(object));
        connect(into, &XyPlot::markPicked, this, [this, &chart](const QString& key) { pickTask(chart.next(key, selectedTask())); });
        box->addWidget(name);
        box->addWidget(into, 1);
        row->addLayout(box, 1);
    };
    plot(m_engine_curve, tr("matrix"), "engineCurve", m_engine_chart);
    plot(m_memory_curve, tr("memory"), "memoryCurve", m_memory_chart);
    panel->body()->addLayout(row, 1);
    return panel;
}

QString TimingView::selectedTask() const { return shown(workspace().session().selection.task); }
QString TimingView::selectedComponent() const { return shown(workspace().session().selection.component); }

void TimingView::pickTask(const QString& key)
{
    Selection selection = workspace().session().selection;
    selection.task = key.toStdString();
    workspace().select(selection);
}

void TimingView::pickComponent(const QString& key)
{
    Selection selection = workspace().session().selection;
    selection.component = key == u"total" ? std::string() : key.toStdString();
    workspace().select(selection);
}

void TimingView::fillFilterMenu()
{
    m_filter_menu->clear();
    // Each entry adds a value to what is let through, or takes it away.
    const auto add = [this](const QString& text, const QString& object, std::string_view field, const std::string& value) {
        const std::vector<std::string> values = filter_values(workspace().session(), field);
        const auto at = std::find(values.begin(), values.end(), value);
        QAction* action = m_filter_menu->addAction(text);
        action->setObjectName(object);
        action->setCheckable(true);
        action->setChecked(at != values.end());
        connect(action, &QAction::triggered, this, [this, field, value](bool checked) {
            std::vector<std::string> wanted = filter_values(workspace().session(), field);
            std::erase(wanted, value);
            if (checked)
                wanted.push_back(value);
            set_filter(workspace(), field, wanted);
        });
    };
    add(tr("Share of at least 0.5 %"), QStringLiteral("filterSmall"), filter_field::share, format::shortest(kSmallShare));
    m_filter_menu->addSection(tr("Engine"));
    for (const auto& [key, value] : {std::pair("matrix", "matrix"), std::pair("vector", "vector"), std::pair("network", "collective")})
        add(engine_words(QString::fromLatin1(key)), QStringLiteral("filter_") + QString::fromLatin1(key), filter_field::engine, value);
    m_filter_menu->addSection(tr("Phase"));
    for (const ir::Phase phase : kPhases)
        add(phase_words(phase), QStringLiteral("filter_") + phase_key(phase), filter_field::phase, std::string(to_string(phase)));
}

void TimingView::showTasks()
{
    m_task_rows->setRows(task_rows(m_tasks, selectedComponent()));
    m_task_table->filter()->setCondition([this](int row) {
        const auto at = static_cast<std::size_t>(row);
        return at >= m_tasks.size() || lets_through(m_filters, m_tasks[at]);
    });
    m_task_table->setCurrentKey(selectedTask());

    const auto left = std::count_if(m_tasks.begin(), m_tasks.end(), [this](const TimedTask& one) { return lets_through(m_filters, one); });
    const auto all = static_cast<std::ptrdiff_t>(m_tasks.size());
    m_count->setText(left == all ? tr("%1 tasks").arg(all) : tr("%1 of %2 tasks").arg(left).arg(all));
    const QSignalBlocker quiet(m_find);
    if (m_find->text().trimmed() != m_filters.name)
        m_find->setText(m_filters.name);
}

void TimingView::showComponents(const ReferenceComparison& comparison)
{
    m_component_rows->setColumns(component_columns(comparison));
    m_component_rows->setRows(component_rows(comparison));
    m_component_table->setCurrentKey(selectedComponent());
    m_components_panel->setNote(comparison.current ? tr("seconds per iteration") : tr("last legal figures, seconds per iteration"),
                                comparison.current ? Tone::secondary : Tone::caution);
}

void TimingView::showCharts()
{
    const QString task = selectedTask();
    m_roofline_chart = roofline_chart(m_tasks, m_system, m_datatype, task);
    m_engine_chart = efficiency_chart(m_tasks, m_system, m_datatype, m_engine, task);
    m_memory_chart = efficiency_chart(m_tasks, m_system, m_datatype, CurveOf::memory, task);
    m_roofline->setChart(m_roofline_chart.chart);
    m_engine_curve->setChart(m_engine_chart.chart);
    m_memory_curve->setChart(m_memory_chart.chart);
    const QString title = tr("%1, %2").arg(m_engine == CurveOf::matrix ? tr("matrix") : tr("vector"), shown(std::string(to_string(m_datatype))));
    m_engine_curve->setTitle(title);
    findChild<ToneLabel*>(QStringLiteral("engineCurveTitle"))->setText(title);
}

void TimingView::showNothing()
{
    const SessionStrategy* strategy = workspace().selected();
    const std::size_t laws = strategy ? workspace().result(strategy->id).violations.size() : 0;
    if (!strategy) {
        m_answer->setAnswer(tr("No strategy is selected"), {});
        m_empty->setContent(Icon::table, tr("Nothing to time"), tr("Add a strategy at the left, and its tasks stand here."));
    } else {
        m_answer->setAnswer(tr("%1 has no figures yet").arg(shown(strategy->name)), {});
        m_empty->setContent(Icon::table, tr("%1 was never legal").arg(shown(strategy->name)),
                            laws == 1 ? tr("It breaks a law. Mend the marked field at the left, and its tasks stand here.")
                            : laws > 1 ? tr("It breaks %1 laws. Mend the marked fields at the left, and its tasks stand here.").arg(laws)
                                     : tr("It could not be compiled; the editor at the left says why."));
    }
    m_tasks.clear();
    m_evaluation.reset();
    m_stack->setCurrentWidget(m_empty);
}

void TimingView::refresh()
{
    m_filters = task_filters_of(workspace().session());
    const Json kept = state();
    if (kept.is_object() && kept.contains("engine_curve"))
        m_engine = kept["engine_curve"] == "vector" ? CurveOf::vector : CurveOf::matrix;
    m_engine_switch->setCurrent(m_engine == CurveOf::vector ? QStringLiteral("vector") : QStringLiteral("matrix"));

    const SessionStrategy* strategy = workspace().selected();
    const StrategyResult* result = strategy ? &workspace().result(strategy->id) : nullptr;
    if (!result || !result->evaluation)
        return showNothing();
    m_evaluation = result->evaluation;
    m_system = result->evaluated.system;
    m_datatype = result->evaluated.execution.datatype;
    m_tasks = timed_tasks(*m_evaluation);

    const ReferenceComparison comparison{m_evaluation.get(), result->calculon.get(), result->paper.get(), result->current};
    TimingAnswer answer = timing_answer(comparison);
    if (!result->current) {
        answer.headline = result->violations.empty()
            ? tr("%1 could not be compiled; these are its last legal figures").arg(shown(strategy->name))
            : result->violations.size() == 1
                ? tr("%1 breaks a law; these are its last legal figures").arg(shown(strategy->name))
                : tr("%1 breaks %2 laws; these are its last legal figures").arg(shown(strategy->name)).arg(result->violations.size());
    }
    m_answer->setAnswer(answer.headline, answer.why);
    m_tasks_panel->setTitle(tr("Tasks of %1").arg(shown(strategy->name)));
    showTasks();
    showComponents(comparison);
    showCharts();
    m_stack->setCurrentWidget(m_scroll);
}

QWidget* TimingView::firstFocus() { return m_task_table; }

void TimingView::resizeEvent(QResizeEvent* event)
{
    View::resizeEvent(event);
    arrange();
}

bool TimingView::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_task_table && event->type() == QEvent::Resize)
        m_task_rows->setColumns(task_columns(m_task_table->width()));
    return View::eventFilter(watched, event);
}

void TimingView::arrange()
{
    const bool wide = width() >= kTwoColumns;
    if (m_wide == wide)
        return;
    m_wide = wide;
    m_columns->setOrientation(wide ? Qt::Horizontal : Qt::Vertical);
    // One column scrolls as a whole; the task table keeps a window of its own.
    m_task_table->setMinimumHeight(wide ? 120 : kTaskTableHeight);
    m_roofline->setMinimumHeight(wide ? 150 : 330);
    m_engine_curve->setMinimumHeight(wide ? 130 : 230);
    m_memory_curve->setMinimumHeight(wide ? 130 : 230);
    if (wide) {
        m_columns->setSizes({width() * 72 / 100, width() * 28 / 100});
        const int height = m_stack->height();
        m_left->setSizes({height * 56 / 100, height * 44 / 100});
        m_right->setSizes({height * 56 / 100, height * 44 / 100});
    }
}

} // namespace blueprinting::ui
