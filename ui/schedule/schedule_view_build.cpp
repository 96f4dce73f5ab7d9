#include "ui/schedule/lane_canvas.h"
#include "ui/schedule/lesson_panel.h"
#include "ui/schedule/schedule_controls.h"
#include "ui/schedule/schedule_view.h"
#include "ui/schedule/schedule_words.h"
#include "ui/style/metrics.h"
#include "ui/widgets/answer_line.h"
#include "ui/widgets/icon_label.h"
#include "ui/widgets/legend.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/panel.h"
#include "ui/widgets/segmented_switch.h"
#include "ui/widgets/table_view.h"
#include "ui/widgets/tone_label.h"

#include <QHBoxLayout>
#include <QScrollArea>
#include <QSplitter>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

/// The view's parts, where they stand, and what each of them sets off.
namespace blueprinting::ui {
namespace {

using namespace schedule;

constexpr int kLessonWidth = 320;
constexpr int kLeastLesson = 240;
constexpr int kLowestLesson = 280;
constexpr int kBothFrom = 640; ///< height from which lanes and table stand together

} // namespace

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
    m_across = new QSplitter(Qt::Horizontal, page);
    m_across->setObjectName(QStringLiteral("schedule.across"));
    m_across->setChildrenCollapsible(false);
    auto* down = new QSplitter(Qt::Vertical, m_across);
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

    m_lesson = new LessonPanel(m_across);
    m_lesson->setMinimumWidth(kLeastLesson);
    m_lesson->hide();
    m_across->addWidget(down);
    m_across->addWidget(m_lesson);
    m_across->setStretchFactor(0, 1);
    m_across->setStretchFactor(1, 0);
    m_across->setSizes({1000, kLessonWidth});
    static_cast<QVBoxLayout*>(page->layout())->addWidget(m_across, 1);
}

void ScheduleView::arrange()
{
    const QSize room = m_area->viewport()->size();
    const bool low = room.height() < kBothFrom;
    m_switch->setVisible(low);
    m_controls->setCompact(low && m_lesson->isVisibleTo(this));
    m_lanes_panel->setVisible(!low || m_switch->current() != QLatin1String("table"));
    m_table_panel->setVisible(!low || m_switch->current() == QLatin1String("table"));
    // Where a lesson finds no room beside the lanes it stands above them, and the page scrolls.
    const int beside = m_canvas->minimumSizeHint().width() + 2 * metrics::kPanelPadding + m_across->handleWidth() + kLeastLesson + 4;
    const Qt::Orientation way = room.width() < beside ? Qt::Vertical : Qt::Horizontal;
    if (m_across->orientation() == way)
        return;
    m_across->setOrientation(way);
    m_across->insertWidget(way == Qt::Vertical ? 0 : 1, m_lesson);
    m_lesson->setMinimumHeight(way == Qt::Vertical ? kLowestLesson : 0);
    m_across->setStretchFactor(m_across->indexOf(m_lesson), 0);
    m_across->setStretchFactor(1 - m_across->indexOf(m_lesson), 1);
    if (way == Qt::Horizontal)
        m_across->setSizes({1000, kLessonWidth});
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

} // namespace blueprinting::ui
