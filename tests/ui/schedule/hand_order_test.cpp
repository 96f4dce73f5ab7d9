#include "tests/support/test_main.h"
#include "tests/ui/schedule/view_driver.h"
#include "ui/schedule/schedule_words.h"
#include "ui/widgets/controls/answer_line.h"
#include "ui/widgets/controls/message_bar.h"

#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QUndoStack>

#include <cmath>

using namespace blueprinting;
using namespace blueprinting::schedule;
using namespace blueprinting::ui;

/// An order made by hand on its lanes: put aside, placed again, joined and parted, each one step of undo, by pointer
/// and by keys. F 1, B 2 on two devices: device 0 runs F 0–1, 1–2, then waits for B 1 of device 1, which ends at 4.
class ScheduleHandOrderTest : public testing::ViewDriver {
    Q_OBJECT
private slots:
    void init()
    {
        open();
        Scene scene = starting_scene();
        auto made = group_of_order("0F0 0F1 0B0 0B1\n1F0 1B0 1F1 1B1\n", "typed");
        QVERIFY(made.has_value());
        scene.groups = {*made};
        scene.selected = 0;
        scene.cap.reset();
        m_view->setScene(scene);
        testing::draw(*m_view, QSize(1240, 860));
    }
    void cleanup() { close(); }
    void keys();
    void keys_after_the_pointer();
    void pointer();
    void pairs();
    void pairs_by_pointer();
    void what_cannot_run_is_refused();
    void incomplete_orders_are_shown();
    void marks();
    void menu();
    void from_any_kind();

private:
    [[nodiscard]] QString order() const { return QString::fromStdString(m_view->scene().groups[0].order).trimmed(); }
    [[nodiscard]] QString line(int device) const { return order().section('\n', device, device); }
    [[nodiscard]] QUndoStack& stack() const { return m_workspace->undoStack(); }
    [[nodiscard]] QString step() const { return stack().undoText().section('\n', 0, 0); }
    void undo() const
    {
        stack().undo();
        m_view->refresh();
    }
    void key(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) const { QTest::keyClick(canvas(), key, modifiers); }
    void drag(const QPointF& from, const QPointF& to, Qt::KeyboardModifiers modifiers = {}) const
    {
        press(from);
        for (const QPointF& where : {(from + to) / 2, to}) {
            QMouseEvent event(QEvent::MouseMove, where, canvas()->mapToGlobal(where), Qt::NoButton, Qt::LeftButton,
                              modifiers);
            QApplication::sendEvent(canvas(), &event);
        }
        QTest::mouseRelease(canvas(), Qt::LeftButton, modifiers, to.toPoint());
    }
    [[nodiscard]] QPointF in_tray(std::size_t index) const
    {
        return canvas()->places().groups[0].unplaced[index].center();
    }
    [[nodiscard]] QString message() const { return find<MessageBar>("schedule.message")->text(); }
};

void ScheduleHandOrderTest::keys()
{
    canvas()->setFocus();
    key(Qt::Key_Right); // the first of device 0
    key(Qt::Key_Right); // 0F1
    key(Qt::Key_Delete);
    QCOMPARE(line(0), QString("0F0 0B0 0B1 | 0F1"));
    QCOMPARE(stack().count(), 1);
    QCOMPARE(step(), QString("Put a command aside"));
    // the keyboard goes along, into the tray
    QCOMPARE(canvas()->focused().unplaced, 0);
    key(Qt::Key_Return); // where it can run first: the first stage needs nothing
    QCOMPARE(line(0), QString("0F1 0F0 0B0 0B1"));
    QCOMPARE(stack().count(), 2);
    QCOMPARE(step(), QString("Place a command"));
    // and back again, to where it can be moved
    key(Qt::Key_Right, Qt::AltModifier);
    QCOMPARE(line(0), QString("0F0 0F1 0B0 0B1"));
    QCOMPARE(step(), QString("Move a command"));
    for (int steps = 3; steps > 0; --steps)
        undo();
    QCOMPARE(line(0), QString("0F0 0F1 0B0 0B1"));
    QVERIFY(!stack().canUndo());
    stack().redo();
    m_view->refresh();
    QCOMPARE(line(0), QString("0F0 0B0 0B1 | 0F1"));
    // from the last lane down into the tray, along it, and up again
    key(Qt::Key_Escape);
    canvas()->setFocus();
    key(Qt::Key_Down);
    key(Qt::Key_Down);
    key(Qt::Key_Down);
    QCOMPARE(canvas()->focused().unplaced, 0);
    key(Qt::Key_Right);
    QCOMPARE(canvas()->focused().unplaced, 0); // there is one alone
    key(Qt::Key_Up);
    QCOMPARE(canvas()->focused().unplaced, -1);
    QCOMPARE(canvas()->focused().stage, 1);
}

/// A cell that the pointer picked is moved by the same keys.
void ScheduleHandOrderTest::keys_after_the_pointer()
{
    canvas()->setFocus();
    const QString before = line(0);
    const QPointF second = at(0, 0, 1.5); // 0F1, behind the 0F0 of one unit
    move_to(second);
    press(second);
    release(second);
    key(Qt::Key_Left, Qt::AltModifier);
    QVERIFY2(line(0).startsWith("0F1 0F0"), qPrintable(before + " to " + line(0)));
    key(Qt::Key_Delete);
    QVERIFY2(line(0).startsWith("0F0") && line(0).endsWith("| 0F1"), qPrintable(line(0)));
}

void ScheduleHandOrderTest::pointer()
{
    // put one aside by the key, then drag a second into the tray and both out again
    canvas()->setFocus();
    key(Qt::Key_Right);
    key(Qt::Key_Delete);
    QCOMPARE(line(0), QString("0F1 0B0 0B1 | 0F0"));
    drag(at(0, 0, 0.5), in_tray(0) + QPointF(60, 0));
    QCOMPARE(line(0), QString("0B0 0B1 | 0F0 0F1"));
    QCOMPARE(stack().count(), 2);
    QCOMPARE(canvas()->places().groups[0].unplaced.size(), std::size_t{2});
    drag(in_tray(1), at(0, 0, 0.01));
    QCOMPARE(line(0), QString("0F1 0B0 0B1 | 0F0"));
    QCOMPARE(step(), QString("Place a command"));
    // not to another device
    drag(in_tray(0), at(0, 1, 1));
    QVERIFY2(message().contains("forward 1 belongs to device 0"), qPrintable(message()));
    QCOMPARE(stack().count(), 3);
}

void ScheduleHandOrderTest::pairs()
{
    canvas()->setFocus();
    key(Qt::Key_Right);
    key(Qt::Key_Right); // 0F1
    key(Qt::Key_J);
    QCOMPARE(line(0), QString("0F0 (0F1;0B0)OVERLAP_F_B 0B1"));
    QCOMPARE(stack().count(), 1);
    QCOMPARE(step(), QString("Join a pair"));
    QVERIFY(group().drawn->pairs);
    key(Qt::Key_J);
    QCOMPARE(line(0), QString("0F0 0F1 0B0 0B1"));
    QCOMPARE(step(), QString("Part a pair"));
    QCOMPARE(stack().count(), 2);
    undo();
    QCOMPARE(line(0), QString("0F0 (0F1;0B0)OVERLAP_F_B 0B1"));
    undo();
    // two forwards make none
    canvas()->setFocus();
    key(Qt::Key_Escape);
    key(Qt::Key_Home);
    key(Qt::Key_Right);
    while (canvas()->focused().command != 0)
        key(Qt::Key_Left);
    key(Qt::Key_J);
    QVERIFY2(message().contains("make no pair: that is a forward and a whole backward"), qPrintable(message()));
    QCOMPARE(line(0), QString("0F0 0F1 0B0 0B1"));
}

void ScheduleHandOrderTest::pairs_by_pointer()
{
    // device 1: F 0 1–2, B 0 2–4, F 1 4–5, B 1 5–7; its forward 2 onto its backward 1
    drag(at(0, 1, 4.5), at(0, 1, 3), Qt::AltModifier);
    QCOMPARE(line(1), QString("1F0 (1F1;1B0)OVERLAP_F_B 1B1"));
    QCOMPARE(stack().count(), 1);
    testing::keep(testing::draw(*canvas(), canvas()->size()), QStringLiteral("schedule-pair-by-hand"));
}

void ScheduleHandOrderTest::what_cannot_run_is_refused()
{
    auto made = group_of_order("0F0 0F1 | 0B0 0B1\n1F0 1B0 1F1 | 1B1\n", "typed");
    Scene scene = m_view->scene();
    scene.groups = {*made};
    m_view->setScene(scene);
    testing::draw(*m_view, QSize(1240, 860));
    canvas()->setFocus();
    for (int i = 0; i < 3; ++i)
        key(Qt::Key_Down);
    QCOMPARE(canvas()->focused().unplaced, 0);
    key(Qt::Key_Right); // 0B1, which needs 1B1
    const Explanation why = words_of_hit(group(), canvas()->focused());
    QCOMPARE(why.title, std::string("backward 2 of device 0 is not placed"));
    QCOMPARE(why.lines.front(), std::string("needs backward 2 of device 1, which is not placed"));
    key(Qt::Key_Return);
    QCOMPARE(stack().count(), 0);
    QVERIFY2(message().contains("backward 2 of device 0 cannot run yet: it needs backward 2 of device 1"),
             qPrintable(message()));
    key(Qt::Key_Right); // 1B1 can
    QCOMPARE(words_of_hit(group(), canvas()->focused()).lines.front(), std::string("can run now"));
    key(Qt::Key_Return);
    QCOMPARE(line(1), QString("1F0 1B0 1F1 1B1"));
}

/// They run as far as they go; the figures of a whole order are not shown of them.
void ScheduleHandOrderTest::incomplete_orders_are_shown()
{
    auto* typed = find<QPlainTextEdit>("schedule.order");
    typed->setPlainText("0F0 0F1 0B0\n1F0 1B0 1F1 1B1");
    find<QPushButton>("schedule.order.apply")->click();
    QVERIFY(!m_view->busy());
    QVERIFY2(find<AnswerLine>("schedule.answer")->headline().contains("7 of 8 commands placed"),
             qPrintable(find<AnswerLine>("schedule.answer")->headline()));
    QCOMPARE(find<AnswerLine>("schedule.answer")->why(),
             QString("the order is not complete: backward 2 of virtual stage 1 on device 0 is missing."));
    QVERIFY2(group_summaries(group()).front().startsWith("7 of 8 commands placed; they end at 7.0"),
             qPrintable(group_summaries(group()).front()));
    QCOMPARE(canvas()->places().groups[0].unplaced.size(), std::size_t{1});
    // what needs a command that is missing does not run
    typed->setPlainText("0F1 0B1 0B0\n1F0 1B0 1F1 1B1");
    find<QPushButton>("schedule.order.apply")->click();
    QVERIFY(!m_view->busy());
    const Simulation& so_far = group().shown();
    for (CommandId id = 0; id < so_far.graph.size(); ++id)
        QCOMPARE(std::isfinite(so_far.timeline.end[id]), id == 0);
}

/// A green foot line under what can run now, and lanes outlined that can be edited.
void ScheduleHandOrderTest::marks()
{
    auto made = group_of_order("0F0 0F1 | 0B0 0B1\n1F0 1B0 1F1 | 1B1\n", "typed");
    Scene scene = m_view->scene();
    scene.groups = {*made};
    m_view->setScene(scene);
    testing::draw(*m_view, QSize(1240, 860));
    const QImage image = testing::draw(*canvas(), canvas()->size());
    testing::keep(image, QStringLiteral("schedule-tray"));
    const LaneGroupPlace place = canvas()->places().groups[0];
    QCOMPARE(place.unplaced.size(), std::size_t{3});
    const QRgb good = theme_of(canvas()).good.rgb();
    for (std::size_t i = 0; i < 3; ++i)
        QCOMPARE(image.pixel((place.unplaced[i].center() + QPointF(0, place.unplaced[i].height() / 2)).toPoint()) ==
                     good,
                 i == 2);
    QVERIFY(place.tray.top() >= place.lanes.back().lane.bottom());
    for (std::size_t i = 0; i + 1 < 3; ++i)
        QVERIFY(!place.unplaced[i].intersects(place.unplaced[i + 1]));
}

void ScheduleHandOrderTest::menu()
{
    canvas()->setFocus();
    key(Qt::Key_Right);
    key(Qt::Key_Right);
    QTimer::singleShot(0, this, [] {
        auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
        if (!menu)
            return;
        for (QAction* action : menu->actions())
            if (action->objectName() == "schedule.cell.join")
                action->trigger();
        menu->close();
    });
    QContextMenuEvent event(QContextMenuEvent::Keyboard, QPoint(300, 100), canvas()->mapToGlobal(QPoint(300, 100)));
    QApplication::sendEvent(canvas(), &event);
    QCOMPARE(line(0), QString("0F0 (0F1;0B0)OVERLAP_F_B 0B1"));
}

/// Any order that can be written down becomes one's own at a button.
void ScheduleHandOrderTest::from_any_kind()
{
    Scene scene = starting_scene();
    scene.groups = {{"", Kind::one_forward_one_backward, 2, 2, 1}};
    scene.selected = 0;
    m_view->setScene(scene);
    testing::draw(*m_view, QSize(1240, 860));
    auto* by_cells = find<QPushButton>("schedule.order.cells");
    QVERIFY(by_cells->isEnabled());
    by_cells->click();
    QCOMPARE(order(), QString("0F0 0F1 0B0 0B1\n1F0 1B0 1F1 1B1"));
    QVERIFY(group().editable());
    QVERIFY(!by_cells->isEnabled());
    QCOMPARE(stack().count(), 1);
}

BLUEPRINTING_UI_TEST(ScheduleHandOrderTest)
#include "hand_order_test.moc"
