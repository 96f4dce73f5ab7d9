#include "tests/support/test_main.h"
#include "tests/ui/schedule/view_driver.h"
#include "ui/schedule/kinds_table.h"
#include "ui/schedule/schedule_settings.h"
#include "ui/schedule/schedule_words.h"
#include "ui/widgets/controls/segmented_switch.h"
#include "ui/widgets/tables/table_view.h"

#include <QAbstractButton>
#include <QCheckBox>
#include <QDoubleSpinBox>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QUndoStack>
#include <QWheelEvent>

using namespace blueprinting;
using namespace blueprinting::ui;
using namespace blueprinting::schedule;

/// Every kind of schedule in the view: its fields, what is said of it, its end and bound, and undo.
class ScheduleKindsTest : public testing::ViewDriver {
    Q_OBJECT
private slots:
    void init() { open(); }
    void cleanup() { close(); }
    void fields_are_those_of_the_kind();
    void a_picked_kind_moves_the_counts();
    void each_edit_is_one_step_data();
    void each_edit_is_one_step();
    void looking_is_no_step();
    void undo_is_the_sessions_data();
    void undo_is_the_sessions();
    void the_wheel_scrolls();
    void one_number_of_decimals();
    void counts_and_devices_are_named();
    void unequal_work_is_no_gain();
    void end_of_the_iteration();
    void two_iterations_follow();
    void bound();
    void table_of_all_kinds();
    void session_keeps_all_of_it();
};

/// As the papers of the kinds have them.
void ScheduleKindsTest::fields_are_those_of_the_kind()
{
    const std::map<std::string, QStringList> expected{{"schedule.group", {"interleaved", "interleaved-zb"}},
                                                      {"schedule.warm_up", {"1f1b", "interleaved"}},
                                                      {"schedule.slices", {"terapipe", "seq1f1b"}},
                                                      {"schedule.hidden", {"dualpipe", "dualpipev"}}};
    for (const Kind kind : kinds()) {
        pick("schedule.kind", QString::fromStdString(std::string(kind->short_name)));
        QCOMPARE(m_view->scene().groups[0].kind, std::optional(kind));
        const QString code = QString::fromStdString(std::string(kind->code));
        for (const auto& [field, of] : expected) {
            auto* spin = find<QDoubleSpinBox>(field.c_str());
            QVERIFY2(spin->isEnabled() == of.contains(code), qPrintable(code + field.c_str()));
            if (!spin->isEnabled()) // and says for what it is
                QVERIFY2(spin->toolTip().contains(" – of "), qPrintable(spin->toolTip()));
        }
        QCOMPARE(find<QCheckBox>("schedule.reverse")->isEnabled(), code == "bfs");
        QVERIFY2(group().simulation(), qPrintable(code));
    }
}

void ScheduleKindsTest::a_picked_kind_moves_the_counts()
{
    find<QSpinBox>("schedule.stages")->setValue(5);
    pick("schedule.kind", "DualPipe");
    // an even count of devices, and an even count of microbatches of at least twice as many
    QCOMPARE(group().title, QString("DualPipe, p 6, m 12, v 2"));
    QCOMPARE(group().changed, QString::fromUtf8("p 5 → 6, m 8 → 12 for DualPipe"));
    m_workspace->undoStack().undo();
    m_view->refresh();
    QCOMPARE(group().title, QString("1F1B, p 5, m 8"));
    QVERIFY(group().changed.isEmpty());
    // interleaving takes the chunks that it last had
    pick("schedule.kind", "Interleaved");
    QCOMPARE(m_view->scene().groups[0].microbatches, std::int64_t{10});
    find<QSpinBox>("schedule.chunks")->setValue(3);
    pick("schedule.kind", "ZB-V");
    QCOMPARE(m_view->scene().groups[0].chunks, std::int64_t{2});
    pick("schedule.kind", "Interleaved");
    QCOMPARE(m_view->scene().groups[0].chunks, std::int64_t{3});
}

void ScheduleKindsTest::each_edit_is_one_step_data()
{
    QTest::addColumn<QString>("field");
    QTest::addColumn<double>("value");
    QTest::addColumn<QString>("title");
    QTest::newRow("m") << "schedule.microbatches" << 10.0 << "Set m to 10";
    QTest::newRow("p") << "schedule.stages" << 6.0 << "Set p to 6";
    QTest::newRow("F") << "schedule.forward" << 1.5 << "Set F to 1.5";
    QTest::newRow("B") << "schedule.backward" << 3.0 << "Set B to 3";
    QTest::newRow("warm-up") << "schedule.warm_up" << 2.0 << QString::fromUtf8("Set warm-up to × 2");
    QTest::newRow("cap") << "schedule.cap" << 3.0 << "Set the cap to 3";
    QTest::newRow("transfer") << "schedule.transfer" << 0.5 << "Change the schedule: transfer";
    QTest::newRow("head") << "schedule.head_adds" << 1.0 << "Change the schedule: head adds";
    QTest::newRow("critical path") << "schedule.critical_path" << 1.0 << "Show the critical path";
    QTest::newRow("bound") << "schedule.bound" << 1.0 << "Show the bound";
    QTest::newRow("end") << "schedule.end" << 1.0 << "Change the schedule: end";
    QTest::newRow("two iterations") << "schedule.two_iterations" << 1.0 << "Change the schedule: two iterations";
    QTest::newRow("kind") << "schedule.kind" << -1.0 << "Set the order to ZB-H2";
    QTest::newRow("memory") << "schedule.memory" << -1.0 << "Change the schedule: memory";
    QTest::newRow("mode") << "schedule.transfers" << -1.0 << "Set transfers to linked";
}

void ScheduleKindsTest::each_edit_is_one_step()
{
    QFETCH(QString, field);
    QFETCH(double, value);
    QFETCH(QString, title);
    const Scene before = m_view->scene();
    QUndoStack& stack = m_workspace->undoStack();
    QCOMPARE(stack.count(), 0);
    const QByteArray name = field.toUtf8();
    if (auto* spin = m_view->findChild<QSpinBox*>(field))
        spin->setValue(static_cast<int>(value));
    else if (auto* decimal = m_view->findChild<QDoubleSpinBox*>(field))
        decimal->setValue(value);
    else if (auto* check = m_view->findChild<QCheckBox*>(field))
        check->click();
    else if (field == "schedule.kind")
        pick("schedule.kind", "ZB-H2");
    else
        pick(name.constData(), field == "schedule.memory" ? "bytes" : "linked");
    QVERIFY(!(m_view->scene() == before));
    const Scene after = m_view->scene();
    QCOMPARE(stack.count(), 1);
    QCOMPARE(stack.undoText().section('\n', 0, 0), title);
    stack.undo();
    m_view->refresh();
    QVERIFY(m_view->scene() == before);
    stack.redo();
    m_view->refresh();
    QVERIFY(m_view->scene() == after);
}

void ScheduleKindsTest::looking_is_no_step()
{
    QTest::keyClick(canvas(), Qt::Key_Period);
    QTest::keyClick(canvas(), Qt::Key_PageUp);
    QTest::mouseClick(canvas(), Qt::LeftButton, {}, canvas()->places().groups[1].title.center().toPoint());
    QCOMPARE(m_workspace->undoStack().count(), 0);
    QCOMPARE(m_view->scene().time, 11.0);
    // and undoing an edit leaves it alone
    find<QSpinBox>("schedule.microbatches")->setValue(12);
    QTest::keyClick(canvas(), Qt::Key_Period);
    const double time = m_view->scene().time;
    m_workspace->undoStack().undo();
    m_view->refresh();
    QCOMPARE(m_view->scene().groups[1].microbatches, std::int64_t{8});
    QCOMPARE(m_view->scene().time, time);
    QCOMPARE(m_view->scene().selected, std::size_t{1});
}

void ScheduleKindsTest::undo_is_the_sessions_data()
{
    QTest::addColumn<QString>("field");
    for (const char* field : {"schedule.microbatches", "schedule.stages", "schedule.forward", "schedule.transfer",
                              "schedule.kind", "schedule.layers"})
        QTest::newRow(field) << QString::fromLatin1(field);
}

/// A field with the keyboard leaves Ctrl+Z and Ctrl+Shift+Z to the commands; what is typed in it is a step first.
void ScheduleKindsTest::undo_is_the_sessions()
{
    QFETCH(QString, field);
    auto* widget = m_view->findChild<QWidget*>(field);
    QVERIFY(widget);
    const auto heard = [&](Qt::KeyboardModifiers modifiers) {
        QKeyEvent event(QEvent::ShortcutOverride, Qt::Key_Z, modifiers, QStringLiteral("z"));
        QApplication::sendEvent(widget, &event);
        return event.isAccepted(); // accepted, no command runs
    };
    if (auto* spin = qobject_cast<QSpinBox*>(widget)) {
        spin->findChild<QLineEdit*>()->setText(QStringLiteral("12")); // not entered yet
        const int before = m_workspace->undoStack().count();
        QVERIFY(!heard(Qt::ControlModifier));
        QCOMPARE(m_workspace->undoStack().count(), before + 1);
        QCOMPARE(spin->value(), 12);
    }
    QVERIFY(!heard(Qt::ControlModifier));
    QVERIFY(!heard(Qt::ControlModifier | Qt::ShiftModifier));
}

/// Over a field that has not the keyboard the wheel is the page's, and takes no focus.
void ScheduleKindsTest::the_wheel_scrolls()
{
    const Scene before = m_view->scene();
    int fields = 0;
    for (QWidget* each : m_view->findChildren<QWidget*>()) {
        if (!qobject_cast<QAbstractSpinBox*>(each) &&
            !(qobject_cast<QComboBox*>(each) && each->objectName().startsWith("schedule.")))
            continue;
        if (!each->objectName().startsWith(QLatin1String("schedule.")) || each->objectName().contains("lesson"))
            continue;
        ++fields;
        QVERIFY2(each->focusPolicy() != Qt::WheelFocus, qPrintable(each->objectName()));
        QWheelEvent event(QPointF(5, 5), each->mapToGlobal(QPointF(5, 5)), QPoint(), QPoint(0, 120), Qt::NoButton,
                          Qt::NoModifier, Qt::NoScrollPhase, false);
        QApplication::sendEvent(each, &event);
        QVERIFY2(!event.isAccepted(), qPrintable(each->objectName()));
    }
    QVERIFY2(fields > 20, qPrintable(QString::number(fields)));
    QVERIFY(m_view->scene() == before);
}

/// 38.5 and 33.25, 10.5 and 5.25: two decimals for all of them.
void ScheduleKindsTest::one_number_of_decimals()
{
    Scene scene = starting_scene();
    scene.times.forward = 1.5;
    scene.cap.reset();
    m_view->setScene(scene);
    QVERIFY2(headline().contains(QStringLiteral("10.50 to 5.25 units")), qPrintable(headline()));
    QVERIFY2(group_summaries(group(0)).front().contains(QStringLiteral("makespan 38.50    bubble 10.50")),
             qPrintable(group_summaries(group(0)).front()));
    QVERIFY2(group_summaries(group(1)).front().contains(QStringLiteral("makespan 33.25    bubble 5.25")),
             qPrintable(group_summaries(group(1)).front()));
    m_view->setScene(starting_scene());
    QVERIFY2(headline().contains(QStringLiteral("9.0 to 4.5 units")), qPrintable(headline()));
}

/// p and m stand in every headline, and every device that is over the cap is said.
void ScheduleKindsTest::counts_and_devices_are_named()
{
    QVERIFY2(headline().contains(QStringLiteral("at p 4, m 8")), qPrintable(headline()));
    Scene scene = starting_scene();
    scene.groups = {{"", Kind::one_forward_one_backward, 8, 24, 1}};
    scene.cap = 5;
    m_view->setScene(scene);
    QVERIFY2(headline().contains(QStringLiteral("at p 8, m 24")), qPrintable(headline()));
    const QString why = find<AnswerLine>("schedule.answer")->why();
    QVERIFY2(why.contains(QStringLiteral("on devices 0, 1 and 2")), qPrintable(why)); // they hold 8, 7 and 6
    // lanes grow no higher than 40 by themselves
    testing::draw(*m_view, QSize(1600, 1000));
    scene.groups = {{"", Kind::one_forward_one_backward, 4, 1, 1}};
    m_view->setScene(scene);
    testing::draw(*m_view, QSize(1600, 1000));
    QVERIFY(canvas()->places().lane_height <= 40);
}

void ScheduleKindsTest::unequal_work_is_no_gain()
{
    const QColor good = light_theme().good;
    const auto draw = [&] { return testing::draw(*canvas(), canvas()->size()); };
    testing::draw(*m_view, QSize(1240, 860));
    QVERIFY(pixels(draw(), good) > 20); // "4.5 shorter"
    Scene scene = m_view->scene();
    scene.groups = {{"", Kind::one_forward_one_backward, 4, 8, 1}, {"", Kind::one_forward_one_backward, 4, 16, 1}};
    m_view->setScene(scene);
    // 9 of 33 and 9 of 57
    QCOMPARE(headline(), QString("1F1B loses 27.3 % to the bubble at p 4, m 8, and 15.8 % at p 4, m 16"));
    QCOMPARE(pixels(draw(), good), 0);
    // the same work in another order compares again
    scene.groups[1] = {"", Kind::zero_bubble_h1, 4, 8, 1};
    m_view->setScene(scene);
    QVERIFY2(headline().startsWith("ZB-H1 ends 6.0 units sooner than 1F1B at p 4, m 8"), qPrintable(headline()));
}

void ScheduleKindsTest::end_of_the_iteration()
{
    Scene scene = starting_scene();
    scene.groups = {{"", Kind::one_forward_one_backward, 4, 8, 1}};
    scene.end = Tail{{2}, 0, {1}, {0}};
    m_view->setScene(scene);
    // 33, two more to reduce and one to step
    QCOMPARE(group().iteration->end, 36.0);
    QVERIFY2(group_summaries(group()).front().contains(QString::fromUtf8("makespan 33.0 · iteration 36.0")),
             qPrintable(group_summaries(group()).front()));
    QCOMPARE(m_view->chart().end(), 36.0);
    scene.end = Tail{{2}, 3, {1}, {1}};
    m_view->setScene(scene);
    QCOMPARE(group().iteration->end, 40.0);
    testing::draw(*m_view, QSize(1240, 860));
    const QImage image = testing::draw(*canvas(), canvas()->size());
    testing::keep(image, QStringLiteral("schedule-end"));
    // the step of device 1 is hit on its lane and says itself
    const LaneLayout layout = canvas()->places();
    const auto step = std::ranges::find_if(group().iteration->lanes, [](const TailStep& each) {
        return each.what == TailStep::What::step && each.device == 1;
    });
    QVERIFY(step != group().iteration->lanes.end());
    const LaneHit hit = hit_lanes(m_view->chart(), layout, place_of_tail(m_view->chart(), layout, 0, *step).center());
    QCOMPARE(hit.tail, static_cast<int>(step - group().iteration->lanes.begin()));
    QVERIFY(words_of_hit(group(), hit).title.starts_with("Optimizer step of device 1"));
    // interleaved, 57: reduced beside work 60, after it 62
    scene.groups = {{"", Kind::interleaved, 4, 8, 2}};
    scene.times.forward = 2;
    scene.times.backward = 4;
    scene.end = Tail{{2}, 0, {1}, {0}};
    m_view->setScene(scene);
    QCOMPARE(group().iteration->end, 60.0);
    find<QCheckBox>("schedule.overlap")->click();
    QCOMPARE(group().iteration->end, 62.0);
}

void ScheduleKindsTest::two_iterations_follow()
{
    Scene scene = starting_scene();
    scene.groups = {{"", Kind::zero_bubble_h2, 4, 8, 1}};
    scene.times = split(1, 1, 1);
    scene.end = Tail{{0}, 0, {0}, {0}, true, false};
    scene.two_iterations = true;
    m_view->setScene(scene);
    QVERIFY(group().second);
    QCOMPARE(group().second_end, 51.0);
    QCOMPARE(group().iteration->device_free, (std::vector<double>{24, 25, 26, 27}));
    testing::draw(*m_view, QSize(1240, 860));
    testing::keep(testing::draw(*canvas(), canvas()->size()), QStringLiteral("schedule-two-iterations"));
    pick("schedule.norm", "global");
    QCOMPARE(group().second_end, 54.0);
    // makespan and bubble stay the pipeline's
    QVERIFY(group_summaries(group()).front().startsWith("makespan 27.0"));
}

void ScheduleKindsTest::bound()
{
    show({Kind::zero_bubble_h1, 4, 8, 1}, split(1, 1, 1));
    QCOMPARE(group().drawn->bound.time, std::optional(27.0)); // met
    find<QCheckBox>("schedule.bound")->click();
    QVERIFY2(group_summaries(group()).front().contains("over its bound of 27.0"),
             qPrintable(group_summaries(group()).front()));
    testing::draw(*m_view, QSize(1240, 860));
    const QImage image = testing::draw(*canvas(), canvas()->size());
    testing::keep(image, QStringLiteral("schedule-bound"));
    QVERIFY(pixels(image, light_theme().good) > 10);
}

void ScheduleKindsTest::table_of_all_kinds()
{
    Scene scene = starting_scene();
    scene.groups = {{"", Kind::one_forward_one_backward, 8, 24, 1}};
    scene.times = split(1, 1, 1);
    scene.times.transfer = 0.0625;
    scene.transfers = TransferMode::linked;
    scene.cap.reset();
    m_view->setScene(scene);
    testing::draw(*m_view, QSize(1240, 860));
    for (auto* button : find<SegmentedSwitch>("schedule.tables")->findChildren<QAbstractButton*>())
        if (button->text() == "Best schedule of all kinds")
            button->click();
    auto* kinds_table = find<KindsTable>("schedule.kinds.page");
    QTRY_VERIFY(!kinds_table->rows().empty() && !m_view->busy());
    // Published: zb-v 77.6, interleaved-zb 77.8, ZB-H2 79.4, ZB-H1 80.8, 1F1B 96.4
    const auto of = [&](Kind kind, std::int64_t chunks) {
        for (std::size_t i = 0; i < kinds_table->rows().size(); ++i)
            if (kinds_table->rows()[i].request.kind == kind && kinds_table->rows()[i].request.chunks == chunks)
                return std::pair(i, kinds_table->rows()[i].makespan);
        return std::pair(std::size_t{99}, 0.0);
    };
    const auto near = [](double a, double b) { return std::abs(a - b) < 0.051; };
    QCOMPARE(of(Kind::zero_bubble_v, 2).first, std::size_t{0});
    QVERIFY(near(of(Kind::zero_bubble_v, 2).second, 77.6));
    QVERIFY(near(of(Kind::interleaved_zero_bubble, 2).second, 77.8));
    QVERIFY(near(of(Kind::zero_bubble_h2, 1).second, 79.4));
    QVERIFY(near(of(Kind::zero_bubble_h1, 1).second, 80.8));
    QVERIFY(near(of(Kind::one_forward_one_backward, 1).second, 96.4));
    testing::keep(testing::draw(*m_view, QSize(1240, 860)), QStringLiteral("schedule-all-kinds"));
    // a click takes it over, as one step
    auto* table = find<TableView>("schedule.kinds");
    Q_EMIT table->keyPicked(QStringLiteral("zb-v/2"));
    QCOMPARE(group().title, QString("ZB-V, p 8, m 24, v 2"));
    QCOMPARE(m_workspace->undoStack().count(), 1);
}

void ScheduleKindsTest::session_keeps_all_of_it()
{
    pick("schedule.kind", "ZB-V");
    find<QCheckBox>("schedule.end")->click();
    pick("schedule.memory", "bytes");
    type("schedule.constant", 3);
    QTest::keyClick(canvas(), Qt::Key_PageUp);
    find<QPushButton>("schedule.settings.toggle")->click();
    const Scene kept = m_view->scene();
    const double lane = canvas()->places().lane_height;
    ScheduleView other(*m_workspace);
    other.refresh();
    testing::draw(other, QSize(1240, 860));
    QVERIFY(other.scene() == kept);
    QCOMPARE(other.findChild<LaneCanvas*>("schedule.lanes")->places().lane_height, lane);
    QVERIFY(other.findChild<ScheduleSettings*>("schedule.settings")->isVisibleTo(&other));
}

BLUEPRINTING_UI_TEST(ScheduleKindsTest)
#include "kinds_test.moc"
