#include "tests/support/test_main.h"
#include "tests/ui/schedule/view_driver.h"
#include "ui/schedule/lesson_panel.h"
#include "ui/widgets/controls/segmented_switch.h"
#include "ui/widgets/tables/table_view.h"

#include <QAbstractButton>
#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QStackedWidget>
#include <QToolButton>
#include <QWheelEvent>

using namespace blueprinting;
using namespace blueprinting::ui;
using namespace blueprinting::schedule;

/// Windows of every size: the lanes are seen, nothing is cut, and all of it comes to rest.
class ScheduleSizesTest : public testing::ViewDriver {
    Q_OBJECT
private slots:
    void init() { open(); }
    void cleanup() { close(); }
    void the_fields_stand_in_one_line();
    void every_size_shows_lanes_data();
    void every_size_shows_lanes();
    void small_windows_are_played_with_data();
    void small_windows_are_played_with();
    void lessons_stay_within_the_page_data();
    void lessons_stay_within_the_page();
    void folded_fields_work_in_the_menu();
    void the_table_is_no_higher_than_its_rows_when_first_seen();
    void lessons_have_room_in_small_windows();
    void fields_show_every_digit();
    void many_groups_come_to_rest();
};

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

/// As wide as in a window of 1600: where v or W joins the row, the buttons at its end give up their words, not their
/// place.
void ScheduleSizesTest::the_fields_stand_in_one_line()
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

void ScheduleSizesTest::every_size_shows_lanes_data()
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
void ScheduleSizesTest::every_size_shows_lanes()
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

void ScheduleSizesTest::small_windows_are_played_with_data()
{
    QTest::addColumn<QSize>("size");
    QTest::addColumn<bool>("lesson");
    QTest::newRow("1024x700") << QSize(662, 552) << false;
    QTest::newRow("1024x700, lesson") << QSize(662, 552) << true;
    QTest::newRow("800x500") << QSize(438, 348) << false;
    QTest::newRow("800x500, lesson") << QSize(438, 348) << true;
}

/// Pointer, wheel, drag and playback do in a small window what they do in a large one, and move nothing around them.
void ScheduleSizesTest::small_windows_are_played_with()
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

void ScheduleSizesTest::lessons_stay_within_the_page_data()
{
    QTest::addColumn<QSize>("size");
    QTest::newRow("1024x700") << QSize(662, 552);
    QTest::newRow("800x500") << QSize(438, 348);
    QTest::newRow("even narrower") << QSize(432, 348);
}

/// Whatever a step says and shows: where its narration makes the page scroll, the bar takes its room from all of it.
void ScheduleSizesTest::lessons_stay_within_the_page()
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
void ScheduleSizesTest::folded_fields_work_in_the_menu()
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
void ScheduleSizesTest::the_table_is_no_higher_than_its_rows_when_first_seen()
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

void ScheduleSizesTest::lessons_have_room_in_small_windows()
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

void ScheduleSizesTest::fields_show_every_digit()
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

void ScheduleSizesTest::many_groups_come_to_rest()
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

BLUEPRINTING_UI_TEST(ScheduleSizesTest)
#include "sizes_test.moc"
