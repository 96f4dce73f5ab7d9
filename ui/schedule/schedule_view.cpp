#include "ui/schedule/schedule_view.h"

#include "core/base/file.h"
#include "core/schedule/explain.h"
#include "core/schedule/export.h"
#include "ui/schedule/lane_canvas.h"
#include "ui/schedule/lesson_panel.h"
#include "ui/schedule/schedule_controls.h"
#include "ui/schedule/schedule_words.h"
#include "ui/style/explorer_style.h"
#include "ui/style/metrics.h"
#include "ui/widgets/answer_line.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/icon_label.h"
#include "ui/widgets/legend.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/panel.h"
#include "ui/widgets/segmented_switch.h"
#include "ui/widgets/table_view.h"
#include "ui/widgets/tone_label.h"

#include <QAction>
#include <QEvent>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QPushButton>
#include <QScrollArea>
#include <QSplitter>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <cmath>

namespace blueprinting::ui {
namespace {

using namespace schedule;

constexpr int kTick = 33;            ///< ms between frames of the playback
constexpr double kPlaySeconds = 24;  ///< one run over the whole axis
constexpr int kLessonWidth = 320;
constexpr int kBothFrom = 640;       ///< height from which lanes and table stand together

const QString kJob = QStringLiteral("schedule");

} // namespace

ScheduleView::ScheduleView(Workspace& workspace, QWidget* parent)
    : View(workspace, QStringLiteral("schedule"), tr("Schedule"), parent), m_scene(starting_scene())
{
    setObjectName(QStringLiteral("schedule"));
    build();
    m_timer.setInterval(kTick);
    connect(&m_timer, &QTimer::timeout, this, &ScheduleView::tick);
}

void ScheduleView::build()
{
    // Where the window is very low, all of it scrolls; nothing is squeezed.
    m_area = new QScrollArea(this);
    m_area->setFrameShape(QFrame::NoFrame);
    m_area->setWidgetResizable(true);
    m_area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_area->setFocusPolicy(Qt::NoFocus);
    auto* outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->addWidget(m_area);
    auto* page = new QWidget(m_area);
    m_area->setWidget(page);

    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(metrics::kPanelGap);
    m_answer = new AnswerLine(page);
    m_answer->setObjectName(QStringLiteral("schedule.answer"));
    m_switch = new SegmentedSwitch({{QStringLiteral("lanes"), tr("Lanes")}, {QStringLiteral("table"), tr("Closed form")}}, m_answer);
    m_switch->setObjectName(QStringLiteral("schedule.switch"));
    m_switch->hide();
    m_answer->addWidget(m_switch);
    column->addWidget(m_answer);
    m_controls = new ScheduleControls(page);
    column->addWidget(m_controls);
    m_message = new MessageBar(page);
    m_message->setObjectName(QStringLiteral("schedule.message"));
    column->addWidget(m_message);
    buildPanels(page);

    auto* foot = new QWidget(page);
    auto* row = new QHBoxLayout(foot);
    row->setContentsMargins(metrics::kPanelPadding, 0, metrics::kPanelPadding, 0);
    row->setSpacing(8);
    row->addWidget(new IconLabel(icon(Icon::info, Tone::accent), 16, foot));
    m_narration_time = new ToneLabel(QString(), Tone::text, foot);
    m_narration_time->setBold(true);
    m_narration = new ToneLabel(QString(), Tone::text, foot);
    m_narration->setObjectName(QStringLiteral("schedule.narration"));
    m_narration->setWordWrap(true);
    row->addWidget(m_narration_time);
    row->addWidget(m_narration, 1);
    column->addWidget(foot);

    connectAll();
    buildExports();
    m_area->viewport()->installEventFilter(this);
}

void ScheduleView::buildPanels(QWidget* page)
{
    auto* across = new QSplitter(Qt::Horizontal, page);
    across->setChildrenCollapsible(false);
    auto* down = new QSplitter(Qt::Vertical, across);
    down->setChildrenCollapsible(false);
    m_lanes_panel = new Panel(tr("Stages over time"), down);
    m_legend = new Legend(m_lanes_panel);
    m_lanes_panel->addHeaderWidget(m_legend);
    m_fit = new QToolButton(m_lanes_panel);
    m_fit->setObjectName(QStringLiteral("schedule.fit"));
    m_fit->setIcon(icon(Icon::fit));
    m_fit->setAutoRaise(true);
    m_fit->setToolTip(tr("Show the whole schedule (F)"));
    m_fit->setAccessibleName(tr("Show the whole schedule"));
    m_fit->setIconSize(QSize(metrics::kRowIcon, metrics::kRowIcon));
    m_fit->setFixedSize(24, 20);
    m_lanes_panel->addHeaderWidget(m_fit);
    m_lanes_stack = new QStackedWidget(m_lanes_panel);
    m_canvas = new LaneCanvas(m_lanes_stack);
    m_lanes_stack->addWidget(m_canvas);
    m_lanes_panel->body()->addWidget(m_lanes_stack);

    m_table_panel = new Panel(tr("Closed form against simulated"), down);
    m_rows = new RowTable(comparison_columns(), this);
    m_table = new TableView(m_rows, m_table_panel);
    m_table->setObjectName(QStringLiteral("schedule.table"));
    m_table->setAccessibleName(tr("Closed form against simulated"));
    m_table->setHeightFollowsRows(true);
    m_table_panel->body()->addWidget(m_table);
    m_table_panel->body()->addStretch(1);
    down->addWidget(m_lanes_panel);
    down->addWidget(m_table_panel);
    down->setStretchFactor(0, 1);
    down->setStretchFactor(1, 0);

    m_lesson = new LessonPanel(across);
    m_lesson->setMinimumWidth(240);
    m_lesson->hide();
    across->addWidget(down);
    across->addWidget(m_lesson);
    across->setStretchFactor(0, 1);
    across->setStretchFactor(1, 0);
    across->setSizes({1000, kLessonWidth});
    static_cast<QVBoxLayout*>(page->layout())->addWidget(across, 1);
}

void ScheduleView::connectAll()
{
    connect(m_controls, &ScheduleControls::sceneEdited, this, [this](const Scene& scene) { setScene(scene); });
    connect(m_controls, &ScheduleControls::playToggled, this, [this] { setPlaying(!m_timer.isActive()); });
    connect(m_controls, &ScheduleControls::stepped, this, &ScheduleView::step);
    connect(m_fit, &QToolButton::clicked, m_canvas, &LaneCanvas::fit);
    connect(m_switch, &SegmentedSwitch::currentChanged, this, [this] { arrange(); });
    connect(m_controls, &ScheduleControls::lessonsToggled, this, &ScheduleView::openLessons);
    connect(m_canvas, &LaneCanvas::playToggled, this, [this] { setPlaying(!m_timer.isActive()); });
    connect(m_canvas, &LaneCanvas::stepped, this, &ScheduleView::step);
    connect(m_canvas, &LaneCanvas::timePicked, this, &ScheduleView::setTime);
    connect(m_canvas, &LaneCanvas::groupPicked, this, [this](int group) {
        Scene scene = m_scene;
        scene.selected = static_cast<std::size_t>(group);
        const std::string& strategy = scene.groups[scene.selected].strategy;
        if (!strategy.empty())
            View::workspace().selectStrategy(strategy);
        setScene(scene);
    });
    connect(m_canvas, &LaneCanvas::stagePicked, this, [this](int stage) {
        Selection selection = View::workspace().session().selection;
        selection.stage = stage;
        View::workspace().select(selection);
        m_canvas->setPicked(selection.component, stage);
    });
    connect(m_canvas, &LaneCanvas::rangeChanged, this, [this](bool all, double begin, double end) {
        m_scene.range = all ? std::nullopt : std::optional(std::pair(begin, end));
        m_chart.range = m_scene.range;
        setState(to_json(m_scene));
    });
    connect(m_canvas, &ChartWidget::exportFailed, this, [this](const QString& message) {
        m_message->setMessage(MessageBar::Kind::error, tr("Nothing was written."), message);
    });
    connect(m_table, &TableView::keyPicked, this, [this](const QString& key) {
        Scene scene = m_scene;
        scene.selected = std::min(static_cast<std::size_t>(key.toUInt()), scene.groups.size() - 1);
        setScene(scene);
    });
    connect(m_lesson, &LessonPanel::sceneWanted, this, [this](const Scene& scene) {
        setPlaying(false);
        setScene(scene);
    });
    connect(m_lesson, &LessonPanel::closed, this, [this] { openLessons(false); });
}

void ScheduleView::buildExports()
{
    const auto action = [&](const char* name, const QString& title, const QString& filter, const QString& ending) {
        auto* out = new QAction(title, this);
        out->setObjectName(QLatin1String(name));
        connect(out, &QAction::triggered, this, [this, filter, ending] { saveAs(filter, ending); });
        m_exports.push_back(out);
    };
    action("schedule.export.png", tr("Lanes as picture…"), tr("Picture (*.png)"), QStringLiteral(".png"));
    action("schedule.export.svg", tr("Lanes as drawing…"), tr("Drawing (*.svg)"), QStringLiteral(".svg"));
    action("schedule.export.pdf", tr("Lanes as page…"), tr("Page (*.pdf)"), QStringLiteral(".pdf"));
    action("schedule.export.csv", tr("Commands as CSV…"), tr("Commands (*.csv)"), QStringLiteral(".csv"));
    action("schedule.export.trace", tr("Selected group as Chrome trace…"), tr("Chrome trace (*.json)"), QStringLiteral(".json"));
}

void ScheduleView::readScene()
{
    m_state_problems.clear();
    const Json kept = state();
    if (kept.is_null())
        return;
    auto document = JsonDocument::parse(kept.dump(), "session");
    auto scene = document ? scene_from_json(*document, document->root(), "/views/schedule") : document.failure_as<Scene>();
    if (scene)
        m_scene = std::move(scene).value();
    else
        m_state_problems = scene.diagnostics();
}

void ScheduleView::setScene(const Scene& scene)
{
    m_scene = scene;
    // Times that make no plan stay in the fields to be mended; only what can be read back is kept in the session.
    Diagnostics problems;
    for (const SceneGroup& group : m_scene.groups)
        if (group.strategy.empty())
            if (const auto plan = plan_by_hand(request_of(m_scene, group), m_scene.times); !plan)
                problems = plan.diagnostics();
    m_problems = problems;
    if (problems.empty())
        setState(to_json(m_scene));
    showChart(false);
}

void ScheduleView::refresh()
{
    if (m_problems.empty())
        readScene();
    showChart(false);
}

void ScheduleView::showChart(bool times_only)
{
    const Session& session = workspace().session();
    m_scene = sound_scene(m_scene, session);
    if (times_only) {
        m_chart.time = m_scene.time;
    } else {
        std::vector<PlannedGroup> planned;
        std::vector<std::shared_ptr<const DrawnSchedule>> drawn;
        for (const SceneGroup& group : m_scene.groups) {
            planned.push_back(plan_group(m_scene, group, workspace()));
            std::shared_ptr<const DrawnSchedule> known;
            if (const auto& plan = planned.back().plan) {
                known = m_cache.find(*plan);
                if (!known && command_count(plan->request, true) <= kAtOnce)
                    if (auto made = draw_schedule(*plan, {})) {
                        known = std::make_shared<const DrawnSchedule>(std::move(made).value());
                        m_cache.put(known);
                    }
            }
            drawn.push_back(known);
        }
        m_chart = make_chart(m_scene, workspace(), planned, drawn, m_chart);
        simulateMissing(planned);
        m_rows->setRows(comparison_rows(m_chart));
        m_table->setCurrentKey(QString::number(m_chart.selected));
        m_table_panel->setNote(m_chart.axis_title == tr("Time (units)") ? tr("times in units; bubble and peaks per stage, activations in full stages")
                                                                       : tr("bubble and peaks per stage, activations in full stages"));
        m_legend->setItems(legend_of(m_chart));
        m_canvas->setLegend(legend_of(m_chart));
        const Answer answer = answer_of(m_chart);
        m_answer->setAnswer(answer.headline, answer.why);
        m_canvas->setPicked(session.selection.component, session.selection.stage);
        showProblems();
        showEmpty();
        Q_EMIT statusChanged();
    }
    m_canvas->setChart(m_chart);
    m_controls->showScene(m_scene, m_chart, session, m_problems);
    const QString time = QStringLiteral("t = %1").arg(brief(m_scene.time));
    m_controls->showTime(time);
    m_narration_time->setText(time);
    m_narration->setText(narration_of(m_chart));
    if (!times_only)
        arrange();
}

void ScheduleView::arrange()
{
    const bool low = m_area->viewport()->height() < kBothFrom;
    m_switch->setVisible(low);
    m_lanes_panel->setVisible(!low || m_switch->current() != QLatin1String("table"));
    m_table_panel->setVisible(!low || m_switch->current() == QLatin1String("table"));
}

bool ScheduleView::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_area->viewport() && event->type() == QEvent::Resize)
        arrange();
    return View::eventFilter(watched, event);
}

void ScheduleView::showEmpty()
{
    bool any = false;
    for (const LaneGroup& group : m_chart.groups)
        any = any || group.simulation();
    m_fit->setVisible(any);
    delete m_empty;
    m_empty = nullptr;
    if (any || m_chart.groups.empty()) {
        m_lanes_stack->setCurrentWidget(m_canvas);
        return;
    }
    const LaneGroup& group = m_chart.groups[m_chart.selected];
    m_empty = new EmptyState(m_lanes_stack);
    if (group.drawn && group.drawn->schedule.analytical_only()) {
        m_empty->setContent(Icon::chart, tr("There is no order to draw"),
                            tr("Interleaving works in rounds of as many microbatches as there are stages. %1 is not a multiple of %2, so there is "
                               "only the formula’s number, in the table below.")
                                .arg(group.request().microbatches)
                                .arg(group.request().stages));
        const NearestMicrobatches nearest = nearest_executable(group.request());
        const auto offer = [&](std::int64_t count) {
            QPushButton* button = m_empty->addAction(tr("%1 microbatches").arg(count), {}, true);
            button->setObjectName(QStringLiteral("schedule.nearest.%1").arg(count));
            connect(button, &QPushButton::clicked, this, [this, count] {
                Scene scene = m_scene;
                scene.groups[scene.selected].microbatches = count;
                setScene(scene);
            });
        };
        if (m_scene.groups[m_scene.selected].strategy.empty()) {
            if (nearest.below)
                offer(*nearest.below);
            offer(nearest.above);
        } else {
            m_empty->setHint(tr("The batch of the strategy decides: %1").arg(group.message));
        }
    } else {
        m_empty->setContent(Icon::chart, tr("No schedule to show"), group.message);
    }
    m_lanes_stack->addWidget(m_empty);
    m_lanes_stack->setCurrentWidget(m_empty);
}

void ScheduleView::showProblems()
{
    if (!m_problems.empty()) {
        QStringList all;
        for (const Diagnostic& problem : m_problems)
            all << QString::fromStdString(problem.message);
        m_message->setMessage(MessageBar::Kind::error, tr("No schedule."), all.join(QStringLiteral("; ")) + QLatin1Char('.'));
    } else if (!m_state_problems.empty()) {
        m_message->setMessage(MessageBar::Kind::caution, tr("What the session had kept of this view could not be read."),
                              QString::fromStdString(to_line(m_state_problems.front())));
    } else {
        m_message->clear();
    }
}

void ScheduleView::simulateMissing(const std::vector<PlannedGroup>& planned)
{
    std::vector<Plan> missing;
    for (std::size_t i = 0; i < planned.size(); ++i)
        if (planned[i].plan && !m_cache.find(*planned[i].plan))
            missing.push_back(*planned[i].plan);
    if (missing.empty()) {
        workspace().jobs().cancel(kJob);
        return;
    }
    workspace().jobs().start(
        kJob, tr("Simulating a schedule"),
        [missing](const JobContext& context) {
            std::vector<std::shared_ptr<const DrawnSchedule>> out;
            for (const Plan& plan : missing) {
                auto made = draw_schedule(plan, context.token());
                if (made)
                    out.push_back(std::make_shared<const DrawnSchedule>(std::move(made).value()));
                context.report(static_cast<double>(out.size()) / static_cast<double>(missing.size()));
            }
            return out;
        },
        [this](const std::vector<std::shared_ptr<const DrawnSchedule>>& made) {
            for (const auto& each : made)
                m_cache.put(each);
            showChart(false);
        });
}

bool ScheduleView::busy() const { return workspace().jobs().stale(kJob); }

void ScheduleView::setTime(double time)
{
    m_scene.time = std::clamp(time, 0.0, m_chart.end());
    if (m_problems.empty() && !m_timer.isActive())
        setState(to_json(m_scene));
    showChart(true);
}

void ScheduleView::step(int direction)
{
    setPlaying(false);
    const LaneGroup* group = m_chart.selected_group();
    if (!group || !group->simulation())
        return;
    const double time = m_scene.time / group->scale;
    setTime(group->scale * (direction > 0 ? next_event(group->shown(), time) : previous_event(group->shown(), time)));
}

void ScheduleView::setPlaying(bool playing)
{
    if (playing == m_timer.isActive())
        return;
    if (playing) {
        if (m_scene.time >= m_chart.end() * (1 - 1e-9))
            m_scene.time = 0;
        m_clock.start();
        m_timer.start();
    } else {
        m_timer.stop();
        setTime(m_scene.time);
    }
    m_controls->setPlaying(playing);
}

void ScheduleView::tick()
{
    const double seconds = static_cast<double>(m_clock.restart()) / 1000;
    const double time = m_scene.time + seconds * m_chart.end() / kPlaySeconds;
    setTime(time);
    if (time >= m_chart.end())
        setPlaying(false);
}

void ScheduleView::hideEvent(QHideEvent* event)
{
    setPlaying(false);
    View::hideEvent(event);
}

void ScheduleView::openLessons(bool open)
{
    if (open == m_lesson->isVisibleTo(this))
        return;
    m_lesson->setVisible(open);
    m_controls->setLessonsOpen(open);
    if (open) {
        m_before_lesson = m_scene;
        m_lesson->go(m_lesson->lesson(), m_lesson->step());
    } else if (m_before_lesson) {
        setScene(*m_before_lesson);
        m_before_lesson.reset();
    }
}

QList<QAction*> ScheduleView::exportActions() { return m_exports; }

QWidget* ScheduleView::firstFocus() { return m_canvas; }

QString ScheduleView::commandLine() const
{
    const SceneGroup& group = m_scene.groups[m_scene.selected];
    if (!group.strategy.empty())
        return {};
    QString out = QStringLiteral("blueprinting schedule --kind %1 --stages %2 --microbatches %3")
                      .arg(QString::fromStdString(std::string(to_string(*group.kind))))
                      .arg(group.stages)
                      .arg(group.microbatches);
    const auto put = [&](const char* option, double value) {
        out += QStringLiteral(" %1 %2").arg(QLatin1String(option), QString::number(value, 'g', 10));
    };
    if (group.chunks > 1)
        out += QStringLiteral(" --chunks %1").arg(group.chunks);
    put("--forward", m_scene.times.forward);
    put("--backward", m_scene.times.backward);
    if (m_scene.times.input_gradient && splits_backward(*group.kind))
        put("--input-gradient", *m_scene.times.input_gradient);
    if (m_scene.times.recompute)
        put("--recompute", *m_scene.times.recompute);
    if (m_scene.times.transfer)
        put("--transfer", *m_scene.times.transfer);
    if (m_scene.transfers == TransferMode::linked)
        out += QStringLiteral(" --transfers linked");
    return out;
}

Result<Done> ScheduleView::exportTo(const QString& path) const
{
    const LaneGroup* group = m_chart.selected_group();
    if (path.endsWith(QLatin1String(".json"), Qt::CaseInsensitive)) {
        if (!group || !group->simulation())
            return Diagnostic{Severity::error, "schedule.nothing", "", "the selected group has no commands to write"};
        return write_file_atomically(path.toStdString(), chrome_trace(group->shown()));
    }
    if (path.endsWith(QLatin1String(".csv"), Qt::CaseInsensitive) && m_chart.groups.size() == 1 && group && group->simulation())
        return write_file_atomically(path.toStdString(), csv(group->shown()));
    return m_canvas->exportTo(path);
}

void ScheduleView::saveAs(const QString& filter, const QString& ending)
{
    const QString path = QFileDialog::getSaveFileName(this, tr("Save schedule"), QStringLiteral("schedule") + ending, filter);
    if (path.isEmpty())
        return;
    const auto done = exportTo(path);
    if (!done)
        m_message->setMessage(MessageBar::Kind::error, tr("Nothing was written."), QString::fromStdString(to_line(done.diagnostics().front())));
}

} // namespace blueprinting::ui
