#include "ui/schedule/schedule_view.h"

#include "core/schedule/explain.h"
#include "ui/schedule/kinds_table.h"
#include "ui/schedule/lane_canvas.h"
#include "ui/schedule/lesson_panel.h"
#include "ui/schedule/measured_panels.h"
#include "ui/schedule/schedule_controls.h"
#include "ui/schedule/schedule_settings.h"
#include "ui/schedule/schedule_words.h"
#include "ui/widgets/charts/legend.h"
#include "ui/widgets/controls/answer_line.h"
#include "ui/widgets/controls/empty_state.h"
#include "ui/widgets/controls/message_bar.h"
#include "ui/widgets/controls/panel.h"
#include "ui/widgets/controls/tone_label.h"
#include "ui/widgets/tables/table_view.h"

#include <QEvent>
#include <QPushButton>
#include <QScrollArea>
#include <QStackedWidget>
#include <QToolButton>

#include <algorithm>

namespace blueprinting::ui {
namespace {

using namespace schedule;

constexpr int kTick = 33;           ///< ms between frames of the playback
constexpr double kLessonLane = 18;  ///< high enough for a strip with its peak beside it
constexpr double kPlaySeconds = 24; ///< one run over the whole axis

const QString kJob = QStringLiteral("schedule");
const QString kRunJob = QStringLiteral("schedule.run");

} // namespace

ScheduleView::ScheduleView(Workspace& workspace, QWidget* parent)
    : View(workspace, QStringLiteral("schedule"), tr("Schedule"), parent), m_scene(starting_scene())
{
    setObjectName(QStringLiteral("schedule"));
    build();
    m_timer.setInterval(kTick);
    connect(&m_timer, &QTimer::timeout, this, &ScheduleView::tick);
}

bool ScheduleView::takeScene(const Scene& scene)
{
    m_scene = scene;
    // Times that make no plan stay in the fields to be mended; only what can be read back is kept in the session.
    Diagnostics problems;
    for (const SceneGroup& group : m_scene.groups) {
        if (!group.by_hand())
            continue;
        const auto plan = plan_of_hand(m_scene, group);
        for (const Diagnostic& problem : plan.diagnostics())
            if (std::ranges::find(problems, problem) == problems.end()) // the times are every group's
                problems.push_back(problem);
    }
    m_problems = problems;
    return problems.empty();
}

void ScheduleView::setScene(const Scene& scene)
{
    m_changed.clear();
    if (takeScene(scene))
        keepScene();
    showChart(false);
}

void ScheduleView::editScene(const Scene& edited, const QString& field)
{
    Scene scene = edited;
    if (field == QLatin1String("microbatches") && m_lesson->isVisibleTo(this) && m_lesson->hasTask())
        for (SceneGroup& group : scene.groups) // a task compares like with like
            if (group.by_hand() && group.order.empty())
                group.microbatches = scene.groups[scene.selected].microbatches;
    const SceneGroup before = m_scene.groups[std::min(scene.selected, m_scene.groups.size() - 1)];
    const SceneGroup& after = scene.groups[scene.selected];
    m_changed.clear();
    if (field == QLatin1String("kind") && after.by_hand() && before.by_hand() && after.kind) {
        const auto moved = [&](const char* name, std::int64_t from, std::int64_t to) {
            if (from != to)
                m_changed += (m_changed.isEmpty() ? QString() : QStringLiteral(", ")) +
                             QStringLiteral("%1 %2 → %3").arg(QLatin1String(name)).arg(from).arg(to);
        };
        moved("p", before.stages, after.stages);
        moved("m", before.microbatches, after.microbatches);
        if (!m_changed.isEmpty())
            m_changed += tr(" for %1").arg(QString::fromUtf8((*after.kind)->short_name.data(),
                                                             static_cast<qsizetype>((*after.kind)->short_name.size())));
    }
    if (takeScene(scene)) {
        const bool typed =
            !QStringList{QStringLiteral("kind"),       QStringLiteral("add"),          QStringLiteral("remove"),
                         QStringLiteral("open_order"), QStringLiteral("open_run"),     QStringLiteral("take_kind"),
                         QStringLiteral("lesson"),     QStringLiteral("close_lesson"), QStringLiteral("megatron"),
                         QStringLiteral("run_said")}
                 .contains(field) &&
            !field.startsWith(QLatin1String("order")); // each drop and each typed line is a step of its own
        m_was_kept = true;
        m_editing = true;
        workspace().edit(
            edit_title(field, m_scene),
            [this](Session& session) {
                session.views["schedule"] = sceneState();
                session.views[kSight] = sightState();
            },
            typed ? QStringLiteral("schedule.") + field : QString());
        m_editing = false;
    }
    showChart(false);
}

void ScheduleView::refresh()
{
    if (m_editing)
        return;
    if (!workspace().session().views.contains("schedule") || m_problems.empty()) {
        m_problems.clear();
        m_changed.clear();
        readScene();
    }
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
            planned.push_back(plan_group(m_scene, group, workspace(), m_sources));
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
        m_cache.forget(planned);
        m_chart = make_chart(m_scene, workspace(), planned, drawn, m_chart);
        readRuns();
        m_chart.groups[m_scene.selected].changed = m_changed;
        if (m_lesson->isVisibleTo(this)) {
            m_lesson->setScene(m_scene);
            m_chart.asked = m_lesson->asked();
            m_chart.lesson = m_lesson->heading();
            for (LaneGroup& group : m_chart.groups)
                group.asked = m_chart.asked;
        }
        if (m_lesson->isVisibleTo(this)) // a lesson asks for what stands beside the strips
            m_chart.least_lane = kLessonLane;
        simulateMissing(planned);
        m_table->table()->setRows(comparison_rows(m_chart));
        m_table->setCurrentKey(QString::number(m_chart.selected));
        fitColumns();
        for (Legend* legend : {m_legend, m_low_legend})
            legend->setItems(legend_of(m_chart));
        m_canvas->setLegend(legend_of(m_chart));
        m_canvas->setPicked(session.selection.component, session.selection.stage);
        showProblems();
        showEmpty();
        Q_EMIT statusChanged();
    }
    m_canvas->setChart(m_chart);
    m_controls->showScene(m_scene, m_chart, session, m_problems);
    if (!times_only) {
        m_settings->showScene(m_scene, m_chart, m_problems);
        m_kinds->show(m_scene, m_chart, workspace());
        m_measured->show(m_chart.selected_group());
    }
    const QString time = QStringLiteral("t = %1").arg(brief(m_scene.time));
    m_controls->showTime(time);
    m_narration_time->setText(time);
    m_narration->setText(narration_of(m_chart));
    if (!times_only)
        arrange();
}

bool ScheduleView::eventFilter(QObject* watched, QEvent* event)
{
    const bool laid_out =
        event->type() == QEvent::LayoutRequest || event->type() == QEvent::Resize || event->type() == QEvent::Show;
    if (laid_out && (watched == m_table_panel || watched == m_table))
        QMetaObject::invokeMethod(
            this, [this] { keepTable(); }, Qt::QueuedConnection); // once both panels have their heights
    if (event->type() == QEvent::Resize) {
        if (watched == m_area->viewport())
            arrange();
        else if (watched == m_lanes_panel)
            keepLanes();
        else if (watched == m_table)
            fitColumns();
    }
    return View::eventFilter(watched, event);
}

void ScheduleView::showEmpty()
{
    bool any = false;
    for (const LaneGroup& group : m_chart.groups)
        any = any || group.simulation();
    delete m_empty;
    m_empty = nullptr;
    if (any || m_chart.groups.empty()) {
        m_lanes_stack->setCurrentWidget(m_canvas);
        return;
    }
    const LaneGroup& group = m_chart.groups[m_chart.selected];
    m_empty = new EmptyState(m_lanes_stack);
    if (m_scene.groups[m_chart.selected].traces) {
        m_empty->setContent(Icon::chart, group.title, group.message);
        if (can_be_said(group.refused)) {
            QPushButton* button = m_empty->addAction(tr("Say it"), {}, true);
            button->setObjectName(QStringLiteral("schedule.run.ask"));
            const auto ask = [this] {
                openSettings(true);
                m_settings->askOfRun();
            };
            connect(button, &QPushButton::clicked, this, ask, Qt::QueuedConnection);
        }
    } else if (group.drawn && group.drawn->schedule.analytical_only()) {
        m_empty->setContent(Icon::chart, tr("There is no order to draw"),
                            tr("Interleaving works in rounds of as many microbatches as there are stages. %1 is not a "
                               "multiple of %2, so there is "
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
                editScene(scene, QStringLiteral("microbatches"));
            });
        };
        if (m_scene.groups[m_scene.selected].strategy.empty()) {
            if (nearest.below)
                offer(*nearest.below);
            offer(nearest.above);
            if (parameter(group.request(), kGroup)) {
                QPushButton* button = m_empty->addAction(tr("Balanced groups"), {}, true);
                button->setObjectName(QStringLiteral("schedule.empty.balanced"));
                connect(button, &QPushButton::clicked, this,
                        [this] { m_settings->findChild<QPushButton*>(QStringLiteral("schedule.balanced"))->click(); });
            }
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
        m_message->setMessage(MessageBar::Kind::error, tr("No schedule."),
                              all.join(QStringLiteral("; ")) + QLatin1Char('.'));
    } else if (!m_state_problems.empty()) {
        m_message->setMessage(MessageBar::Kind::caution, tr("The saved state of this view could not be read."),
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

bool ScheduleView::busy() const
{
    return workspace().jobs().stale(kJob) || workspace().jobs().stale(kRunJob) || m_kinds->busy();
}

void ScheduleView::readRuns()
{
    std::vector<TraceSource> missing;
    for (std::size_t i = 0; i < m_scene.groups.size(); ++i) {
        if (!m_scene.groups[i].traces)
            continue;
        const TraceSource& source = *m_scene.groups[i].traces;
        const RunCache::Known* known = m_runs.find(source);
        if (!known)
            missing.push_back(source);
        show_run(known, source, m_chart.groups[i]);
    }
    const bool alone =
        std::ranges::all_of(m_chart.groups, [](const LaneGroup& group) { return group.measured != nullptr; });
    if (alone) {
        m_chart.axis_title = tr("Time (ms)");
        m_chart.axis_unit = QStringLiteral(" ms");
    }
    if (missing.empty())
        return;
    workspace().jobs().start(
        kRunJob, tr("Reading traces"),
        [missing](const JobContext&) {
            std::vector<RunCache::Known> out;
            for (const TraceSource& source : missing)
                out.push_back(read_run(source));
            return out;
        },
        [this](const std::vector<RunCache::Known>& read) {
            for (const RunCache::Known& each : read)
                m_runs.put(each);
            showChart(false);
        });
}

void ScheduleView::setTime(double time)
{
    m_scene.time = std::clamp(time, 0.0, m_chart.end());
    if (m_problems.empty() && !m_timer.isActive())
        keepSight();
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

QWidget* ScheduleView::firstFocus() { return m_canvas; }

} // namespace blueprinting::ui
