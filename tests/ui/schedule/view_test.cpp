#include "tests/support/test_main.h"
#include "tests/ui/schedule/view_driver.h"
#include "ui/schedule/lesson_panel.h"
#include "ui/schedule/schedule_words.h"
#include "ui/widgets/controls/answer_line.h"
#include "ui/widgets/controls/message_bar.h"
#include "ui/widgets/controls/segmented_switch.h"
#include "ui/widgets/tables/table_view.h"

#include <QAbstractButton>
#include <QAbstractItemModelTester>
#include <QButtonGroup>
#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QRadioButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QStackedWidget>
#include <QStyleOptionComboBox>
#include <QTemporaryDir>
#include <QToolButton>
#include <QWheelEvent>

using namespace blueprinting;
using namespace blueprinting::ui;
using namespace blueprinting::schedule;

/// Fields, groups, strategies, lessons, the session and files.
class ScheduleViewTest : public testing::ViewDriver {
    Q_OBJECT
private slots:
    void init() { open(); }
    void cleanup() { close(); }
    void starts_on_something();
    void kind_and_counts();
    void zero_bubble_has_a_weight_field();
    void the_fields_stand_in_one_line();
    void every_size_shows_lanes_data();
    void every_size_shows_lanes();
    void small_windows_are_played_with_data();
    void small_windows_are_played_with();
    void lessons_stay_within_the_page_data();
    void lessons_stay_within_the_page();
    void folded_fields_work_in_the_menu();
    void the_table_is_no_higher_than_its_rows_when_first_seen();
    void refuses_times_data();
    void refuses_times();
    void too_many_commands();
    void large_schedules_are_simulated_beside();
    void analytical_only();
    void steps_and_plays();
    void groups();
    void strategies();
    void removed_strategies_leave();
    void session_keeps_the_scene();
    void broken_state_is_said();
    void exports();
    void command_line();
    void lessons();
    void lesson_titles_and_forms_are_whole();
    void lessons_have_room_in_small_windows();
    void fields_show_every_digit();
    void many_groups_come_to_rest();
    void more_stages_than_lanes();
    void exports_beside();
    void names_for_everything();
};

void ScheduleViewTest::starts_on_something()
{
    QCOMPARE(m_view->chart().groups.size(), std::size_t{2});
    auto* answer = find<AnswerLine>("schedule.answer");
    QVERIFY(answer->headline().startsWith("Two chunks per device halve the bubble"));
    QCOMPARE(find<QLabel>("schedule.time")->text(), QString("t = 10.0"));
    QVERIFY(narration().startsWith("Device 1 ends backward 1"));
    new QAbstractItemModelTester(find<TableView>("schedule.table")->table(),
                                 QAbstractItemModelTester::FailureReportingMode::QtTest, m_view.get());
    QCOMPARE(find<TableView>("schedule.table")->table()->rowCount(), 2);
}

void ScheduleViewTest::kind_and_counts()
{
    pick("schedule.kind", "GPipe");
    QCOMPARE(m_view->chart().groups[0].title, QString("GPipe, p 4, m 8"));
    QCOMPARE(m_view->chart().groups[0].shown().stages[0].peak_activations, 8U);
    find<QSpinBox>("schedule.microbatches")->setValue(16);
    find<QSpinBox>("schedule.stages")->setValue(8);
    QCOMPARE(m_view->chart().groups[0].end(), (16 + 7) * 3.0);
    QVERIFY(!find<QSpinBox>("schedule.chunks")->isVisibleTo(m_view.get()));
    pick("schedule.kind", "Interleaved");
    QVERIFY(find<QSpinBox>("schedule.chunks")->isVisibleTo(m_view.get()));
    QCOMPARE(find<QSpinBox>("schedule.chunks")->value(), 2);
    find<QSpinBox>("schedule.chunks")->setValue(4);
    QCOMPARE(m_view->chart().groups[0].end(), (16 + 7 / 4.0) * 3);
}

void ScheduleViewTest::zero_bubble_has_a_weight_field()
{
    QVERIFY(!find<QDoubleSpinBox>("schedule.weight_gradient")->isEnabled());
    pick("schedule.kind", "ZB-H1");
    QVERIFY(find<QDoubleSpinBox>("schedule.weight_gradient")->isEnabled());
    QCOMPARE(find<QDoubleSpinBox>("schedule.weight_gradient")->value(), 1.0);
    QCOMPARE(m_view->chart().groups[0].end(), 27.0);
    // F 1, I 1.5, W 0.5: 8·3 + 3·(1 + 1.5 − 0.5)
    type("schedule.weight_gradient", 0.5);
    QCOMPARE(m_view->chart().groups[0].end(), 30.0);
    // W stays when B grows: I 2.5
    type("schedule.backward", 3);
    QCOMPARE(find<QDoubleSpinBox>("schedule.weight_gradient")->value(), 0.5);
    QCOMPARE(m_view->chart().groups[0].end(), 8 * 4 + 3 * 3.0);
}

/// As wide as in a window of 1600: where v or W joins the row, the buttons at its end give up their words, not their
/// place.
void ScheduleViewTest::the_fields_stand_in_one_line()
{
    const auto* controls = find<QWidget>("schedule.controls");
    const auto* lessons = find<QPushButton>("schedule.lessons");
    const auto* groups = find<QPushButton>("schedule.groups");
    const int line = lessons->height();
    QCOMPARE(lessons->text(), QString("Lessons"));
    for (const char* kind : {"Interleaved", "ZB-H1"}) {
        pick("schedule.kind", QLatin1String(kind));
        testing::keep(testing::draw(*m_view, QSize(1240, 860)),
                      QStringLiteral("schedule-row-%1").arg(QLatin1String(kind)));
        QCOMPARE(controls->height(), line);
        QVERIFY(controls->rect().contains(lessons->geometry()));
        QCOMPARE(lessons->accessibleName(), QString("Lessons"));
        QCOMPARE(groups->accessibleName(), QString("Lane group"));
    }
    pick("schedule.kind", "1F1B");
    testing::draw(*m_view, QSize(1240, 860));
    QCOMPARE(lessons->text(), QString("Lessons"));
}

namespace {

/// Counts what lays out anew.
class Unrest : public QObject {
public:
    Unrest() { qApp->installEventFilter(this); }
    int count = 0;

protected:
    bool eventFilter(QObject*, QEvent* event) override
    {
        count += event->type() == QEvent::LayoutRequest || event->type() == QEvent::Resize;
        return false;
    }
};

/// Larger and smaller before: what it was must not decide what it is.
void settle(QWidget& view, const QSize& size)
{
    testing::draw(view, QSize(400, 300));
    testing::draw(view, QSize(1300, 900));
    for (int i = 0; i < 3; ++i)
        testing::draw(view, size);
}

} // namespace

void ScheduleViewTest::every_size_shows_lanes_data()
{
    QTest::addColumn<QSize>("size");
    QTest::addColumn<int>("most_lines");
    QTest::addColumn<bool>("lesson");
    // What the view has in windows of these sizes.
    const std::vector<std::tuple<const char*, QSize, int>> sizes{
        {"1600x1000", QSize(1238, 848), 1}, {"1440x900", QSize(1078, 748), 1}, {"1366x768", QSize(1004, 616), 1},
        {"1280x800", QSize(918, 648), 1},   {"1024x700", QSize(662, 552), 1},  {"800x500", QSize(438, 348), 2}};
    for (const auto& [name, size, lines] : sizes) {
        QTest::addRow("%s", name) << size << lines << false;
        QTest::addRow("%s, lesson", name) << size << lines << true;
    }
}

/// The first group's lanes are on the screen at once, high enough for strip and peak; the fields take a line, or two
/// where the window is very narrow; the table does not scroll across; nothing is cut; and all of it comes to rest.
void ScheduleViewTest::every_size_shows_lanes()
{
    QFETCH(QSize, size);
    QFETCH(int, most_lines);
    QFETCH(bool, lesson);
    if (lesson) {
        find<QPushButton>("schedule.lessons")->click();
        find<LessonPanel>("schedule.lesson")->go(5, 0);
    }
    settle(*m_view, size);
    testing::keep(testing::draw(*m_view, size),
                  QStringLiteral("schedule-in-") + QString::fromLatin1(QTest::currentDataTag()).replace(", ", "-"));
    {
        Unrest unrest;
        for (int i = 0; i < 5; ++i)
            QApplication::processEvents();
        QCOMPARE(unrest.count, 0);
    }
    const auto seen = [&](const QWidget* widget, const QRectF& part) {
        return m_view->rect().contains(
            QRect(widget->mapTo(m_view.get(), part.topLeft().toPoint()), part.size().toSize()));
    };
    const LaneLayout places = canvas()->places();
    for (const LanePlace& lane : places.groups[0].lanes) {
        QVERIFY2(lane.lane.height() >= 16 && lane.strip.height() >= 9, qPrintable(QString::number(lane.lane.height())));
        QVERIFY(lane.lane.bottom() <= places.viewport.bottom());
        QVERIFY2(seen(canvas(), lane.lane.united(lane.strip)), qPrintable(QString::number(lane.stage)));
    }
    const auto* controls = find<QWidget>("schedule.controls");
    const int line = find<QPushButton>("schedule.lessons")->height();
    QVERIFY2(controls->height() <= most_lines * line + (most_lines - 1) * 6,
             qPrintable(QString::number(controls->height())));
    for (QWidget* field : controls->findChildren<QWidget*>()) {
        if (!field->isVisible() ||
            (field->parentWidget() != controls && field->parentWidget()->parentWidget() != controls))
            continue;
        QVERIFY2(controls->rect().contains(QRect(field->mapTo(controls, QPoint(0, 0)), field->size())),
                 qPrintable(field->objectName()));
        if (qobject_cast<QAbstractButton*>(field) || qobject_cast<QLabel*>(field))
            QVERIFY2(field->width() >= field->sizeHint().width(), qPrintable(field->objectName()));
    }
    for (const QLabel* label : m_view->findChildren<QLabel*>())
        if (label->isVisible() && label->wordWrap() && !find<LessonPanel>("schedule.lesson")->isAncestorOf(label))
            QVERIFY2(label->height() >= label->heightForWidth(label->width()), qPrintable(label->text()));
    // In a window that is not very low the page does not scroll.
    const auto* page = m_view->findChild<QScrollArea*>(QString(), Qt::FindDirectChildrenOnly);
    if (lesson || size.height() > 400)
        QCOMPARE(page->verticalScrollBar()->maximum(), 0);
    QVERIFY(page->widget()->width() <= page->viewport()->width());
    if (lesson) {
        const auto* next = find<QPushButton>("schedule.lesson.next");
        QVERIFY(seen(next, next->rect()));
    }
    if (auto* other = find<SegmentedSwitch>("schedule.switch"); other->isVisible()) {
        for (auto* button : other->findChildren<QAbstractButton*>())
            if (button->objectName() == "segment_table")
                QTest::mouseClick(button, Qt::LeftButton);
        settle(*m_view, size);
        testing::keep(testing::draw(*m_view, size),
                      QStringLiteral("schedule-table-in-") +
                          QString::fromLatin1(QTest::currentDataTag()).replace(", ", "-"));
        QVERIFY(!canvas()->isVisible());
    }
    const auto* table = find<TableView>("schedule.table");
    QVERIFY(table->isVisible());
    if (canvas()->isVisible()) // beside lanes it takes no more than it needs
        QCOMPARE(table->parentWidget()->height(), table->parentWidget()->minimumSizeHint().height());
    QVERIFY(table->mapTo(m_view.get(), QPoint(table->width(), 0)).x() <= m_view->width());
    QCOMPARE(table->horizontalScrollBar()->maximum(), 0);
    if (size.width() > 500 && !lesson)
        for (const char* column : {"schedule", "closed", "simulated", "bubble"})
            QVERIFY2(table->isColumnShown(column), column);
}

void ScheduleViewTest::small_windows_are_played_with_data()
{
    QTest::addColumn<QSize>("size");
    QTest::addColumn<bool>("lesson");
    QTest::newRow("1024x700") << QSize(662, 552) << false;
    QTest::newRow("1024x700, lesson") << QSize(662, 552) << true;
    QTest::newRow("800x500") << QSize(438, 348) << false;
    QTest::newRow("800x500, lesson") << QSize(438, 348) << true;
}

/// Pointer, wheel, drag and playback do in a small window what they do in a large one, and move nothing around them.
void ScheduleViewTest::small_windows_are_played_with()
{
    QFETCH(QSize, size);
    QFETCH(bool, lesson);
    if (lesson) {
        find<QPushButton>("schedule.lessons")->click();
        find<LessonPanel>("schedule.lesson")->go(4, 0); // 1F1B, p 4, m 8
    }
    settle(*m_view, size);
    const QRect controls = find<QWidget>("schedule.controls")->geometry();
    const QString name = QString::fromLatin1(QTest::currentDataTag()).replace(", ", "-");
    // over the gap of stage 0 from 4 to 10
    move_to(at(0, 0, 7));
    QVERIFY(canvas()->focused().idle);
    testing::keep(testing::draw(*m_view, size), QStringLiteral("schedule-hover-in-") + name);
    // Δt from 4 to 10 along the axis
    const LaneLayout before = canvas()->places();
    const double y = before.axis.center().y();
    QTest::mousePress(canvas(), Qt::LeftButton, {}, QPointF(before.x(4), y).toPoint());
    move_to(QPointF(before.x(10), y), Qt::LeftButton);
    QTest::mouseRelease(canvas(), Qt::LeftButton, {}, QPointF(before.x(10), y).toPoint());
    QVERIFY(canvas()->measured());
    testing::keep(testing::draw(*m_view, size), QStringLiteral("schedule-measure-in-") + name);
    // the wheel zooms at the pointer
    const QPointF where = at(0, 0, 10);
    QWheelEvent wheel(where, canvas()->mapToGlobal(where), {}, QPoint(0, 240), Qt::NoButton, Qt::NoModifier,
                      Qt::NoScrollPhase, false);
    QApplication::sendEvent(canvas(), &wheel);
    const LaneLayout zoomed = canvas()->places();
    QVERIFY(zoomed.window.end - zoomed.window.begin < 33);
    QVERIFY(std::abs(zoomed.x(10) - where.x()) < 1);
    testing::keep(testing::draw(*m_view, size), QStringLiteral("schedule-zoom-in-") + name);
    QTest::keyClick(canvas(), Qt::Key_F);
    // playing moves time and nothing else
    const double start = m_view->scene().time;
    QTest::mouseClick(find<QToolButton>("schedule.play"), Qt::LeftButton);
    QTRY_VERIFY(m_view->scene().time > start + 1);
    QTest::mouseClick(find<QToolButton>("schedule.play"), Qt::LeftButton);
    const QRect now = find<QWidget>("schedule.controls")->geometry();
    QCOMPARE(now.topLeft(), controls.topLeft());
    QCOMPARE(now.height(), controls.height());
    testing::keep(testing::draw(*m_view, size), QStringLiteral("schedule-played-in-") + name);
}

void ScheduleViewTest::lessons_stay_within_the_page_data()
{
    QTest::addColumn<QSize>("size");
    QTest::newRow("1024x700") << QSize(662, 552);
    QTest::newRow("800x500") << QSize(438, 348);
    QTest::newRow("even narrower") << QSize(432, 348);
}

/// Whatever a step says and shows: where its narration makes the page scroll, the bar takes its room from all of it.
void ScheduleViewTest::lessons_stay_within_the_page()
{
    QFETCH(QSize, size);
    settle(*m_view, size);
    find<QPushButton>("schedule.lessons")->click();
    auto* panel = find<LessonPanel>("schedule.lesson");
    const auto* page = m_view->findChild<QScrollArea*>(QString(), Qt::FindDirectChildrenOnly);
    const auto* button = find<QPushButton>("schedule.lessons");
    for (std::size_t lesson = 0; lesson < panel->lessons().size(); ++lesson)
        for (std::size_t step = 0; step < panel->lessons()[lesson].steps.size(); ++step) {
            panel->go(lesson, step);
            settle(*m_view, size);
            const QString where = QStringLiteral("%1.%2").arg(lesson + 1).arg(step + 1);
            QVERIFY2(page->widget()->width() <= page->viewport()->width(), qPrintable(where));
            QVERIFY2(button->mapTo(page->viewport(), QPoint(button->width(), 0)).x() <= page->viewport()->width(),
                     qPrintable(where));
            const auto* next = find<QPushButton>("schedule.lesson.next");
            QVERIFY2(
                page->viewport()->rect().contains(QRect(next->mapTo(page->viewport(), QPoint(0, 0)), next->size())),
                qPrintable(where));
            const LaneLayout places = canvas()->places();
            const auto& lanes = places.groups[0].lanes;
            const bool whole = lanes.back().lane.bottom() <= places.viewport.bottom();
            // Eight devices are too many for so low a window: then they scroll.
            QVERIFY2(whole || (lanes.size() > 4 && canvas()->findChild<QScrollBar*>()->isVisible()), qPrintable(where));
        }
}

/// What has left the row for the menu is the same field, and comes back.
void ScheduleViewTest::folded_fields_work_in_the_menu()
{
    auto* menu = find<QMenu>("schedule.more.menu");
    auto* bound = find<QCheckBox>("schedule.two_iterations"); // what leaves first
    QVERIFY(!menu->isAncestorOf(bound));
    settle(*m_view, QSize(668, 552));
    QVERIFY(menu->isAncestorOf(bound));
    QTest::mouseClick(find<QToolButton>("schedule.more"), Qt::LeftButton);
    QVERIFY(menu->isVisible());
    testing::keep(menu->grab().toImage(), QStringLiteral("schedule-more-menu"));
    QVERIFY(bound->isVisible());
    QVERIFY(menu->rect().contains(QRect(bound->mapTo(menu, QPoint(0, 0)), bound->size())));
    bound->click();
    QVERIFY(m_view->scene().two_iterations);
    menu->close();
    settle(*m_view, QSize(1240, 860));
    QVERIFY(!menu->isAncestorOf(bound));
    QVERIFY(bound->isVisible());
    // and Tab goes through the row as it stands
    QWidget* next = find<QCheckBox>("schedule.critical_path");
    do
        next = next->nextInFocusChain();
    while (!next->isVisible() || !(next->focusPolicy() & Qt::TabFocus) || next->focusProxy());
    QCOMPARE(next->objectName(), QString("schedule.bound"));
}

/// As in the window: the view is made before it has its size, and seen when its tab is chosen.
void ScheduleViewTest::the_table_is_no_higher_than_its_rows_when_first_seen()
{
    QStackedWidget stack;
    auto* view = new ScheduleView(*m_workspace);
    stack.addWidget(new QWidget);
    stack.addWidget(view);
    testing::draw(stack, QSize(918, 648));
    view->refresh();
    stack.setCurrentWidget(view);
    for (int i = 0; i < 3; ++i)
        testing::draw(stack, QSize(918, 648));
    const auto* table = view->findChild<TableView*>(QStringLiteral("schedule.table"));
    const int rows = table->table()->rowCount() * table->rowHeight(0);
    QVERIFY(table->parentWidget()->height() < rows + 90);
}

void ScheduleViewTest::refuses_times_data()
{
    QTest::addColumn<QString>("field");
    QTest::addColumn<double>("value");
    QTest::addColumn<QString>("message");
    QTest::newRow("zero") << "schedule.forward" << 0.0 << "forward is 0; a time must be above 0 and at most 1e9 units";
    QTest::newRow("negative") << "schedule.backward" << -2.0
                              << "backward is -2; a time must be above 0 and at most 1e9 units";
    QTest::newRow("too long") << "schedule.forward" << 2e9
                              << "forward is 2e+09; a time must be above 0 and at most 1e9 units";
}

void ScheduleViewTest::refuses_times()
{
    QFETCH(QString, field);
    QFETCH(double, value);
    QFETCH(QString, message);
    const auto before = m_view->chart().groups[0].drawn;
    const double was = find<QDoubleSpinBox>(field.toUtf8().constData())->value();
    type(field.toUtf8().constData(), value);
    auto* bar = find<MessageBar>("schedule.message");
    QVERIFY(bar->isVisibleTo(m_view.get()));
    QVERIFY2(bar->text().contains(message), qPrintable(bar->text()));
    // what was there stays, and is marked stale
    QCOMPARE(m_view->chart().groups[0].drawn, before);
    QVERIFY(m_view->chart().groups[0].stale);
    type(field.toUtf8().constData(), was);
    QVERIFY(!bar->isVisibleTo(m_view.get()));
    QVERIFY(!m_view->chart().groups[0].stale);
}

void ScheduleViewTest::too_many_commands()
{
    find<QSpinBox>("schedule.stages")->setValue(512);
    find<QSpinBox>("schedule.microbatches")->setValue(10000);
    QVERIFY(find<MessageBar>("schedule.message")
                ->text()
                .contains(QString::fromUtf8("at most 4\u2009000\u2009000 are simulated")));
    QVERIFY(!m_view->busy());
}

void ScheduleViewTest::large_schedules_are_simulated_beside()
{
    find<QSpinBox>("schedule.microbatches")->setValue(10000); // 80 000 commands
    QVERIFY(m_view->busy());
    QVERIFY(m_view->chart().groups[0].stale);
    QVERIFY(m_view->chart().groups[0].message.startsWith("Simulating 80"));
    QTRY_VERIFY(!m_view->busy());
    QVERIFY(!m_view->chart().groups[0].stale);
    QCOMPARE(m_view->chart().groups[0].end(), 10003 * 3.0);
    // another change while one is under way: only the newest lands
    find<QSpinBox>("schedule.microbatches")->setValue(9000);
    find<QSpinBox>("schedule.microbatches")->setValue(8000);
    QTRY_VERIFY(!m_view->busy());
    QCOMPARE(m_view->chart().groups[0].end(), 8003 * 3.0);
}

void ScheduleViewTest::analytical_only()
{
    Scene scene = m_view->scene();
    scene.groups = {{"", Kind::interleaved, 4, 10, 2}};
    scene.selected = 0;
    m_view->setScene(scene);
    QVERIFY(find<AnswerLine>("schedule.answer")->headline().contains("analytical only"));
    QVERIFY(find<QPushButton>("schedule.nearest.8"));
    find<QPushButton>("schedule.nearest.12")->click();
    QCOMPARE(m_view->scene().groups[0].microbatches, std::int64_t{12});
    QVERIFY(m_view->chart().groups[0].simulation());
    QCOMPARE(find<QSpinBox>("schedule.microbatches")->value(), 12);
}

void ScheduleViewTest::steps_and_plays()
{
    auto* step = find<QToolButton>("schedule.step");
    auto* back = find<QToolButton>("schedule.step_back");
    step->click();
    QCOMPARE(m_view->scene().time, 11.0);
    back->click();
    back->click();
    QCOMPARE(m_view->scene().time, 9.0);
    QTest::keyClick(canvas(), Qt::Key_Period);
    QCOMPARE(m_view->scene().time, 10.0);
    QTest::keyClick(canvas(), Qt::Key_Comma);
    QCOMPARE(m_view->scene().time, 9.0);
    auto* play = find<QToolButton>("schedule.play");
    play->click();
    QCOMPARE(play->accessibleName(), QString("Pause (Space)"));
    QTRY_VERIFY(m_view->scene().time > 9.0);
    QTest::keyClick(canvas(), Qt::Key_Space);
    QCOMPARE(play->accessibleName(), QString("Play (Space)"));
    const double stopped = m_view->scene().time;
    QTest::qWait(80);
    QCOMPARE(m_view->scene().time, stopped);
}

void ScheduleViewTest::groups()
{
    auto* menu = find<QMenu>("schedule.groups.menu");
    Q_EMIT menu->aboutToShow();
    const auto trigger = [&](const QString& text) {
        for (QAction* action : menu->actions())
            if (action->text() == text)
                return action->trigger();
        QFAIL(qPrintable(text));
    };
    trigger("ZB-H2");
    QCOMPARE(m_view->chart().groups.size(), std::size_t{3});
    QCOMPARE(m_view->chart().selected, std::size_t{2});
    QCOMPARE(find<QComboBox>("schedule.kind")->currentText(), QString("ZB-H2"));
    // a click on another group makes the fields its own
    const LaneLayout layout = canvas()->places();
    QTest::mouseClick(canvas(), Qt::LeftButton, {}, layout.groups[1].title.center().toPoint());
    QCOMPARE(m_view->chart().selected, std::size_t{1});
    QCOMPARE(find<QComboBox>("schedule.kind")->currentText(), QString("Interleaved"));
    Q_EMIT menu->aboutToShow();
    trigger("Remove the selected group");
    QCOMPARE(m_view->chart().groups.size(), std::size_t{2});
    QCOMPARE(m_view->chart().groups[1].title, QString("ZB-H2, p 4, m 8"));
}

void ScheduleViewTest::strategies()
{
    auto* menu = find<QMenu>("schedule.groups.menu");
    Q_EMIT menu->aboutToShow();
    for (QAction* action : menu->actions())
        if (action->text() == QString("Strategy GPT-175B seqsel"))
            action->trigger();
    QCOMPARE(m_view->chart().groups.size(), std::size_t{3});
    const LaneGroup& group = m_view->chart().groups[2];
    QCOMPARE(group.letter, QString("B"));
    QVERIFY(group.title.startsWith("GPT-175B seqsel: Interleaved 1F1B, p 8, m 64, v 3 (1 unit is "));
    // beside units, its forward is F units long: (64·3 + 7) chunks
    const ChunkTimes times = queue_times(group.drawn->schedule.plan);
    QVERIFY(std::abs(group.end() - 199 * (times.forward + times.backward) /
                                       (3 * group.drawn->schedule.plan.times.forward)) < 1e-6 * group.end());
    QVERIFY(!find<QSpinBox>("schedule.microbatches")->isEnabled());
    QCOMPARE(find<QSpinBox>("schedule.microbatches")->value(), 64);

    Scene scene = m_view->scene();
    scene.groups = {{"s1", std::nullopt, 1, 1, 1}, {"s2", std::nullopt, 1, 1, 1}};
    scene.selected = 0;
    m_view->setScene(scene);
    QCOMPARE(m_view->chart().axis_title, QString("Time (s)"));
    QVERIFY(find<AnswerLine>("schedule.answer")->headline().startsWith("A loses "));
    // Of what does not fit (54.07 GiB, as recorded, on 50) no order ends sooner.
    m_workspace->edit("less memory", [](Session& session) { session.find("s2")->system.mem1.capacity_gib = 50; });
    m_view->refresh();
    const QString unfit = find<AnswerLine>("schedule.answer")->headline();
    QVERIFY2(unfit.startsWith("Does not fit by 4.1 GiB: B cannot run; A takes 18.0") && !unfit.contains("sooner"),
             qPrintable(unfit));
    QCOMPARE(m_view->chart().groups[0].unfit, QString());
    QCOMPARE(m_view->chart().groups[1].unfit, QString("does not fit by 4.1 GiB"));
    QCOMPARE(comparison_rows(m_view->chart())[1].cells[0].note, QString("does not fit by 4.1 GiB"));
    m_workspace->undoStack().undo();
    m_view->refresh();
    QVERIFY(find<AnswerLine>("schedule.answer")->headline().startsWith("A loses "));
    // another order of the same stages
    pick("schedule.kind", "ZB-H1");
    QCOMPARE(m_view->chart().groups[0].request().kind, Kind::zero_bubble_h1);
    QCOMPARE(m_view->chart().groups[0].request().stages, std::int64_t{8});
}

void ScheduleViewTest::removed_strategies_leave()
{
    Scene scene = m_view->scene();
    scene.groups.push_back({"s2", std::nullopt, 1, 1, 1});
    m_view->setScene(scene);
    m_workspace->edit("Remove", [](Session& session) {
        session.strategies.pop_back();
        session.selected = session.baseline = session.strategies.front().id;
    });
    m_view->refresh();
    QCOMPARE(m_view->chart().groups.size(), std::size_t{2});
}

void ScheduleViewTest::session_keeps_the_scene()
{
    pick("schedule.kind", "GPipe");
    type("schedule.cap", 6);
    find<QToolButton>("schedule.step")->click();
    const Scene kept = m_view->scene();
    ScheduleView other(*m_workspace);
    other.refresh();
    QVERIFY(other.scene() == kept);
}

void ScheduleViewTest::broken_state_is_said()
{
    m_workspace->setViewState("schedule", Json{{"groups", Json::array()}});
    ScheduleView other(*m_workspace);
    other.refresh();
    QVERIFY(other.scene() == starting_scene());
    QVERIFY(other.findChild<MessageBar*>("schedule.message")->text().contains("groups"));
}

void ScheduleViewTest::exports()
{
    QCOMPARE(m_view->exportActions().size(), 5);
    QTemporaryDir folder;
    const QString trace = folder.filePath("s.json");
    QVERIFY(m_view->exportTo(trace).has_value());
    QFile file(trace);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(QJsonDocument::fromJson(file.readAll())["executable"], QJsonValue(false));
    for (const char* name : {"s.png", "s.svg", "s.pdf", "s.csv"}) {
        QVERIFY(m_view->exportTo(folder.filePath(name)).has_value());
        QVERIFY(QFile(folder.filePath(name)).size() > 500);
    }
    QFile commands(folder.filePath("s.csv"));
    QVERIFY(commands.open(QIODevice::ReadOnly));
    QCOMPARE(commands.readAll().count('\n'), 1 + 64 + 128);
    QVERIFY(!m_view->exportTo(folder.filePath("s.bmp")).has_value());
    QVERIFY(!m_view->exportTo("/nowhere/s.json").has_value());
}

void ScheduleViewTest::command_line()
{
    QCOMPARE(m_view->commandLine(),
             QString("blueprinting schedule --kind 1f1b --stages 4 --microbatches 8 --forward 1 --backward 2"));
}

void ScheduleViewTest::lessons()
{
    const Scene mine = m_view->scene();
    auto* panel = find<LessonPanel>("schedule.lesson");
    QCOMPARE(panel->lessons().size(), std::size_t{13});
    auto* open = find<QPushButton>("schedule.lessons");
    open->click();
    QVERIFY(panel->isVisibleTo(m_view.get()));
    // each step sets what it says
    for (std::size_t lesson = 0; lesson < panel->lessons().size(); ++lesson)
        for (std::size_t step = 0; step < panel->lessons()[lesson].steps.size(); ++step) {
            panel->go(lesson, step);
            QVERIFY(m_view->scene() == panel->lessons()[lesson].steps[step].scene);
            QCOMPARE(m_view->chart().groups.size(), m_view->scene().groups.size());
            for (const LaneGroup& group : m_view->chart().groups)
                QVERIFY(group.simulation() && !group.stale);
        }

    // a number: the bubble of the second step is 9
    panel->go(0, 1);
    auto* verdict = find<QLabel>("schedule.lesson.verdict");
    auto* check = find<QPushButton>("schedule.lesson.check");
    check->click();
    QVERIFY(verdict->text().startsWith("Type a number"));
    find<QLineEdit>("schedule.lesson.number")->setText("12");
    check->click();
    QVERIFY(verdict->text().startsWith("Not quite. "));
    find<QLineEdit>("schedule.lesson.number")->setText("9 units");
    check->click();
    QVERIFY(verdict->text().startsWith("Yes: 9 units"));
    find<QPushButton>("schedule.lesson.next")->click();
    QCOMPARE(panel->step(), std::size_t{2});
    QVERIFY(verdict->text().isEmpty());
    find<QPushButton>("schedule.lesson.back")->click();
    QCOMPARE(panel->step(), std::size_t{1});

    // a choice: neither of GPipe and 1F1B ends sooner
    panel->go(2, 0);
    check->click();
    QVERIFY(verdict->text().startsWith("Pick one"));
    find<QRadioButton>("schedule.lesson.choice0")->click();
    check->click();
    QVERIFY(verdict->text().startsWith("Not quite. "));
    find<QRadioButton>("schedule.lesson.choice2")->click();
    check->click();
    QVERIFY(verdict->text().startsWith("Yes: both take 33 units"));

    // the last step of a lesson leads to the next lesson
    panel->go(0, 3);
    find<QPushButton>("schedule.lesson.next")->click();
    QCOMPARE(panel->lesson(), std::size_t{1});
    // closing gives back what was there
    find<QToolButton>("schedule.lesson.close")->click();
    QVERIFY(!panel->isVisibleTo(m_view.get()));
    QVERIFY(!open->isChecked());
    QVERIFY(m_view->scene() == mine);
}

void ScheduleViewTest::lesson_titles_and_forms_are_whole()
{
    find<QPushButton>("schedule.lessons")->click();
    auto* panel = find<LessonPanel>("schedule.lesson");
    panel->go(1, 1); // its text is about the closed form in the table
    testing::draw(*m_view, QSize(1240, 860));
    auto* choice = find<QComboBox>("schedule.lesson.list");
    QStyleOptionComboBox option;
    option.initFrom(choice);
    const QRect room =
        choice->style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, choice);
    QCOMPARE(choice->count(), 13);
    for (int i = 0; i < choice->count(); ++i)
        QVERIFY2(choice->fontMetrics().horizontalAdvance(choice->itemText(i)) <= room.width(),
                 qPrintable(choice->itemText(i)));
    auto* table = find<TableView>("schedule.table");
    QTRY_VERIFY(table->columnWidth(1) >=
                table->fontMetrics().horizontalAdvance(QString::fromUtf8("(m + p − 1)·(F + B)")));
}

void ScheduleViewTest::lessons_have_room_in_small_windows()
{
    testing::draw(*m_view, QSize(668, 552));
    auto* kind = find<QComboBox>("schedule.kind");
    QVERIFY(kind->isVisibleTo(m_view.get()));
    find<QPushButton>("schedule.lessons")->click();
    auto* panel = find<LessonPanel>("schedule.lesson");
    panel->go(5, 2); // asks for the peak beside the strip of stage 0 in the lower group
    testing::draw(*m_view, QSize(668, 552));
    const LaneLayout layout = canvas()->places();
    const LanePlace& asked = layout.groups[1].lanes[0];
    QVERIFY(asked.strip.height() >= 10);
    QVERIFY(asked.lane.bottom() <= layout.viewport.bottom());
    // what the lesson sets has made way for it; what it needs has not
    QVERIFY(!kind->isVisibleTo(m_view.get()));
    QVERIFY(find<QToolButton>("schedule.step")->isVisibleTo(m_view.get()));
    // a task needs what is asked for: it stays
    panel->go(11, 1);
    testing::draw(*m_view, QSize(668, 552));
    QVERIFY(kind->isVisibleTo(m_view.get()));
    find<QToolButton>("schedule.lesson.close")->click();
    QVERIFY(kind->isVisibleTo(m_view.get()));
}

void ScheduleViewTest::fields_show_every_digit()
{
    for (const int count : {8, 512, 10000}) {
        auto* spin = find<QSpinBox>("schedule.microbatches");
        spin->setValue(count);
        QTRY_VERIFY(!m_view->busy());
        testing::draw(*m_view, QSize(1240, 860));
        QVERIFY(spin->findChild<QLineEdit*>()->width() > spin->fontMetrics().horizontalAdvance(QString::number(count)));
    }
    find<QPushButton>("schedule.settings.toggle")->click();
    auto* forward = find<QDoubleSpinBox>("schedule.forward");
    forward->setValue(123.4567);
    testing::draw(*m_view, QSize(1240, 860));
    QVERIFY(forward->findChild<QLineEdit*>()->width() >
            forward->fontMetrics().horizontalAdvance(QStringLiteral("123.4567")));
}

void ScheduleViewTest::many_groups_come_to_rest()
{
    Scene scene = m_view->scene();
    scene.groups.clear();
    for (std::int64_t m = 1; m <= 20; ++m)
        scene.groups.push_back({"", Kind::one_forward_one_backward, 4, m, 1});
    scene.groups.push_back({"", Kind::gpipe, 8, 2000, 1}); // 32 000 commands, beside
    m_view->setScene(scene);
    QTRY_VERIFY(!m_view->busy());
    QTest::qWait(50);
    QVERIFY(!m_view->busy());
    QCOMPARE(m_view->chart().groups.size(), std::size_t{21});
    for (const LaneGroup& group : m_view->chart().groups)
        QVERIFY(group.simulation() && !group.stale);
}

void ScheduleViewTest::more_stages_than_lanes()
{
    find<QSpinBox>("schedule.stages")->setValue(1025);
    QVERIFY(find<MessageBar>("schedule.message")
                ->text()
                .contains(QString::fromUtf8("stages is 1025; at most 1024 lanes are drawn")));
    QVERIFY(m_view->chart().groups[0].stale);
    find<QSpinBox>("schedule.stages")->setValue(1024);
    QTRY_VERIFY(!m_view->busy());
    QVERIFY(!find<MessageBar>("schedule.message")->isVisibleTo(m_view.get()));
    QCOMPARE(m_view->chart().groups[0].end(), (8 + 1023) * 3.0);
}

void ScheduleViewTest::exports_beside()
{
    QTemporaryDir folder;
    const QString trace = folder.filePath("s.json");
    const QString commands = folder.filePath("s.csv");
    const auto ignore = [](const Result<Done>&) {};
    m_view->startExport(trace, std::nullopt, ignore);
    m_view->startExport(commands, std::nullopt, ignore);
    QTRY_VERIFY(QFile::exists(trace) && QFile::exists(commands));
    QFile file(commands);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll().count('\n'), 1 + 64 + 128);
    QStringList refused;
    m_view->startExport("/nowhere/s.json", std::nullopt, [&](const Result<Done>& done) {
        refused << QString::fromStdString(to_line(done.diagnostics().front()));
    });
    QTRY_COMPARE(refused.size(), 1);
    QVERIFY2(refused.front().contains("/nowhere/s.json"), qPrintable(refused.front()));
    // What another wrote meanwhile is not lost to it.
    QVERIFY(file.reset() && !file.readAll().isEmpty());
    m_view->startExport(commands, Digest(), [&](const Result<Done>& done) {
        refused << QString::fromStdString(done.diagnostics().front().code);
    });
    QTRY_COMPARE(refused.size(), 2);
    QCOMPARE(refused.back(), QString("file.changed"));
}

void ScheduleViewTest::names_for_everything()
{
    for (QWidget* widget : m_view->findChildren<QWidget*>()) {
        if (widget->focusPolicy() == Qt::NoFocus || !widget->isVisibleTo(m_view.get()) ||
            widget->objectName().startsWith("qt_"))
            continue;
        const auto* button = qobject_cast<QAbstractButton*>(widget);
        QVERIFY2(!widget->accessibleName().isEmpty() || (button && !button->text().isEmpty()),
                 qPrintable(widget->objectName() + widget->metaObject()->className()));
    }
}

BLUEPRINTING_UI_TEST(ScheduleViewTest)
#include "view_test.moc"
