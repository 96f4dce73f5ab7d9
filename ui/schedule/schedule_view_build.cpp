#include "ui/schedule/kinds_table.h"
#include "ui/schedule/lane_canvas.h"
#include "ui/schedule/lesson_panel.h"
#include "ui/schedule/measured_panels.h"
#include "ui/schedule/schedule_controls.h"
#include "ui/schedule/schedule_settings.h"
#include "ui/schedule/schedule_view.h"
#include "ui/schedule/schedule_words.h"
#include "ui/style/metrics.h"
#include "ui/widgets/charts/legend.h"
#include "ui/widgets/controls/answer_line.h"
#include "ui/widgets/controls/icon_label.h"
#include "ui/widgets/controls/message_bar.h"
#include "ui/widgets/controls/panel.h"
#include "ui/widgets/controls/segmented_switch.h"
#include "ui/widgets/controls/tone_label.h"
#include "ui/widgets/page.h"
#include "ui/widgets/page_scroll.h"
#include "ui/widgets/tables/table_view.h"

#include <QAbstractItemView>
#include <QHBoxLayout>
#include <QSplitter>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

/// The view's parts, where they stand, and what each of them sets off.
namespace blueprinting::ui {
namespace {

using namespace schedule;

constexpr int kLessonWidth = 320;
constexpr int kLeastLesson = 240;
constexpr int kTinyLesson = 184; ///< where it stands beside the lanes however narrow the window is
constexpr int kTinyLanes = 180;
constexpr int kLowestLesson = 280;
constexpr int kBothFrom = 640;         ///< height from which lanes and table stand together
constexpr int kBothBesideLesson = 720; ///< the same with a lesson open, whose page must not scroll
constexpr int kTightBelow = 720;       ///< height below which gaps are smaller
constexpr int kTightGap = 8;
constexpr int kTinyBelow = 420; ///< height below which the lanes come before all that explains them

} // namespace

void ScheduleView::build()
{
    // Where the window is very low, all of it scrolls; nothing is squeezed.
    auto* page = new QWidget;
    m_area = page_of(page, "");
    m_area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_settings = new ScheduleSettings(this);
    m_settings->hide();
    m_outer = bare<QHBoxLayout>(this, metrics::kPanelGap, {{m_area, 1}});

    auto* column = new QVBoxLayout(page);
    m_column = column;
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(metrics::kPanelGap);
    m_answer = named(new AnswerLine(page), "schedule.answer");
    m_switch = named(new SegmentedSwitch({{QStringLiteral("lanes"), tr("Lanes")},
                                          {QStringLiteral("table"), tr("Closed form")},
                                          {QStringLiteral("kinds"), tr("All kinds")}},
                                         page),
                     "schedule.switch");
    m_switch->setKept(true);
    m_switch->hide();
    QSizePolicy as_laid = m_answer->sizePolicy(); // else it is held to the height for the width it had before
    as_laid.setVerticalPolicy(QSizePolicy::Minimum);
    m_answer->setSizePolicy(as_laid);
    column->addWidget(m_answer);
    m_controls = new ScheduleControls(page);
    column->addWidget(m_controls);
    m_message = named(new MessageBar(page), "schedule.message");
    column->addWidget(m_message);
    buildPanels(page);

    auto* foot = new QWidget(page);
    m_narration_time = new ToneLabel(QString(), {.bold = true}, foot);
    m_narration = named(new ToneLabel(QString(), {.wraps = true}, foot), "schedule.narration");
    auto* row = bare<QHBoxLayout>(
        foot, 8, {new IconLabel(icon(Icon::info, Tone::accent), 16, foot), m_narration_time, {m_narration, 1}});
    row->setContentsMargins(metrics::kPanelPadding, 0, metrics::kPanelPadding, 0);
    column->addWidget(foot);
    m_why = named(new ToneLabel(QString(), {.tone = Tone::secondary, .wraps = true}, page), "schedule.why");
    m_why->hide();
    column->addWidget(m_why);

    connectAll();
    buildExports();
    for (QWidget* watched : std::initializer_list<QWidget*>{m_area->viewport(), m_lanes_panel, m_table_panel, m_table})
        watched->installEventFilter(this);
}

void ScheduleView::buildPanels(QWidget* page)
{
    m_across = named(new QSplitter(Qt::Horizontal, page), "schedule.across");
    m_across->setChildrenCollapsible(false);
    m_down = new QSplitter(Qt::Vertical, m_across);
    m_down->setChildrenCollapsible(false);
    m_lanes_panel = new Panel(tr("Devices over time"), m_down);
    m_legend = new Legend(m_lanes_panel);
    m_lanes_panel->addHeaderWidget(m_legend);
    m_fit = named(new QToolButton(m_lanes_panel), "schedule.fit", tr("Show the whole schedule"));
    m_fit->setIcon(icon(Icon::fit));
    m_fit->setAutoRaise(true);
    m_fit->setToolTip(tr("Show the whole schedule (F)"));
    m_fit->setIconSize(QSize(metrics::kRowIcon, metrics::kRowIcon));
    m_fit->setFixedSize(24, 20);
    m_lanes_panel->addHeaderWidget(m_fit);
    m_lanes_stack = new QStackedWidget(m_lanes_panel);
    m_canvas = new LaneCanvas(m_lanes_stack);
    m_lanes_stack->addWidget(m_canvas);
    m_lanes_panel->body()->addWidget(m_lanes_stack, 1);
    m_low_legend = new Legend(m_lanes_panel);
    m_low_legend->setAlignment(Qt::AlignLeft);
    m_low_legend->hide();
    m_lanes_panel->body()->addWidget(m_low_legend);

    m_table_panel = new Panel(tr("Closed form against simulated"), m_down);
    m_table = make_table("schedule.table", comparison_columns(), tr("Closed form against simulated"));
    m_table->setHeightFollowsRows(true);
    m_tables = named(new SegmentedSwitch({{QStringLiteral("table"), tr("Closed form against simulated")},
                                          {QStringLiteral("kinds"), tr("Best schedule of all kinds")}},
                                         m_table_panel),
                     "schedule.tables");
    m_tables->setKept(true);
    m_table_panel->setLead(m_tables);
    m_table_panel->body()->addWidget(m_table, 0, Qt::AlignTop);
    m_kinds = new KindsTable(m_table_panel);
    m_measured = new MeasuredPanels(m_table_panel);
    for (QWidget* each : std::initializer_list<QWidget*>{m_kinds, m_measured}) {
        each->hide(); // of the three one is there, so that the panel is as high as that one needs
        m_table_panel->body()->addWidget(each, 1);
    }
    m_down->addWidget(m_lanes_panel);
    m_down->addWidget(m_table_panel);
    m_down->setStretchFactor(0, 1);
    m_down->setStretchFactor(1, 0);

    m_lesson = new LessonPanel(m_across);
    m_lesson->setMinimumWidth(kLeastLesson);
    m_lesson->hide();
    m_across->addWidget(m_down);
    m_across->addWidget(m_lesson);
    m_across->setStretchFactor(0, 1);
    m_across->setStretchFactor(1, 0);
    m_across->setSizes({1000, kLessonWidth});
    static_cast<QVBoxLayout*>(page->layout())->addWidget(m_across, 1);
}

void ScheduleView::arrange()
{
    const QSize room = m_area->viewport()->size();
    const bool lesson = m_lesson->isVisibleTo(this);
    const bool low = room.height() < (lesson ? kBothBesideLesson : kBothFrom);
    const bool table = m_switch->current() != QLatin1String("lanes");
    m_tiny = room.height() < kTinyBelow;
    m_column->setSpacing(room.height() < kTightBelow ? kTightGap : metrics::kPanelGap);
    m_controls->setCompact(room.height() < kBothFrom && lesson && !m_lesson->hasTask());
    const bool narrow = m_tiny && lesson; // both stand beside each other, and each word counts
    m_answer->setVisible(!narrow);
    m_switch->setText(QStringLiteral("table"), narrow ? tr("Forms") : tr("Closed form"));
    m_switch->setText(QStringLiteral("kinds"), narrow ? tr("Kinds") : tr("All kinds"));
    m_fit->setVisible(!narrow && m_lanes_stack->currentWidget() == m_canvas);
    showAnswer();
    Panel* named = !low ? nullptr : table ? m_table_panel : m_lanes_panel;
    QWidget* focused =
        focusWidget() && focusWidget()->hasFocus() && m_switch->isAncestorOf(focusWidget()) ? focusWidget() : nullptr;
    for (Panel* panel : {m_lanes_panel, m_table_panel})
        if (panel != named)
            panel->setLead(nullptr);
    if (named)
        named->setLead(m_switch);
    const LaneGroup* selected = m_chart.selected_group();
    const bool measured = selected && selected->measured;
    const bool kinds = !measured && (low ? m_switch : m_tables)->current() == QLatin1String("kinds");
    if (!low && !measured)
        m_table_panel->setLead(m_tables);
    m_tables->setVisible(!low && !measured);
    if (measured)
        m_table_panel->setTitle(tr("Measured against its simulation"));
    m_table->setVisible(!measured && !kinds);
    m_kinds->setVisible(kinds);
    m_measured->setVisible(measured);
    m_kinds->setActive(kinds && (!low || table));
    m_switch->setVisible(low);
    m_lanes_panel->setVisible(!low || !table);
    m_table_panel->setVisible(!low || table);
    if (focused && low)
        focused->setFocus(); // the switch has gone to the other panel
    m_canvas->setModest(lesson);
    m_canvas->setMinimumWidth(m_tiny ? kTinyLanes : 0);
    // Where a lesson finds no room beside the lanes it stands above them, and the page scrolls; in a very low window
    // there is none above.
    const int beside =
        m_canvas->minimumSizeHint().width() + 2 * metrics::kPanelPadding + m_across->handleWidth() + kLeastLesson + 4;
    const Qt::Orientation way = room.width() < beside && !m_tiny ? Qt::Vertical : Qt::Horizontal;
    const int width = m_tiny ? kTinyLesson : kLessonWidth;
    m_lesson->setMinimumWidth(m_tiny ? kTinyLesson : kLeastLesson);
    m_lesson->setMinimumHeight(way == Qt::Vertical ? kLowestLesson : 0);
    const bool turned = m_across->orientation() != way;
    if (turned) {
        m_across->setOrientation(way);
        m_across->insertWidget(way == Qt::Vertical ? 0 : 1, m_lesson);
        m_across->setStretchFactor(m_across->indexOf(m_lesson), 0);
        m_across->setStretchFactor(1 - m_across->indexOf(m_lesson), 1);
    }
    if (way == Qt::Horizontal && (turned || m_lesson_width != width))
        m_across->setSizes({1000, width});
    m_lesson_width = width;
    showNote();
    keepLanes();
}

void ScheduleView::showAnswer()
{
    const Answer answer = answer_of(m_chart);
    m_answer->setAnswer(answer.headline, m_tiny ? QString() : answer.why);
    m_why->setText(answer.why);
    m_why->setVisible(m_tiny && !m_lesson->isVisibleTo(this) && !answer.why.isEmpty());
}

void ScheduleView::keepLanes()
{
    constexpr int most_lines = 2; // of the legend beside the title
    const int width = m_lanes_panel->width();
    const int inner = m_lanes_panel->innerWidth(width);
    const QWidget* lead = m_switch->isVisibleTo(m_lanes_panel)
                              ? static_cast<QWidget*>(m_switch)
                              : m_lanes_panel->findChild<ToneLabel*>(QStringLiteral("panelTitle"));
    const int beside = inner - lead->sizeHint().width() - m_fit->width() - 3 * metrics::kControlGap;
    const bool below = m_tiny || m_legend->heightForWidth(std::max(1, beside)) >
                                     most_lines * m_legend->heightForWidth(1000000) + metrics::kControlGap;
    m_legend->setVisible(!below);
    m_low_legend->setVisible(below && !(m_tiny && m_lesson->isVisibleTo(this)));
    const int legend =
        m_low_legend->isHidden() ? 0 : m_lanes_panel->body()->spacing() + m_low_legend->heightForWidth(inner);
    m_lanes_panel->setMinimumHeight(m_lanes_panel->heightAround(width) + m_canvas->minimumSizeHint().height() + legend);
}

void ScheduleView::keepTable()
{
    // A scroll bar that it had before its columns gave way still counts in a layout that was not seen meanwhile.
    if (m_table->height() != m_table->sizeHint().height())
        m_table->updateGeometry();
    const int height = m_table_panel->minimumSizeHint().height();
    if (!m_split_by_hand && !m_lanes_panel->isHidden() && !m_table_panel->isHidden() &&
        m_table_panel->height() != height)
        m_down->setSizes({m_down->height(), height});
}

void ScheduleView::showNote()
{
    const bool units = m_chart.axis_title == tr("Time (units)");
    const QStringList words{units ? tr("times in units; bubble and peaks per device, activations in full stages")
                                  : tr("bubble and peaks per device, activations in full stages"),
                            units ? tr("times in units") : QString(), QString()};
    // By the room that the view has, not the panel: a note that is too long would keep that from becoming narrower.
    const auto* title = m_table_panel->findChild<ToneLabel*>(QStringLiteral("panelTitle"));
    const int beside = m_lesson->isVisibleTo(this) && m_across->orientation() == Qt::Horizontal
                           ? m_across->handleWidth() + m_lesson->minimumWidth()
                           : 0;
    const int lead =
        m_switch->isHidden() ? title->fontMetrics().horizontalAdvance(title->text()) : m_switch->sizeHint().width();
    const int room = m_table_panel->innerWidth(m_area->viewport()->width() - beside) - lead - 3 * metrics::kControlGap;
    const auto fits = [&](const QString& each) {
        return each.isEmpty() || title->fontMetrics().horizontalAdvance(each) <= room;
    };
    const bool forms = !m_table->isHidden();                                        // the other tables say their own
    m_table_panel->setNote(forms ? *std::ranges::find_if(words, fits) : QString()); // the last is empty
}

void ScheduleView::fitColumns()
{
    std::vector<Column> columns = comparison_columns(m_chart);
    // Forms are not cut: other columns go first.
    columns[1].least = static_cast<QAbstractItemView*>(m_table)->sizeHintForColumn(1);
    columns = fitted(*m_table, std::move(columns), comparison_columns_that_give_way());
    if (m_table->table()->rows().empty() || columns == m_table->table()->columns())
        return;
    m_table->table()->setColumns(std::move(columns));
    m_table->setCurrentKey(QString::number(m_chart.selected));
}

void ScheduleView::connectAll()
{
    connect(m_controls, &ScheduleControls::sceneEdited, this, &ScheduleView::editScene);
    connect(m_settings, &ScheduleSettings::sceneEdited, this, &ScheduleView::editScene);
    connect(m_settings, &ScheduleSettings::foldsChanged, this, &ScheduleView::keepSight);
    connect(m_settings, &ScheduleSettings::closed, this, [this] { openSettings(false); });
    connect(m_settings, &ScheduleSettings::orderTyped, this,
            [this](const QString& text) { typedOrder(text, QStringLiteral("order")); });
    connect(m_settings, &ScheduleSettings::openOrderWanted, this, &ScheduleView::askOrder);
    connect(m_settings, &ScheduleSettings::openRunWanted, this, &ScheduleView::askRun);
    connect(m_settings, &ScheduleSettings::saveOrderWanted, this, &ScheduleView::saveOrder);
    connect(m_controls, &ScheduleControls::settingsToggled, this, &ScheduleView::openSettings);
    connect(m_tables, &SegmentedSwitch::currentChanged, this, [this] { arrange(); });
    connect(m_kinds, &KindsTable::taken, this, [this](const SceneGroup& group) {
        Scene scene = m_scene;
        scene.groups[scene.selected] = group;
        editScene(scene, QStringLiteral("take_kind"));
    });
    connect(m_canvas, &LaneCanvas::orderEdited, this, &ScheduleView::editedOrder);
    connect(m_canvas, &LaneCanvas::cellRefused, this, [this](const QString& why) {
        m_message->setMessage(MessageBar::Kind::caution, tr("Not moved."), why + QLatin1Char('.'));
    });
    connect(m_canvas, &LaneCanvas::laneHeightChanged, this, &ScheduleView::keepSight);
    connect(m_lesson, &LessonPanel::answered, this, [this] { showChart(false); });
    connect(m_controls, &ScheduleControls::playToggled, this, [this] { setPlaying(!m_timer.isActive()); });
    connect(m_controls, &ScheduleControls::stepped, this, &ScheduleView::step);
    connect(m_down, &QSplitter::splitterMoved, this, [this] { m_split_by_hand = true; });
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
        m_scene = scene;
        keepSight();
        showChart(false);
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
        keepSight();
    });
    connect(m_table, &TableView::keyPicked, this, [this](const QString& key) {
        m_scene.selected = std::min(static_cast<std::size_t>(key.toUInt()), m_scene.groups.size() - 1);
        keepSight();
        showChart(false);
    });
    connect(m_lesson, &LessonPanel::sceneWanted, this, [this](const Scene& scene) {
        setPlaying(false);
        setScene(scene);
    });
    connect(m_lesson, &LessonPanel::closed, this, [this] { openLessons(false); });
}

} // namespace blueprinting::ui
