#include "ui/timing/timing_view.h"

#include "core/base/format.h"
#include "core/strategy/mapping.h"
#include "ui/style/foreign_text.h"
#include "ui/style/metrics.h"
#include "ui/style/shown.h"
#include "ui/widgets/charts/legend.h"
#include "ui/widgets/charts/xy_plot.h"
#include "ui/widgets/component_names.h"
#include "ui/widgets/controls/answer_line.h"
#include "ui/widgets/controls/empty_state.h"
#include "ui/widgets/controls/panel.h"
#include "ui/widgets/controls/segmented_switch.h"
#include "ui/widgets/controls/tone_label.h"
#include "ui/widgets/held_splitter.h"
#include "ui/widgets/last_legal.h"
#include "ui/widgets/page.h"
#include "ui/widgets/tables/table_view.h"
#include "ui/workspace/figures.h"
#include "ui/workspace/filters.h"

#include <QEvent>
#include <QLineEdit>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace blueprinting::ui {

namespace {

constexpr int kTwoColumns = 1060; ///< narrower views stand in one column
constexpr int kTaskTableHeight = 330;
constexpr int kWholeTitle = 1500; ///< narrower windows name the roofline's system alone
constexpr int kAreaWords = 1200;  ///< in narrower ones the roofline's title line has room for its legend alone
constexpr int kLeastCurves = 300; ///< height in which the efficiency curves beside the components can be read
constexpr int kShortTitles = 620; ///< narrower views say less in the head of a panel

/// A splitter knows no height for a width: what wraps keeps room for all its lines by itself. A text of nothing has
/// none (−1).
void keepLines(QWidget* wrapping)
{
    wrapping->setMinimumHeight(std::max(0, wrapping->heightForWidth(wrapping->width())));
}

} // namespace

TimingView::TimingView(Workspace& workspace, QWidget* parent)
    : View(workspace, QStringLiteral("timing"), tr("Timing"), parent),
      m_answer(named(new AnswerLine, "answer")),
      m_stack(new QStackedWidget)
{
    m_left = split<HeldSplitter>(Qt::Vertical, {makeTasks(), makeComponents()}, 0);
    m_right = split<HeldSplitter>(Qt::Vertical, {makeRoofline(), makeCurves()}, 0);
    connect(m_left, &QSplitter::splitterMoved, this, [this] { m_right->setSizes(m_left->sizes()); });
    m_columns = split<HeldSplitter>(Qt::Horizontal, {m_left, m_right}, 0);
    m_scroll = page_of(m_columns, "timingScroll");
    m_empty = named(new EmptyState, "timingEmpty");
    m_stack->addWidget(m_scroll);
    m_stack->addWidget(m_empty);
    lay_page(this, m_answer, m_stack);
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

void TimingView::showTasks()
{
    std::vector<TableRow> rows = task_rows(m_tasks, selectedComponent());
    if (!m_current)
        std::transform(rows.begin(), rows.end(), rows.begin(), [](const TableRow& row) { return last_legal(row); });
    m_task_table->table()->setRows(std::move(rows));
    fitColumns();
    // A word beside the numbers wherever they are not of the present fields.
    m_tasks_panel->setNote(!m_current ? last_legal_words() + tr(", µs")
                           : m_narrow ? tr("times in µs")
                           : m_bound  ? tr("µs, one microbatch: %1").arg(bound_tag())
                                      : tr("times in µs, one block and microbatch"),
                           m_current ? Tone::secondary : Tone::caution);
    m_task_table->filter()->setCondition([this](int row) {
        const auto at = static_cast<std::size_t>(row);
        return at >= m_tasks.size() || lets_through(m_filters, m_tasks[at]);
    });
    m_task_table->setCurrentKey(selectedTask());

    const auto left =
        std::ranges::count_if(m_tasks, [this](const TimedTask& one) { return lets_through(m_filters, one); });
    const auto all = static_cast<std::ptrdiff_t>(m_tasks.size());
    m_task_table->setVisible(left > 0 || all == 0);
    m_none->setVisible(left == 0 && all > 0);
    if (left == 0 && all > 0)
        m_none->setContent(Icon::search, tr("No task passes the filters"),
                           tr("%1 tasks are there without them.").arg(all));
    m_count->setText(left == all ? tr("%1 tasks").arg(all) : tr("%1 of %2 tasks").arg(left).arg(all));
    const QSignalBlocker quiet(m_find);
    if (m_find->text().trimmed() != m_filters.name)
        m_find->setText(m_filters.name);
}

void TimingView::showComponents(const ReferenceComparison& comparison)
{
    std::vector<TableRow> rows = component_rows(comparison, m_narrow);
    // A table of totals has no components: in little room that is said once, below the table.
    m_unsaid.clear();
    std::vector<Column> columns = component_columns(comparison);
    for (const QString& id : m_narrow ? totals_columns(comparison) : QStringList()) {
        const auto at = std::ranges::find(columns, id, &Column::id);
        for (TableRow& row : rows)
            if (Cell& cell = row.cells[static_cast<std::size_t>(at - columns.begin())];
                row.kind != RowKind::total && !cell.value.isValid() && !cell.text.isEmpty()) {
                m_unsaid = tr("%1, by component: %2.")
                               .arg(shown(oracle::sources()[oracle::place_of(id.toStdString())].words.name), cell.text);
                cell.tooltip = cell.text;
                cell.text = QStringLiteral("–");
            }
    }
    if (m_component_table->table()->columns().size() != columns.size())
        m_component_table->table()->setColumns(std::move(columns));
    m_component_table->table()->setRows(std::move(rows));
    fitColumns();
    m_component_table->setCurrentKey(selectedComponent());
}

/// Both tables stay within their panels: of columns that have no room, the least telling give way.
void TimingView::fitColumns()
{
    const auto fit = [](TableView* view, RowTable* table, std::vector<Column> columns) {
        if (table->columns().size() != columns.size() || table->rows().empty())
            return;
        if (columns == table->columns())
            return;
        const QString key = view->currentKey();
        table->setColumns(std::move(columns));
        view->setCurrentKey(key);
    };
    fit(m_task_table, m_task_table->table(),
        fitted(*m_task_table, task_columns(m_training, m_bound), task_columns_that_give_way()));
    // While a strategy of the other kind gives way, the table has that one's columns still.
    const auto stands = [this](const std::vector<Column>& wanted) {
        return m_component_table->table()->columns().size() == wanted.size();
    };
    if (m_program.program) {
        if (std::vector<Column> wanted = program_columns(m_program); stands(wanted))
            fit(m_component_table, m_component_table->table(),
                fitted(*m_component_table, std::move(wanted), {{{QStringLiteral("share_bar")}}}));
        return;
    }
    if (!m_evaluation || !stands(component_columns(m_comparison)))
        return;
    std::vector<Column> columns =
        fitted(*m_component_table, component_columns(m_comparison), component_columns_that_give_way());
    if (columns.front().stretch) // names would be cut: the heads say less
        columns = fitted(*m_component_table, component_columns(m_comparison, true), component_columns_that_give_way());
    fit(m_component_table, m_component_table->table(), std::move(columns));
}

void TimingView::showAudit()
{
    const bool narrow = m_narrow;
    // The counter that is audited is of a reference that knows plain strategies alone.
    m_part_switch->setVisible(!m_program.program);
    m_component_table->setVisible(!m_audit || m_program.program);
    m_audit_table->setVisible(m_audit && !m_program.program);
    if (m_program.program) {
        m_components_panel->setTitle(tr("Components of an iteration (s)"));
        m_components_panel->setNote(!m_current ? tr("last legal")
                                    : m_bound  ? bound_tag()
                                               : QString(),
                                    m_current ? Tone::secondary : Tone::caution);
        m_audit_note->setText({});
        return keepLines(m_audit_note);
    }
    m_part_switch->setCurrent(m_audit ? QStringLiteral("audit") : QStringLiteral("components"));
    const std::vector<AuditedStrategy> strategies = audited_strategies(workspace());
    const std::string& selected = workspace().session().selected;
    const auto own = std::ranges::find(strategies, selected, &AuditedStrategy::id);
    if (m_audit) {
        m_components_panel->setTitle(tr("Recompute counter audit"));
        m_components_panel->setNote(narrow ? QString()
                                           : tr("operations, one block and microbatch")); // the explanation says so
        m_audit_table->table()->setColumns(audit_columns(m_audit_table->width()));
        m_audit_table->table()->setRows(audit_rows(strategies, m_audit_table->width()));
        m_audit_table->setCurrentKey(QString::fromStdString(selected));
        m_audit_note->setText((own == strategies.end() ? QString() : audit_sentence(*own) + u'\n') +
                              audit_explanation());
        keepLines(m_audit_note);
        return;
    }
    // What has no column stands in the head in its stead, and the unit goes into the title.
    const LeftOut left = left_out_of(m_comparison);
    const bool brief = narrow || !left.words.isEmpty();
    m_components_panel->setTitle(brief ? tr("Components (s)") : tr("Components against the references"));
    QStringList notes;
    if (!left.words.isEmpty())
        notes << (narrow ? tr("not covered") : left.words);
    if (!m_current)
        notes << (brief ? tr("last legal") : last_legal_words() + tr(", s"));
    else if (!brief)
        notes << tr("seconds per iteration");
    if (narrow && notes.size() > 1)
        notes.removeFirst();
    m_components_panel->setNote(notes.join(QStringLiteral(" · ")), m_current ? Tone::secondary : Tone::caution,
                                left.why);
    const QString sentence = own == strategies.end() ? QString() : audit_sentence(*own);
    m_audit_note->setText(m_unsaid.isEmpty() ? sentence : tr("%1 %2").arg(m_unsaid, sentence).trimmed());
    keepLines(m_audit_note);
}

void TimingView::keepState()
{
    Json kept{{"engine_curve", m_engine == CurveOf::vector ? "vector" : "matrix"},
              {"part", m_audit ? "audit" : "components"}};
    if (const QString piece = keptText("piece"); !piece.isEmpty())
        kept["piece"] = piece.toStdString();
    setState(std::move(kept));
}

void TimingView::showCharts()
{
    const QString task = selectedTask();
    const QString component = selectedComponent();
    m_roofline_chart = roofline_chart(m_tasks, m_system, m_datatype, task, component, m_filters, m_narrow_rates);
    m_engine_chart = efficiency_chart(m_tasks, m_system, m_datatype, m_engine, task, component, m_filters);
    m_memory_chart = efficiency_chart(m_tasks, m_system, m_datatype, CurveOf::memory, task, component, m_filters);
    if (!m_current)
        for (TaskChart* chart : {&m_roofline_chart, &m_engine_chart, &m_memory_chart})
            *chart = last_legal(std::move(*chart));
    const auto show = [](XyPlot* plot, const TaskChart& chart) {
        plot->setChart(chart.chart);
        plot->setLegend(chart.legend);
    };
    show(m_roofline, m_roofline_chart);
    show(m_engine_curve, m_engine_chart);
    show(m_memory_curve, m_memory_chart);
    // Of both panels one legend: what shapes mean. Colours are those of the tables beside them; files have all of it.
    const auto& items = m_roofline_chart.legend;
    m_roofline_legend->setItems(
        {items.begin(), items.begin() + std::min(m_roofline_chart.shapes, std::ptrdiff_t(items.size()))});
    // Short: what says so must not widen the column.
    m_roofline_panel->setNote(!m_current             ? tr("last legal")
                              : width() < kAreaWords ? QString()
                                                     : tr("area: share"),
                              m_current ? Tone::secondary : Tone::caution);
    m_curves_panel->setNote(m_current ? QString() : tr("last legal"), Tone::caution);
    const QString title = tr("%1, %2").arg(m_engine == CurveOf::matrix ? tr("matrix") : tr("vector"),
                                           shown(std::string(to_string(m_datatype))));
    findChild<ToneLabel*>(QStringLiteral("engineCurveTitle"))->setText(title);
    // Of which strategy and system: a file has nothing else that says so.
    const SessionStrategy* strategy = workspace().selected();
    QString of =
        strategy ? tr("%1 on %2").arg(name_in_sentence(shown(strategy->name)), name_in_sentence(shown(m_system.name)))
                 : QString();
    if (m_bound)
        of = tr("%1: %2").arg(of, bound_tag());
    m_roofline->setTitle(tr("Roofline of %1").arg(of));
    nameRoofline();
    m_engine_curve->setTitle(tr("Efficiency, %1, of %2").arg(title, of));
    m_memory_curve->setTitle(tr("Efficiency, memory, of %1").arg(of));
}

/// Where the whole title has no room, the tasks' panel beside it names the strategy.
void TimingView::nameRoofline()
{
    if (shows())
        m_roofline_panel->setTitle(width() >= kWholeTitle
                                       ? m_roofline->title()
                                       : tr("Roofline on %1").arg(name_in_sentence(shown(m_system.name))));
}

void TimingView::showNothing()
{
    const SessionStrategy* strategy = workspace().selected();
    const std::size_t laws = strategy ? workspace().result(strategy->id).violations.size() : 0;
    if (!strategy) {
        m_answer->setAnswer(tr("No strategy is selected"), {});
        m_empty->setContent(Icon::table, tr("Nothing to time"),
                            tr("Add a strategy on the left to see its tasks here."));
    } else {
        m_answer->setAnswer(tr("%1 has no figures yet").arg(shown(strategy->name)), {});
        m_empty->setContent(
            Icon::table, tr("%1 was never legal").arg(shown(strategy->name)),
            laws == 1  ? tr("It breaks a law. Correct the marked field on the left to see its tasks here.")
            : laws > 1 ? tr("It breaks %1 laws. Correct the marked fields on the left to see its tasks here.").arg(laws)
                       : tr("It could not be compiled; the editor on the left says why."));
    }
    m_tasks.clear();
    m_evaluation.reset();
    m_program = {};
    m_stack->setCurrentWidget(m_empty);
}

void TimingView::refresh()
{
    m_filters = task_filters_of(workspace().session());
    m_engine = keptText("engine_curve") == u"vector" ? CurveOf::vector : CurveOf::matrix;
    m_audit = keptText("part") == u"audit";
    m_engine_switch->setCurrent(m_engine == CurveOf::vector ? QStringLiteral("vector") : QStringLiteral("matrix"));

    const SessionStrategy* strategy = workspace().selected();
    const StrategyResult* result = strategy ? &workspace().result(strategy->id) : nullptr;
    if (!result || (!result->evaluation && !result->program))
        return showNothing();
    m_system = result->evaluated.system;
    m_datatype = result->evaluated.execution.datatype;
    m_narrow_rates = result->evaluated.execution.precision.recipe == strategy::PrecisionRecipe::float8_linear;
    m_current = result->current;
    if (result->program) {
        if (!showProgram(*strategy, *result))
            showNothing();
        return;
    }
    m_program = {};
    m_piece_evaluation.reset();
    m_piece_box->setVisible(false);
    m_evaluation = result->evaluation;
    m_tasks = timed_tasks(*m_evaluation);
    setTraining(m_evaluation->evidence.training, is_bound(result->evaluated));

    m_comparison = {m_evaluation, result->references, result->current};
    const ReferenceComparison& comparison = m_comparison;
    Answer answer = timing_answer(comparison);
    if (!result->current)
        answer.headline = lastLegalHeadline(*strategy, *result);
    m_answer->setAnswer(answer);
    m_tasks_panel->setTitle(tr("Tasks of %1").arg(shown(strategy->name)));
    showTasks();
    showComponents(comparison);
    showAudit();
    showCharts();
    m_stack->setCurrentWidget(m_scroll);
}

QString TimingView::lastLegalHeadline(const SessionStrategy& strategy, const StrategyResult& result) const
{
    const QString name = shown(strategy.name);
    return result.violations.empty() ? tr("%1 could not be compiled; these are its last legal figures").arg(name)
           : result.violations.size() == 1
               ? tr("%1 breaks a law; these are its last legal figures").arg(name)
               : tr("%1 breaks %2 laws; these are its last legal figures").arg(name).arg(result.violations.size());
}

void TimingView::setTraining(bool training, bool bound)
{
    if (m_training == training && m_bound == bound)
        return;
    m_training = training;
    m_bound = bound;
    m_task_table->table()->setColumns(task_columns(training, bound));
}

QWidget* TimingView::firstFocus() { return m_task_table; }

void TimingView::resizeEvent(QResizeEvent* event)
{
    View::resizeEvent(event);
    arrange();
}

bool TimingView::eventFilter(QObject* watched, QEvent* event)
{
    if ((watched == m_task_table || watched == m_component_table) && event->type() == QEvent::Resize)
        fitColumns();
    if (watched == m_audit_note && event->type() == QEvent::Resize)
        keepLines(m_audit_note);
    // One line across: the upper panels of both columns end at one height.
    if (watched == m_tasks_panel && event->type() == QEvent::Resize)
        QMetaObject::invokeMethod(
            this,
            [this] { // once both columns have their heights
                if (m_wide.value_or(false) && m_right->sizes() != m_left->sizes())
                    m_right->setSizes(m_left->sizes());
            },
            Qt::QueuedConnection);
    if (watched == m_audit_table && event->type() == QEvent::Resize && m_audit)
        showAudit();
    return View::eventFilter(watched, event);
}

void TimingView::arrange()
{
    nameRoofline();
    if (const bool narrow = width() < kShortTitles; narrow != m_narrow) {
        m_narrow = narrow;
        if (shows()) {
            showTasks();
            if (m_program.program)
                showProgramComponents();
            else
                showComponents(m_comparison);
            showAudit();
        }
    }
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
    // Whatever stands in their heads, the columns keep their widths.
    m_left->setMinimumWidth(wide ? 480 : 0);
    m_right->setMinimumWidth(wide ? 280 : 0);
    if (!wide) {
        for (HeldSplitter* splitter : {m_columns, m_left, m_right})
            splitter->share({});
        return;
    }
    m_columns->share([](int room) { return QList<int>{room * 72 / 100, room - room * 72 / 100}; });
    // The components have the height of their rows, up to a share; the tasks, which are many, have the rest.
    m_left->share([this](int room) {
        const int lower = std::min(room * 44 / 100, std::max(m_components_panel->sizeHint().height(), kLeastCurves));
        return QList<int>{room - lower, lower};
    });
    m_right->share([this](int) { return m_left->sizes(); });
}

} // namespace blueprinting::ui
