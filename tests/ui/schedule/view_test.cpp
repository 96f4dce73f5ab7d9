#include "tests/support/pictures.h"
#include "tests/support/test_main.h"
#include "ui/schedule/lane_canvas.h"
#include "ui/schedule/lesson_panel.h"
#include "ui/schedule/schedule_view.h"
#include "ui/widgets/answer_line.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/table_view.h"

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
#include <QTemporaryDir>
#include <QToolButton>
#include <QWheelEvent>

using namespace blueprinting;
using namespace blueprinting::ui;
using namespace blueprinting::schedule;

/// Drives the view as a person would: fields, buttons, pointer and keys by their names.
class ScheduleViewTest : public QObject {
    Q_OBJECT

    template <class T>
    T* find(const char* name) const
    {
        T* out = m_view->findChild<T*>(QLatin1String(name));
        if (!out)
            qFatal("no %s", name);
        return out;
    }
    [[nodiscard]] LaneCanvas* canvas() const { return find<LaneCanvas>("schedule.lanes"); }
    void type(const char* field, double value) const
    {
        auto* spin = find<QDoubleSpinBox>(field);
        spin->setValue(value);
    }
    void pick(const char* combo, const QString& text) const
    {
        auto* box = find<QComboBox>(combo);
        const int index = box->findText(text);
        QVERIFY(index >= 0);
        box->setCurrentIndex(index);
        Q_EMIT box->activated(index);
    }
    [[nodiscard]] QString narration() const { return find<QLabel>("schedule.narration")->text(); }
    [[nodiscard]] QPointF at(int group, int stage, double time) const
    {
        const LaneLayout layout = canvas()->places();
        return {layout.x(time), layout.groups[static_cast<std::size_t>(group)].lanes[static_cast<std::size_t>(stage)].lane.center().y()};
    }
    void move_to(const QPointF& where, Qt::MouseButtons buttons = Qt::NoButton) const
    {
        QMouseEvent event(QEvent::MouseMove, where, canvas()->mapToGlobal(where), Qt::NoButton, buttons, Qt::NoModifier);
        QApplication::sendEvent(canvas(), &event);
    }
    void press(const QPointF& where, Qt::KeyboardModifiers modifiers = {}) const
    {
        QTest::mousePress(canvas(), Qt::LeftButton, modifiers, where.toPoint());
    }
    void release(const QPointF& where) const { QTest::mouseRelease(canvas(), Qt::LeftButton, {}, where.toPoint()); }

    std::unique_ptr<ThemeController> m_theme;
    std::unique_ptr<Workspace> m_workspace;
    std::unique_ptr<ScheduleView> m_view;

private slots:
    void init();
    void cleanup();
    void starts_on_something();
    void kind_and_counts();
    void zero_bubble_has_a_weight_field();
    void refuses_times_data();
    void refuses_times();
    void too_many_commands();
    void large_schedules_are_simulated_beside();
    void analytical_only();
    void steps_and_plays();
    void hover_says_why();
    void zooms_at_the_pointer();
    void drags();
    void measures();
    void keys();
    void groups();
    void strategies();
    void removed_strategies_leave();
    void critical_path();
    void stage_is_picked_everywhere();
    void session_keeps_the_scene();
    void broken_state_is_said();
    void exports();
    void command_line();
    void lessons();
    void names_for_everything();
};

void ScheduleViewTest::init()
{
    m_theme = std::make_unique<ThemeController>(*qApp, ThemeChoice::light);
    m_workspace = std::make_unique<Workspace>();
    m_view = std::make_unique<ScheduleView>(*m_workspace);
    m_view->refresh();
    testing::draw(*m_view, QSize(1240, 860));
}

void ScheduleViewTest::cleanup()
{
    m_view.reset();
    m_workspace.reset();
    m_theme.reset();
}

void ScheduleViewTest::starts_on_something()
{
    QCOMPARE(m_view->chart().groups.size(), std::size_t{2});
    auto* answer = find<AnswerLine>("schedule.answer");
    QVERIFY(answer->headline().startsWith("Two chunks a stage halve the bubble"));
    QCOMPARE(find<QLabel>("schedule.time")->text(), QString("t = 10.0"));
    QVERIFY(narration().startsWith("Stage 1 ends backward 1"));
    new QAbstractItemModelTester(find<TableView>("schedule.table")->table(), QAbstractItemModelTester::FailureReportingMode::QtTest, m_view.get());
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
    QVERIFY(!find<QDoubleSpinBox>("schedule.weight_gradient")->isVisibleTo(m_view.get()));
    pick("schedule.kind", "ZB-H1");
    QVERIFY(find<QDoubleSpinBox>("schedule.weight_gradient")->isVisibleTo(m_view.get()));
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

void ScheduleViewTest::refuses_times_data()
{
    QTest::addColumn<QString>("field");
    QTest::addColumn<double>("value");
    QTest::addColumn<QString>("message");
    QTest::newRow("zero") << "schedule.forward" << 0.0 << "forward is 0; a time must be above 0 and at most 1e9 units";
    QTest::newRow("negative") << "schedule.backward" << -2.0 << "backward is -2; a time must be above 0 and at most 1e9 units";
    QTest::newRow("too long") << "schedule.forward" << 2e9 << "forward is 2e+09; a time must be above 0 and at most 1e9 units";
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
    QVERIFY(find<MessageBar>("schedule.message")->text().contains(QString::fromUtf8("at most 4\u2009000\u2009000 are simulated")));
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

void ScheduleViewTest::hover_says_why()
{
    move_to(at(0, 0, 6));
    QVERIFY(canvas()->focused().idle);
    QCOMPARE(canvas()->focused().idle->end, 10.0);
    move_to(at(0, 1, 8.5));
    QCOMPARE(canvas()->focused().stage, 1);
    const Simulation& simulation = m_view->chart().groups[0].shown();
    QCOMPARE(QString::fromStdString(describe(simulation.graph, canvas()->focused().command)), QString("backward 1 of stage 1"));
    QEvent leave(QEvent::Leave);
    QApplication::sendEvent(canvas(), &leave);
    QCOMPARE(canvas()->focused().group, -1);
}

void ScheduleViewTest::zooms_at_the_pointer()
{
    const QPointF where = at(0, 0, 10);
    const auto turn = [&](int notches, Qt::KeyboardModifiers modifiers = {}) {
        QWheelEvent wheel(where, canvas()->mapToGlobal(where), {}, QPoint(0, 120 * notches), Qt::NoButton, modifiers, Qt::NoScrollPhase, false);
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

void ScheduleViewTest::drags()
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

void ScheduleViewTest::measures()
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

void ScheduleViewTest::keys()
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
    QVERIFY(canvas()->accessibleDescription().startsWith("Stage 0 idle from 4.0 to 10.0: 6.0 units; waits for backward 1 of stage 1"));
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
    QVERIFY(std::abs(group.end() - 199 * (times.forward + times.backward) / (3 * group.drawn->schedule.plan.times.forward)) < 1e-6 * group.end());
    QVERIFY(!find<QSpinBox>("schedule.microbatches")->isEnabled());
    QCOMPARE(find<QSpinBox>("schedule.microbatches")->value(), 64);

    Scene scene = m_view->scene();
    scene.groups = {{"s1", std::nullopt, 1, 1, 1}, {"s2", std::nullopt, 1, 1, 1}};
    scene.selected = 0;
    m_view->setScene(scene);
    QCOMPARE(m_view->chart().axis_title, QString("Time (s)"));
    QVERIFY(find<AnswerLine>("schedule.answer")->headline().startsWith("B ends 4.391 s sooner than A: "));
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

void ScheduleViewTest::critical_path()
{
    find<QCheckBox>("schedule.critical_path")->setChecked(true);
    QVERIFY(m_view->chart().critical_path);
    const QColor backward = m_theme->theme().components[1];
    const QImage on = testing::draw(*m_view, QSize(1240, 860));
    find<QCheckBox>("schedule.critical_path")->setChecked(false);
    const QImage off = testing::draw(*m_view, QSize(1240, 860));
    QVERIFY(testing::count_pixels(on, backward) < testing::count_pixels(off, backward));
}

void ScheduleViewTest::stage_is_picked_everywhere()
{
    const LaneLayout layout = canvas()->places();
    QTest::mouseClick(canvas(), Qt::LeftButton, {}, QPointF(layout.plot.left() - 20, layout.groups[0].lanes[2].lane.center().y()).toPoint());
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
    QCOMPARE(m_view->commandLine(), QString("blueprinting schedule --kind 1f1b --stages 4 --microbatches 8 --forward 1 --backward 2"));
}

void ScheduleViewTest::lessons()
{
    const Scene mine = m_view->scene();
    auto* panel = find<LessonPanel>("schedule.lesson");
    QCOMPARE(panel->lessons().size(), std::size_t{6});
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

void ScheduleViewTest::names_for_everything()
{
    for (QWidget* widget : m_view->findChildren<QWidget*>()) {
        if (widget->focusPolicy() == Qt::NoFocus || !widget->isVisibleTo(m_view.get()) || widget->objectName().startsWith("qt_"))
            continue;
        const auto* button = qobject_cast<QAbstractButton*>(widget);
        QVERIFY2(!widget->accessibleName().isEmpty() || (button && !button->text().isEmpty()), qPrintable(widget->objectName() + widget->metaObject()->className()));
    }
}

BLUEPRINTING_UI_TEST(ScheduleViewTest)
#include "view_test.moc"
