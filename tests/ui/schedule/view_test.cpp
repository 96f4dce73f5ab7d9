#include "tests/support/test_main.h"
#include "tests/ui/schedule/view_driver.h"
#include "ui/schedule/schedule_words.h"
#include "ui/widgets/controls/answer_line.h"
#include "ui/widgets/controls/message_bar.h"
#include "ui/widgets/tables/table_view.h"

#include <QAbstractButton>
#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QJsonDocument>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QTemporaryDir>
#include <QToolButton>

using namespace blueprinting;
using namespace blueprinting::ui;
using namespace blueprinting::schedule;

/// Fields, groups, strategies, the session and files.
class ScheduleViewTest : public testing::ViewDriver {
    Q_OBJECT
private slots:
    void init() { open(); }
    void cleanup() { close(); }
    void starts_on_something();
    void kind_and_counts();
    void zero_bubble_has_a_weight_field();
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
