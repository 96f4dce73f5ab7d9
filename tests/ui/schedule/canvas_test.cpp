#include "core/schedule/explain.h"
#include "tests/support/test_main.h"
#include "tests/ui/schedule/view_driver.h"

#include <QCheckBox>
#include <QWheelEvent>

using namespace blueprinting;
using namespace blueprinting::ui;
using namespace blueprinting::schedule;

/// Pointer and keys on the lanes.
class LaneCanvasTest : public testing::ViewDriver {
    Q_OBJECT
private slots:
    void init() { open(); }
    void cleanup() { close(); }
    void hover_says_why();
    void zooms_at_the_pointer();
    void drags();
    void measures();
    void keys();
    void critical_path();
    void stage_is_picked_everywhere();
    void narrow_cells_have_their_colours();
};

void LaneCanvasTest::hover_says_why()
{
    move_to(at(0, 0, 6));
    QVERIFY(canvas()->focused().idle);
    QCOMPARE(canvas()->focused().idle->end, 10.0);
    move_to(at(0, 1, 8.5));
    QCOMPARE(canvas()->focused().stage, 1);
    const Simulation& simulation = m_view->chart().groups[0].shown();
    QCOMPARE(QString::fromStdString(describe(simulation.graph, canvas()->focused().command)),
             QString("backward 1 of device 1"));
    QEvent leave(QEvent::Leave);
    QApplication::sendEvent(canvas(), &leave);
    QCOMPARE(canvas()->focused().group, -1);
}

void LaneCanvasTest::zooms_at_the_pointer()
{
    const QPointF where = at(0, 0, 10);
    const auto turn = [&](int notches, Qt::KeyboardModifiers modifiers = {}) {
        QWheelEvent wheel(where, canvas()->mapToGlobal(where), {}, QPoint(0, 120 * notches), Qt::NoButton, modifiers,
                          Qt::NoScrollPhase, false);
        QApplication::sendEvent(canvas(), &wheel);
    };
    turn(3);
    const LaneLayout layout = canvas()->places();
    QVERIFY(layout.window.end - layout.window.begin < 33 / 1.9);
    QVERIFY(std::abs(layout.x(10) - where.x()) < 1.5); // what is under the pointer stays there
    QTRY_VERIFY(m_view->scene().range.has_value());
    turn(-20);
    QCOMPARE(canvas()->places().window.end, 33.0);
    QTRY_VERIFY(!m_view->scene().range.has_value());
}

void LaneCanvasTest::drags()
{
    canvas()->zoom(4, 10);
    const LaneLayout before = canvas()->places();
    const QPointF from = QPointF(before.x(9), before.groups[0].lanes[1].lane.center().y()).toPoint();
    press(from);
    move_to(from - QPointF(100, 0), Qt::LeftButton);
    release(from - QPointF(100, 0));
    const LaneLayout after = canvas()->places();
    QVERIFY(std::abs(after.window.begin - before.window.begin - 100 * before.window.per_pixel()) < 1e-6);
    QVERIFY(!canvas()->measured());
}

void LaneCanvasTest::measures()
{
    const QPointF from = at(0, 0, 4);
    press(from, Qt::ShiftModifier);
    move_to(at(0, 0, 10), Qt::LeftButton);
    release(at(0, 0, 10));
    QVERIFY(canvas()->measured());
    QVERIFY(std::abs(canvas()->measured()->second - canvas()->measured()->first - 6) < 0.05);
    // on the axis without Shift
    const LaneLayout layout = canvas()->places();
    const double y = layout.axis.top() + 8;
    press({layout.x(5), y});
    QVERIFY(!canvas()->measured());
    move_to({layout.x(20), y}, Qt::LeftButton);
    release({layout.x(20), y});
    QVERIFY(std::abs(canvas()->measured()->second - canvas()->measured()->first - 15) < 0.1);
    QTest::keyClick(canvas(), Qt::Key_Escape);
    QVERIFY(!canvas()->measured());
    // a click on the axis sets the playhead
    QTest::mouseClick(canvas(), Qt::LeftButton, {}, QPointF(layout.x(20), y).toPoint());
    QVERIFY(std::abs(m_view->scene().time - 20) < 0.05);
}

void LaneCanvasTest::keys()
{
    canvas()->setFocus();
    const double all = canvas()->places().window.end;
    QTest::keyClick(canvas(), Qt::Key_Plus);
    QTest::keyClick(canvas(), Qt::Key_Plus);
    const auto zoomed = canvas()->places().window;
    QVERIFY(zoomed.end - zoomed.begin < all);
    QTest::keyClick(canvas(), Qt::Key_D);
    QVERIFY(canvas()->places().window.begin > zoomed.begin);
    QTest::keyClick(canvas(), Qt::Key_A);
    QVERIFY(std::abs(canvas()->places().window.begin - zoomed.begin) < 1e-9);
    QTest::keyClick(canvas(), Qt::Key_F);
    QCOMPARE(canvas()->places().window.end, all);

    QTest::keyClick(canvas(), Qt::Key_Right);
    QCOMPARE(canvas()->focused().command, CommandId{0});
    for (int i = 0; i < 4; ++i)
        QTest::keyClick(canvas(), Qt::Key_Right);
    QVERIFY(canvas()->focused().idle); // after four forwards stage 0 idles
    QVERIFY(canvas()->accessibleDescription().startsWith(
        "Device 0 idle from 4.0 to 10.0: 6.0 units; waits for backward 1 of device 1"));
    QTest::keyClick(canvas(), Qt::Key_Down);
    QCOMPARE(canvas()->focused().stage, 1);
    QTest::keyClick(canvas(), Qt::Key_Up);
    QCOMPARE(canvas()->focused().stage, 0);
    QTest::keyClick(canvas(), Qt::Key_Left);
    QVERIFY(!canvas()->focused().idle);
    QTest::keyClick(canvas(), Qt::Key_Escape);
    QCOMPARE(canvas()->focused().group, -1);

    // with more lanes than fit, S and W scroll them
    Scene scene = m_view->scene();
    scene.groups = {{"", Kind::one_forward_one_backward, 200, 8, 1}};
    m_view->setScene(scene);
    const double top = canvas()->places().groups[0].lanes[0].lane.top();
    QTest::keyClick(canvas(), Qt::Key_S);
    QVERIFY(canvas()->places().groups[0].lanes[0].lane.top() < top);
    QTest::keyClick(canvas(), Qt::Key_W);
    QCOMPARE(canvas()->places().groups[0].lanes[0].lane.top(), top);
}

void LaneCanvasTest::critical_path()
{
    find<QCheckBox>("schedule.critical_path")->setChecked(true);
    QVERIFY(m_view->chart().critical_path);
    const QColor backward = m_theme->theme().components[1];
    const QImage on = testing::draw(*m_view, QSize(1240, 860));
    find<QCheckBox>("schedule.critical_path")->setChecked(false);
    const QImage off = testing::draw(*m_view, QSize(1240, 860));
    QVERIFY(testing::count_pixels(on, backward) < testing::count_pixels(off, backward));
}

void LaneCanvasTest::stage_is_picked_everywhere()
{
    const LaneLayout layout = canvas()->places();
    QTest::mouseClick(canvas(), Qt::LeftButton, {},
                      QPointF(layout.plot.left() - 20, layout.groups[0].lanes[2].lane.center().y()).toPoint());
    QCOMPARE(m_workspace->session().selection.stage, 2);
    const QImage image = testing::draw(*m_view, QSize(1240, 860));
    QVERIFY(testing::count_pixels(image, m_theme->theme().selection) > 100);
    // a component that is picked elsewhere keeps its colour, the others fade
    m_workspace->select({"forward", "", -1});
    m_view->refresh();
    const QImage faded = testing::draw(*m_view, QSize(1240, 860));
    QVERIFY(testing::count_pixels(faded, m_theme->theme().components[0]) > 1000);
    QVERIFY(testing::count_pixels(faded, m_theme->theme().components[1]) < 400); // the legend's swatch alone
}

void LaneCanvasTest::narrow_cells_have_their_colours()
{
    // 57 units on a few hundred pixels: no cell of a forward has room for a number
    Scene scene = m_view->scene();
    scene.groups = {{"", Kind::one_forward_one_backward, 4, 16, 1}};
    scene.cap.reset();
    scene.time = 0;
    m_view->setScene(scene);
    canvas()->resize(400, 300);
    QImage image(canvas()->size(), QImage::Format_ARGB32_Premultiplied);
    image.fill(m_theme->theme().panel);
    QPainter painter(&image);
    canvas()->paintChart(painter, canvas()->rect(), m_theme->theme(), true);
    painter.end();
    const LaneLayout layout = canvas()->places();
    QVERIFY(layout.x(1) - layout.x(0) < 7);
    const Simulation& simulation = m_view->chart().groups[0].shown();
    for (CommandId id = 0; id < simulation.graph.size(); ++id) {
        const QRectF place = place_of_command(m_view->chart(), layout, 0, id);
        const QPoint low(static_cast<int>(place.center().x()),
                         static_cast<int>(place.bottom()) - 4); // under the number of wide cells, over their foot
        const QColor expected = m_theme->theme().components[simulation.graph.kind[id] == CommandKind::forward ? 0 : 1];
        QCOMPARE(image.pixelColor(low), expected);
    }
    // stage 0 idles from 4 to 10: none of the cells' colours there
    const QRectF gap = place_of_idle(m_view->chart(), layout, 0, simulation.idle_of(0).front());
    for (int x = static_cast<int>(gap.left()) + 1; x < static_cast<int>(gap.right()) - 1; ++x) {
        const QColor color = image.pixelColor(x, static_cast<int>(gap.center().y()));
        QVERIFY(color != m_theme->theme().components[0] && color != m_theme->theme().components[1]);
    }
}

BLUEPRINTING_UI_TEST(LaneCanvasTest)
#include "canvas_test.moc"
